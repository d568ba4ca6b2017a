/* The list. */
#include "locks.h"

const struct bench_lock *const bench_locks[BENCH_LOCKS] = {
    [BENCH_LINKED_BARE] = &bench_linked_bare,
    [BENCH_LINKED] = &bench_linked,
    [BENCH_TICKET] = &bench_ck_ticket,
    [BENCH_MCS] = &bench_ck_mcs,
    [BENCH_FAS] = &bench_ck_fas,
    [BENCH_MUTEX] = &bench_pthread_mutex,
    [BENCH_ADAPTIVE] = &bench_pthread_adaptive,
    [BENCH_PI] = &bench_pthread_pi,
    [BENCH_SPINLOCK] = &bench_pthread_spin,
};
