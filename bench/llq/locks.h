/* The locks under test, in the order of the tables. */
#ifndef BENCH_LOCKS_H
#define BENCH_LOCKS_H

#include "bench.h"

enum bench_kind {
    BENCH_LINKED_BARE,
    BENCH_LINKED,
    BENCH_TICKET,
    BENCH_MCS,
    BENCH_FAS,
    BENCH_MUTEX,
    BENCH_ADAPTIVE,
    BENCH_PI,
    BENCH_SPINLOCK,
    BENCH_LOCKS
};

extern const struct bench_lock *const bench_locks[BENCH_LOCKS];

extern const struct bench_lock bench_linked_bare, bench_linked;
extern const struct bench_lock bench_ck_ticket, bench_ck_mcs, bench_ck_fas;
extern const struct bench_lock bench_pthread_mutex, bench_pthread_adaptive, bench_pthread_pi,
    bench_pthread_spin;

#endif
