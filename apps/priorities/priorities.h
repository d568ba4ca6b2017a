/*
 * What the parts of paper 3's experiment share. Each part starts threads of its own, records, ends, and is joined by the
 * conductor, which is more urgent than all and sleeps meanwhile.
 */
#ifndef PRIORITIES_H
#define PRIORITIES_H

#include <takt/takt.h>
#include <takt/trace.h>

#include "cases.h"

#define RECEIVERS 3u
#define MESSAGES  3u /* of each receiver in a cycle */
#define PARTIES   5u /* most threads of a part */
#define WORDS_MAX 4u

/** Given by a part when it has ended. */
extern struct takt_sem priorities_done;
/** One for each of A, B and C. */
extern struct takt_queue priorities_queue[RECEIVERS];

/** End the program with a message where a call failed. */
void priorities_must(int result, const char *what);

/** Make a thread, on one of the PARTIES stacks. A slice of 0: none. */
void priorities_create(struct takt_thread *thread, unsigned stack, const struct priorities_thread *as,
                       void (*entry)(void *), void *arg, takt_time_t slice);
void priorities_start(struct takt_thread *threads, unsigned count);

/** Wait for priorities_done, then for the threads' end. */
void priorities_join(struct takt_thread *threads, unsigned count);

/** The three queues anew, for messages of so many words. */
void priorities_queues(unsigned words);

/** Save what was recorded: priorities-NAME.takt, as the reader looks for it. */
void priorities_save(const char *name);

/** A number of 0 to below - 1 from a series that begins anew at each seed. */
void priorities_seed(uint32_t seed);
uint32_t priorities_random(uint32_t below);

/* The parts. Call class: thread. */
void priorities_cycles(void);
void priorities_spread(void);
void priorities_slices(void);
void priorities_inversion(void);

#endif
