/*
 * What the announce and the bakery engine are explored in: locks made with any attributes, through the library's calls.
 *
 * A plan says what each context does, one letter a request: w waits for ever, t has a deadline that may pass at any time,
 * y tries, d does not repair if it is told that an owner died, q registers, polls once and cancels. A digit before them is
 * the context's priority. A new life does the same from the beginning.
 *
 * The checker holds the lock against: two owners, a section that the one before (also a dead one's) does not come
 * before, a lost grant, a request that was overtaken more than K times or passed by more than m - 1 + K grants, a death of
 * an owner that is not told exactly once, a call that fails, a lock that is not at rest at the end.
 */
#ifndef TESTS_LLQ_EXPLORE_ROBUST_H
#define TESTS_LLQ_EXPLORE_ROBUST_H

#include "explore.h"

#include <llq/llq.h>

struct robust {
    const char *name;
    struct llq_attr attr;
    const char *plan[EXPLORE_CONTEXTS + 1]; /* ends with NULL */
    unsigned deaths, births;
    unsigned bound; /* 0: none */
};

/** The words that a planted fault may want to tell. */
extern struct llq *const robust_lock;

/** How it is explored, with a fault or none. */
struct explore robust_scenario(const struct robust *robust, void (*mutate)(struct explore_op *));

#endif
