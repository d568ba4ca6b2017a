/* What is measured, and its figures. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "locks.h"

#define BENCH_ROUNDS  9u
#define BENCH_POINTS  60u
#define BENCH_WINDOWS 9u

/** A lock in a shape: medians of the rounds. Ratios in thousandths, times in tenths of a ns. */
struct bench_figures {
    int64_t rate, to_ticket, to_mcs;
    int64_t jain;  /* in ten-thousandths */
    int64_t apart; /* most over fewest acquisitions of a thread; -1: a thread had none */
    int64_t handover_median, handover_99, handover_most; /* -1: there was none */
    int64_t wait_999;
    uint32_t passed;
};

/** A shape, with all locks. */
struct bench_point {
    struct bench_shape shape;
    unsigned rounds;
    struct bench_figures of[BENCH_LOCKS];
};

extern struct bench_point bench_points[BENCH_POINTS];
extern unsigned bench_point_count;

/** Most over fewest acquisitions of two threads in long windows, empty sections; ten-thousandths. */
struct bench_windows {
    int64_t apart[BENCH_LOCKS][BENCH_WINDOWS];
    unsigned count;
    int64_t ns;
};
extern struct bench_windows bench_windows;

/** A word's way between the processors before each round, in tenths of a ns. */
extern int64_t bench_ways[BENCH_POINTS * BENCH_ROUNDS];
extern unsigned bench_way_count;

/** How much is measured. */
enum bench_form {
    BENCH_FULL,
    BENCH_QUICK, /* fewer shapes, rounds and windows: half a minute */
    BENCH_TRIAL  /* so little that its times say nothing: it tries the locks and the bench */
};

void bench_measure(enum bench_form form);

/** Does this lock's share over long windows count? */
bool bench_has_windows(enum bench_kind kind);

#endif
