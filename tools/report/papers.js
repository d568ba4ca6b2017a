/* What each part of the report reproduces: which results belong to it, the command that makes each, what the paper says
   and where it contradicts itself. Figures of papers stand in the results' own tables, in rows of their own. */
const parts = [
  {
    id: "contention", title: "Paper 1: locks between cores",
    source: "Park and Seo, Task-Unit LLQ-based Spinlock Techniques, JKIIT 24(10), 2026: two Cortex-R5 with FreeRTOS",
    says: "A queue lock of tasks (LLQ) against a mutex, 512-byte sections of shared memory: 36.5 % faster with one task on one core, " +
      "30.84 % with a task on each of two cores, 26 % and 66.7 % (core 0, core 1) with four tasks on each. The cores' means lie " +
      "12.009 µs apart with the mutex and 0.0129 µs with the LLQ.",
    doubts: [
      "The deviation between the cores is 12.009 and 0.0129 µs in one place of the paper, 15.56 and 0.318 µs in its figure 8.",
      "Values for four tasks are a quarter of those for one task, though both are defined as time from request to release.",
      "The gain is largest where nothing contends (one core, one task).",
      "Its mean of 46.35 % for many tasks is the mean of 26.06 % and 66.67 %; the latter compares core 1 alone.",
      "What the mutex between two systems is, is not said; there are no distributions and no other locks.",
    ],
    results: [["contention-sim", "./takt run contention --board sim"], ["contention-host", "./takt run contention --board host"],
      ["contention-mps2-an521", "./takt run contention --board mps2-an521"]],
  },
  {
    id: "priorities", title: "Paper 3: equal and unique priorities",
    source: "W. Lamie, IQ Magazine 8-1, 2009: ThreadX on an AT91SAM9263 at 200 MHz, from an event trace",
    says: "D sends nine messages a cycle to A, B and C and gives way. All on one level: 4 context switches a cycle, 1024 ticks, 1740 messages " +
      "per ms. A level each: 18 switches (+350 %), 1861 ticks, 960 messages per ms. A switch takes 0.35 of the unit that it calls ms.",
    doubts: [
      "The article prints 5.12, 9.30, 0.35 and 250 ms. At 200 MHz 1024 ticks are 5.12 µs: all four are µs.",
      "9 messages in 5.12 µs are 1758 per ms, in 9.305 µs 967; it prints 1740 and 960.",
      "14 switches more of 0.35 µs (70 ticks) are 980 ticks; it measured 837 more, 0.299 µs a switch.",
    ],
    results: [["priorities-sim", "./takt run priorities"], ["priorities-host", "./takt run priorities --board host"],
      ["priorities-mps2-an385", "./takt run priorities --board mps2-an385"]],
  },
  {
    id: "costs", title: "What the kernel costs",
    source: "Instructions on an emulated Cortex-M, beside FreeRTOS and ThreadX counted by the same definitions (docs/costs.md)",
    results: [["bench-mps2-an385", "./takt bench --board mps2-an385"], ["bench-mps2-an521", "./takt bench --board mps2-an521"],
      ["pairs-mps2-an521", "./takt bench pairs --board mps2-an521"]],
  },
  {
    id: "locks", title: "What the lock costs",
    source: "The LLQ beside other locks (docs/llq.md)",
    results: [["llq-host", "./takt bench llq"], ["llq-sim", "./takt bench llq --board sim"]],
  },
  {
    id: "size", title: "What it takes of a device's memory",
    source: "Bytes of linked images (docs/size.md)",
    results: [["size-mps2-an385", "./takt size"]],
  },
];
