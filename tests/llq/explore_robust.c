/*
 * The announce engine and its fall-back in all executions of short scenarios, deaths before every operation among them,
 * and in larger ones with a bound (argument: larger). What is held against them stands in explore/robust.h.
 */
#include "explore/robust.h"
#include "llq_test.h"

#include <string.h>

#define ANNOUNCE(...)                                                                                        \
    {                                                                                                        \
        .engine = LLQ_ANNOUNCE, __VA_ARGS__                                                                  \
    }

static const struct robust small[] = {
    {"two, two requests each", ANNOUNCE(.rank = 0), {"ww", "ww"}, 0, 0, 0},
    {"two with deadlines, two requests each", ANNOUNCE(.rank = 0), {"tt", "tt"}, 0, 0, 0},
    {"two that try and look", ANNOUNCE(.rank = 0), {"yw", "qw"}, 0, 0, 0},
    {"three", ANNOUNCE(.rank = 0), {"w", "w", "w"}, 0, 0, 0},
    {"two priorities, K = 1", ANNOUNCE(.overtakings = 1), {"1ww", "0ww"}, 0, 0, 0},
    {"two, a death", ANNOUNCE(.robust = true), {"ww", "ww"}, 1, 0, 0},
    {"two, a death, no repair", ANNOUNCE(.robust = true), {"dw", "dw"}, 1, 0, 0},
    {"two with deadlines, a death and a new life", ANNOUNCE(.robust = true), {"t", "t"}, 1, 1, 0},
    {"three, two requests each, two lives, 2 deviations",
     ANNOUNCE(.robust = true),
     {"tw", "tw", "ww"},
     1,
     1,
     2},
    {"two that sleep", ANNOUNCE(.block = true), {"w", "w"}, 0, 0, 0},
    {"two that sleep, a death", ANNOUNCE(.block = true, .robust = true), {"w", "w"}, 1, 0, 0},
    {"bakery, two", {.engine = LLQ_BAKERY}, {"ww", "ww"}, 0, 0, 0},
    {"bakery, with deadlines", {.engine = LLQ_BAKERY}, {"tw", "ty"}, 0, 0, 0},
    {"linked, two that sleep", {.block = true}, {"w", "w"}, 0, 0, 0},
    {"linked, two that sleep, with deadlines", {.block = true}, {"tw", "tw"}, 0, 0, 0},
    {"linked, requests in parts", {.block = true}, {"qw", "qw"}, 0, 0, 0},
};

static const struct robust larger[] = {
    {"three with deadlines", ANNOUNCE(.rank = 0), {"t", "t", "t"}, 0, 0, 0},
    {"three priorities, K = 1", ANNOUNCE(.overtakings = 1), {"2w", "1w", "0w"}, 0, 0, 0},
    {"two with deadlines, a death", ANNOUNCE(.robust = true), {"tt", "tt"}, 1, 0, 0},
    {"two, two deaths", ANNOUNCE(.robust = true), {"ww", "ww"}, 2, 0, 0},
    {"two, a death and a new life", ANNOUNCE(.robust = true), {"w", "ww"}, 1, 1, 0},
    {"three, a death", ANNOUNCE(.robust = true), {"w", "w", "w"}, 1, 0, 0},
    {"four, 2 deviations", ANNOUNCE(.overtakings = 1, .robust = true), {"3w", "2w", "1t", "0w"}, 1, 1, 2},
    {"two that sleep, with deadlines", ANNOUNCE(.block = true), {"tw", "tw"}, 0, 0, 0},
    {"three that sleep, 3 deviations", ANNOUNCE(.block = true), {"w", "w", "w"}, 0, 0, 3},
    {"bakery, three, 3 deviations", {.engine = LLQ_BAKERY}, {"w", "w", "w"}, 0, 0, 3},
    {"linked, three that sleep, 2 deviations", {.block = true}, {"tw", "tw", "w"}, 0, 0, 2},
};

static bool explore_one(const struct robust *robust)
{
    double began = llq_test_seconds();
    struct explore scenario = robust_scenario(robust, NULL);
    struct explore_result result = explore(&scenario);

    printf("%s: %zu executions, %zu states, %.1f s: %s\n", scenario.name, result.complete, result.states,
           llq_test_seconds() - began, result.failure != NULL ? result.failure : "holds");
    if (result.failure != NULL)
        (void)explore_shrink(&scenario);
    return result.failure == NULL && result.complete > 0;
}

int main(int count, char **arguments)
{
    bool all_larger = count > 1 && strcmp(arguments[1], "larger") == 0;
    const struct robust *list = all_larger ? larger : small;
    size_t length = all_larger ? sizeof(larger) / sizeof(larger[0]) : sizeof(small) / sizeof(small[0]);
    bool good = true;

    setvbuf(stdout, NULL, _IOLBF, 0);
    llq_test_seconds();
    for (size_t i = 0; i < length; i++)
        good &= explore_one(&list[i]);
    printf("%zu states, %.2f s\namount: %zu executions\n", explore_states(), llq_test_seconds(),
           explore_executions());
    LLQ_REQUIRE(good, "a scenario did not hold (above)");
    return EXIT_SUCCESS;
}
