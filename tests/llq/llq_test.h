/* What the programs of this suite share: failing with a reason, and the time since it was first asked for. */
#ifndef TESTS_LLQ_LLQ_TEST_H
#define TESTS_LLQ_LLQ_TEST_H

#include "linked.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LLQ_FAIL(reason)               llq_test_fail((reason), __FILE__, __LINE__)
#define LLQ_REQUIRE(condition, reason) ((condition) ? (void)0 : LLQ_FAIL(reason))

__attribute__((noreturn)) static inline void llq_test_fail(const char *reason, const char *file, int line)
{
    fprintf(stderr, "%s:%d: FAILED: %s\n", file, line, reason);
    exit(EXIT_FAILURE);
}

static inline double llq_test_seconds(void)
{
    static struct timespec begin;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (begin.tv_sec == 0)
        begin = now;
    return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) / 1e9;
}

#endif
