/*
 * Equation 1, against every baseline that the demands name. The headline is the smallest: a reader should not
 * have to look for the baseline that suits the lock least.
 */
#include "report.h"

#define ROWS (2 * CONTENTION_SETUPS + 5)

static const struct takt_column columns[] = {
    {"setup", NULL, 0},    {"times from", NULL, 0}, {"mutex", "%", 3},    {"remote-mutex", "%", 3},
    {"cas-mutex", "%", 3}, {"ticket", "%", 3},      {"headline", "%", 3},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];

struct takt_table contention_improvement_table = {
    .name = "improvement",
    .title = "2. Improvement of the LLQ by equation 1, RI = (Tm - Tl) / Tm * 100, against each baseline "
             "(negative: the "
             "LLQ is slower)",
    .note = "\nThe headline is the smallest of the row. The paper does not say what its mutex between two "
            "cores is.\n"
            "A lock that lets the same core in again and again moves little memory and is fast on average: "
            "see by how\n"
            "many grants it lets a request be passed, and how long its 99.9 % take.",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static int64_t time_of(const struct contention_figures *figures, bool long_form)
{
    return long_form ? figures->spread.mean : figures->mean;
}

static void ours(const struct contention_setup *setup, bool long_form, bool apart)
{
    static const enum contention_kind against[] = {CONTENTION_MUTEX, CONTENTION_REMOTE, CONTENTION_CAS,
                                                   CONTENTION_TICKET};
    struct takt_table *table = &contention_improvement_table;
    int64_t smallest = INT64_MAX, llq = time_of(&setup->of[CONTENTION_LLQ], long_form);

    takt_table_row(table, apart ? TAKT_ROW_APART : 0);
    takt_table_text(table, setup->name);
    takt_table_text(table, long_form ? "long form" : "paper's shape");
    for (unsigned i = 0; i < sizeof(against) / sizeof(against[0]); i++) {
        const struct contention_figures *figures = &setup->of[against[i]];
        int64_t improvement = takt_stats_improvement(time_of(figures, long_form), llq);

        if (!figures->measured || !setup->of[CONTENTION_LLQ].measured) {
            takt_table_none(table);
            continue;
        }
        takt_table_number(table, improvement);
        smallest = improvement < smallest ? improvement : smallest;
    }
    if (smallest != INT64_MAX)
        takt_table_number(table, smallest);
}

static void papers(const struct contention_setup *setup, const char *what, int64_t value)
{
    struct takt_table *table = &contention_improvement_table;

    takt_table_row(table, TAKT_ROW_PAPER);
    takt_table_text(table, setup->name);
    takt_table_text(table, what);
    takt_table_number(table, value);
}

static void papers_of(const struct contention_setup *setup)
{
    if (setup->cores == 1)
        papers(setup, "paper", setup->tasks == 1 ? 36519 : 36380);
    else if (setup->cores == 2 && setup->tasks == 1)
        papers(setup, "paper", 30840);
    else if (setup->cores == 2) {
        papers(setup, "paper, core 0", 26057);
        papers(setup, "paper, core 1", 66670);
    }
}

void contention_fill_improvement(void)
{
    for (unsigned i = 0; i < contention_setup_count; i++) {
        ours(&contention_setups[i], false, i > 0);
        ours(&contention_setups[i], true, false);
        papers_of(&contention_setups[i]);
    }
}
