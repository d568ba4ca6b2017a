/*
 * Two cores update the same words at once: what the test of the segment's memory consists of (memory_contest.c), and
 * what it can find.
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_MEMORY_CONTEST_H
#define TAKT_MEMORY_CONTEST_H

#include "segment.h"

enum takt_finding {
    TAKT_UNTESTED,
    TAKT_PASSED,
    TAKT_COLLIDES, /* updates were lost: exclusive accesses are local to a core */
    TAKT_STUCK,    /* exclusive stores do not succeed */
    TAKT_FAULTS,   /* exclusive accesses fault */
};

/** One side's own account of a contest. */
struct takt_contest {
    enum takt_finding finding; /* TAKT_PASSED: nothing that this side can see by itself */
    uint32_t change;           /* tokens given minus tokens got */
    uint32_t met;              /* tokens got from the other side */
};

/** Both words as a contest begins with them. By one side, before the other knows of the contest. */
void takt_contest_clear(struct takt_bout *bout);

/** Take part; side 0 or 1. Any. Bound: linear in CONFIG_TAKT_MEMORY_TEST_ROUNDS; nothing is waited for. */
struct takt_contest takt_contest_run(struct takt_bout *bout, unsigned side);

/** After both have ended, with the sum of their changes: was each update of both kept? */
bool takt_contest_exact(const struct takt_bout *bout, uint32_t changes);

/** Did they run at the same time? */
bool takt_contest_met(const struct takt_contest *contest);

/** Is there memory on which this core's exclusive stores succeed, when no other core disturbs? */
enum takt_finding takt_contest_alone(struct takt_word *word);

#endif
