/*
 * Figures that a benchmark works out itself: told on the console, one a line, for a person and for
 * tools/takt-costs.c alike:
 *
 *     figure GROUP NAME VALUE TITLE
 *
 * VALUE is the time of one operation: nanoseconds with two decimals. Under an emulator that counts one instruction a
 * nanosecond, these are instructions.
 */
#ifndef TAKT_BENCH_REPORT_H
#define TAKT_BENCH_REPORT_H

#include <takt/types.h>

/** Something was done count times in took. */
void bench_figure(const char *group, const char *name, const char *title, takt_time_t took, uint64_t count);

/** A bare number. */
void bench_number(const char *group, const char *name, const char *title, uint64_t number);

#endif
