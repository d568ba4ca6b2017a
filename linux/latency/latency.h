/*
 * takt-latency: how late a thread runs after the interrupt it waits for, on Linux, by the method of paper 2 (Jung et
 * al., 2011): a periodic interrupt of the real-time clock, its handler's stamp, the stamp of the first statement that the
 * waiting program runs in user mode. What it prints and writes has the form of ./takt run latency.
 *
 * A source gives one sample an interrupt. Samples go into histograms of fixed size, so that an hour takes no more memory
 * than a second; all memory is locked before the first.
 */
#ifndef LATENCY_H
#define LATENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/histogram.h"

#define LATENCY_BUCKETS 100u /* of latency against time */

/** The way from the interrupt to user mode. */
enum latency_part {
    LATENCY_HANDLER,    /* in the handler, until it wakes somebody */
    LATENCY_THREAD,     /* until the interrupt's thread has woken the reader; nothing without one */
    LATENCY_SCHEDULING, /* until the reader runs in the kernel: reaching the scheduler, its choice, the switch */
    LATENCY_MODE,       /* back to user mode */
    LATENCY_WHOLE,
    LATENCY_PARTS
};

struct latency_sample {
    int64_t part[LATENCY_PARTS]; /* ns; those that the source does not see are 0 */
    uint64_t interrupt;          /* the counter at the interrupt */
    uint64_t user;               /* and in user mode */
    uint64_t missed;             /* interrupts that came while the reader was on its way */
};

struct latency_figures {
    struct takt_histogram part[LATENCY_PARTS];
    int64_t bucket[LATENCY_BUCKETS]; /* the most in each hundredth of the run */
    struct latency_sample worst;
    uint64_t missed;
    int64_t span;    /* ns from the first to the last sample */
    uint64_t traced; /* samples whose parts come from the kernel's trace */
};

struct latency_arguments {
    const char *source; /* auto, pirq, rtc, timer */
    const char *load;   /* hackbench, or NULL */
    const char *results;
    uint32_t rate;    /* interrupts a second */
    uint32_t seconds; /* to measure */
    uint64_t samples; /* to take; seconds * rate unless given */
    int priority;     /* 0: an ordinary thread */
    int cpu;          /* -1: any */
    int64_t over;     /* ns: stop at a latency of more, and explain it; 0: never */
    bool histogram;
    bool trace; /* parts from the kernel's trace */
};
extern struct latency_arguments latency_arguments;

/** Where interrupts come from. */
struct latency_source {
    const char *name;
    const char *title;
    const char *leaves_out; /* what its latency does not contain */
    bool parts;             /* whether it sees them */

    /** Whether it can be used; else the words say why not and what to do. */
    bool (*present)(char *why, unsigned size);
    void (*begin)(void);
    /** Wait for the next interrupt. */
    void (*wait)(struct latency_sample *sample);
    /** After the last sample: what is known only then goes into the figures. NULL: nothing. */
    void (*finish)(struct latency_figures *figures);
    void (*end)(void);
};
extern const struct latency_source latency_pirq, latency_rtc, latency_timer;

/** Start the load that was asked for; end it. */
void latency_load_begin(void);
void latency_load_end(void);

/** The kernel's own trace of what ran, kept while measuring and stopped at the threshold. */
void latency_trace_begin(void);
void latency_trace_stop(void);
void latency_trace_explain(const struct latency_sample *sample);

/** Count a sample that was taken so many ns after the first. */
void latency_count(struct latency_figures *figures, const struct latency_sample *sample, int64_t after);

/** Print, and write the result. @return whether it was written */
bool latency_report(const struct latency_source *source, const struct latency_figures *figures);

/** End with a message and status 1. */
_Noreturn void latency_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
