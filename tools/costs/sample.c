/*
 * How late an interrupt comes, when it comes at every point of a workload: a timer's interrupt with many periods, whose
 * entries are kept. Between a start and the next the period is constant, so an entry's place in its period is the
 * moment that the timer expired plus the delay; the place met most often is the one without a delay. This is how the
 * other kernels in bench/peers.txt were looked at.
 *
 * It tells what was met. That no window is longer is for the count of every window to say.
 */
#include "costs.h"

#include <stdlib.h>

#define PERIODS 64

unsigned costs_samples;

static int64_t periods[PERIODS];
static unsigned period_count, started;
static int64_t start = -1;
static int64_t *places, *delays;
static size_t place_count, delay_count;

void costs_sample_period(int64_t period)
{
    if (period_count == PERIODS || period <= 0)
        costs_fail("the console", 0, "there are too many periods of samples, or one is 0");
    periods[period_count++] = period;
}

static int64_t *append(int64_t *array, size_t count, int64_t value)
{
    if ((count & (count - 1)) == 0)
        array = realloc(array, (count == 0 ? 1 : 2 * count) * sizeof *array);
    if (array == NULL)
        costs_fail("the log", 0, "there are too many samples");
    array[count] = value;
    return array;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static int64_t most_frequent(void)
{
    size_t best = 0, run = 0;
    int64_t value = 0;

    if (place_count > 0)
        qsort(places, place_count, sizeof *places, by_value);
    for (size_t i = 0; i < place_count; i++) {
        run = i > 0 && places[i] == places[i - 1] ? run + 1 : 1;
        if (run > best) {
            best = run;
            value = places[i];
        }
    }
    return value;
}

/* One period's entries are complete. */
static void settle(void)
{
    int64_t zero = most_frequent(), period = place_count == 0 ? 1 : periods[started - 1];

    for (size_t i = 0; i < place_count; i++) {
        delays = append(delays, delay_count, (places[i] - zero + period) % period);
        delay_count++;
    }
    place_count = 0;
}

void costs_sample_start(int64_t count)
{
    settle();
    if (started == period_count)
        costs_fail("the log", 0, "a sample has more starts than periods on the console");
    started++;
    start = count;
}

void costs_sample_arrival(int64_t count)
{
    if (start < 0)
        return;
    places = append(places, place_count, (count - start) % periods[started - 1]);
    place_count++;
}

static void tell(const char *name, int64_t value)
{
    costs_measured(costs_row("sampled", name, "the log", 0), value * 100, value * 100, COSTS_NONE);
}

void costs_sample_end(void)
{
    settle();
    start = -1;
    if (delay_count == 0)
        return;
    qsort(delays, delay_count, sizeof *delays, by_value);
    tell("worst", delays[delay_count - 1]);
    tell("most-99", delays[(delay_count * 99 + 99) / 100 - 1]);
    costs_samples = (unsigned)delay_count;
}
