/*
 * What the linked engine is explored in: a lock, contexts with a plan each, and a checker.
 *
 * A plan says what each context does, one letter a request: w waits for ever, t has a deadline that may pass
 * at any time, y tries, o looks who owns it; h at the beginning: it holds the lock already; i at the beginning: it makes
 * the lock, in memory that says that everybody owns it, while the others already ask; k at the beginning: it holds it and
 * keeps it.
 *
 * The checker holds the lock against: two owners, a section that the one before does not come before, a lost grant,
 * a request passed by more than m - 1 grants or out of its turn, a number of a grant that is not new, a call that
 * fails, a lock that is not at rest at the end.
 */
#ifndef TESTS_LLQ_EXPLORE_WORLD_H
#define TESTS_LLQ_EXPLORE_WORLD_H

#include "explore.h"
#include "linked.h"

#include "../corrected_listing.h"

/** What the requests are made by. */
enum world_calls { WORLD_ENGINE, WORLD_CONTRACT, WORLD_LISTING, WORLD_CORRECTED, WORLD_OWNER_LATE };

struct world {
    const char *name;
    const char *plan[EXPLORE_CONTEXTS + 1]; /* ends with NULL */
    enum world_calls calls;
    unsigned bound; /* 0: none */
};

/** The words that a planted fault may want to tell. */
extern struct llq *const world_lock;
extern struct corrected_lock world_corrected;

/** How it is explored, with a fault or none. */
struct explore world_scenario(const struct world *world, void (*mutate)(struct explore_op *));

#endif
