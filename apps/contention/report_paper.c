/* The paper's table beside ours, and equation 1. The paper's figures are quoted as printed there, in us and
 * %. */
#include "report.h"

#define LOCK_ROWS (CONTENTION_SETUPS * CONTENTION_LOCKS)
#define US(x)     ((int64_t)((x)*CONTENTION_PER_US + 0.5))

/* Figures of the paper: core 0, core 1, mean, deviation, 1/10000 us; 0: not told. */
static const struct {
    unsigned cores, tasks;
    const char *what;
    int64_t core0, core1, mean, delta;
} paper[] = {
    {1, 1, "paper: mutex", 0, 0, US(20.923), 0},
    {1, 1, "paper: LLQ", 0, 0, US(13.282), 0},
    {1, 4, "paper: mutex", 0, 0, US(5.265), 0},
    {1, 4, "paper: LLQ", 0, 0, US(3.346), 0},
    {2, 1, "paper: mutex", 0, 0, US(41.795), 0},
    {2, 1, "paper: LLQ", 0, 0, US(28.905), 0},
    {2, 4, "paper: mutex", US(9.822), US(21.832), 0, US(12.009)},
    {2, 4, "paper: mutex, its figure 8", 0, 0, 0, US(15.56)},
    {2, 4, "paper: LLQ", US(7.263), US(7.276), 0, US(0.0129)},
    {2, 4, "paper: LLQ, its figure 8", 0, 0, 0, US(0.318)},
};

#define PAPER_ROWS (sizeof(paper) / sizeof(paper[0]))

static const struct takt_column two_columns[] = {
    {"setup", NULL, 0}, {"lock", NULL, 0},  {"core 0", "us", 4},         {"core 1", "us", 4},
    {"mean", "us", 4},  {"delta", "us", 4}, {"|delta|", "% of mean", 3}, {"divided", "us", 4},
};

/* More than two cores: the fastest and the slowest stand for all. */
static const struct takt_column more_columns[] = {
    {"setup", NULL, 0}, {"lock", NULL, 0},  {"fastest core", "us", 4},   {"slowest core", "us", 4},
    {"mean", "us", 4},  {"delta", "us", 4}, {"|delta|", "% of mean", 3}, {"divided", "us", 4},
};

#define COLUMNS (sizeof(two_columns) / sizeof(two_columns[0]))

static struct takt_cell cells[(LOCK_ROWS + PAPER_ROWS) * COLUMNS];
static uint8_t rows[LOCK_ROWS + PAPER_ROWS];
static char title[160];

struct takt_table contention_paper_table = {
    .name = "paper-shape",
    .title = title,
    .note =
        "\n"
        "delta is equation 2, the mean of core 0 less that of core 1 (of more cores: slowest less fastest); "
        "the\n"
        "paper prints it without a sign, and two different values for the same case. |delta| is the median "
        "over\n"
        "all runs of this shape, where there are more than the repeats.\n"
        "Tasks: each core makes the same number of requests; with four tasks each makes a quarter of them "
        "and\n"
        "gives way after 8. The paper's values for 4 tasks are a quarter of those for 1 task, though it\n"
        "defines them as times from request to release. 'divided' is the core's whole time over requests x "
        "tasks,\n"
        "which would give that quarter: compare it with the paper's rows for 4 tasks, and 'mean' with the "
        "others.",
    .columns = two_columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = LOCK_ROWS + PAPER_ROWS,
};

static void number_or_none(struct takt_table *table, int64_t value, bool none)
{
    if (none)
        takt_table_none(table);
    else
        takt_table_number(table, value);
}

static void core_range(const struct contention_setup *setup, const struct contention_figures *figures,
                       int64_t *first, int64_t *second)
{
    *first = figures->core_mean[0];
    *second = figures->core_mean[setup->cores - 1];
    for (unsigned core = 0; setup->cores > 2 && core < setup->cores; core++) {
        int64_t mean = figures->core_mean[core];

        *first = mean < *first ? mean : *first;
        *second = mean > *second ? mean : *second;
    }
}

/* The median of |deviation| / mean over all runs, in 1/1000 %. */
static int64_t delta_median(const struct contention_figures *figures)
{
    static int64_t share[CONTENTION_REPEATS];

    for (unsigned i = 0; i < figures->deltas; i++) {
        int64_t delta = figures->run_delta[i];

        share[i] = takt_stats_ratio(delta < 0 ? -delta : delta, figures->run_mean[i], 100000);
    }
    return takt_stats_median(share, figures->deltas);
}

static void lock_row(const struct contention_setup *setup, unsigned kind, bool apart)
{
    struct takt_table *table = &contention_paper_table;
    const struct contention_figures *figures = &setup->of[kind];
    int64_t first, second;

    core_range(setup, figures, &first, &second);
    takt_table_row(table, apart ? TAKT_ROW_APART : 0);
    takt_table_text(table, setup->name);
    takt_table_text(table, contention_lock((enum contention_kind)kind)->name);
    takt_table_number(table, first);
    number_or_none(table, second, setup->cores == 1);
    takt_table_number(table, figures->mean);
    number_or_none(table, figures->delta, setup->cores == 1);
    number_or_none(table, delta_median(figures), setup->cores == 1);
    takt_table_number(table, figures->divided);
}

static void paper_rows(const struct contention_setup *setup)
{
    struct takt_table *table = &contention_paper_table;

    for (size_t i = 0; i < PAPER_ROWS; i++) {
        if (paper[i].cores != setup->cores || paper[i].tasks != setup->tasks)
            continue;
        takt_table_row(table, TAKT_ROW_PAPER);
        takt_table_text(table, setup->name);
        takt_table_text(table, paper[i].what);
        number_or_none(table, paper[i].core0, paper[i].core0 == 0);
        number_or_none(table, paper[i].core1, paper[i].core1 == 0);
        number_or_none(table, paper[i].mean, paper[i].mean == 0);
        number_or_none(table, paper[i].delta, paper[i].delta == 0);
    }
}

void contention_fill_paper(void)
{
    const struct contention_arguments *a = &contention_arguments;
    struct takt_text text;

    takt_text_begin(&text, title, sizeof(title));
    takt_text_add(&text, "1. The paper's shape: ");
    takt_text_int(&text, a->sizes.requests);
    takt_text_add(&text, " requests of each core for ");
    takt_text_int(&text, a->bytes);
    takt_text_add(&text, " bytes each; time from request to release, mean of ");
    takt_text_int(&text, a->sizes.repeats);
    takt_text_add(&text, a->sizes.repeats == 1 ? " run" : " repeats");
    if (a->cores > 2)
        contention_paper_table.columns = more_columns;
    for (unsigned i = 0; i < contention_setup_count; i++) {
        bool apart = i > 0;

        for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
            if (!contention_setups[i].of[kind].measured)
                continue;
            lock_row(&contention_setups[i], kind, apart);
            apart = false;
        }
        paper_rows(&contention_setups[i]);
    }
}
