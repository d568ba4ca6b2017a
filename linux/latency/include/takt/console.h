/* What apps/common/ asks of a board, for a Linux program: see linux.c. */
#ifndef TAKT_CONSOLE_H
#define TAKT_CONSOLE_H

#include <stddef.h>

void takt_console_write(const char *text, size_t length);
int takt_result_write(const char *name, const char *text, size_t length);

#endif
