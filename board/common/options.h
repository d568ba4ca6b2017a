/*
 * The command line of a board on the development machine: the board's own options begin with "--", the rest
 * are the application's arguments, "key=value" or words.
 */
#ifndef TAKT_BOARD_OPTIONS_H
#define TAKT_BOARD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One option of the board. */
struct takt_option {
    const char *name;  /* "--seed" */
    const char *value; /* how the help calls its value: "N" */
    const char *help;
    bool (*take)(const char *text); /* false: the value makes no sense; expects says what would */
    const char *expects;
};

/** A board's options; the last has no name. Unknown ones and bad values end the program with status 2. */
void takt_options_take(int argc, char **argv, const struct takt_option *options);

/** A whole number, decimal or 0x..., from min to max and nothing behind it. */
bool takt_option_number(const char *text, uint64_t min, uint64_t max, uint64_t *number);

/** The command line as it was given. */
const char *const *takt_options_line(void);

#endif
