/*
 * Each thread's own errno, for C libraries: a port's library finds it by takt_errno().
 */
#include "kernel.h"

int *takt_errno(void)
{
    return &takt_core()->current->error;
}
