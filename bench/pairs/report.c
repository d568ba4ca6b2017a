/* The table of pairs.h, and its result file. */
#include "pairs.h"

#include "../../apps/common/result.h"
#include "../../apps/common/table.h"

static const struct takt_column columns[] = {
    {"pairs", NULL, 0},
    {"all cores", "rounds/ms", 2},
    {"least core", "rounds/ms", 2},
    {"most core", "rounds/ms", 2},
    {"gap", "% of the mean", 1},
    {"longest round", "us", 2},
};

#define COLUMNS (sizeof columns / sizeof *columns)

static struct takt_cell cells[PAIRS_WAYS * COLUMNS];
static uint8_t rows[PAIRS_WAYS];
static char memory[1u << 14];
static struct takt_result result;

static struct takt_table table = {
    .name = "pairs",
    .title = "A pair of threads on each core, all cores at a time",
    .note = "A round is there and back. The gap is between the core with the most rounds and the one with "
            "the least.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = PAIRS_WAYS,
};

struct sum {
    uint64_t all, least, most;
    takt_time_t longest;
    unsigned cores;
};

static struct sum sum_of(unsigned way)
{
    struct sum sum = {.least = UINT64_MAX};

    for (unsigned core = 0; core < takt_core_count(); core++) {
        const struct pairs_count *count = &pairs_cores[core].count[way];

        if (!pairs_ways[way].counts(core))
            continue;
        sum.all += count->rounds;
        sum.least = count->rounds < sum.least ? count->rounds : sum.least;
        sum.most = count->rounds > sum.most ? count->rounds : sum.most;
        sum.longest = count->longest > sum.longest ? count->longest : sum.longest;
        sum.cores++;
    }
    return sum;
}

/* Hundredths in a millisecond. */
static int64_t rate(uint64_t rounds, takt_time_t period)
{
    return (int64_t)(rounds * 100 * 1000000 / (uint64_t)period);
}

static void fill(unsigned way, takt_time_t period)
{
    struct sum sum = sum_of(way);

    if (sum.cores == 0)
        return;
    if (sum.all == 0) {
        pairs_must(-EIO, "no core made a round, which");
        return;
    }
    takt_table_row(&table, 0);
    takt_table_text(&table, pairs_ways[way].name);
    takt_table_number(&table, rate(sum.all, period));
    takt_table_number(&table, rate(sum.least, period));
    takt_table_number(&table, rate(sum.most, period));
    takt_table_number(&table, (int64_t)((sum.most - sum.least) * 1000 * sum.cores / sum.all));
    takt_table_number(&table, sum.longest / 10);
}

static const struct takt_result_head head = {
    .experiment = "pairs",
    .title = "Thread-Metric's like for several cores",
    .board = TAKT_BOARD,
    .time_kind = PAIRS_TIME_KIND,
    .time_note = PAIRS_TIME_NOTE,
    .version = TAKT_VERSION,
    .command = "./takt bench pairs --board " TAKT_BOARD,
};

static int write(takt_time_t period)
{
    takt_result_begin(&result, memory, sizeof memory, &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_CORES", CONFIG_TAKT_CORES, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "period_us", period / 1000, 0);
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_number(&result, "cores", takt_core_count(), 0);
    takt_result_close(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_close(&result);
    for (unsigned i = 0; i < 3; i++) {
        takt_result_open(&result, i == 0 ? "series" : i == 1 ? "histograms" : "verdicts", '[');
        takt_result_close(&result);
    }
    return takt_result_end(&result, &head);
}

static void check_turns(void)
{
    uint32_t turns = 0;

    for (unsigned core = 0; core < takt_core_count(); core++)
        turns += pairs_cores[core].turns;
    pairs_must(turns == pairs_guarded ? 0 : -EIO, "what the lock guards is not the sum of its turns, and");
}

void pairs_report(takt_time_t period)
{
    check_turns();
    for (unsigned way = 0; way < PAIRS_WAYS; way++)
        fill(way, period);
    takt_table_print(&table);
    pairs_must(write(period), "writing the result");
    takt_printf("written: pairs-" TAKT_BOARD ".json\namount: %u ways of pairs on %u cores\n", table.row_count,
                takt_core_count());
}
