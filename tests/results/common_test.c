/*
 * apps/common: text, statistics, histograms. The histogram is compared with sorting: for random values of
 * every magnitude each percentile must be within the precision that histogram.h promises of the exact one.
 */
#include "check.h"

#include "../../apps/common/histogram.h"
#include "../../apps/common/stats.h"
#include "../../apps/common/text.h"

#include <stdlib.h>
#include <string.h>

unsigned long checks_made, checks_failed;

#define SEED   UINT64_C(20261031)
#define VALUES 19997

static uint64_t random_state = SEED;

static uint64_t next_random(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(2685821657736338717);
}

static bool text_is(int64_t value, unsigned decimals, const char *wanted)
{
    char buffer[40];
    struct takt_text text;

    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_fixed(&text, value, decimals);
    return strcmp(buffer, wanted) == 0 && !text.cut;
}

static void test_text(void)
{
    char small[4];
    struct takt_text text;

    CHECK(text_is(0, 0, "0"));
    CHECK(text_is(0, 3, "0.000"));
    CHECK(text_is(7, 3, "0.007"));
    CHECK(text_is(-7, 3, "-0.007"));
    CHECK(text_is(13282, 3, "13.282"));
    CHECK(text_is(-13282, 4, "-1.3282"));
    CHECK(text_is(INT64_MAX, 0, "9223372036854775807"));
    CHECK(text_is(INT64_MIN, 18, "-9.223372036854775808"));
    takt_text_begin(&text, small, sizeof(small));
    takt_text_add(&text, "abc");
    CHECK(!text.cut && strcmp(small, "abc") == 0);
    takt_text_char(&text, 'd');
    CHECK(text.cut && strcmp(small, "abc") == 0);
    CHECK(takt_text_columns("100 \xc2\xb5s") == 6);
}

static void test_bins(void)
{
    for (unsigned bin = 0; bin < TAKT_HISTOGRAM_BINS; bin++) {
        int64_t low = takt_histogram_low(bin), high = takt_histogram_low(bin + 1);

        CHECK(high > low);
        CHECK(takt_histogram_bin(low) == bin && takt_histogram_bin(high - 1) == bin);
        CHECK(high - low == 1 || (high - low) * (int64_t)TAKT_HISTOGRAM_SUB <= low);
    }
    CHECK(takt_histogram_bin(-1) == 0);
    CHECK(takt_histogram_bin(INT64_MAX) == TAKT_HISTOGRAM_BINS - 1);
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void test_percentiles(unsigned bits)
{
    static const uint32_t asked[] = {1, 1000, 50000, 90000, 99000, 99900, 99999, 100000};
    static int64_t values[VALUES], sorted[VALUES];
    static struct takt_histogram whole, half[2];
    int64_t sum = 0;

    memset(&whole, 0, sizeof(whole));
    memset(half, 0, sizeof(half));
    for (size_t i = 0; i < VALUES; i++) {
        values[i] = (int64_t)(next_random() >> (64 - bits) >> next_random() % bits);
        sum += values[i];
        takt_histogram_add(&half[i % 2], values[i]);
    }
    takt_histogram_merge(&whole, &half[0]);
    takt_histogram_merge(&whole, &half[1]);
    memcpy(sorted, values, sizeof(sorted));
    qsort(sorted, VALUES, sizeof(sorted[0]), compare);
    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        size_t rank = (VALUES * (size_t)asked[i] + 99999) / 100000;
        int64_t exact = sorted[rank == 0 ? 0 : rank - 1], told = takt_histogram_percentile(&whole, asked[i]);
        int64_t error = told > exact ? told - exact : exact - told;

        CHECK(error * 128 <= exact);
    }
    CHECK(whole.count == VALUES && whole.min == sorted[0] && whole.max == sorted[VALUES - 1] &&
          whole.sum == sum);
    CHECK(takt_histogram_mean_1000(&whole) / 1000 == sum / VALUES);
    takt_stats_sort(values, VALUES);
    CHECK(memcmp(values, sorted, sizeof(sorted)) == 0);
}

static void test_empty(void)
{
    static struct takt_histogram none, one;

    CHECK(takt_histogram_percentile(&none, 50000) == 0 && takt_histogram_mean_1000(&none) == 0);
    takt_histogram_merge(&one, &none);
    takt_histogram_add(&one, 5);
    takt_histogram_merge(&one, &none);
    CHECK(one.min == 5 && one.max == 5 && takt_histogram_percentile(&one, 1) == 5);
    takt_histogram_add(&one, INT64_C(1) << 40);
    CHECK(takt_histogram_percentile(&one, 100000) == INT64_C(1) << 40);
}

static void test_stats(void)
{
    int64_t odd[] = {5, -1, 3}, even[] = {4, 1, 3, 2}, ten[] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};

    CHECK(takt_stats_median(odd, 3) == 3);
    CHECK(takt_stats_median(even, 4) == 2);
    CHECK(takt_stats_median(even, 0) == 0);
    CHECK(takt_stats_quantile(ten, 10, 90) == 9);
    CHECK(takt_stats_quantile(ten, 10, 100) == 10);
    CHECK(takt_stats_quantile(ten, 10, 0) == 1);
    CHECK(takt_stats_ratio(1, 3, 1000) == 333);
    CHECK(takt_stats_ratio(2, 3, 1000) == 667);
    CHECK(takt_stats_ratio(-2, 3, 1000) == -667);
    CHECK(takt_stats_ratio(2, -3, 1000) == -667);
    CHECK(takt_stats_ratio(-2, -3, 1000) == 667);
    CHECK(takt_stats_ratio(7, 0, 1000) == 0);
    CHECK(takt_stats_ratio(INT64_C(5) << 40, INT64_C(2) << 40, 1000000000) == 2500000000);
}

/* Equation 1 on the paper's figures gives what the paper prints, but for its last digits. */
static void test_improvement(void)
{
    CHECK(takt_stats_improvement(20923, 13282) == 36520);
    CHECK(takt_stats_improvement(41795, 28905) == 30841);
    CHECK(takt_stats_improvement(9822, 7263) == 26054);
    CHECK(takt_stats_improvement(21832, 7276) == 66673);
    CHECK(takt_stats_improvement(100, 150) == -50000);
}

int main(void)
{
    (void)printf("seed: %" PRIu64 "\n", SEED);
    test_text();
    test_bins();
    for (unsigned bits = 1; bits <= TAKT_HISTOGRAM_TOP; bits++)
        test_percentiles(bits);
    test_empty();
    test_stats();
    test_improvement();
    return checks_end();
}
