/*
 * The tables, beside paper 4's: see edge.h. The paper measured one system against another, with all of its reductions
 * together; which of them did what it does not say. So each stands alone here.
 */
#include "edge.h"

#include "../common/result.h"
#include "../common/stats.h"
#include "../common/table.h"

#define RESULT_SIZE 60000u
#define COLUMNS     8
#define TIMES       10

static char memory[RESULT_SIZE];
static struct takt_result result;

static const struct takt_column byte_columns[COLUMNS] = {
    {"reductions", NULL, 0}, {"images", "B", 0},          {"read until ready", "B", 0},
    {"reads", "", 0},        {"memory at ready", "B", 0}, {"memory, all roots", "B", 0},
    {"programmed", "B", 0},  {"erased", "blocks", 0},
};
static struct takt_cell byte_cells[EDGE_SETTINGS * COLUMNS];
static uint8_t byte_rows[EDGE_SETTINGS];
static struct takt_table byte_table = {
    .name = "bytes",
    .title = "What the roots cost, each reduction alone and all together",
    .note = "read until ready: bytes copied out of flash until the start script was read; 0 where flash is "
            "read in "
            "place\nmemory: records of the mounts, without the fixed node cache; programmed and erased: by "
            "all runs",
    .columns = byte_columns,
    .column_count = COLUMNS,
    .cells = byte_cells,
    .rows = byte_rows,
    .row_max = EDGE_SETTINGS,
};

static const struct takt_column time_columns[TIMES] = {
    {"reductions", NULL, 0},  {"ready", "us", 1},        {"read best", "us", 1},  {"read worst", "us", 1},
    {"filter best", "us", 1}, {"filter worst", "us", 1}, {"write best", "us", 1}, {"write worst", "us", 1},
    {"whole best", "us", 1},  {"whole worst", "us", 1},
};
static struct takt_cell time_cells[EDGE_SETTINGS * TIMES];
static uint8_t time_rows[EDGE_SETTINGS];
static struct takt_table time_table = {
    .name = "times",
    .title = "Time to ready, and of a run: best and worst",
    .note = "whole: a run from the open of the picture to the close of its edges",
    .columns = time_columns,
    .column_count = TIMES,
    .cells = time_cells,
    .rows = time_rows,
    .row_max = EDGE_SETTINGS,
};

#define PAPER 4
static const struct takt_column paper_columns[PAPER] = {{"paper 4, Linux on an ARM922T", NULL, 0},
                                                        {"before", "", 0},
                                                        {"after", "", 0},
                                                        {"less, as printed", "%", 1}};
static struct takt_cell paper_cells[5 * PAPER];
static uint8_t paper_rows[5];
static struct takt_table paper_table = {
    .name = "paper",
    .title = "The paper's figures",
    .note = "its 7.3 % is 15.4 % by its own numbers (8 of 52); of the best run it says only that it took a "
            "second less",
    .columns = paper_columns,
    .column_count = PAPER,
    .cells = paper_cells,
    .rows = paper_rows,
    .row_max = 5,
};

static void fill_bytes(const struct edge_figures *figures)
{
    for (unsigned i = 0; i < EDGE_SETTINGS; i++) {
        const struct edge_figures *f = &figures[i];

        takt_table_row(&byte_table, 0);
        takt_table_text(&byte_table, edge_settings[i].name);
        takt_table_number(&byte_table, f->image);
        takt_table_number(&byte_table, f->ready_bytes);
        takt_table_number(&byte_table, f->ready_reads);
        takt_table_number(&byte_table, f->memory_basic);
        takt_table_number(&byte_table, f->memory_all);
        takt_table_number(&byte_table, f->written);
        takt_table_number(&byte_table, f->erased);
    }
}

static void range(const int64_t time[2])
{
    takt_table_number(&time_table, (time[0] + 50) / 100);
    takt_table_number(&time_table, (time[1] + 50) / 100);
}

static void fill_times(const struct edge_figures *figures)
{
    for (unsigned i = 0; i < EDGE_SETTINGS; i++) {
        takt_table_row(&time_table, 0);
        takt_table_text(&time_table, edge_settings[i].name);
        takt_table_number(&time_table, (figures[i].ready + 50) / 100);
        range(figures[i].read);
        range(figures[i].filter);
        range(figures[i].write);
        range(figures[i].whole);
    }
}

static void paper(const char *what, int64_t before, int64_t after, int64_t less)
{
    takt_table_row(&paper_table, TAKT_ROW_PAPER);
    takt_table_text(&paper_table, what);
    if (before != 0) {
        takt_table_number(&paper_table, before);
        takt_table_number(&paper_table, after);
    } else {
        takt_table_none(&paper_table);
        takt_table_none(&paper_table);
    }
    takt_table_number(&paper_table, less);
}

static void fill_paper(void)
{
    paper("kernel image, B", 997640, 901866, 96);
    paper("freed init memory, Kb", 52, 44, 73);
    paper("boot, s", 93, 76, 180);
    paper("edge detection, best, s", 0, 0, 110);
    paper("edge detection, worst, s", 61, 21, 660);
}

/* All settings have to give the same picture, or none of the figures means anything. */
static struct takt_result_verdict same_picture(const struct edge_figures *figures)
{
    unsigned differ = 0;

    for (unsigned i = 1; i < EDGE_SETTINGS; i++)
        differ += figures[i].sum != figures[0].sum;
    return (struct takt_result_verdict){.name = "same-picture",
                                        .title = "settings whose picture of edges differs",
                                        .unit = "",
                                        .relation = "<=",
                                        .value = differ,
                                        .wanted = 0,
                                        .basis = "the result of the last run, read back from flash"};
}

static int write_result(const struct takt_result_verdict *verdict, unsigned runs)
{
    const struct takt_result_head head = {.experiment = "edge",
                                          .title = "Paper 4: edges of a picture from a root on flash",
                                          .board = TAKT_BOARD,
                                          .time_kind = edge_board.time_kind,
                                          .time_note = edge_board.time_note,
                                          .version = TAKT_VERSION,
                                          .command = "./takt run edge --board " TAKT_BOARD,
                                          .seed = NULL};

    takt_result_begin(&result, memory, sizeof(memory), &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_FS_CACHE", CONFIG_TAKT_FS_CACHE, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "runs", runs, 0);
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_close(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &byte_table);
    if (edge_board.timed)
        takt_result_table(&result, &time_table);
    takt_result_table(&result, &paper_table);
    takt_result_close(&result);
    takt_result_empty(&result, "series");
    takt_result_empty(&result, "histograms");
    takt_result_verdicts(&result, verdict, 1);
    return takt_result_end(&result, &head);
}

bool edge_report(const struct edge_figures *figures, unsigned runs)
{
    struct takt_result_verdict verdict = same_picture(figures);
    int written;

    fill_bytes(figures);
    takt_table_print(&byte_table);
    if (edge_board.timed) {
        fill_times(figures);
        takt_table_print(&time_table);
    }
    fill_paper();
    takt_table_print(&paper_table);
    written = write_result(&verdict, runs);
    if (!takt_result_holds(&verdict))
        takt_printf("edge: the settings do not give the same picture\n");
    if (written == 0)
        takt_printf("\nWritten: build/results/edge-" TAKT_BOARD ".json\n");
    else
        takt_printf("\nThe result was not written: error %d. Is build/results writable, and is there room?\n",
                    written);
    return written == 0 && takt_result_holds(&verdict);
}
