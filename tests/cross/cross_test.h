/*
 * What the programs of this suite share: checks that end the run, threads, and a last line that says how much
 * was checked. One image runs on all cores, so the programs' own words are shared as those of the kernel are.
 */
#ifndef CROSS_TEST_H
#define CROSS_TEST_H

#include <takt/takt.h>

#define EXPECT(condition) cross_expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQ(value, expected)                                                                           \
    cross_expect_eq((long long)(value), (long long)(expected), #value, __FILE__, __LINE__)

/** How long to wait for what another core does soon: long, for a shared machine may take its processor away. */
#define CROSS_PATIENCE TAKT_S(20)

void cross_expect(bool holds, const char *text, const char *file, int line);
void cross_expect_eq(long long value, long long expected, const char *text, const char *file, int line);

/** First thing of takt_main(). */
void cross_begin(unsigned core);

/** The seed of the run, where there is one; else 1. */
uint32_t cross_seed(void);

/** Part of the last lines: what a driver of many seeds adds up. */
void cross_say_choices(void);

/**
 * The calling core dies and says nothing. On sim it takes no further step; elsewhere it hangs with interrupts off, and the
 * port's fence has to stop it.
 */
void cross_die(void) __attribute__((noreturn));

/** Make and start a thread of the calling core; at most CROSS_THREADS a core. */
#define CROSS_THREADS 4
struct takt_thread *cross_thread(const char *name, void (*entry)(void *), void *arg, takt_prio_t priority);

/** A number that the program was given as key=value. */
unsigned long cross_number(const char *key, unsigned long otherwise);

/** Numbers that follow from a seed. */
uint32_t cross_random(uint32_t *state);

/** The longest wait between the cores, (m - 1)(L + h) and a hand-over more, with section and hand-over as they were said. */
takt_time_t cross_bound(takt_time_t section, takt_time_t handover);

/** A request that began then has just been granted: no later than the bound. Where time is exact; else nothing. */
void cross_check_wait(takt_time_t asked, takt_time_t bound);

/** Whether time says how long something took: on sim, unless the seed decides who goes on. */
bool cross_exact_time(void);

/** Sleep until a word that another core counts up has reached a number. */
void cross_wait(const struct takt_word *word, uint32_t number);

/** End the run well: print what was checked; fails if it was nothing. */
void cross_end(const char *name, unsigned long amount, const char *what) __attribute__((noreturn));

#endif
