/* The driver, and what scenarios use. See scenario.h. */
#include "scenario.h"

#include <stdatomic.h>
#include <string.h>

#define LEAST_URGENT (CONFIG_TAKT_LEVELS - 1)

#define MARKS    64
#define FAILURES 8
#define TEXT     160

/* lines that no port uses itself; the second one nests in the first */
#define LINE        1u
#define LINE_URGENT 2u

/** An expectation that did not hold; printed after the scenario. */
struct failure {
    const char *file, *text;
    int line;
    bool values, is_marks;
    long long got, expected;
    char marks[TEXT];
};

static struct failure failures[FAILURES];
static atomic_uint failed; /* also counts what has no place in the array */

static unsigned cases;

static const char *marks[MARKS];
static atomic_uint marked;

static struct takt_thread threads[SCENARIO_WORKERS];
static bool used[SCENARIO_WORKERS];
static void *stacks[SCENARIO_WORKERS][TAKT_STACK_MIN / sizeof(void *)];

static struct takt_thread driver;
static void *driver_stack[TAKT_STACK_MIN / sizeof(void *)];

static struct failure *failure_new(const char *text, const char *file, int line)
{
    /* relaxed: only threads and handlers of one core are here */
    unsigned number = atomic_fetch_add_explicit(&failed, 1, memory_order_relaxed);
    struct failure *failure = &failures[number < FAILURES ? number : FAILURES - 1];

    *failure = (struct failure){.file = file, .text = text, .line = line};
    return failure;
}

void scenario_expect(bool holds, const char *text, const char *file, int line)
{
    if (!holds)
        (void)failure_new(text, file, line);
}

void scenario_expect_equal(long long got, long long expected, const char *text, const char *file, int line)
{
    struct failure *failure;

    if (got == expected)
        return;
    failure = failure_new(text, file, line);
    failure->values = true;
    failure->got = got;
    failure->expected = expected;
}

void scenario_cases(unsigned more)
{
    EXPECT(more != 0);
    cases += more;
}

void mark(const char *text)
{
    unsigned number = atomic_fetch_add_explicit(&marked, 1, memory_order_relaxed);

    if (number < MARKS)
        marks[number] = text;
}

static void marks_join(char *text)
{
    unsigned count = atomic_exchange_explicit(&marked, 0, memory_order_relaxed);
    size_t length = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < count && i < MARKS; i++) {
        size_t more = strlen(marks[i]);

        if (length + more + 2 > TEXT)
            return;
        if (length != 0)
            text[length++] = ' ';
        memcpy(text + length, marks[i], more + 1);
        length += more;
    }
}

void scenario_expect_marks(const char *expected, const char *file, int line)
{
    struct failure *failure;
    char got[TEXT];

    marks_join(got);
    if (strcmp(got, expected) == 0)
        return;
    failure = failure_new(expected, file, line);
    failure->is_marks = true;
    memcpy(failure->marks, got, sizeof got);
}

bool scenario_exact_time(void)
{
    return strcmp(TAKT_BOARD, "sim") == 0;
}

takt_time_t scenario_soon(void)
{
    return scenario_exact_time() ? TAKT_MS(2) : TAKT_MS(200);
}

unsigned scenario_tries(void)
{
    return scenario_exact_time() ? 1 : 8;
}

void scenario_spend(takt_time_t span)
{
    takt_time_t until = takt_now() + span;

    while (takt_now() < until)
        takt_work(TAKT_US(10));
}

struct takt_thread *prepare(struct takt_thread_attr attr)
{
    unsigned slot = 0;

    while (slot < SCENARIO_WORKERS && used[slot])
        slot++;
    TAKT_ASSERT(slot < SCENARIO_WORKERS);
    used[slot] = true;
    attr.stack = stacks[slot];
    attr.stack_size = sizeof stacks[slot];
    EXPECT_EQ(takt_thread_create(&threads[slot], &attr), 0);
    return &threads[slot];
}

struct takt_thread *spawn_with(struct takt_thread_attr attr)
{
    struct takt_thread *thread = prepare(attr);

    EXPECT_EQ(takt_thread_start(thread), 0);
    return thread;
}

struct takt_thread *spawn(takt_prio_t priority, void (*entry)(void *), const void *arg)
{
    return spawn_with((struct takt_thread_attr){.priority = priority, .entry = entry, .arg = ARG(arg)});
}

