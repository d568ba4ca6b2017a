/* What the paper lacks: the distribution of single requests, order, throughput. */
#include "report.h"

#define ROWS (CONTENTION_SETUPS * CONTENTION_LOCKS)

static const struct takt_column columns[] = {
    {"setup", NULL, 0},      {"lock", NULL, 0},       {"requests", "", 0}, {"mean", "us", 3},
    {"median", "us", 3},     {"99 %", "us", 3},       {"99.9 %", "us", 3}, {"worst", "us", 1},
    {"passed", "grants", 0}, {"queued", "grants", 0}, {"rate", "k/s", 0},  {"ticket", "%", 1},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];

struct takt_table contention_long_table = {
    .name = "long-form",
    .title = "3. The long form: single requests, from request to release, locks in alternating slices",
    .note = "\n"
            "passed: the most grants that others got between the call of one request and its own grant; "
            "so a core\n"
            "that the machine stops just before the lock's first instruction shows a large number without "
            "its fault.\n"
            "queued: the same from the request's registration, which the LLQ alone tells.\n"
            "rate: thousands of requests a second of all cores, no clocks in the loop, median of the slices. "
            "ticket:\n"
            "median of its ratios to the ticket lock's slice of the same round.",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static int64_t median_rate(const struct contention_figures *figures)
{
    int64_t rate[CONTENTION_ROUNDS];

    for (unsigned i = 0; i < figures->rounds; i++)
        rate[i] = figures->rate[i];
    return takt_stats_median(rate, figures->rounds);
}

static int64_t median_of_ticket(const struct contention_figures *figures,
                                const struct contention_figures *ticket)
{
    int64_t ratio[CONTENTION_ROUNDS];

    for (unsigned i = 0; i < figures->rounds; i++)
        ratio[i] = takt_stats_ratio(figures->rate[i], ticket->rate[i], 1000);
    return takt_stats_median(ratio, figures->rounds);
}

static void row(const struct contention_setup *setup, unsigned kind, bool apart)
{
    struct takt_table *table = &contention_long_table;
    const struct contention_figures *figures = &setup->of[kind];

    takt_table_row(table, apart ? TAKT_ROW_APART : 0);
    takt_table_text(table, setup->name);
    takt_table_text(table, contention_lock((enum contention_kind)kind)->name);
    takt_table_number(table, (int64_t)figures->spread.count);
    takt_table_number(table, (figures->spread.mean + 5) / 10);
    takt_table_number(table, figures->spread.median);
    takt_table_number(table, figures->spread.p99);
    takt_table_number(table, figures->spread.p999);
    takt_table_number(table, (figures->spread.worst + 50) / 100);
    takt_table_number(table, figures->passed);
    if (contention_lock((enum contention_kind)kind)->passed != NULL)
        takt_table_number(table, figures->queued);
    else
        takt_table_none(table);
    takt_table_number(table, (median_rate(figures) + 500) / 1000);
    if (setup->of[CONTENTION_TICKET].measured)
        takt_table_number(table, median_of_ticket(figures, &setup->of[CONTENTION_TICKET]));
}

void contention_fill_long(void)
{
    for (unsigned i = 0; i < contention_setup_count; i++) {
        bool apart = i > 0;

        for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
            if (!contention_setups[i].of[kind].measured)
                continue;
            row(&contention_setups[i], kind, apart);
            apart = false;
        }
    }
}
