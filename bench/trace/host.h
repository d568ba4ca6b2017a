/*
 * What a record costs beside the clock's reading that it holds. Both are done in slices of a few microseconds, one right
 * after the other, so what slows the machine slows both; a core's figure is the median of its slices' ratios.
 */
#ifndef BENCH_TRACE_HOST_H
#define BENCH_TRACE_HOST_H

#include <takt/takt.h>

#define TRACE_SLICES 1001
#define TRACE_TIMES  512 /* readings, or records, of a slice */

/** A core's slices: picoseconds of one reading and of one record, and thousandths of the one that the other is. */
struct trace_slices {
    int64_t clock[TRACE_SLICES], record[TRACE_SLICES], ratio[TRACE_SLICES];
};

/** One core records alone; two record, each for itself, at the same time. @return whether the demand holds */
bool trace_report(struct trace_slices *alone, struct trace_slices *both, unsigned cores);

#endif
