/* The tables: latency under each load, its parts, the worst case, and the paper's figures beside. */
#include "report.h"

#include "../common/stats.h"
#include "../common/text.h"

#define ROWS (LATENCY_LOADS + 3)

static struct takt_column latency_columns[] = {
    {"load", NULL, 0},   {"samples", "", 0}, {"least", NULL, 0},  {"mean", NULL, 0},
    {"median", NULL, 0}, {"99 %", NULL, 0},  {"99.9 %", NULL, 0}, {"99.999 %", NULL, 0},
    {"most", NULL, 0},   {"missed", "", 0},  {"messages", "", 0}, {"messages/ms", "", 1},
};
static struct takt_column part_columns[] = {
    {"load", NULL, 0},         {"of", NULL, 0},         {"to handler", NULL, 0}, {"handler", NULL, 0},
    {"to scheduler", NULL, 0}, {"scheduling", NULL, 0}, {"switch", NULL, 0},     {"whole", NULL, 0},
};
static const struct takt_column worst_columns[] = {{"load", NULL, 0}, {"what ran instead", NULL, 0}};
static const struct takt_column window_columns[] = {
    {"load", NULL, 0},  {"window", NULL, 0}, {"longest", "us", 3},
    {"windows", "", 0}, {"thread", NULL, 0}, {"ended at", NULL, 0},
};
static const struct takt_column paper_columns[] = {
    {"kernel", NULL, 0},
    {"unit", NULL, 0},
    {"mean", "", 3},
    {"least", "", 3},
    {"most", "", 3},
    {"most / mean", "", 2},
    {"most / unloaded most", "", 2},
};

#define COLUMNS(columns) (sizeof(columns) / sizeof((columns)[0]))
#define TABLE(table_name, what, columns_of, max)                                                             \
    static struct takt_cell table_name##_cells[(max)*COLUMNS(columns_of)];                                   \
    static uint8_t table_name##_rows[max];                                                                   \
    static struct takt_table table_name##_table = {                                                          \
        .name = #table_name,                                                                                 \
        .title = what,                                                                                       \
        .columns = columns_of,                                                                               \
        .column_count = COLUMNS(columns_of),                                                                 \
        .cells = table_name##_cells,                                                                         \
        .rows = table_name##_rows,                                                                           \
        .row_max = max,                                                                                      \
    }

TABLE(latency, "From the interrupt to the first statement of the thread", latency_columns, ROWS);
TABLE(parts, "Where it goes: the parts of the paper's figure 7", part_columns, 2 * LATENCY_LOADS);
TABLE(worst, "The worst case of each load", worst_columns, LATENCY_LOADS);
TABLE(windows, "The longest windows (CONFIG_TAKT_WINDOWS)", window_columns, LATENCY_LOADS *TAKT_WINDOWS);
TABLE(paper, "Beside the paper's table 2", paper_columns, ROWS);

static const struct takt_table *const tables[LATENCY_TABLES] = {&latency_table, &parts_table, &worst_table,
                                                                &paper_table, &windows_table};

/* What only the board knows. */
static void set_units(struct takt_column *columns, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++) {
        columns[i].unit = latency_board.unit.unit;
        columns[i].decimals = latency_board.unit.decimals;
    }
}

/* The mean as other values, rounded. */
static int64_t mean(const struct takt_histogram *histogram)
{
    return (takt_histogram_mean_1000(histogram) + 500) / 1000;
}

static void latency_row(unsigned load)
{
    const struct latency_figures *figures = &latency_figures[load];
    const struct takt_histogram *whole = latency_whole(load);
    static const uint32_t quantiles[] = {50000, 99000, 99900, 99999};

    takt_table_row(&latency_table, 0);
    takt_table_text(&latency_table, latency_loads[load].title);
    takt_table_number(&latency_table, (int64_t)whole->count);
    takt_table_number(&latency_table, whole->min);
    takt_table_number(&latency_table, mean(whole));
    for (unsigned i = 0; i < COLUMNS(quantiles); i++)
        takt_table_number(&latency_table, takt_histogram_percentile(whole, quantiles[i]));
    takt_table_number(&latency_table, whole->max);
    takt_table_number(&latency_table, figures->missed);
    if (figures->done == 0)
        return;
    takt_table_number(&latency_table, (int64_t)figures->done);
    takt_table_number(&latency_table, takt_stats_ratio((int64_t)figures->done, figures->span, 10000000));
}

/* In the worst sample parts are told as they were, in all samples by their means. */
static void part_rows(unsigned load)
{
    const struct latency_sample *worst = &latency_figures[load].worst;

    takt_table_row(&parts_table, 0);
    takt_table_text(&parts_table, latency_loads[load].name);
    takt_table_text(&parts_table, "mean");
    for (unsigned part = 0; part < LATENCY_PARTS; part++)
        takt_table_number(&parts_table, mean(&latency_figures[load].part[part]));
    takt_table_row(&parts_table, 0);
    takt_table_text(&parts_table, "");
    takt_table_text(&parts_table, "worst");
    for (unsigned part = 0; part < LATENCY_WHOLE; part++)
        takt_table_number(&parts_table, latency_value_of(worst->moment[part], worst->moment[part + 1]));
    takt_table_number(&parts_table, latency_value_of(worst->moment[0], worst->moment[LATENCY_WHOLE]));
}

