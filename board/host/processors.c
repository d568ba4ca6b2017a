/*
 * What the cores run on: which processors, whether their counters agree, how fit they are for real time. Runs
 * on the process's first thread, before there are cores.
 */
#include <sched.h>
#include <stdio.h>

#include "board.h"
#include "host.h"

void takt_processors_find(struct takt_processors *processors)
{
    cpu_set_t set;

    processors->count = 0;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return; /* nothing is known: cores are not pinned */
    for (int i = 0; i < CPU_SETSIZE && processors->count < CONFIG_TAKT_CORES; i++) {
        if (CPU_ISSET(i, &set))
            processors->number[processors->count++] = i;
    }
}

bool takt_processors_agree(const struct takt_processors *processors, unsigned cores)
{
    takt_time_t skew, error;

    for (unsigned i = 1; i < processors->count && i < cores; i++) {
        if (!takt_host_skew(processors->number[0], processors->number[i], &skew, &error))
            continue; /* too busy to tell; the host trusts them, or it would have stopped using them */
        if (skew <= error && skew >= -error)
            continue;
        (void)fprintf(stderr, "host: the counters of processors %d and %d differ by %lld ns (+- %lld)\n",
                      processors->number[0], processors->number[i], (long long)skew, (long long)error);
        return false;
    }
    return true;
}

static void report_skew(const struct takt_processors *processors)
{
    takt_time_t skew, error;

    for (unsigned i = 1; i < processors->count; i++) {
        bool found = takt_host_skew(processors->number[0], processors->number[i], &skew, &error);

        (void)printf("skew         processor %d against %d: ", processors->number[i], processors->number[0]);
        if (found)
            (void)printf("%lld ns, +- %lld\n", (long long)skew, (long long)error);
        else
            (void)printf("not found out, the machine is too busy\n");
    }
}

/* The longest time that a loop which only reads the counter did not run. */
static takt_time_t largest_gap(takt_time_t look)
{
    uint64_t last = takt_port_counter(), end = last + takt_port_from_ns(look), gap = 0;

    while (last < end) {
        uint64_t now = takt_port_counter();

        gap = now - last > gap ? now - last : gap;
        last = now;
    }
    return takt_port_to_ns(gap);
}

void takt_processors_report(const struct takt_processors *processors, takt_time_t look)
{
    (void)printf("processors  ");
    for (unsigned i = 0; i < processors->count; i++)
        (void)printf(" %d", processors->number[i]);
    (void)printf(", for up to %d cores\n", CONFIG_TAKT_CORES);
    (void)printf("counter      %s, %llu Hz\n", takt_host_counter_name(),
                 (unsigned long long)takt_host_counter_hz());
    report_skew(processors);
    (void)printf("largest gap  %lld ns in %lld ms of a loop that only reads the counter\n",
                 (long long)largest_gap(look), (long long)(look / TAKT_MS(1)));
}
