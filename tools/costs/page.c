/* The figures as a page of the documentation, written with the baseline, so that the two cannot differ. */
#include "costs.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *section, *title;
} tables[] = {
    {"operation", "Single operations"},
    {"metric", "Thread-Metric's tests, one operation of each"},
    {"cycle", "Paper 3: a cycle of 9 messages"},
    {"switches", "Paper 3: context switches of a cycle (a bare count)"},
    {"masked", "Masked windows, from mask to unmask"},
    {"sampled", "Delay of an interrupt that arrives anywhere in a workload"},
    {"llq", "The lock between cores"},
    {"trace", "The recorder, in a build that has it"},
};

static void cell(FILE *file, int64_t value)
{
    if (value == COSTS_NONE)
        fprintf(file, " |");
    else if (value % 100 == 0)
        fprintf(file, " %" PRId64 " |", value / 100);
    else
        fprintf(file, " %" PRId64 ".%02" PRId64 " |", value / 100, value % 100);
}

static void write_row(FILE *file, const struct costs_row *row)
{
    int64_t best = costs_best(row);

    fprintf(file, "| %s |", row->title);
    cell(file, row->value);
    cell(file, row->exceptions);
    for (unsigned i = 0; i < COSTS_PEERS; i++)
        cell(file, row->peers[i]);
    cell(file, best == COSTS_NONE || best == 0 ? COSTS_NONE : (row->value * 100 + best / 2) / best);
    fprintf(file, "\n");
}

static void write_table(FILE *file, const char *section, const char *title)
{
    bool begun = false;

    for (unsigned i = 0; i < costs_row_count; i++) {
        if (!costs_rows[i].measured || strcmp(costs_rows[i].section, section) != 0)
            continue;
        if (!begun)
            fprintf(file,
                    "\n## %s\n\n| | Takt | exceptions | FreeRTOS | ThreadX | ThreadX fast | ratio |\n"
                    "|---|---:|---:|---:|---:|---:|---:|\n",
                    title);
        begun = true;
        write_row(file, &costs_rows[i]);
    }
}

void costs_write_page(const char *name, const char *board)
{
    FILE *file = fopen(name, "w");

    if (file == NULL)
        costs_fail(name, 0, "cannot be written");
    fprintf(file,
            "# Costs on %s\n\nInstructions, as `./takt bench --board %s --update` wrote them. Ratio: Takt to "
            "the best\n"
            "of the others; below 1 is better. [costs.md](costs.md) says what is counted, and how.\n",
            board, board);
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
        write_table(file, tables[i].section, tables[i].title);
    if (fclose(file) != 0)
        costs_fail(name, 0, "cannot be written");
}
