/*
 * A source that stays active, and one that nobody handles: sim only, where a device can hold its line.
 *
 * In a thread such a source takes the processor from what is less urgent than its thread, and from nothing else; the
 * thread's priority is then what bounds the harm.
 */
#include "scenario.h"

#include <takt_sim.h>

#define LINE   24u
#define NOBODY 25u

static struct takt_irq irq;
static _Alignas(16) char stack[TAKT_STACK_MIN];
static unsigned runs, quiet_after;

static void handle(void *arg)
{
    (void)arg;
    runs++;
    takt_work(TAKT_US(10));
    if (runs == quiet_after)
        takt_sim_hold(LINE, false);
}

static void connect(takt_prio_t priority, unsigned rounds)
{
    const struct takt_irq_attr attr = {.handler = handle,
                                       .way = TAKT_IRQ_THREADED,
                                       .urgency = 5,
                                       .level = true,
                                       .priority = priority,
                                       .stack = stack,
                                       .stack_size = sizeof stack};

    runs = 0;
    quiet_after = rounds;
    EXPECT_EQ(takt_irq_connect(&irq, LINE, &attr), 0);
    takt_irq_start(&irq);
}

/* The top half has masked it: a driver that is more urgent than the thread loses one interrupt's time. */
static void more_urgent_threads_lose_one_interrupt(void)
{
    takt_time_t before, calm, beset;

    connect(LOW, 20);
    before = takt_now();
    takt_work(TAKT_MS(1));
    calm = takt_now() - before;
    before = takt_now();
    takt_sim_hold(LINE, true);
    takt_work(TAKT_MS(1));
    beset = takt_now() - before;
    EXPECT_EQ(runs, 0);
    EXPECT(beset - calm < TAKT_US(5));
    scenario_let_run();
    EXPECT_EQ(runs, 20);
    EXPECT_EQ(takt_irq_count(&irq), 20);
    EXPECT_EQ(takt_irq_disconnect(&irq), 0);
}

static void sleep_and_note(void *arg)
{
    takt_time_t due = takt_now() + TAKT_US(55), *late = arg;

    EXPECT_EQ(takt_sleep(takt_at(due)), 0);
    *late = takt_now() - due;
}

/* What is more urgent than the thread goes on in time, though the source never falls silent meanwhile. */
static void it_delays_less_urgent_threads_alone(void)
{
    static takt_time_t late;

    late = TAKT_S(1);
    connect(HIGH, 30);
    (void)spawn(HIGHER, sleep_and_note, &late);
    takt_sim_hold(LINE, true);
    takt_work(TAKT_US(1));
    EXPECT_EQ(runs, 30); /* the driver is less urgent, and has waited for all of them */
    EXPECT(late < TAKT_US(5));
    EXPECT_EQ(takt_irq_disconnect(&irq), 0);
}

/* An interrupt without a handler is counted, and that is all. */
static void nobody_handles_it(void)
{
    uint64_t before = takt_sim_counters(0).spurious;

    EXPECT_EQ(takt_irq_enable(NOBODY), 0);
    for (unsigned i = 1; i <= 3; i++) {
        EXPECT_EQ(takt_irq_pend(NOBODY), 0);
        EXPECT_EQ(takt_sim_counters(0).spurious, before + i);
    }
    EXPECT_EQ(takt_irq_disable(NOBODY), 0);
}

SCENARIOS(SCENARIO(more_urgent_threads_lose_one_interrupt), SCENARIO(it_delays_less_urgent_threads_alone),
          SCENARIO(nobody_handles_it));
