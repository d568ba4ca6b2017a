/*
 * The analysis of takt-blocking: a table worked out by hand; what must hold for every table (more of anything
 * that costs time never makes a response shorter; no wait beyond the plain bound); and a simulation of the
 * rules, in which no job may take longer than the analysis says.
 */
#include "simulate.h"

#include <stdlib.h>
#include <string.h>

#define SEED   20261130u
#define TABLES 3000u
#define RUNS   6u /* of a table */
#define TICKS  600u

static unsigned long checks;

#define REQUIRE(condition, ...)                                                                              \
    do {                                                                                                     \
        checks++;                                                                                            \
        if (!(condition)) {                                                                                  \
            printf("%s:%d: ", __FILE__, __LINE__);                                                           \
            printf(__VA_ARGS__);                                                                             \
            printf("\n");                                                                                    \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

/*
 * By hand (units, h of bus 2, of log 10; K of log 1):
 *   S(bus): core 0: (8 + 2) + 2 = 12; core 1: (10 + 2) + 2 = 14.
 *   hold(log): core 0: 20 + (12 + 10) = 42; core 1: 30 + (14 + 8) = 52.
 *   W(log): core 0: (52 + 10)(1 + K) + 10 = 134; core 1: (42 + 10)(1 + K) + 10 = 114.
 *   motor: C' = 20 + 2 * 12 = 44; B = (12 + 10) + 20 = 42; R = 86.
 *   report: C' = 60 + 12 + 134 = 206; R = 206 + ceil(R / 100) * 44 = 382.
 *   sensor: C' = 50 + 14 = 64; B = 30; R = 94.
 *   store: C' = 100 + 114 = 214; R = 214 + ceil(R / 200) * 64 = 342.
 */
static const struct {
    const char *name;
    int64_t spin, sleep, blocking, response;
} by_hand[] = {
    {"motor", 24, 0, 42, 86},
    {"report", 12, 134, 0, 382},
    {"sensor", 14, 0, 30, 94},
    {"store", 0, 114, 0, 342},
};

static void test_example(const char *path)
{
    static struct blocking_set set;
    FILE *table = fopen(path, "r");

    REQUIRE(table != NULL && blocking_read(&set, table, path, stdout), "the example cannot be read");
    fclose(table);
    REQUIRE(blocking_analyse(&set), "a deadline of the example is missed");
    REQUIRE(set.task_count == 4, "the example has other tasks");
    for (unsigned t = 0; t < 4; t++) {
        const struct blocking_task *task = &set.task[t];

        REQUIRE(strcmp(task->name, by_hand[t].name) == 0 && task->spin == 1000 * by_hand[t].spin &&
                    task->sleep == 1000 * by_hand[t].sleep && task->blocking == 1000 * by_hand[t].blocking &&
                    task->response == 1000 * by_hand[t].response,
                "%s is not as worked out by hand", task->name);
    }
    REQUIRE(blocking_lock_bound(&set, 0) == 12000 && blocking_lock_bound(&set, 1) == 80000, "bounds differ");
}

/* Few locks, many requests, little else: what the locks cost decides. */
static void make_task(struct blocking_set *set, unsigned core)
{
    struct blocking_task *task = &set->task[set->task_count];
    int64_t inside = 0;

    snprintf(task->name, sizeof(task->name), "t%u", set->task_count++);
    task->core = core;
    task->priority = simulate_random(6);
    task->period = 1000 * (20 + simulate_random(simulate_random(2) == 0 ? 40 : 300));
    task->deadline = task->period - 1000 * simulate_random(10);
    for (unsigned q = 0; q < set->lock_count; q++) {
        if (simulate_random(2) == 0)
            continue;
        task->use[q] = (struct blocking_use){1 + simulate_random(3), 1000 * (1 + simulate_random(3))};
        inside += task->use[q].requests * task->use[q].section;
    }
    task->wcet = inside + 1000 * (1 + simulate_random(4));
}

static void make_table(struct blocking_set *set)
{
    unsigned cores = 1 + simulate_random(4), tasks = cores + simulate_random(cores + 3);

    memset(set, 0, sizeof(*set));
    set->lock_count = 1 + simulate_random(3);
    for (unsigned q = 0; q < set->lock_count; q++)
        set->lock[q] = (struct blocking_lock){.blocks = simulate_random(3) != 0,
                                              .cap = simulate_random(2) * simulate_random(4),
                                              .handover = 1000 * simulate_random(3)};
    for (unsigned t = 0; t < tasks; t++)
        make_task(set, t % cores);
}

/* One random number of the table grows by a random amount; the name says which. */
static const char *worsen(struct blocking_set *set)
{
    struct blocking_task *task = &set->task[simulate_random(set->task_count)];
    unsigned q = simulate_random(set->lock_count);
    int64_t more = 1 + simulate_random(3000);

    switch (simulate_random(7)) {
    case 0:
        task->wcet += more;
        return "wcet";
    case 1:
        task->period -= task->period / 4;
        task->deadline = task->deadline < task->period ? task->deadline : task->period;
        return "period";
    case 2:
        task->use[q].requests++;
        task->use[q].section = task->use[q].section > 0 ? task->use[q].section : 1;
        return "requests";
    case 3:
        task->use[q].section += task->use[q].requests > 0 ? more : 0;
        return "section";
    case 4:
        set->lock[q].cap++;
        return "K";
    case 5:
        set->lock[q].handover += more;
        return "h";
    default:
        task->deadline -= task->deadline / 8;
        return "deadline";
    }
}

static void test_monotone(struct blocking_set *set)
{
    static struct blocking_set worse;
    const char *what;

    worse = *set;
    what = worsen(&worse);
    blocking_analyse(&worse);
    for (unsigned t = 0; t < set->task_count; t++) {
        const struct blocking_task *was = &set->task[t], *is = &worse.task[t];

        REQUIRE(is->response >= was->response && is->blocking >= was->blocking && is->spin >= was->spin &&
                    is->sleep >= was->sleep && (was->holds || !is->holds),
                "more %s makes task %s faster", what, was->name);
    }
}

/* What a task spins is within the plain bound of each request and its own hand-over. */
static void test_bounds(const struct blocking_set *set)
{
    for (unsigned t = 0; t < set->task_count; t++) {
        int64_t most = 0;

        for (unsigned q = 0; q < set->lock_count; q++)
            most += set->lock[q].blocks ? 0
                                        : set->task[t].use[q].requests *
                                              (blocking_lock_bound(set, q) + set->lock[q].handover);
        REQUIRE(set->task[t].spin <= most, "%s spins longer than the bounds allow", set->task[t].name);
    }
}

struct met {
    unsigned long jobs, tables, tasks, exact;
};

static void test_simulated(const struct blocking_set *set, struct met *met)
{
    int64_t worst[BLOCKING_TASKS], longest[BLOCKING_TASKS] = {0};

    met->tables++;
    for (unsigned run = 0; run < RUNS; run++) {
        met->jobs += simulate(set, TICKS, worst);
        for (unsigned t = 0; t < set->task_count; t++)
            longest[t] = worst[t] > longest[t] ? worst[t] : longest[t];
    }
    for (unsigned t = 0; t < set->task_count; t++) {
        REQUIRE(1000 * longest[t] <= set->task[t].response,
                "table %lu: a job of %s took %lld, the bound is %lld", met->tables, set->task[t].name,
                (long long)longest[t], (long long)set->task[t].response / 1000);
        met->tasks++;
        met->exact += 1000 * longest[t] == set->task[t].response;
    }
}

int main(int argc, char **argv)
{
    static struct blocking_set set;
    struct met met = {0};

    REQUIRE(argc == 2, "usage: blocking-analysis EXAMPLE.csv");
    test_example(argv[1]);
    simulate_seed(SEED);
    for (unsigned i = 0; i < TABLES; i++) {
        bool all;

        make_table(&set);
        all = blocking_analyse(&set);
        test_monotone(&set);
        test_bounds(&set);
        if (all)
            test_simulated(&set, &met);
    }
    REQUIRE(met.tables > TABLES / 10 && met.exact > 0, "too few tables could be simulated");
    printf("seed %u: %lu checks; simulated %lu tables, %lu jobs; %lu of %lu tasks reached their bound\n",
           SEED, checks, met.tables, met.jobs, met.exact, met.tasks);
    printf("amount: %u tables\n", TABLES);
    return 0;
}
