/* Scenarios for faults; see kill.h. */
#include "kill.h"

#include "robust.h"
#include "world.h"

/** Small enough that a survivor costs seconds, and together they come by every operation. */
static const struct world worlds[] = {
    {"a lock being made", {"iw", "w"}, WORLD_CONTRACT, 0},
    {"a lock being made, looked at", {"i", "o"}, WORLD_CONTRACT, 0},
    {"one with a deadline", {"t", "ww"}, WORLD_ENGINE, 0},
    {"two requests each", {"ww", "ww"}, WORLD_ENGINE, 0},
    {"a holder that keeps it, two with deadlines", {"k", "t", "t"}, WORLD_ENGINE, 0},
    {"tries", {"yw", "yy"}, WORLD_ENGINE, 0},
    {"a holder, two with deadlines", {"h", "t", "t"}, WORLD_ENGINE, 0},
    {"an abandoned request, then a try", {"tyw", "ww"}, WORLD_ENGINE, 0},
    {"a holder, one asks again", {"h", "tw", "w"}, WORLD_ENGINE, 0},
    {"a holder, one is passed over and tries", {"h", "ty", "w"}, WORLD_ENGINE, 0},
    {"three", {"w", "w", "w"}, WORLD_ENGINE, 0},
};

/** The same for the other engines, and for locks whose waiters sleep. */
static const struct robust robusts[] = {
    {"announce, two", {.engine = LLQ_ANNOUNCE}, {"w", "ww"}, 0, 0, 0},
    {"announce, tries", {.engine = LLQ_ANNOUNCE}, {"yw", "qw"}, 0, 0, 0},
    {"announce, deadlines", {.engine = LLQ_ANNOUNCE}, {"tw", "t"}, 0, 0, 0},
    {"announce, a death", {.engine = LLQ_ANNOUNCE, .robust = true}, {"w", "wy"}, 1, 1, 0},
    {"announce, no repair", {.engine = LLQ_ANNOUNCE, .robust = true}, {"d", "dw"}, 1, 0, 0},
    {"announce, K = 1", {.engine = LLQ_ANNOUNCE, .overtakings = 1}, {"2w", "1w", "0ww"}, 0, 0, 2},
    {"announce, sleep", {.engine = LLQ_ANNOUNCE, .block = true}, {"ww", "w"}, 0, 0, 0},
    {"bakery, two", {.engine = LLQ_BAKERY}, {"ww", "ww"}, 0, 0, 0},
    {"bakery, deadlines", {.engine = LLQ_BAKERY}, {"tw", "y"}, 0, 0, 0},
    {"linked, sleep", {.block = true}, {"tw", "w"}, 0, 0, 0},
    {"announce, three", {.engine = LLQ_ANNOUNCE}, {"w", "w", "w"}, 0, 0, 3},
};

_Static_assert(sizeof(worlds) / sizeof(worlds[0]) == KILL_LINKED, "all of them");
_Static_assert(sizeof(robusts) / sizeof(robusts[0]) == KILL_ALL - KILL_LINKED && KILL_ALL <= 32,
               "a bit each");

const char *kill_scenario(unsigned number, void (*mutate)(struct explore_op *), struct explore *scenario)
{
    if (number < KILL_LINKED)
        *scenario = world_scenario(&worlds[number], mutate);
    else
        *scenario = robust_scenario(&robusts[number - KILL_LINKED], mutate);
    return scenario->name;
}

const char *kill_fault(void (*mutate)(struct explore_op *), uint32_t scenarios, const char **where)
{
    for (unsigned i = 0; i < KILL_ALL; i++) {
        struct explore scenario;
        struct explore_result result;

        if ((scenarios >> i & 1) == 0)
            continue;
        *where = kill_scenario(i, mutate, &scenario);
        result = explore(&scenario);
        if (result.failure != NULL)
            return result.failure;
    }
    return NULL;
}
