/*
 * The processor's counter, which the kernel module reads, too. Its rate is taken from the clock once, before the load:
 * of five tries the one counts whose two readings stood closest.
 */
#ifndef COUNTER_H
#define COUNTER_H

#include <stdint.h>
#include <time.h>

extern const char *const counter_name;
extern const char *const counter_trace_clock; /* of the kernel's trace, which is this counter; NULL: none */
extern double counter_ns;                     /* of one unit */

#if defined(__x86_64__) || defined(__i386__)
/* The fence keeps earlier instructions from being overtaken by the reading. */
static inline uint64_t counter_now(void)
{
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}
#elif defined(__aarch64__)
static inline uint64_t counter_now(void)
{
    uint64_t value;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value) : : "memory");
    return value;
}
#else
static inline uint64_t counter_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#endif

void counter_calibrate(void);

/** From one moment to a later one; 0 if it is not later. */
static inline int64_t counter_span(uint64_t from, uint64_t to)
{
    return to > from ? (int64_t)((double)(to - from) * counter_ns + 0.5) : 0;
}

#endif
