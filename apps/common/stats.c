/* Heap sort, because it needs no memory and its bound does not depend on the values. */
#include "stats.h"

static void sift(int64_t *values, size_t root, size_t count)
{
    for (;;) {
        size_t child = 2 * root + 1;

        if (child >= count)
            return;
        if (child + 1 < count && values[child + 1] > values[child])
            child++;
        if (values[root] >= values[child])
            return;
        int64_t moved = values[root];
        values[root] = values[child];
        values[child] = moved;
        root = child;
    }
}

void takt_stats_sort(int64_t *values, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        sift(values, i - 1, count);
    for (size_t end = count; end > 1; end--) {
        int64_t largest = values[0];

        values[0] = values[end - 1];
        values[end - 1] = largest;
        sift(values, 0, end - 1);
    }
}

int64_t takt_stats_median(int64_t *values, size_t count)
{
    if (count == 0)
        return 0;
    takt_stats_sort(values, count);
    if (count % 2 == 1)
        return values[count / 2];
    return values[count / 2 - 1] + (values[count / 2] - values[count / 2 - 1]) / 2;
}

int64_t takt_stats_quantile(int64_t *values, size_t count, unsigned percent)
{
    if (count == 0)
        return 0;
    takt_stats_sort(values, count);
    size_t rank = (count * percent + 99) / 100;
    return values[rank == 0 ? 0 : rank - 1];
}

int64_t takt_stats_ratio(int64_t a, int64_t b, int64_t scale)
{
    if (b == 0)
        return 0;
    int64_t whole = a / b, rest = a % b, half = (b < 0) == (rest < 0) ? b / 2 : -b / 2;

    /* rest * scale must not overflow: give up low digits of both, which the rounding hides anyway */
    while (rest > INT64_MAX / scale / 2 || rest < INT64_MIN / scale / 2) {
        rest /= 2;
        b /= 2;
        half /= 2;
    }
    return whole * scale + (rest * scale + half) / b;
}

int64_t takt_stats_improvement(int64_t mutex, int64_t lock)
{
    return takt_stats_ratio(mutex - lock, mutex, 100000);
}
