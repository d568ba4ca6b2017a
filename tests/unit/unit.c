/* The seed of a unit test: printed, so that a failure can be repeated by giving it as the only argument. */
#include "unit.h"

uint64_t unit_random_state = 1;

void unit_seed(int argc, char **argv, unsigned long operations)
{
    unsigned long seed = 1;

    if (argc > 1) {
        char *end;

        seed = strtoul(argv[1], &end, 10);
        if (*argv[1] == '\0' || *end != '\0' || seed == 0) {
            (void)fprintf(stderr, "%s: the seed must be a number from 1, not '%s'\n", argv[0], argv[1]);
            exit(2);
        }
    }
    unit_random_state = seed;
    (void)printf("seed: %lu\namount: %lu operations\n", seed, operations);
}
