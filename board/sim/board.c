/*
 * The board sim: the development machine's console. There is one host thread, so a write to the console is whole by
 * itself.
 */
#include "sim.h"

#include <takt/console.h>

#include <stdio.h>

void takt_console_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
}

void takt_exit(int status)
{
    takt_sim_finish(status);
}
