/* The list of locks, and which of them make sense where. */
#include "locks.h"

static const struct contention_lock *const locks[CONTENTION_LOCKS] = {
    [CONTENTION_LLQ] = &contention_llq,
    [CONTENTION_MUTEX] = &contention_mutex,
    [CONTENTION_REMOTE] = &contention_remote,
    [CONTENTION_CAS] = &contention_cas,
    [CONTENTION_TAS] = &contention_tas,
    [CONTENTION_TICKET] = &contention_ticket,
    [CONTENTION_MCS] = &contention_mcs,
    [CONTENTION_PTHREAD] = &contention_pthread,
    [CONTENTION_PTHREAD_PI] = &contention_pthread_pi,
};

const struct contention_lock *contention_lock(enum contention_kind kind)
{
    return kind < CONTENTION_LOCKS ? locks[kind] : contention_ordered(kind - CONTENTION_ORDERED);
}

bool contention_lock_usable(enum contention_kind kind, unsigned cores, const char **why)
{
    const struct contention_lock *lock = locks[kind];

    *why = NULL;
    if (cores == 1 ? !lock->on_one : !lock->on_several)
        return false;
    if (lock->plain)
        return contention_plain();
    if (kind == CONTENTION_REMOTE && contention_remote_slots(cores) > CONFIG_TAKT_REMOTE_SLOTS) {
        *why = "remote-mutex is left out: for so many cores it needs --set CONFIG_TAKT_REMOTE_SLOTS=512.";
        return false;
    }
    return true;
}

void contention_locks_export(unsigned core)
{
    contention_llq_begin(core);
    contention_ordered_begin(core);
    contention_mutex_begin(core);
    contention_cas_begin(core);
    contention_remote_export(core);
}

void contention_locks_find(unsigned core)
{
    contention_llq_find(core);
    contention_ordered_find(core);
    contention_remote_find(core);
}
