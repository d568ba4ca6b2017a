/* A few lines instead of a framework: a check that fails says where and with what, and the program's status
 * is 1. */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern unsigned long checks_made, checks_failed;

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)

static inline bool check_that(bool holds, const char *what, const char *file, int line)
{
    checks_made++;
    if (!holds) {
        checks_failed++;
        (void)printf("%s:%d: does not hold: %s\n", file, line, what);
    }
    return holds;
}

/** Print the amount; the program's exit status. */
static inline int checks_end(void)
{
    (void)printf("amount: %lu checks\n", checks_made);
    return checks_failed != 0 || checks_made == 0;
}

#endif
