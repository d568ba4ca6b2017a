/*
 * Scenarios: programs with expected events, the same sources on every board.
 *
 * A scenario is a function that the driver thread of core 0 runs, at SCENARIO_PRIORITY. It starts worker threads,
 * which leave marks; the order of the marks is what it expects. Order is made by priorities and by waiting, not by
 * time, so that a slow board sees the same order. Where a scenario is about time, bounds that only a board with
 * exact time can keep are asked for with EXPECT_BEFORE().
 *
 * Nothing prints while a scenario runs: printing takes time and locks. Failures are noted and printed after it.
 * After each scenario all workers must have ended, and the core's invariants are checked.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <takt/takt.h>

/** Priority of the driver; workers are HIGH (they run at once) or LOW (they run in scenario_let_run()). */
#define SCENARIO_PRIORITY 16
#define HIGHER            4
#define HIGH              8
#define LOW               20
#define LOWER             24

/** Workers that may be alive at once. */
#define SCENARIO_WORKERS 8

/** One scenario of a program. */
struct scenario {
    const char *name;
    void (*run)(void);
};

/** The program's scenarios: SCENARIOS(SCENARIO(first), SCENARIO(second)). */
#define SCENARIO(function)                                                                                   \
    {                                                                                                        \
#function, function                                                                                  \
    }
#define SCENARIOS(...)                                                                                       \
    const struct scenario scenario_list[] = {__VA_ARGS__};                                                   \
    const unsigned scenario_count = sizeof scenario_list / sizeof scenario_list[0]

extern const struct scenario scenario_list[];
extern const unsigned scenario_count;

/** Given by a program that tests what is allowed before start; called in takt_main() of core 0. */
void scenario_before_start(void);

/** Given by a program that uses more cores; called in takt_main() of each other core. */
void scenario_other_core(unsigned core);

/* Expectations: in any call class. */

#define EXPECT(condition) scenario_expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQ(got, expected)                                                                             \
    scenario_expect_equal((long long)(got), (long long)(expected), #got, __FILE__, __LINE__)
/** The marks since the last look, with spaces between. */
#define EXPECT_MARKS(expected) scenario_expect_marks((expected), __FILE__, __LINE__)
/** Not earlier than, and on a board with exact time not more than slack later. */
#define EXPECT_TIME(got, from, slack)                                                                        \
    do {                                                                                                     \
        EXPECT((got) >= (from));                                                                             \
        EXPECT(!scenario_exact_time() || (got) <= (from) + (slack));                                         \
    } while (0)

void scenario_expect(bool holds, const char *text, const char *file, int line);
void scenario_expect_equal(long long got, long long expected, const char *text, const char *file, int line);
void scenario_expect_marks(const char *expected, const char *file, int line);

/** A scenario that goes through many cases says how many they were. */
void scenario_cases(unsigned cases);

/** Leave a mark; the text is kept by reference. */
void mark(const char *text);

/** Whether this board's time moves only by what the program does. */
bool scenario_exact_time(void);
/** A span in which the driver surely gets to its next lines: elsewhere a busy machine may stop it for long. */
takt_time_t scenario_soon(void);
/** How often something is tried that a busy machine can spoil by stopping the program: once where time is exact. */
unsigned scenario_tries(void);
/** Compute until a span has passed. */
void scenario_spend(takt_time_t span);

/* Threads. */

/** A text, or what else is constant, as an argument in struct takt_thread_attr. */
#define ARG(constant) ((void *)(uintptr_t)(constant))

/** Create and start a worker; arg is handed on as it is. */
struct takt_thread *spawn(takt_prio_t priority, void (*entry)(void *), const void *arg);
/** Create a worker with a free slot's stack, do not start it. attr's stack is filled in. */
struct takt_thread *prepare(struct takt_thread_attr attr);
/** prepare(), start. */
struct takt_thread *spawn_with(struct takt_thread_attr attr);
/** Join all workers, so that their slots are free again. */
void scenario_join_all(void);
/** Let everything less urgent than the driver run until it waits or ends. */
void scenario_let_run(void);

/* Handlers. */

/** Run a function in an interrupt handler, now. Not in a handler. */
void in_handler(void (*function)(void *), const void *arg);
/** The same by an interrupt that is more urgent: from a thread, or nested in a handler of in_handler(). */
void in_urgent_handler(void (*function)(void *), const void *arg);

#endif
