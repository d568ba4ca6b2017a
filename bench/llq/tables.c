/*
 * A table for each number of threads and each kind of time between requests, with a group of rows for each section,
 * and one of sizes. All are written; the ones without time between requests are printed.
 */
#include "report.h"

#include <stdio.h>
#include <string.h>

#define TABLES_MAX 16u
#define SECTIONS   4u
#define ROWS       (SECTIONS * BENCH_LOCKS)

static const struct takt_column columns[] = {
    {"section", NULL, 0}, {"lock", NULL, 0},        {"throughput", "1000/s", 2}, {"to ticket", "", 2},
    {"Jain", "", 4},      {"most/fewest", "", 3},   {"hand-over", "ns", 1},      {"99 %", "ns", 1},
    {"worst", "ns", 1},   {"wait 99.9 %", "ns", 1}, {"passed by", "grants", 0},  {"bound", "grants", 0},
};

static const struct takt_column size_columns[] = {
    {"lock", NULL, 0},
    {"2 threads", "bytes", 0},
    {"8 threads", "bytes", 0},
    {"each waiter", "bytes", 0},
};

#define COLUMNS      (sizeof(columns) / sizeof(columns[0]))
#define SIZE_COLUMNS (sizeof(size_columns) / sizeof(size_columns[0]))

struct takt_table bench_tables[TABLES_MAX];
unsigned bench_table_count;

static struct takt_cell cells[TABLES_MAX][ROWS * COLUMNS];
static uint8_t rows[TABLES_MAX][ROWS];
static bool is_printed[TABLES_MAX];
static char names[TABLES_MAX][48], titles[TABLES_MAX][96], sections[SECTIONS][24];
static unsigned section_count;

static const char *section_text(uint32_t cycles)
{
    char text[24];

    snprintf(text, sizeof(text), "%u cycles", (unsigned)cycles);
    for (unsigned i = 0; i < section_count; i++) {
        if (strcmp(sections[i], text) == 0)
            return sections[i];
    }
    memcpy(sections[section_count], text, sizeof(text));
    return sections[section_count++];
}

/* 0: none, 1: as long as the section, 10: ten times. */
static unsigned think_of(const struct bench_shape *shape)
{
    return shape->section == 0 ? 0 : shape->think / shape->section;
}

static struct takt_table *table_of(const struct bench_shape *shape)
{
    static const char note[] =
        "  hand-over: from the release to the next thread's first instruction, of requests that waited\n"
        "  passed by: most grants to others while a request waited; LLQ: counted by the lock from its\n"
        "  registration; others: seen from outside, with those before the registration";
    unsigned think = think_of(shape), i;
    char name[48];

    snprintf(name, sizeof(name), "threads-%u-think-%u", shape->threads, think);
    for (i = 0; i < bench_table_count; i++) {
        if (strcmp(names[i], name) == 0)
            return &bench_tables[i];
    }
    memcpy(names[i], name, sizeof(name));
    snprintf(titles[i], sizeof(titles[i]), "%u thread%s on %u processors, time between requests: %s",
             shape->threads, shape->threads == 1 ? "" : "s", shape->threads == 1 ? 1 : BENCH_PROCESSORS,
             think == 0   ? "none"
             : think == 1 ? "as long as a section"
                          : "ten times a section");
    is_printed[i] = think == 0;
    bench_tables[i] = (struct takt_table){.name = names[i],
                                          .title = titles[i],
                                          .note = note,
                                          .columns = columns,
                                          .column_count = COLUMNS,
                                          .cells = cells[i],
                                          .rows = rows[i],
                                          .row_max = ROWS};
    bench_table_count++;
    return &bench_tables[i];
}

static void number_or_none(struct takt_table *table, int64_t value)
{
    if (value < 0)
        takt_table_none(table);
    else
        takt_table_number(table, value);
}

static void add_row(struct takt_table *table, const struct bench_shape *shape, unsigned kind,
                    const struct bench_figures *figures)
{
    const struct bench_lock *lock = bench_locks[kind];

    takt_table_row(table, kind == 0 && table->row_count > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(table, section_text(shape->section));
    takt_table_text(table, lock->name);
    takt_table_number(table, (figures->rate + 5) / 10);
    takt_table_number(table, (figures->to_ticket + 5) / 10);
    takt_table_number(table, figures->jain);
    number_or_none(table, figures->apart);
    number_or_none(table, figures->handover_median);
    number_or_none(table, figures->handover_99);
    number_or_none(table, figures->handover_most);
    takt_table_number(table, figures->wait_999);
    takt_table_number(table, figures->passed);
    if (lock->bound != NULL)
        takt_table_number(table, lock->bound(shape->threads));
}

static void add_sizes(void)
{
    static struct takt_cell size_cells[BENCH_LOCKS * SIZE_COLUMNS];
    static uint8_t size_rows[BENCH_LOCKS];
    struct takt_table *table = &bench_tables[bench_table_count];

    *table = (struct takt_table){.name = "sizes",
                                 .title = "Memory of a lock, with its waiters' places inside, and of each "
                                          "waiter beside it",
                                 .columns = size_columns,
                                 .column_count = SIZE_COLUMNS,
                                 .cells = size_cells,
                                 .rows = size_rows,
                                 .row_max = BENCH_LOCKS};
    is_printed[bench_table_count++] = true;
    for (unsigned kind = 0; kind < BENCH_LOCKS; kind++) {
        const struct bench_lock *lock = bench_locks[kind];

        takt_table_row(table, 0);
        takt_table_text(table, lock->name);
        takt_table_number(table, (int64_t)(lock->bytes_for != NULL ? lock->bytes_for(2) : lock->bytes));
        takt_table_number(table, (int64_t)(lock->bytes_for != NULL ? lock->bytes_for(8) : lock->bytes));
        takt_table_number(table, (int64_t)lock->waiter_bytes);
    }
}

void bench_tables_make(void)
{
    for (unsigned i = 0; i < bench_point_count; i++) {
        const struct bench_point *point = &bench_points[i];

        for (unsigned kind = 0; kind < BENCH_LOCKS; kind++) {
            if (bench_lock_takes(bench_locks[kind], point->shape.threads))
                add_row(table_of(&point->shape), &point->shape, kind, &point->of[kind]);
        }
    }
    add_sizes();
}

void bench_tables_print(void)
{
    for (unsigned i = 0; i < bench_table_count; i++) {
        if (is_printed[i])
            takt_table_print(&bench_tables[i]);
    }
}
