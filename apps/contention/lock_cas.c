/*
 * cas-mutex: what libmetal offers between two kernels. The tasks of a core settle among themselves by a mutex
 * of the kernel; its owner tries for the word that all cores share, and gives way to others of its core
 * between tries. Reading before writing again keeps the word's line quiet while another core holds it: the
 * form at its best.
 */
#include "locks.h"

#include <takt_port.h>

static struct {
    struct takt_word taken, grants;
} lock CONTENTION_SHARED;

static struct {
    struct takt_mutex mutex;
} local[CONTENTION_CORES] __attribute__((aligned(CONTENTION_LINE)));

void contention_cas_begin(unsigned core)
{
    contention_must(takt_mutex_init(&local[core].mutex, 0), "takt_mutex_init");
}

static void acquire(struct contention_worker *worker)
{
    contention_must(takt_mutex_lock(&local[worker->core].mutex, TAKT_FOREVER), "takt_mutex_lock");
    /* acquire: pairs with the release of the last owner's store below */
    while (TAKT_EXCHANGE(&lock.taken, 1, acquire) != 0) {
        do {
            takt_port_relax();
            takt_yield();
        } while (TAKT_LOAD(&lock.taken, relaxed) != 0); /* relaxed: the exchange decides */
    }
}

static void release(struct contention_worker *worker)
{
    TAKT_STORE(&lock.taken, 0, release); /* release: pairs with the exchange of the next owner */
    contention_must(takt_mutex_unlock(&local[worker->core].mutex), "takt_mutex_unlock");
}

const struct contention_lock contention_cas = {
    .name = "cas-mutex", .acquire = acquire, .release = release, .grants = &lock.grants, .on_several = true};
