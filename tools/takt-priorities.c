/*
 * takt-priorities FOLDER TIME: paper 3's table from the recordings that apps/priorities has made: context switches a
 * cycle, time of a cycle, messages a millisecond. TIME is the kind of time that the board has.
 *
 * A cycle runs from one mark of D's to the next. The first and the last do not count: threads begin and end there.
 */
#include "trace/model.h"

#include "../apps/common/result.h"
#include "../apps/common/stats.h"
#include "../apps/priorities/cases.h"

#include <stdlib.h>
#include <string.h>
#include <takt/config.h>

#define SIZES       2u
#define MESSAGES    9
#define CYCLES_MAX  256u
#define COLUMNS     7u
#define PAPER_ROWS  2u
#define ROWS        (PRIORITIES_CASES * SIZES + PAPER_ROWS)
#define RESULT_SIZE (1u << 16)

/** What a case's recording says. */
struct figures {
    unsigned cycles, fewest, most;
    int64_t median; /* of a cycle, ns */
};

static const unsigned sizes[SIZES] = {4, 16};
static struct figures figures[SIZES][PRIORITIES_CASES];
static char board[16];

static const struct takt_column columns[COLUMNS] = {{"map", NULL, 0},    {"message", "B", 0},
                                                    {"switches", "", 0}, {"by the rule", "", 0},
                                                    {"cycle", "us", 3},  {"messages per ms", "1/ms", 1},
                                                    {"of equal", "", 2}};
static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
static struct takt_table table = {.name = "cycles",
                                  .title = "9 messages through three queues: D sends, A, B and C receive",
                                  .note =
                                      "cycle: median of the recording's cycles. The article gives its ticks "
                                      "of 5 ns; it prints them as 5.12 and 9.30 ms, which are us.\n",
                                  .columns = columns,
                                  .column_count = COLUMNS,
                                  .cells = cells,
                                  .rows = rows,
                                  .row_max = ROWS};

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

static int read_case(const char *folder, unsigned size, unsigned number)
{
    char path[1024];
    const char *paths[1] = {path};
    struct tt_trace trace;

    snprintf(path, sizeof(path), "%s/priorities-%s-%u.takt", folder, priorities_cases[number].name,
             sizes[size]);
    if (tt_read(&trace, paths, 1) != 0)
        return -1;
    if (tt_losses(&trace) != 0) {
        fprintf(stderr, "takt-priorities: %s has losses; nothing can be said of it.\n", path);
        tt_free(&trace);
        return -1;
    }
    snprintf(board, sizeof(board), "%s", trace.core[0].board);
    measure(&trace, &figures[size][number]);
    tt_free(&trace);
    return 0;
}

static void fill_paper(const char *map, int64_t switches, int64_t ticks, int64_t per_ms)
{
    takt_table_row(&table, TAKT_ROW_PAPER);
    takt_table_text(&table, map);
    takt_table_none(&table);
    takt_table_number(&table, switches);
    takt_table_number(&table, switches);
    takt_table_number(&table, ticks * 5);
    takt_table_number(&table, per_ms * 10);
    takt_table_number(&table, takt_stats_ratio(ticks, 1024, 100));
}

static void fill(void)
{
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++) {
            const struct figures *one = &figures[size][i];

            takt_table_row(&table, i == 0 && size > 0 ? TAKT_ROW_APART : 0);
            takt_table_text(&table, priorities_cases[i].title);
            takt_table_number(&table, sizes[size]);
            takt_table_number(&table, one->most);
            takt_table_number(&table, priorities_cases[i].switches);
            takt_table_number(&table, one->median);
            takt_table_number(&table, takt_stats_ratio(MESSAGES * 1000000, one->median, 10));
            takt_table_number(&table, takt_stats_ratio(one->median, figures[size][0].median, 100));
        }
    }
    fill_paper("the article: equal", 4, 1024, 1740);
    fill_paper("the article: unique", 18, 1861, 960);
}

/* Every cycle of every case has the switches that the article's rule gives. */
static unsigned off_the_rule(void)
{
    unsigned off = 0;

    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++) {
            const struct figures *one = &figures[size][i];

            off += one->cycles == 0 || one->fewest != priorities_cases[i].switches ||
                   one->most != priorities_cases[i].switches;
        }
    }
    return off;
}

static int write_result(const char *kind, const struct takt_result_verdict *verdict)
{
    static char buffer[RESULT_SIZE];
    static char command[64];
    struct takt_result result;
    struct takt_result_head head = {.experiment = "priorities",
                                    .title = "Paper 3: equal and unique priorities, from recordings",
                                    .board = board,
                                    .time_kind = kind,
                                    .time_note = strcmp(kind, "real") == 0
                                                     ? "the recorder's own cost is in it"
                                                     : "the model's or the emulator's, not a speed",
                                    .version = TAKT_VERSION,
                                    .command = command};

    snprintf(command, sizeof(command), "./takt run priorities --board %s", board);
    takt_result_begin(&result, buffer, sizeof(buffer), &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", "CONFIG_TAKT_TRACE=y");
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_close(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_close(&result);
    takt_result_open(&result, "series", '[');
    takt_result_close(&result);
    takt_result_open(&result, "histograms", '[');
    takt_result_close(&result);
    takt_result_open(&result, "verdicts", '[');
    takt_result_verdict(&result, verdict);
    takt_result_close(&result);
    return takt_result_end(&result, &head);
}

int main(int argc, char **argv)
{
    struct takt_result_verdict verdict = {.name = "switches",
                                          .title =
                                              "cases whose cycles have other switches than the rule says",
                                          .unit = "",
                                          .relation = "<=",
                                          .basis = "all cycles but the first and the last of each recording"};

    if (argc != 3) {
        fputs("takt-priorities FOLDER TIME: FOLDER holds the recordings of ./takt run priorities; TIME is "
              "real, virtual "
              "or instructions.\n",
              stderr);
        return 2;
    }
    for (unsigned size = 0; size < SIZES; size++) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++) {
            if (read_case(argv[1], size, i) != 0)
                return 2;
        }
    }
    fill();
    takt_table_print(&table);
    verdict.value = off_the_rule();
    printf("%u of %zu cases have cycles with other switches than the rule says.\n", (unsigned)verdict.value,
           PRIORITIES_CASES * SIZES);
    if (write_result(argv[2], &verdict) != 0) {
        fputs("takt-priorities: the result could not be written.\n", stderr);
        return 2;
    }
    return verdict.value == 0 ? 0 : 1;
}
