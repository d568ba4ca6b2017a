/*
 * The crew: memory of the loads' threads, and what starts and ends loads.
 *
 * A load's threads are less urgent than the conductor, which starts them and then takes samples: so they run from the
 * conductor's first wait on. To end, each load tells its threads and waits until they have gone.
 */
#include "latency.h"

#define STACK (TAKT_STACK_MIN / sizeof(uintptr_t))

static struct takt_thread threads[LATENCY_CREW];
static _Alignas(16) uintptr_t stacks[LATENCY_CREW][STACK];
static volatile bool rests;

void latency_crew_start(unsigned first, unsigned count, const char *name, takt_prio_t priority,
                        void (*entry)(void *))
{
    for (unsigned i = 0; i < count; i++) {
        const struct takt_thread_attr attr = {.name = name,
                                              .entry = entry,
                                              .arg = (void *)(uintptr_t)i,
                                              .stack = stacks[first + i],
                                              .stack_size = sizeof(stacks[0]),
                                              .priority = priority};

        latency_must(takt_thread_create(&threads[first + i], &attr), "takt_thread_create");
        latency_must(takt_thread_start(&threads[first + i]), "takt_thread_start");
    }
}

void latency_crew_join(unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        latency_must(takt_thread_join(&threads[first + i], NULL, TAKT_FOREVER), "takt_thread_join");
}

/* Computes in pieces, so that on sim its end is seen. */
static void rest(void *arg)
{
    (void)arg;
    while (rests)
        latency_compute(5000);
}

void latency_load_begin(unsigned does)
{
    rests = true;
    if (does & LATENCY_LOAD_REST)
        latency_crew_start(LATENCY_CREW_OTHERS, 1, "computes", LATENCY_PRIORITY_REST, rest);
    if (does & LATENCY_LOAD_CROWD)
        latency_crowd_begin();
    if (does & LATENCY_LOAD_MESSAGES)
        latency_messages_begin();
    if (does & LATENCY_LOAD_TIMERS)
        latency_timers_begin();
    if (does & LATENCY_LOAD_KERNEL)
        latency_kernel_begin();
    if (does & LATENCY_LOAD_FILES)
        latency_files_begin();
    if (does & LATENCY_LOAD_LINES)
        latency_lines_begin((does & LATENCY_LOAD_HANDLERS) != 0);
}

void latency_load_end(unsigned does)
{
    rests = false;
    if (does & LATENCY_LOAD_LINES)
        latency_lines_end((does & LATENCY_LOAD_HANDLERS) != 0);
    if (does & LATENCY_LOAD_FILES)
        latency_files_end();
    if (does & LATENCY_LOAD_KERNEL)
        latency_kernel_end();
    if (does & LATENCY_LOAD_TIMERS)
        latency_timers_end();
    if (does & LATENCY_LOAD_MESSAGES)
        latency_messages_end();
    if (does & LATENCY_LOAD_CROWD)
        latency_crowd_end();
    if (does & LATENCY_LOAD_REST)
        latency_crew_join(LATENCY_CREW_OTHERS, 1);
}
