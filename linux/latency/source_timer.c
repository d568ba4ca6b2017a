/* A timer of the kernel: no device's interrupt, but there is one everywhere. The latency is that of cyclictest. */
#include <errno.h>
#include <time.h>

#include "counter.h"
#include "latency.h"

static int64_t due;

static int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool present(char *why, unsigned size)
{
    (void)why;
    (void)size;
    return true;
}

static void begin(void)
{
    due = clock_now();
}

/* A period that has gone by already is one that was missed. */
static uint64_t next_period(void)
{
    int64_t period = 1000000000 / latency_arguments.rate;
    int64_t late = clock_now() - due;
    int64_t missed = late > period ? late / period : 0;
    due += (missed + 1) * period;
    return (uint64_t)missed;
}

static void wait(struct latency_sample *sample)
{
    uint64_t missed = next_period();
    const struct timespec until = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
    int64_t late = clock_now() - due;
    uint64_t user = counter_now();
    *sample = (struct latency_sample){
        .part = {[LATENCY_WHOLE] = late},
        .interrupt = user - (uint64_t)((double)late / counter_ns),
        .user = user,
        .missed = missed,
    };
}

static void end(void)
{
}

const struct latency_source latency_timer = {
    .name = "timer",
    .title = "clock_nanosleep() to absolute times",
    .leaves_out =
        "nothing before the timer's expiry, but a device's interrupt is not seen: it is the timer's own",
    .parts = false,
    .present = present,
    .begin = begin,
    .wait = wait,
    .end = end,
};
