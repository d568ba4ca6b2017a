/*
 * How often each value occurred, with a fixed relative precision and fixed memory.
 *
 * Values below 64 have a bin each. Above, every power of two is cut into 64 bins of equal width, so a bin is
 * at most 1/64 of its values wide; what is told of a bin is its middle, wrong by at most 1/128 (0.8 %). The
 * largest and the smallest value and the sum are kept exactly. Values from 2^36 on (68 s in ns) share the
 * last bin.
 */
#ifndef TAKT_COMMON_HISTOGRAM_H
#define TAKT_COMMON_HISTOGRAM_H

#include <stdint.h>

#define TAKT_HISTOGRAM_SUB   64u
#define TAKT_HISTOGRAM_SHIFT 6u  /* log2 of the above */
#define TAKT_HISTOGRAM_TOP   36u /* values of up to so many bits have bins */
#define TAKT_HISTOGRAM_BINS  ((TAKT_HISTOGRAM_TOP - TAKT_HISTOGRAM_SHIFT + 1u) * TAKT_HISTOGRAM_SUB)

/** A histogram; zeroed memory is an empty one. */
struct takt_histogram {
    uint64_t count;
    int64_t sum, min, max;
    uint32_t bin[TAKT_HISTOGRAM_BINS];
};

/** Count a value; a negative one counts as 0. */
void takt_histogram_add(struct takt_histogram *histogram, int64_t value);

/** Count everything that another histogram counted. */
void takt_histogram_merge(struct takt_histogram *histogram, const struct takt_histogram *other);

/** The bin of a value, and the smallest value of a bin (one past the last bin too). */
unsigned takt_histogram_bin(int64_t value);
int64_t takt_histogram_low(unsigned bin);

/**
 * The smallest value that at least per_100000 / 100,000 of the values do not exceed (nearest rank), within
 * 0.8 % and never beyond the largest value; 0 when nothing was counted.
 */
int64_t takt_histogram_percentile(const struct takt_histogram *histogram, uint32_t per_100000);

/** The mean in thousandths, rounded to the nearest; 0 when nothing was counted. */
int64_t takt_histogram_mean_1000(const struct takt_histogram *histogram);

#endif
