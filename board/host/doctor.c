/*
 * How fit this machine is as a board: which processors, which counter, whether the processors count alike,
 * how long the machine keeps a busy thread waiting. Runs on the main thread, before there are cores.
 */
#include <sched.h>
#include <stdio.h>

#include "board.h"
#include "host.h"

#define LOOK TAKT_MS(200)

void takt_board_processors(struct takt_board_processors *processors)
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

void takt_board_check_counters(const struct takt_board_processors *processors,
                               const struct takt_board_options *o)
{
    takt_time_t skew, error;

    for (unsigned i = 1; i < processors->count && i < o->cores; i++) {
        if (!takt_host_skew(processors->number[0], processors->number[i], &skew, &error))
            continue;
        if (skew <= error && skew >= -error)
            continue;
        (void)fprintf(stderr,
                      "host: the counters of processors %d and %d differ by %lld ns (+- %lld): "
                      "the slower clock_gettime() is used instead\n",
                      processors->number[0], processors->number[i], (long long)skew, (long long)error);
        takt_host_counter_distrust(o->start);
        return;
    }
}

static void print_skew(const struct takt_board_processors *processors)
{
    takt_time_t skew, error;

    for (unsigned i = 1; i < processors->count; i++) {
        if (takt_host_skew(processors->number[0], processors->number[i], &skew, &error))
            (void)printf("skew         processor %d against %d: %lld ns, +- %lld\n", processors->number[i],
                         processors->number[0], (long long)skew, (long long)error);
        else
            (void)printf("skew         processor %d against %d: not found out, the machine is too busy\n",
                         processors->number[i], processors->number[0]);
    }
}

/* The longest time that a loop which only reads the counter was not running. */
static takt_time_t largest_gap(void)
{
    uint64_t last = takt_port_counter(), end = last + takt_port_from_ns(LOOK), gap = 0;

    while (last < end) {
        uint64_t now = takt_port_counter();

        gap = now - last > gap ? now - last : gap;
        last = now;
    }
    return takt_port_to_ns(gap);
}

void takt_board_doctor(const struct takt_board_processors *processors)
{
    (void)printf("processors  ");
    for (unsigned i = 0; i < processors->count; i++)
        (void)printf(" %d", processors->number[i]);
    (void)printf(" (at most %d are asked for: CONFIG_TAKT_CORES)\n", CONFIG_TAKT_CORES);
    (void)printf("counter      %s, %llu Hz\n", takt_host_counter_name(),
                 (unsigned long long)takt_host_counter_hz());
    print_skew(processors);
    (void)printf("largest gap  %lld ns in %lld ms of a loop that reads the counter\n",
                 (long long)largest_gap(), (long long)(LOOK / TAKT_MS(1)));
}
