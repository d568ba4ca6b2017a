/* Log-linear bins: the power of two gives the row of 64 bins, the six bits below the leading one the bin in
 * it. */
#include "histogram.h"

unsigned takt_histogram_bin(int64_t value)
{
    uint64_t v = value < 0 ? 0 : (uint64_t)value;

    if (v < TAKT_HISTOGRAM_SUB)
        return (unsigned)v;
    if (v >> TAKT_HISTOGRAM_TOP != 0)
        return TAKT_HISTOGRAM_BINS - 1;
    unsigned row = 63u - (unsigned)__builtin_clzll(v) - TAKT_HISTOGRAM_SHIFT;
    return (row + 1) * TAKT_HISTOGRAM_SUB + (unsigned)((v >> row) - TAKT_HISTOGRAM_SUB);
}

int64_t takt_histogram_low(unsigned bin)
{
    if (bin < TAKT_HISTOGRAM_SUB)
        return bin;
    unsigned row = bin / TAKT_HISTOGRAM_SUB - 1;
    return (int64_t)(TAKT_HISTOGRAM_SUB + bin % TAKT_HISTOGRAM_SUB) << row;
}

void takt_histogram_add(struct takt_histogram *histogram, int64_t value)
{
    if (value < 0)
        value = 0;
    if (histogram->count == 0 || value < histogram->min)
        histogram->min = value;
    if (value > histogram->max)
        histogram->max = value;
    histogram->count++;
    histogram->sum += value;
    histogram->bin[takt_histogram_bin(value)]++;
}

void takt_histogram_merge(struct takt_histogram *histogram, const struct takt_histogram *other)
{
    if (other->count == 0)
        return;
    if (histogram->count == 0 || other->min < histogram->min)
        histogram->min = other->min;
    if (other->max > histogram->max)
        histogram->max = other->max;
    histogram->count += other->count;
    histogram->sum += other->sum;
    for (unsigned i = 0; i < TAKT_HISTOGRAM_BINS; i++)
        histogram->bin[i] += other->bin[i];
}

/* The rank is rounded up, and worked out in two parts, so that it is exact for any count. */
static uint64_t rank_of(uint64_t count, uint32_t per_100000)
{
    uint64_t rank = count / 100000u * per_100000 + (count % 100000u * per_100000 + 99999u) / 100000u;

    return rank == 0 ? 1 : rank;
}

int64_t takt_histogram_percentile(const struct takt_histogram *histogram, uint32_t per_100000)
{
    uint64_t rank = rank_of(histogram->count, per_100000), seen = 0;

    if (histogram->count == 0)
        return 0;
    if (rank >= histogram->count)
        return histogram->max; /* kept exactly, and the last bin has no upper end */
    for (unsigned i = 0; i < TAKT_HISTOGRAM_BINS - 1; i++) {
        seen += histogram->bin[i];
        if (seen < rank)
            continue;
        int64_t middle = takt_histogram_low(i) + (takt_histogram_low(i + 1) - 1 - takt_histogram_low(i)) / 2;
        return middle > histogram->max ? histogram->max : middle < histogram->min ? histogram->min : middle;
    }
    return histogram->max;
}

int64_t takt_histogram_mean_1000(const struct takt_histogram *histogram)
{
    int64_t count = (int64_t)histogram->count;

    if (count == 0)
        return 0;
    return histogram->sum / count * 1000 + (histogram->sum % count * 1000 + count / 2) / count;
}
