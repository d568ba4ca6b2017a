/* What is done with a signal. Private to signal.c, action.c and their like. */
#ifndef TAKT_POSIX_ACTION_H
#define TAKT_POSIX_ACTION_H

#include "posix.h"

/* Numbers of signals are 1 to this. */
#define TAKT_POSIX_SIGNALS 64

/** Whether it would be dropped. */
bool takt_posix_action_ignores(int number);

#endif
