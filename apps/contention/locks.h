/* Between the files of the locks. */
#ifndef TAKT_CONTENTION_LOCKS_H
#define TAKT_CONTENTION_LOCKS_H

#include "contention.h"

extern const struct contention_lock contention_llq, contention_mutex, contention_remote, contention_cas,
    contention_tas, contention_ticket, contention_mcs, contention_pthread, contention_pthread_pi;

/* Before the core starts: what it makes, and what it offers to the others. */
void contention_llq_begin(unsigned core);
void contention_mutex_begin(unsigned core);
void contention_cas_begin(unsigned core);
void contention_remote_export(unsigned core);

/* By the core's manager: what the other cores offer. */
void contention_llq_find(unsigned core);
void contention_remote_find(unsigned core);

/** Exported objects that core 0 needs for so many cores. */
unsigned contention_remote_slots(unsigned cores);

#endif
