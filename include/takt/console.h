/*
 * The console and the way results leave the board. Both are for threads and start-up code, never for
 * handlers.
 */
#ifndef TAKT_CONSOLE_H
#define TAKT_CONSOLE_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Given by the board: write bytes to the console. Call class: thread, before start. */
void takt_console_write(const char *text, size_t length);

/**
 * Print like printf, at most CONFIG_TAKT_PRINT_MAX bytes a call (longer text ends in "...").
 * Call class: thread, before start. @return bytes written
 */
int takt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Given by the board: write a whole file of results (on sim and host below build/results/).
 * Call class: thread. @return 0; negative errno: the board has no way, or the write failed
 */
int takt_result_write(const char *name, const char *text, size_t length);

/** Given by the board: the application's own arguments, "key=value" or words. Call class: any. */
const char *takt_argument(const char *key, const char *otherwise);

/** Given by the board: the words of those arguments, from 1 on; 0 is the program; NULL: no more. Call class: any. */
const char *takt_argument_word(unsigned number);

#ifdef __cplusplus
}
#endif

#endif
