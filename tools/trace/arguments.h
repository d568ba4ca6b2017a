/*
 * What stands behind a command: options, each with a value and in any place, and files. An option may come several
 * times.
 */
#ifndef TAKT_TOOLS_TRACE_ARGUMENTS_H
#define TAKT_TOOLS_TRACE_ARGUMENTS_H

#include <stdbool.h>

struct tt_arguments {
    char **word; /* options and their values, in pairs */
    unsigned options;
    const char *const *path;
    unsigned paths;
    const char *name; /* the first file's, without its folder */
};

/** The value of an option, the nth from 0. @return NULL: it does not stand there so often */
const char *tt_option(const struct tt_arguments *arguments, const char *name, unsigned nth);

/**
 * Take the words apart, in place.
 * @param known the options that the command takes, with a blank behind each: "--out --cycle "
 * @return false: a word makes no sense, and which was said on the standard error
 */
bool tt_arguments(struct tt_arguments *arguments, char **word, unsigned words, const char *known);

#endif