static void worst_row(unsigned load)
{
    static char words[LATENCY_LOADS][160];

    takt_table_row(&worst_table, 0);
    takt_table_text(&worst_table, latency_loads[load].name);
    takt_table_text(&worst_table, latency_worst_words(load, words[load], sizeof(words[load])));
}

static void add_hex(struct takt_text *text, uintptr_t value)
{
    unsigned shift = sizeof(value) * 8;

    takt_text_add(text, "0x");
    while (shift > 4 && value >> (shift - 4) == 0)
        shift -= 4;
    for (; shift > 0; shift -= 4)
        takt_text_char(text, "0123456789abcdef"[value >> (shift - 4) & 15]);
}

/* A place is an address: addr2line -f -e PROGRAM names it. */
static void window_rows(unsigned load)
{
    static const char *const kinds[] = {"interrupts masked", "kernel lock", "preemption off"};
    static char places[LATENCY_LOADS][TAKT_WINDOWS][24];

    for (unsigned kind = 0; kind < TAKT_WINDOWS; kind++) {
        const struct takt_window *window = &latency_figures[load].window[kind];
        struct takt_text text;

        if (window->count == 0)
            continue;
        takt_text_begin(&text, places[load][kind], sizeof(places[0][0]));
        add_hex(&text, window->place);
        takt_table_row(&windows_table, 0);
        takt_table_text(&windows_table, latency_loads[load].name);
        takt_table_text(&windows_table, kinds[kind]);
        takt_table_number(&windows_table, window->length);
        takt_table_number(&windows_table, window->count);
        takt_table_text(&windows_table, window->thread == NULL ? "" : takt_thread_name(window->thread));
        takt_table_text(&windows_table, places[load][kind]);
    }
}

/* Thousandths of a millisecond's: ns / 1000; of instructions: as they are. */
static int64_t as_paper(int64_t value)
{
    return latency_board.unit.decimals == 3 ? (value + 500) / 1000 : value * 1000;
}

static void paper_row(const char *kernel, int64_t average, int64_t least, int64_t most)
{
    takt_table_row(&paper_table, TAKT_ROW_PAPER);
    takt_table_text(&paper_table, kernel);
    takt_table_text(&paper_table, "ms");
    takt_table_number(&paper_table, average);
    takt_table_number(&paper_table, least);
    takt_table_number(&paper_table, most);
    takt_table_number(&paper_table, takt_stats_ratio(most, average, 100));
}

static void beside_paper(unsigned load)
{
    const struct takt_histogram *whole = latency_whole(load);

    takt_table_row(&paper_table, 0);
    takt_table_text(&paper_table, load == LATENCY_FULL ? "Takt, full load" : "Takt, kernel-heavy load");
    takt_table_text(&paper_table, latency_board.unit.decimals == 3 ? "ms" : latency_board.unit.unit);
    takt_table_number(&paper_table, as_paper(mean(whole)));
    takt_table_number(&paper_table, as_paper(whole->min));
    takt_table_number(&paper_table, as_paper(whole->max));
    takt_table_number(&paper_table,
                      takt_stats_ratio(whole->max * 1000, takt_histogram_mean_1000(whole), 100));
    if (latency_measured(LATENCY_UNLOADED))
        takt_table_number(&paper_table,
                          takt_stats_ratio(whole->max, latency_whole(LATENCY_UNLOADED)->max, 100));
}

static void fill_paper(void)
{
    paper_table.note = "The paper: ARM11 at 533 MHz, Linux 2.6.21.5, hackbench 20, one hour; its two maxima "
                       "are 52.6 apart.\n"
                       "Its unit is not comparable with another machine's; the ratios are.\n";
    paper_row("paper: Linux, standard", 742, 22, 7633);
    paper_row("paper: Linux, soft real-time", 125, 55, 145);
    for (unsigned load = LATENCY_FULL; load <= LATENCY_HEAVY; load += LATENCY_HEAVY - LATENCY_FULL) {
        if (latency_measured(load))
            beside_paper(load);
    }
}

const struct takt_table *const *latency_tables(void)
{
    set_units(latency_columns, 2, 8);
    set_units(part_columns, 2, 7);
    latency_table.note =
        "Missed: interrupts that came while the thread had not run yet for the one before.\n";
    for (unsigned load = 0; load < LATENCY_LOADS; load++) {
        if (!latency_measured(load))
            continue;
        latency_row(load);
        part_rows(load);
        worst_row(load);
        window_rows(load);
    }
    fill_paper();
    for (unsigned i = 0; i < LATENCY_TABLES; i++) {
        if (tables[i]->row_count > 0)
            takt_table_print(tables[i]);
    }
    return tables;
}
