/*
 * Blocking and response times of tasks that share LLQs: the model, its reader and its analysis.
 *
 * The formulas and what they assume stand in docs/llq.md; blocking.c has them in the same order. Times are
 * integers, in thousandths of whatever unit the table uses, so that a result never rests on rounding. What
 * would not fit saturates at BLOCKING_NEVER, which is on the safe side: such a task misses its deadline.
 */
#ifndef TAKT_TOOLS_BLOCKING_H
#define TAKT_TOOLS_BLOCKING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define BLOCKING_TASKS 256u
#define BLOCKING_LOCKS 32u
#define BLOCKING_CORES 64u
#define BLOCKING_NAME  32u

#define BLOCKING_UNIT         1000          /* thousandths in a unit of time */
#define BLOCKING_TIME_MAX     1000000000000 /* longest time of a table, in thousandths */
#define BLOCKING_COUNT_MAX    1000000       /* requests of a job for a lock */
#define BLOCKING_PRIORITY_MAX 255
#define BLOCKING_CAP_MAX      255

/** Longer than any time: no bound was found. */
#define BLOCKING_NEVER INT64_MAX

/** A lock between cores. */
struct blocking_lock {
    char name[BLOCKING_NAME];
    bool blocks;      /* block mode; else spin */
    int64_t cap;      /* K: overtakings of a request; 0: FIFO */
    int64_t handover; /* h */
};

/** What one job of a task does with a lock. */
struct blocking_use {
    int64_t requests; /* N; 0: it does not use the lock */
    int64_t section;  /* the longest section */
};

/** A task: from the table, and what the analysis says of it. */
struct blocking_task {
    char name[BLOCKING_NAME];
    unsigned core;
    unsigned priority; /* lower is more urgent */
    int64_t period, deadline;
    int64_t wcet; /* with its own sections, without any waiting */
    struct blocking_use use[BLOCKING_LOCKS];

    int64_t spin;     /* one job spins so long for locks in spin mode */
    int64_t sleep;    /* and sleeps so long for locks in block mode */
    int64_t blocking; /* less urgent tasks of its core delay a job by so much */
    int64_t response; /* BLOCKING_NEVER: no bound below the deadline */
    bool holds;
};

/** A table. */
struct blocking_set {
    unsigned lock_count, task_count;
    struct blocking_lock lock[BLOCKING_LOCKS];
    struct blocking_task task[BLOCKING_TASKS];
};

/**
 * Read a table.
 * @param name  how messages call it
 * @param fault where they go: file, line, field, what to do
 * @return whether it is one; at the first fault reading ends
 */
bool blocking_read(struct blocking_set *set, FILE *table, const char *name, FILE *fault);

/** Fill in what the analysis says of each task. @return whether all deadlines hold */
bool blocking_analyse(struct blocking_set *set);

/** Cores that use a lock: m. */
unsigned blocking_lock_cores(const struct blocking_set *set, unsigned lock);

/** The longest section of a lock: L. */
int64_t blocking_lock_section(const struct blocking_set *set, unsigned lock);

/** The plain bound of a request, (m - 1 + K)(L + h); for one core 0. */
int64_t blocking_lock_bound(const struct blocking_set *set, unsigned lock);

#endif
