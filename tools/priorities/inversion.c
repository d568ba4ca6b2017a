/* How long high waited for the lock: between its two marks; and how much of that middle, which has no part in it, ran. */
#include "parts.h"

#include <string.h>

#define COLUMNS 4u
#define ROWS    2u

static const struct takt_column columns[COLUMNS] = {
    {"lock", NULL, 0}, {"high waits", "us", 3}, {"middle runs meanwhile", "us", 3}, {"switches", "", 0}};
static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
struct takt_table priorities_inversion_table = {
    .name = "inversion",
    .title = "Priority inversion: low holds a lock that high wants, middle computes",
    .note =
        "A semaphore as a lock hands no priority on. low computes 300 us with the lock, middle 1000 us.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS};
struct takt_result_verdict priorities_inversion_verdict = {
    .name = "inversion",
    .title = "with inheritance: time that middle ran while high waited",
    .unit = "us",
    .relation = "<=",
    .decimals = 3,
    .basis = "the recording of the mutex"};

/** The walk: inside is between high's marks. */
struct walk {
    bool inside, middle;
    int64_t since, begun, waited, ran;
    unsigned switches;
};

static void step_switch(struct walk *walk, const struct tt_trace *trace, const struct tt_event *event)
{
    if (walk->inside && walk->middle)
        walk->ran += event->time - walk->since;
    walk->switches += walk->inside;
    walk->middle = strcmp(tt_name(trace, event->core, event->b), "middle") == 0;
    walk->since = event->time;
}

static void step(struct walk *walk, const struct tt_trace *trace, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_switch) {
        step_switch(walk, trace, event);
    } else if (event->event == TAKT_TRACE_EVENT_mark && event->a == PRIORITIES_MARK_WANTS) {
        walk->inside = true;
        walk->begun = event->time;
    } else if (event->event == TAKT_TRACE_EVENT_mark && event->a == PRIORITIES_MARK_GOT) {
        walk->inside = false;
        walk->waited = event->time - walk->begun;
    }
}

static int read_one(const char *name, const char *what, int64_t *ran)
{
    struct walk walk = {0};
    struct tt_trace trace;

    if (priorities_read(&trace, name) != 0)
        return -1;
    for (size_t i = 0; i < trace.count; i++)
        step(&walk, &trace, &trace.event[i]);
    tt_free(&trace);
    takt_table_row(&priorities_inversion_table, 0);
    takt_table_text(&priorities_inversion_table, what);
    takt_table_number(&priorities_inversion_table, walk.waited);
    takt_table_number(&priorities_inversion_table, walk.ran);
    takt_table_number(&priorities_inversion_table, walk.switches);
    *ran = walk.waited > 0 ? walk.ran : INT32_MAX;
    return 0;
}

int priorities_inversion(void)
{
    int64_t without;

    if (read_one("inversion-semaphore", "semaphore", &without) != 0)
        return -1;
    return read_one("inversion-mutex", "mutex, inherits", &priorities_inversion_verdict.value);
}
