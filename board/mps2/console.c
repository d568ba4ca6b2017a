/*
 * The console, results, and the end of a run: by a debugger if there is one, else what a UART can do.
 *
 * A request to the debugger stops the core, so a text is in one piece among the core's threads and handlers; the UART
 * is used masked for the same reason, and a text takes as long as the line does. Between cores a request is in one
 * piece too.
 */
#include <takt/console.h>
#include <takt/core.h>

#include <string.h>

#include "kernel.h"

#include "mps2.h"

#define STUCK 3 /* the status of a run in which nothing can happen any more, as on host */

void takt_console_write(const char *text, size_t length)
{
    takt_mask_t old;

    if (takt_semihosting_there()) {
        takt_semihosting_write(text, length);
        return;
    }
    old = takt_port_mask();
    takt_uart_write(text, length);
    takt_port_unmask(old);
}

void takt_exit(int status)
{
    takt_semihosting_exit(status);
    takt_port_stop();
}

/* Cores of this image. */
static volatile bool stopped[CONFIG_TAKT_CORES];

void takt_board_stopped(void)
{
    static const char text[] = "takt: every core has stopped\n";

    stopped[takt_port_core_id()] = true;
    __asm__ volatile("dmb" ::: "memory"); /* of two that stop at once, one sees both */
    for (unsigned core = 0; core < takt_port_core_count(); core++) {
        if (!stopped[core])
            return;
    }
    takt_console_write(text, sizeof text - 1);
    takt_semihosting_exit(STUCK);
}
