/*
 * Context switches a cycle, time of a cycle, messages a millisecond. A cycle runs from one mark of D's to the next. The
 * first and the last do not count: threads begin and end there.
 */
#include "parts.h"

#define MESSAGES   9
#define CYCLES_MAX 256u
#define COLUMNS    7u
#define PAPER_ROWS 2u
#define ROWS       (PRIORITIES_CASES * SIZES + PAPER_ROWS)

/** What a case's recording says. */
struct figures {
    unsigned cycles, fewest, most;
    int64_t median; /* of a cycle, ns */
};

static struct figures figures[SIZES][PRIORITIES_CASES];

static const struct takt_column columns[COLUMNS] = {{"map", NULL, 0},    {"message", "B", 0},
                                                    {"switches", "", 0}, {"by the rule", "", 0},
                                                    {"cycle", "us", 3},  {"messages per ms", "1/ms", 1},
                                                    {"of equal", "", 2}};
static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
struct takt_table priorities_cycles_table = {
    .name = "cycles",
    .title = "9 messages through three queues: D sends, A, B and C receive",
    .note = "cycle: median of the recording's cycles. The article gives its ticks of 5 ns; it prints them as "
            "5.12 "
            "and 9.30 ms, which are us.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS};
struct takt_result_verdict priorities_cycles_verdict = {
    .name = "switches",
    .title = "cases whose cycles have other switches than the rule says",
    .unit = "",
    .relation = "<=",
    .basis = "all cycles but the first and the last of each recording"};

/* Times and switches of each cycle; @return cycles */
static unsigned cycles_of(const struct tt_trace *trace, int64_t *time, unsigned *switches)
{
    unsigned cycles = 0, made = 0;
    int64_t begun = -1;

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->core != 0)
            continue;
        made += event->event == TAKT_TRACE_EVENT_switch;
        if (event->event != TAKT_TRACE_EVENT_mark || cycles == CYCLES_MAX)
            continue;
        if (begun >= 0) {
            time[cycles] = event->time - begun;
            switches[cycles++] = made;
        }
        begun = event->time;
        made = 0;
    }
    return cycles;
}

static void measure(const struct tt_trace *trace, struct figures *out)
{
    int64_t time[CYCLES_MAX];
    unsigned switches[CYCLES_MAX];
    unsigned cycles = cycles_of(trace, time, switches);

    if (cycles < 3)
        return;
    out->cycles = cycles - 1;
    out->fewest = out->most = switches[1];
    for (unsigned i = 1; i < cycles; i++) {
        out->fewest = switches[i] < out->fewest ? switches[i] : out->fewest;
        out->most = switches[i] > out->most ? switches[i] : out->most;
    }
    out->median = takt_stats_median(time + 1, cycles - 1);
}

static void fill_paper(const char *map, int64_t switches, int64_t ticks, int64_t per_ms)
{
    struct takt_table *table = &priorities_cycles_table;

    takt_table_row(table, TAKT_ROW_PAPER);
    takt_table_text(table, map);
    takt_table_none(table);
    takt_table_number(table, switches);
    takt_table_number(table, switches);
    takt_table_number(table, ticks * 5);
    takt_table_number(table, per_ms * 10);
    takt_table_number(table, takt_stats_ratio(ticks, 1024, 100));
}

static void fill(unsigned size, unsigned number)
{
    struct takt_table *table = &priorities_cycles_table;
    const struct figures *one = &figures[size][number];

    takt_table_row(table, number == 0 && size > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(table, priorities_cases[number].title);
    takt_table_number(table, priorities_sizes[size]);
    takt_table_number(table, one->most);
    takt_table_number(table, priorities_cases[number].switches);
    takt_table_number(table, one->median);
    takt_table_number(table, takt_stats_ratio(MESSAGES * 1000000, one->median, 10));
    takt_table_number(table, takt_stats_ratio(one->median, figures[size][0].median, 100));
}

/* Every cycle has the switches that the article's rule gives. */
static bool is_off(const struct figures *one, unsigned switches)
{
    return one->cycles == 0 || one->fewest != switches || one->most != switches;
}

int priorities_cycles(void)
{
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++) {
            struct tt_trace trace;

            if (priorities_read(&trace, priorities_case_name(size, i)) != 0)
                return -1;
            measure(&trace, &figures[size][i]);
            tt_free(&trace);
            fill(size, i);
            priorities_cycles_verdict.value += is_off(&figures[size][i], priorities_cases[i].switches);
        }
    }
    fill_paper("the article: equal", 4, 1024, 1740);
    fill_paper("the article: unique", 18, 1861, 960);
    return 0;
}