void scenario_join_all(void)
{
    for (unsigned slot = 0; slot < SCENARIO_WORKERS; slot++) {
        if (used[slot] && takt_thread_join(&threads[slot], NULL, TAKT_S(5)) == 0)
            used[slot] = false;
    }
}

void scenario_let_run(void)
{
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LEAST_URGENT), 0);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), SCENARIO_PRIORITY), 0);
}

/** What an interrupt line has to run. */
struct job {
    void (*function)(void *);
    void *arg;
    volatile bool done;
};

static struct job jobs[LINE_URGENT + 1];

static void run_job(void *arg)
{
    struct job *job = arg;

    EXPECT(takt_in_handler());
    if (job->function != NULL)
        job->function(job->arg);
    job->done = true;
}

static void raise(unsigned line, void (*function)(void *), const void *arg)
{
    struct job *job = &jobs[line];

    *job = (struct job){.function = function, .arg = ARG(arg)};
    EXPECT_EQ(takt_irq_pend(line), 0);
    while (!job->done) {
    }
    job->function = NULL;
}

void in_handler(void (*function)(void *), const void *arg)
{
    raise(LINE, function, arg);
}

void in_urgent_handler(void (*function)(void *), const void *arg)
{
    raise(LINE_URGENT, function, arg);
}

static void print_failure(const struct failure *failure)
{
    if (failure->values)
        takt_printf("  %s:%d: %s is %lld, expected %lld\n", failure->file, failure->line, failure->text,
                    failure->got, failure->expected);
    else if (failure->is_marks)
        takt_printf("  %s:%d: marks are \"%s\", expected \"%s\"\n", failure->file, failure->line,
                    failure->marks, failure->text);
    else
        takt_printf("  %s:%d: not so: %s\n", failure->file, failure->line, failure->text);
}

/* Whether nothing failed since the last call. */
static bool report(const char *name)
{
    unsigned count = atomic_exchange_explicit(&failed, 0, memory_order_relaxed);

    takt_printf("%-4s %s\n", count == 0 ? "ok" : "FAIL", name);
    for (unsigned i = 0; i < count && i < FAILURES; i++)
        print_failure(&failures[i]);
    return count == 0;
}

static bool all_joined(void)
{
    for (unsigned slot = 0; slot < SCENARIO_WORKERS; slot++) {
        if (used[slot])
            return false;
    }
    return true;
}

static bool run(const struct scenario *scenario)
{
    atomic_store_explicit(&marked, 0, memory_order_relaxed);
    scenario->run();
    scenario_join_all();
    EXPECT(all_joined());
    EXPECT_EQ(takt_thread_priority(takt_self()), SCENARIO_PRIORITY);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), SCENARIO_PRIORITY);
    EXPECT_EQ(takt_core_check(), 0);
    return report(scenario->name);
}

static void drive(void *arg)
{
    const char *only = takt_argument("only", NULL);
    unsigned passed = 0, ran = 0;

    (void)arg;
    /* other cores attach and test their memory with this one, which takes its time */
    if (takt_core_count() > 1)
        takt_work(TAKT_MS(2));
    for (unsigned i = 0; i < scenario_count && all_joined(); i++) {
        if (only != NULL && strcmp(only, scenario_list[i].name) != 0)
            continue;
        ran++;
        passed += run(&scenario_list[i]);
    }
    if (!all_joined())
        takt_printf("a worker did not end; the scenarios after this one did not run\n");
    takt_printf("amount: %u cases\n%u passed, %u failed\n", ran + cases, passed, ran - passed);
    takt_exit(ran == 0 || passed != ran || !all_joined());
}

__attribute__((weak)) void scenario_before_start(void)
{
}

__attribute__((weak)) void scenario_other_core(unsigned core)
{
    (void)core;
}

static void attach(unsigned line, unsigned priority)
{
    EXPECT_EQ(takt_irq_attach(line, priority, run_job, &jobs[line]), 0);
    EXPECT_EQ(takt_irq_enable(line), 0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {.name = "driver",
                                          .entry = drive,
                                          .stack = driver_stack,
                                          .stack_size = sizeof driver_stack,
                                          .priority = SCENARIO_PRIORITY};

    if (core != 0) {
        scenario_other_core(core);
        return;
    }
    attach(LINE, 6);
    attach(LINE_URGENT, 1);
    scenario_before_start();
    EXPECT_EQ(takt_thread_create(&driver, &attr), 0);
    EXPECT_EQ(takt_thread_start(&driver), 0);
}
