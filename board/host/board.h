/*
 * The board host: what its files, and the port, need of each other.
 */
#ifndef TAKT_BOARD_H
#define TAKT_BOARD_H

#include <stdbool.h>

#include <takt/types.h>

/* How a run ends, besides what takt_exit() is given. */
#define TAKT_BOARD_USAGE       2   /* arguments that make no sense */
#define TAKT_BOARD_STUCK       3   /* nothing can happen any more */
#define TAKT_BOARD_INTERRUPTED 130 /* Ctrl-C */

/** End the run, from any core in any state. The first to ask decides. @param why a message, or NULL */
void takt_board_end(int status, const char *why) __attribute__((noreturn));

/** What the command line asks for. */
struct takt_board_options {
    unsigned cores;
    takt_time_t start;
    bool doctor;
};

/** Read the command line; what is wrong with it goes to the error output. @return the process's status, or -1
 */
int takt_board_arguments(int count, char **words, struct takt_board_options *options);

/** Processors that this process may use, lowest first. */
struct takt_board_processors {
    unsigned count;
    int number[CONFIG_TAKT_CORES]; /* at most as many as there are cores */
};

void takt_board_processors(struct takt_board_processors *processors);

/** Compare the counters; where they differ, use the host's clock. Before the first core. */
void takt_board_check_counters(const struct takt_board_processors *processors,
                               const struct takt_board_options *o);
/** Print what a person wants to know about this machine as a board. */
void takt_board_doctor(const struct takt_board_processors *processors);

#endif
