/*
 * The begin and the end of a POSIX program. It lives on core 0: main() is the first thread, and its value, or what exit()
 * is given, the status of the run. The other cores have nothing to do.
 *
 * The program's main() has another name at link (program.h), because on sim and host the machine's is the board's.
 */
#include "posix.h"

#include <stdlib.h>
#include <unistd.h>

#include <takt/console.h>
#include <takt/core.h>

#define WORDS     32 /* of the command line */
#define FUNCTIONS 32 /* of atexit(): as many as the standard asks for */

int takt_posix_main(int argc, char **argv);

static void (*at_exit[FUNCTIONS])(void);
static unsigned registered;

int atexit(void (*function)(void))
{
    int result = -1;

    takt_posix_enter();
    if (registered < FUNCTIONS) {
        at_exit[registered++] = function;
        result = 0;
    }
    takt_posix_leave();
    return result;
}

void _exit(int status)
{
    takt_exit(status & 0xff);
}

void exit(int status)
{
    while (registered > 0)
        at_exit[--registered]();
    _exit(status);
}

/* Whoever handles the signal does so first. */
void abort(void)
{
    (void)raise(SIGABRT);
    _exit(128 + SIGABRT);
}

static void *first(void *arg)
{
    static char *words[WORDS + 2];
    int count = 1;

    (void)arg;
    words[0] = (char *)(uintptr_t)takt_argument_word(0);
    while (count <= WORDS && takt_argument_word((unsigned)count) != NULL) {
        words[count] = (char *)(uintptr_t)takt_argument_word((unsigned)count);
        count++;
    }
    exit(takt_posix_main(count, words));
}

void takt_main(unsigned core)
{
    const struct takt_posix_make make = {.start = first, .policy = SCHED_OTHER};

    if (core != 0)
        return;
    takt_posix_service_start();
    TAKT_ASSERT(takt_posix_make(&make, NULL) == 0);
}
