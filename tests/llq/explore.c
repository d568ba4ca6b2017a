/*
 * The linked engine and the contract over it in all executions of short scenarios, and in larger ones with a bound.
 * What is held against it stands in explore/world.h; that the exploration finds faults, in explore_mutants.c.
 */
#include "explore/world.h"
#include "llq_test.h"

static const struct world worlds[] = {
    {"two contexts, two requests each", {"ww", "ww"}, WORLD_ENGINE, 0},
    {"two contexts, two requests each, the contract's calls", {"ww", "ww"}, WORLD_CONTRACT, 0},
    {"two contexts, one with a deadline", {"t", "ww"}, WORLD_ENGINE, 0},
    {"two contexts with deadlines, that ask again", {"tt", "tt"}, WORLD_ENGINE, 0},
    {"two contexts, abandoned and taken up", {"ttw", "ww"}, WORLD_ENGINE, 0},
    {"two contexts that try", {"yw", "yy"}, WORLD_ENGINE, 0},
    {"an abandoned request, then a try", {"tyw", "ww"}, WORLD_ENGINE, 0},
    {"three contexts", {"w", "w", "w"}, WORLD_ENGINE, 0},
    {"three contexts with deadlines", {"t", "t", "t"}, WORLD_ENGINE, 0},
    {"a holder, two with deadlines", {"h", "t", "t"}, WORLD_ENGINE, 0},
    {"a holder, one abandons and asks again, one waits", {"h", "tw", "w"}, WORLD_ENGINE, 0},
    {"three, two requests each, 2 deviations", {"tw", "ww", "ww"}, WORLD_ENGINE, 2},
    {"four, 3 deviations", {"w", "t", "w", "w"}, WORLD_ENGINE, 3},
    {"a holder, two that leave and ask again", {"h", "tt", "t"}, WORLD_ENGINE, 0},
};

int main(void)
{
    bool good = true;

    setvbuf(stdout, NULL, _IOLBF, 0);
    llq_test_seconds();
    for (size_t i = 0; i < sizeof(worlds) / sizeof(worlds[0]); i++) {
        double began = llq_test_seconds();
        struct explore scenario = world_scenario(&worlds[i], NULL);
        struct explore_result result = explore(&scenario);

        printf("%s: %zu executions, %zu states, %.1f s: %s\n", scenario.name, result.complete, result.states,
               llq_test_seconds() - began, result.failure != NULL ? result.failure : "holds");
        good &= result.failure == NULL && result.complete > 0;
        if (result.failure != NULL)
            (void)explore_shrink(&scenario);
    }
    printf("%zu states, %.2f s\namount: %zu executions\n", explore_states(), llq_test_seconds(),
           explore_executions());
    LLQ_REQUIRE(good, "a scenario did not hold (above)");
    return EXIT_SUCCESS;
}
