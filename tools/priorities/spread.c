/*
 * The spread of switches a cycle over random cycles, of priorities-spread.takt: a mark begins each combination of a way and
 * a map, a counter tells each cycle's switches.
 */
#include "parts.h"

#define COMBINATIONS (PRIORITIES_SPREAD_WAYS * PRIORITIES_SPREAD_MAPS)
#define COLUMNS      8u

/** Of one combination; sums are exact. */
struct spread {
    int64_t cycles, least, most, sum, squares;
};

static struct spread spread[COMBINATIONS];

static const struct takt_column columns[COLUMNS] = {
    {"cycles", NULL, 0}, {"map", NULL, 0}, {"cycles", "", 0},    {"least", "", 0},
    {"mean", "", 3},     {"most", "", 0},  {"deviation", "", 3}, {"of mean", "%", 2}};
static struct takt_cell cells[COMBINATIONS * COLUMNS];
static uint8_t rows[COMBINATIONS];
struct takt_table priorities_spread_table = {
    .name = "spread",
    .title = "Context switches of 1,000 random cycles of 9 messages",
    .note =
        "The article says that unique priorities make performance less predictable. The same cycles for each "
        "map.\nD sends: in random orders, with random pauses. arrive: by interrupts at random times, "
        "receivers "
        "compute\nhalf of the time. crowded: they compute for longer than messages are apart.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = COMBINATIONS};
struct takt_result_verdict priorities_spread_verdict = {
    .name = "spread-cycles",
    .title = "random cycles of each way and map that were counted, fewest",
    .unit = "cycles",
    .relation = ">=",
    .wanted = PRIORITIES_SPREAD_CYCLES,
    .basis = "the stream of the trace, without losses"};

static void count(struct spread *one, int64_t switches)
{
    if (one->cycles++ == 0)
        one->least = one->most = switches;
    one->least = switches < one->least ? switches : one->least;
    one->most = switches > one->most ? switches : one->most;
    one->sum += switches;
    one->squares += switches * switches;
}

static int64_t root(int64_t square)
{
    int64_t low = 0, high = 1 << 30;

    while (low < high) { /* the largest whose square is not above */
        int64_t middle = low + (high - low + 1) / 2;

        if (middle * middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void fill(unsigned way, unsigned map)
{
    static const char *const ways[PRIORITIES_SPREAD_WAYS] = {"D sends", "arrive", "crowded"};
    struct takt_table *table = &priorities_spread_table;
    const struct spread *one = &spread[way * PRIORITIES_SPREAD_MAPS + map];
    int64_t n = one->cycles > 0 ? one->cycles : 1;
    /* of n values: (n * squares - sum^2) / n^2, in millionths, whose root is in thousandths */
    int64_t deviation = root((n * one->squares - one->sum * one->sum) * 1000 / n * 1000 / n);

    takt_table_row(table, map == 0 && way > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(table, ways[way]);
    takt_table_text(table, priorities_cases[priorities_spread_maps[map]].title);
    takt_table_number(table, one->cycles);
    takt_table_number(table, one->least);
    takt_table_number(table, takt_stats_ratio(one->sum, n, 1000));
    takt_table_number(table, one->most);
    takt_table_number(table, deviation);
    takt_table_number(table, takt_stats_ratio(deviation * n, one->sum, 10));
}

int priorities_spread(void)
{
    struct tt_trace trace;
    struct spread *one = NULL;

    if (priorities_read(&trace, "spread") != 0)
        return -1;
    for (size_t i = 0; i < trace.count; i++) {
        const struct tt_event *event = &trace.event[i];

        if (event->event == TAKT_TRACE_EVENT_mark && event->a == PRIORITIES_MARK_SPREAD)
            one = event->b < COMBINATIONS ? &spread[event->b] : NULL;
        else if (event->event == TAKT_TRACE_EVENT_counter && event->a == PRIORITIES_COUNTER_SWITCHES &&
                 one != NULL)
            count(one, event->b);
    }
    tt_free(&trace);
    priorities_spread_verdict.value = PRIORITIES_SPREAD_CYCLES;
    for (unsigned i = 0; i < COMBINATIONS; i++) {
        fill(i / PRIORITIES_SPREAD_MAPS, i % PRIORITIES_SPREAD_MAPS);
        if (spread[i].cycles < priorities_spread_verdict.value)
            priorities_spread_verdict.value = spread[i].cycles;
    }
    return 0;
}
