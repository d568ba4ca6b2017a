/*
 * Who got how much, and how long each had to wait: per core, with the extremes of its tasks, and per task.
 * With many cores the printed table shows those that got least and most; the result has them all.
 */
#include "report.h"

#define CORES_PRINTED 4u
#define CORE_ROWS     (2 * CONTENTION_LOCKS * (1 + CONTENTION_CORES))
#define TASK_ROWS     (CONTENTION_LOCKS * (1 + CONTENTION_TASKS) * (1 + CONTENTION_CORES))

static const struct takt_column core_columns[] = {
    {"setup", NULL, 0},     {"lock", NULL, 0},       {"core", "", 0},        {"got", "", 0},
    {"least", "", 0},       {"most", "", 0},         {"med. best", "us", 3}, {"med. worst", "us", 3},
    {"99.9 best", "us", 3}, {"99.9 worst", "us", 3}, {"worst", "us", 3},
};

static const struct takt_column task_columns[] = {
    {"setup", NULL, 0}, {"lock", NULL, 0},   {"core", "", 0},    {"task", "", 0},
    {"got", "", 0},     {"requests", "", 0}, {"mean", "us", 4},  {"median", "us", 3},
    {"99 %", "us", 3},  {"99.9 %", "us", 3}, {"worst", "us", 3},
};

#define CORE_COLUMNS (sizeof(core_columns) / sizeof(core_columns[0]))
#define TASK_COLUMNS (sizeof(task_columns) / sizeof(task_columns[0]))

static struct takt_cell core_cells[CORE_ROWS * CORE_COLUMNS], task_cells[TASK_ROWS * TASK_COLUMNS];
static uint8_t core_rows[CORE_ROWS], task_rows[TASK_ROWS];

#define GOT                                                                                                  \
    "\ngot: acquisitions when the first core had made its share, over all repeats of the paper's shape. "    \
    "Times are the\n"                                                                                        \
    "long form's."

struct takt_table contention_core_table = {
    .name = "cores",
    .title = "4. The cores' shares, and the best and the worst of their tasks",
    .note = GOT " least, most, best, worst: of the core's tasks. tasks=1 prints every task.",
    .columns = core_columns,
    .column_count = CORE_COLUMNS,
    .cells = core_cells,
    .rows = core_rows,
    .row_max = CORE_ROWS,
};

struct takt_table contention_task_table = {
    .name = "tasks",
    .title = "5. Every task",
    .note = GOT,
    .columns = task_columns,
    .column_count = TASK_COLUMNS,
    .cells = task_cells,
    .rows = task_rows,
    .row_max = TASK_ROWS,
};

static int64_t core_got(const struct contention_share *tasks, unsigned count)
{
    int64_t got = 0;

    for (unsigned task = 0; task < count; task++)
        got += tasks[task].got;
    return got;
}

/* The least and the most of one figure of the tasks */
static void extremes(struct takt_table *table, const struct contention_share *tasks, unsigned count,
                     int64_t (*figure)(const struct contention_share *))
{
    int64_t low = figure(&tasks[0]), high = low;

    for (unsigned task = 1; task < count; task++) {
        int64_t value = figure(&tasks[task]);

        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    takt_table_number(table, low);
    takt_table_number(table, high);
}

static int64_t got_of(const struct contention_share *task)
{
    return task->got;
}

static int64_t median_of(const struct contention_share *task)
{
    return task->spread.median;
}

static int64_t p999_of(const struct contention_share *task)
{
    return task->spread.p999;
}

static int64_t worst_of_tasks(const struct contention_share *tasks, unsigned count)
{
    int64_t worst = 0;

    for (unsigned task = 0; task < count; task++)
        worst = tasks[task].spread.worst > worst ? tasks[task].spread.worst : worst;
    return worst;
}

static void core_row(const struct contention_setup *setup, unsigned kind, unsigned core, bool apart)
{
    const struct contention_share *tasks = setup->of[kind].share[core];
    struct takt_table *table = &contention_core_table;

    takt_table_row(table, apart ? TAKT_ROW_APART : 0);
    takt_table_text(table, setup->name);
    takt_table_text(table, contention_lock((enum contention_kind)kind)->name);
    takt_table_number(table, core);
    takt_table_number(table, core_got(tasks, setup->tasks));
    extremes(table, tasks, setup->tasks, got_of);
    extremes(table, tasks, setup->tasks, median_of);
    extremes(table, tasks, setup->tasks, p999_of);
    takt_table_number(table, worst_of_tasks(tasks, setup->tasks));
}

static void task_row(const struct contention_setup *setup, unsigned kind, unsigned core, unsigned task)
{
    const struct contention_share *share = &setup->of[kind].share[core][task];
    struct takt_table *table = &contention_task_table;

    takt_table_row(table, 0);
    takt_table_text(table, setup->name);
    takt_table_text(table, contention_lock((enum contention_kind)kind)->name);
    takt_table_number(table, core);
    takt_table_number(table, task);
    takt_table_number(table, share->got);
    takt_table_number(table, (int64_t)share->spread.count);
    takt_table_number(table, share->spread.mean);
    takt_table_number(table, share->spread.median);
    takt_table_number(table, share->spread.p99);
    takt_table_number(table, share->spread.p999);
    takt_table_number(table, share->spread.worst);
}

/* The core that got least (sign -1, the first of equal ones) or most (sign 1, the last). */
static unsigned extreme_core(const struct contention_setup *setup, unsigned kind, int sign)
{
    unsigned chosen = 0;

    for (unsigned core = 1; core < setup->cores; core++) {
        int64_t more = core_got(setup->of[kind].share[core], setup->tasks) -
                       core_got(setup->of[kind].share[chosen], setup->tasks);

        if (sign > 0 ? more >= 0 : more < 0)
            chosen = core;
    }
    return chosen;
}

static void lock_rows(const struct contention_setup *setup, unsigned kind, bool apart)
{
    if (setup->cores > CORES_PRINTED) {
        core_row(setup, kind, extreme_core(setup, kind, -1), apart);
        core_row(setup, kind, extreme_core(setup, kind, 1), false);
        return;
    }
    for (unsigned core = 0; core < setup->cores; core++)
        core_row(setup, kind, core, apart && core == 0);
}

void contention_fill_cores(void)
{
    for (unsigned i = 0; i < contention_setup_count; i++) {
        bool apart = i > 0;

        for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
            if (!contention_setups[i].of[kind].measured)
                continue;
            lock_rows(&contention_setups[i], kind, apart);
            apart = false;
        }
    }
}

void contention_fill_tasks(void)
{
    for (unsigned i = 0; i < contention_setup_count; i++) {
        const struct contention_setup *setup = &contention_setups[i];

        for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++)
            for (unsigned core = 0; setup->of[kind].measured && core < setup->cores; core++)
                for (unsigned task = 0; task < setup->tasks; task++)
                    task_row(setup, kind, core, task);
    }
}
