/* How long a unit of the counter is. */
#include "counter.h"

#include <stddef.h>

#if defined(__x86_64__) || defined(__i386__)
const char *const counter_name = "rdtsc, the time-stamp counter";
const char *const counter_trace_clock = "x86-tsc";
#elif defined(__aarch64__)
const char *const counter_name = "cntvct_el0, the virtual counter";
const char *const counter_trace_clock = NULL;
#else
const char *const counter_name = "clock_gettime(CLOCK_MONOTONIC)";
const char *const counter_trace_clock = NULL;
#endif

double counter_ns = 1.0;

#define TRIES 5

static int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Both at one moment: the try in which nothing came between. */
static void both_now(uint64_t *counter, int64_t *clock)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = counter_now();
        int64_t now = clock_now();
        uint64_t after = counter_now();
        if (after - before < least) {
            least = after - before;
            *counter = before + (after - before) / 2;
            *clock = now;
        }
    }
}

void counter_calibrate(void)
{
    const struct timespec pause = {.tv_nsec = 300000000};
    uint64_t counter[2];
    int64_t clock[2];
    both_now(&counter[0], &clock[0]);
    nanosleep(&pause, NULL);
    both_now(&counter[1], &clock[1]);
    counter_ns = (double)(clock[1] - clock[0]) / (double)(counter[1] - counter[0]);
}
