/* The locks under test, in the order of the tables. */
#ifndef BENCH_LOCKS_H
#define BENCH_LOCKS_H

#include "bench.h"

enum bench_kind {
    BENCH_LINKED_BARE,
    BENCH_LINKED,
    BENCH_LINKED_BLOCK,
    BENCH_ANNOUNCE_BARE,
    BENCH_ANNOUNCE,
    BENCH_ANNOUNCE_BLOCK,
    BENCH_ROBUST,
    BENCH_URGENT,
    BENCH_BAKERY,
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

/** Can so many threads use it? */
static inline bool bench_lock_takes(const struct bench_lock *lock, unsigned threads)
{
    return lock->most_threads == 0 || threads <= lock->most_threads;
}

extern const struct bench_lock bench_llq_locks[]; /* up to BENCH_BAKERY */
extern const struct bench_lock bench_ck_ticket, bench_ck_mcs, bench_ck_fas;
extern const struct bench_lock bench_pthread_mutex, bench_pthread_adaptive, bench_pthread_pi,
    bench_pthread_spin;

#endif
