/* The check of a result file against the one schema of docs/results.md. */
#ifndef TAKT_TOOLS_RESULTS_H
#define TAKT_TOOLS_RESULTS_H

#include <stddef.h>
#include <stdio.h>

/**
 * Check a result. Every fault is one line on `out`: FILE:LINE: what is wrong: what to do.
 * @return how many faults
 */
unsigned results_check(const char *file, const char *text, size_t length, FILE *out);

#endif
