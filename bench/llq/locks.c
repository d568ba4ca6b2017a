/* The list. */
#include "locks.h"

const struct bench_lock *const bench_locks[BENCH_LOCKS] = {
    [BENCH_LINKED_BARE] = &bench_llq_locks[BENCH_LINKED_BARE],
    [BENCH_LINKED] = &bench_llq_locks[BENCH_LINKED],
    [BENCH_LINKED_BLOCK] = &bench_llq_locks[BENCH_LINKED_BLOCK],
    [BENCH_ANNOUNCE_BARE] = &bench_llq_locks[BENCH_ANNOUNCE_BARE],
    [BENCH_ANNOUNCE] = &bench_llq_locks[BENCH_ANNOUNCE],
    [BENCH_ANNOUNCE_BLOCK] = &bench_llq_locks[BENCH_ANNOUNCE_BLOCK],
    [BENCH_ROBUST] = &bench_llq_locks[BENCH_ROBUST],
    [BENCH_URGENT] = &bench_llq_locks[BENCH_URGENT],
    [BENCH_BAKERY] = &bench_llq_locks[BENCH_BAKERY],
    [BENCH_TICKET] = &bench_ck_ticket,
    [BENCH_MCS] = &bench_ck_mcs,
    [BENCH_FAS] = &bench_ck_fas,
    [BENCH_MUTEX] = &bench_pthread_mutex,
    [BENCH_ADAPTIVE] = &bench_pthread_adaptive,
    [BENCH_PI] = &bench_pthread_pi,
    [BENCH_SPINLOCK] = &bench_pthread_spin,
};
