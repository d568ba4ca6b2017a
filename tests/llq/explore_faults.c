/*
 * Faults of other locks between cores, as their users reported them, each tried here on this one. Those in which somebody
 * dies or is taken for dead are explored: before each operation, under C11's memory model. More of them, that need
 * threads and interrupts, stand in tests/faults.
 */
#include "explore/robust.h"
#include "llq_test.h"

#include <string.h>

static LLQ_MEMORY(words, 2);
static struct llq *const lock = (struct llq *)words;
static struct llq_context context[2];

static void make(const struct llq_attr *attr)
{
    LLQ_REQUIRE(llq_init(lock, 2, attr) == 0, "init fails");
    for (unsigned i = 0; i < 2; i++)
        LLQ_REQUIRE(llq_context_init(&context[i], i, 2, 0) == 0, "context fails");
}

static const struct llq_attr attrs[] = {
    {.engine = LLQ_LINKED},
    {.engine = LLQ_ANNOUNCE, .robust = true},
    {.engine = LLQ_BAKERY},
};

#define ATTRS (sizeof(attrs) / sizeof(attrs[0]))

static struct explore_result explore_it(const struct robust *robust, bool silent, bool hasty)
{
    struct explore scenario = robust_scenario(robust, NULL);
    struct explore_result result;

    scenario.silent = silent;
    scenario.hasty = hasty;
    result = explore(&scenario);
    printf("    %s: %zu executions: %s\n", scenario.name, result.complete,
           result.failure != NULL ? result.failure : "holds");
    return result;
}

static void require_to_hold(const struct robust *robust, bool silent)
{
    struct explore_result result = explore_it(robust, silent, false);

    LLQ_REQUIRE(result.failure == NULL && result.complete > 0, "it does not hold (above)");
}

/* https://github.com/raspberrypi/pico-sdk/pull/2645: a write to another register released locks */
static void a_held_lock_is_freed_by_a_stray_write(void)
{
    struct llq_token token;

    for (size_t i = 0; i < 2; i++) {
        make(&attrs[i]);
        LLQ_REQUIRE(llq_acquire(lock, &context[0], LLQ_FOREVER, &token) == 0, "acquire fails");
        TAKT_STORE(&lock->tail, 0, relaxed); /* relaxed: nobody else is there */
        LLQ_REQUIRE(llq_release(lock, &context[0], &token) == -EBADMSG, "the stray write is not noticed");
    }
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/86494: reading whether it is locked locked it */
static void looking_at_a_lock_takes_it(void)
{
    for (size_t i = 0; i < ATTRS; i++) {
        struct takt_word before[LLQ_WORDS(2)];

        make(&attrs[i]);
        memcpy(before, words, sizeof(words));
        for (int look = 0; look < 1000; look++)
            LLQ_REQUIRE(llq_owner(lock, &context[look % 2]) == -ENOENT, "an owner where nobody is");
        LLQ_REQUIRE(memcmp(before, words, sizeof(words)) == 0, "a look changes the lock");
    }
}

/* https://github.com/zephyrproject-rtos/zephyr/pull/101496: a try that failed left something behind */
static void failed_tries_leave_something_held(void)
{
    struct llq_token token, other;

    for (size_t i = 0; i < ATTRS; i++) {
        struct llq_context before;

        make(&attrs[i]);
        before = context[1];
        LLQ_REQUIRE(llq_acquire(lock, &context[0], LLQ_FOREVER, &token) == 0, "acquire fails");
        for (int times = 0; times < 1000; times++)
            LLQ_REQUIRE(llq_try(lock, &context[1], &other) == -EAGAIN, "a try gets a lock that is held");
        LLQ_REQUIRE(context[1].depth == before.depth && context[1].waits == before.waits,
                    "a try leaves a record");
        LLQ_REQUIRE(llq_release(lock, &context[0], &token) == 0, "release fails");
        LLQ_REQUIRE(llq_try(lock, &context[1], &other) == 0, "the lock is not free");
        LLQ_REQUIRE(llq_release(lock, &context[1], &other) == 0, "release fails");
    }
}

/* https://github.com/embassy-rs/embassy/pull/3851: the lock was freed while the other core still ran */
static void recovery_before_the_owner_is_stopped(void)
{
    static const struct robust suspected = {
        "an owner that lives is suspected", {.engine = LLQ_ANNOUNCE, .robust = true}, {"ww", "w"}, 0, 0, 0};
    struct explore_result result;

    require_to_hold(&suspected, true);
    result = explore_it(&suspected, true, true);
    LLQ_REQUIRE(result.failure != NULL, "a fence that stops nobody is not noticed, so nothing was tried");
}

/* https://github.com/Project-HAMi/HAMi-core/pull/260: killed between two stores of the release, it stayed locked */
static void a_death_inside_the_release(void)
{
    static const struct robust killed = {
        "a death before every operation", {.engine = LLQ_ANNOUNCE, .robust = true}, {"w", "w"}, 1, 0, 0};

    require_to_hold(&killed, false);
}

/* https://github.com/eclipse-iceoryx/iceoryx/issues/2193: an owner's death ended the process that asked next */
static void a_death_ends_the_next_one(void)
{
    static const struct robust repaired = {
        "the next is told and goes on", {.engine = LLQ_ANNOUNCE, .robust = true}, {"w", "ww"}, 1, 0, 0};
    static const struct robust not_repaired = {
        "without repair all are told", {.engine = LLQ_ANNOUNCE, .robust = true}, {"w", "dw"}, 1, 0, 0};

    require_to_hold(&repaired, false);
    require_to_hold(&not_repaired, false);
}

static const struct {
    const char *name;
    void (*run)(void);
} faults[] = {
    {"a held lock is freed by a stray write", a_held_lock_is_freed_by_a_stray_write},
    {"looking at a lock takes it", looking_at_a_lock_takes_it},
    {"failed tries leave something held", failed_tries_leave_something_held},
    {"recovery before the owner is stopped", recovery_before_the_owner_is_stopped},
    {"a death inside the release", a_death_inside_the_release},
    {"a death ends the next one", a_death_ends_the_next_one},
};

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        printf("%s\n", faults[i].name);
        faults[i].run();
    }
    printf("amount: %zu faults\n", sizeof(faults) / sizeof(faults[0]));
    return EXIT_SUCCESS;
}
