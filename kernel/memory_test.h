/*
 * The test of the segment's memory, run when cores attach: see memory_test.c. Without CONFIG_TAKT_MEMORY_TEST the
 * memory is taken to be good.
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_MEMORY_TEST_H
#define TAKT_MEMORY_TEST_H

#include "cross.h"

#if CONFIG_TAKT_MEMORY_TEST

/** Attached: end what an earlier life of this core left, and test the memory alone. */
void takt_memory_open(struct takt_cross *cross);

/**
 * Test with each attached core that was not tested with. Says on the console what it finds to be bad.
 * Thread (the calling core holds cross->lock), before start.
 * @param patience ns: who does not answer for so long is left for another call
 * @return as takt_memory_verdict()
 */
int takt_memory_test(struct takt_cross *cross, takt_time_t patience);

/** Take part in the tests that other cores ask for. Doorbell; before start, when it stands for the doorbell. */
void takt_memory_serve(struct takt_cross *cross);

/**
 * May this core lock with those that are attached? Any, attached.
 * @return 0; -EAGAIN: one of them was not tested with; -ENOTSUP: the memory is bad for this core or one of them
 */
int takt_memory_verdict(const struct takt_cross *cross);

#else

static inline void takt_memory_open(struct takt_cross *cross)
{
    (void)cross;
}

static inline int takt_memory_test(struct takt_cross *cross, takt_time_t patience)
{
    (void)cross;
    (void)patience;
    return 0;
}

static inline void takt_memory_serve(struct takt_cross *cross)
{
    (void)cross;
}

static inline int takt_memory_verdict(const struct takt_cross *cross)
{
    (void)cross;
    return 0;
}

#endif
#endif
