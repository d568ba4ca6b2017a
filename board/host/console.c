/*
 * The console through a system call alone: no lock and no buffer of the C library is involved, so that a core
 * which is stopped anywhere leaves nothing behind that another could wait for. Interrupts are deferred, so
 * that a text which is one write stays in one piece among the core's threads, and errno the caller's; between
 * cores the host keeps one write in one piece.
 */
#include <errno.h>
#include <unistd.h>

#include <takt/console.h>

#include "port.h"

void takt_console_write(const char *text, size_t length)
{
    takt_mask_t old = takt_port_mask();
    int error = errno;

    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, text, length);

        if (written < 0 && errno != EINTR)
            break; /* nobody listens: a console has no one to tell */
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    errno = error;
    takt_port_unmask(old);
}
