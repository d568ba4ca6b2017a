/* The table of growth, its drawing, and the result file. */
#include "growth.h"

#include "../../apps/common/result.h"
#include "../../apps/common/stats.h"

#include <takt_sim.h>

#define ROWS        (GROWTH_STEPS * GROWTH_LOCKS_MAX)
#define RESULT_SIZE (1u << 16)

static const struct takt_column columns[] = {
    {"cores", NULL, 0},
    {"lock", NULL, 0},
    {"acquisitions", "", 0},
    {"hand-overs", "", 0},
    {"remote a hand-over", "accesses", 2},
    {"own", "accesses", 2},
    {"wait, mean", "ns", 0},
    {"longest", "ns", 0},
    {"bound", "ns", 0},
    {"passed by", "grants", 0},
    {"bound", "grants", 0},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
static struct takt_table table = {
    .name = "growth",
    .title = "What a hand-over costs, by cores: all contend at once, sections of 500 ns, nothing between",
    .note =
        "  remote: accesses to a line that another core has written or holds, as a coherent cache has them;\n"
        "  own: the others. A waiting core's looks are counted. Times are virtual, a model's.\n"
        "  bound: (m - 1 + K)(L + h) + h, with L the section and h declared before (growth_locks.c)",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static char memory[RESULT_SIZE];
static struct takt_result result;

static int64_t per_handover(int64_t accesses, const struct growth_figures *figures)
{
    return takt_stats_ratio(accesses, figures->handovers, 100);
}

static const char *cores_text(unsigned step)
{
    static char texts[GROWTH_STEPS][8];
    struct takt_text text;

    takt_text_begin(&text, texts[step], sizeof(texts[step]));
    takt_text_int(&text, growth_cores(step));
    return texts[step];
}

static void fill_row(unsigned step, unsigned kind)
{
    const struct growth_figures *figures = &growth_figures[step][kind];
    const struct growth_lock *lock = growth_locks[kind];

    takt_table_row(&table, kind == 0 && step > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(&table, cores_text(step));
    takt_table_text(&table, lock->name);
    takt_table_number(&table, figures->acquisitions);
    takt_table_number(&table, figures->handovers);
    takt_table_number(&table, per_handover(figures->remote, figures));
    takt_table_number(&table, per_handover(figures->own, figures));
    takt_table_number(&table, figures->wait_mean);
    takt_table_number(&table, figures->wait_most);
    if (lock->handover == NULL)
        return;
    takt_table_number(&table, growth_bound(growth_cores(step), lock));
    takt_table_number(&table, figures->passed);
    takt_table_number(&table, growth_cores(step) - 1 + lock->allowed);
}

int64_t growth_bound(unsigned cores, const struct growth_lock *lock)
{
    int64_t handover = lock->handover(cores);

    return (cores - 1 + lock->allowed) * (GROWTH_SECTION + handover) + handover;
}

/* In grants and in time. */
static bool kept_bound(unsigned cores, const struct growth_lock *lock, const struct growth_figures *figures)
{
    int64_t bound;

    if (lock->handover == NULL)
        return true;
    bound = growth_bound(cores, lock);
    if (figures->passed <= cores - 1 + lock->allowed && figures->wait_most <= bound)
        return true;
    takt_printf(
        "FAILED: %s, %u cores: a request was passed by %u grants and waited %d ns, the bound is %u and %d\n",
        lock->name, cores, (unsigned)figures->passed, (int)figures->wait_most,
        cores - 1 + (unsigned)lock->allowed, (int)bound);
    return false;
}

/* @return whether every lock that counts kept its bound */
static bool fill(void)
{
    bool kept = true;

    for (unsigned step = 0; step < growth_steps; step++) {
        for (unsigned kind = 0; kind < growth_lock_count; kind++) {
            if (!growth_figures[step][kind].measured)
                continue;
            fill_row(step, kind);
            if (!kept_bound(growth_cores(step), growth_locks[kind], &growth_figures[step][kind]))
                kept = false;
        }
    }
    return kept;
}

static void write_line(const struct takt_result_series *series, unsigned kind)
{
    int64_t x[GROWTH_STEPS], y[GROWTH_STEPS];
    struct takt_result_line line = {.name = growth_locks[kind]->name, .x = x, .y = y};

    for (unsigned step = 0; step < growth_steps; step++) {
        if (!growth_figures[step][kind].measured)
            continue;
        x[line.count] = growth_cores(step);
        y[line.count++] = per_handover(growth_figures[step][kind].remote, &growth_figures[step][kind]);
    }
    if (line.count > 0)
        takt_result_series_line(&result, series, &line);
}

static void write_series(void)
{
    static const struct takt_result_series series = {
        .name = "growth",
        .title = "Remote accesses of a hand-over",
        .x = {"cores", "", 0},
        .y = {"remote accesses", "", 2},
    };

    takt_result_open(&result, "series", '[');
    takt_result_series_begin(&result, &series);
    for (unsigned kind = 0; kind < growth_lock_count; kind++)
        write_line(&series, kind);
    takt_result_series_end(&result);
    takt_result_close(&result);
}

static void write_circumstances(const char *costs)
{
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_CORES", CONFIG_TAKT_CORES, 0);
    takt_result_number(&result, "CONFIG_TAKT_LLQ_LINE", CONFIG_TAKT_LLQ_LINE, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "section_ns", GROWTH_SECTION, 0);
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "load", "none, the machine is simulated");
    takt_result_string(&result, "cost_table", costs);
    takt_result_close(&result);
}

static const char *number_text(char buffer[24], int64_t number)
{
    struct takt_text text;

    takt_text_begin(&text, buffer, 24);
    takt_text_int(&text, number);
    return buffer;
}

/* What a linked LLQ has to show: a hand-over among many cores costs what it costs among 4. */
static bool grows(struct takt_result_verdict *verdict)
{
    const struct growth_figures *four = &growth_figures[1][GROWTH_LINKED];
    const struct growth_figures *most = &growth_figures[growth_steps - 1][GROWTH_LINKED];

    if (growth_steps < 3)
        return false;
    *verdict = (struct takt_result_verdict){
        .name = "growth-linked",
        .title = "LLQ linked: remote accesses of a hand-over with the most cores, to those with 4",
        .unit = "",
        .relation = "<=",
        .value = takt_stats_ratio(most->remote * four->handovers, four->remote * most->handovers, 1000),
        .wanted = 1100,
        .decimals = 3,
        .basis = "all acquisitions of the table",
    };
    return true;
}

/* @return whether it holds */
static bool write_verdict(void)
{
    struct takt_result_verdict verdict;
    bool holds = true;

    takt_result_open(&result, "verdicts", '[');
    if (grows(&verdict)) {
        holds = takt_result_holds(&verdict);
        takt_result_verdict(&result, &verdict);
        takt_printf("%s: %s, %d.%03d, wanted at most %d.%03d\n", holds ? "holds" : "NOT", verdict.title,
                    (int)(verdict.value / 1000), (int)(verdict.value % 1000), (int)(verdict.wanted / 1000),
                    (int)(verdict.wanted % 1000));
    }
    takt_result_close(&result);
    return holds;
}

static int write_result(bool *holds)
{
    char seed[24], costs[24];
    const struct takt_result_head head = {
        .experiment = "llq",
        .title = "What a hand-over of a lock costs, by cores",
        .board = TAKT_BOARD,
        .time_kind = "virtual",
        .time_note =
            "Virtual time, a cost model's: counts and orders are evidence, times say nothing of speed.",
        .version = TAKT_VERSION,
        .command = "./takt bench llq --board sim",
        .seed = number_text(seed, (int64_t)takt_sim_seed()),
    };

    takt_result_begin(&result, memory, sizeof(memory), &head);
    write_circumstances(number_text(costs, takt_sim_costs_hash()));
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_close(&result);
    write_series();
    takt_result_empty(&result, "histograms");
    *holds = write_verdict();
    return takt_result_end(&result, &head);
}

bool growth_report(void)
{
    bool kept = fill(), holds;
    int written;

    takt_table_print(&table);
    written = write_result(&holds);
    if (written != 0)
        takt_printf("build/results/llq-sim.json could not be written: %d\n", written);
    return kept && holds && written == 0;
}
