/*
 * Medians and quantiles of a handful of measurements, and ratios as integers. Real time is judged by medians
 * of ratios: the two measurements of a ratio stand next to each other in time, so what slows the machine
 * slows both.
 */
#ifndef TAKT_COMMON_STATS_H
#define TAKT_COMMON_STATS_H

#include <stddef.h>
#include <stdint.h>

/** Sort rising, in place. Bound: count * log(count). */
void takt_stats_sort(int64_t *values, size_t count);

/** The median; sorts the values. Of an even number the mean of the middle two. 0 of none. */
int64_t takt_stats_median(int64_t *values, size_t count);

/** The nearest-rank quantile; sorts the values. 0 of none. */
int64_t takt_stats_quantile(int64_t *values, size_t count, unsigned percent);

/** a / b in units of 1 / scale, rounded to the nearest; 0 when b is 0. The numbers may be large. */
int64_t takt_stats_ratio(int64_t a, int64_t b, int64_t scale);

/** Equation 1 of paper 1: (mutex - lock) / mutex * 100, in thousandths of a percent. */
int64_t takt_stats_improvement(int64_t mutex, int64_t lock);

#endif
