/*
 * Thread-Metric says nothing of several cores. This set does: on each core a pair of threads that work with each other,
 * all cores at a time, four ways:
 *
 *   independent    the pair wakes each other through its own semaphores; nothing is shared
 *   shared lock    the same, and each turn takes the one lock between the cores
 *   shared queue   one channel, which core 0 receives from; each other core's message is answered before its next
 *   cross wake     each pair has its second thread on the next core
 *
 * A round is there and back. For each way: the rounds of all cores in a millisecond, how far the cores lie apart, and
 * the longest round.
 *
 * The cores keep step by their clocks: each way has its slot of time, and no core waits for another between them. What
 * a core counts it writes into its own lines of memory; core 0 reads them after the last slot.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include <takt/takt.h>

#define PAIRS_WAYS  4
#define PAIRS_STACK (8 * TAKT_STACK_MIN)

/** What one core did in one way. */
struct pairs_count {
    uint64_t rounds;
    takt_time_t longest;
};

/** A core. */
struct pairs_core {
    unsigned number;
    struct takt_sem there, back;            /* of the pair; back is the first thread's */
    struct takt_remote far_there, far_back; /* cross wake: the next core's `there`, the last one's `back` */
    struct takt_remote answer;              /* core 0: to core x its `back` */
    struct takt_llq lock;
    struct takt_channel channel;
    struct takt_thread manager, first, second;
    struct pairs_count count[PAIRS_WAYS];
    takt_time_t period, end; /* of the slot */
    unsigned way;
    uint32_t turns; /* with the lock */
} __attribute__((aligned(64)));

extern struct pairs_core pairs_cores[CONFIG_TAKT_CORES];

/** A way: what the two threads do until the slot ends; NULL: this core has none. */
struct pairs_way {
    const char *name;
    void (*first)(struct pairs_core *core, struct pairs_count *count);
    void (*second)(struct pairs_core *core);
    /** Whether the core has a pair that counts. */
    bool (*counts)(unsigned core);
};

extern const struct pairs_way pairs_ways[PAIRS_WAYS];

/** End the run, unless the result is 0. */
void pairs_must(int result, const char *what);

/** Turns with the lock, all cores', counted inside it. */
extern uint32_t pairs_guarded;

/** Make and find what crosses cores. Core 0 makes the lock and the channel. Before start, and by the manager. */
void pairs_offer(struct pairs_core *core);
void pairs_find(struct pairs_core *core);

/** Print and write the result. */
void pairs_report(takt_time_t period);

#endif
