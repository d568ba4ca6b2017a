/*
 * The board host: what its files, and the port, need of each other.
 */
#ifndef TAKT_BOARD_H
#define TAKT_BOARD_H

#include <stdbool.h>

#include <takt/types.h>

/* How a run ends, besides what takt_exit() is given, 2 for a bad command line and 128 + n for signal n. */
#define TAKT_BOARD_FAILED 1 /* the host did not give what a core needs */
#define TAKT_BOARD_STUCK  3 /* nothing can happen any more */

/** End the run, from any core in any state. The first to ask decides. @param why a message, or NULL */
void takt_board_end(int status, const char *why) __attribute__((noreturn));

/** Processors that this process may use, lowest first. */
struct takt_processors {
    unsigned count;
    int number[CONFIG_TAKT_CORES]; /* no more than there can be cores */
};

void takt_processors_find(struct takt_processors *processors);

/**
 * Compare the counters of the first so many processors.
 * @return false: they differ (and standard error says so)
 */
bool takt_processors_agree(const struct takt_processors *processors, unsigned cores);

/** Print what a person wants to know of this machine as a board. @param look how long to look at it */
void takt_processors_report(const struct takt_processors *processors, takt_time_t look);

#endif
