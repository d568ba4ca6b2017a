/*
 * The shared words of takt/atomic.h on sim: each access is a choice point, is counted, and then happens at
 * once.
 *
 * Cores take turns at choice points only, so every access is sequentially consistent here whatever order it
 * asks for; orders that are too weak are found on host and by models, not by sim. The order is handed over
 * all the same, for an explorer that gives loads an older value.
 *
 * A test can take the atomic operations from a core (takt_sim_atomics), as memory that is mapped wrongly does: then they
 * let others come in between, or never end, or fault.
 */
#include <takt/atomic.h>

#include "sim.h"

static enum takt_sim_atomics atomics[TAKT_SIM_CORES];

void takt_sim_atomics(unsigned core, enum takt_sim_atomics how)
{
    atomics[core] = how;
}

static void access_point(const struct takt_word *word, enum takt_sim_point point, const char *site)
{
    takt_sim_point(point, site);
    takt_sim_access(takt_sim_core(), word, point != TAKT_SIM_LOAD);
}

uint32_t takt_sim_load(const struct takt_word *word, memory_order order, const char *site)
{
    (void)order;
    access_point(word, TAKT_SIM_LOAD, site);
    return word->value;
}

void takt_sim_store(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    (void)order;
    access_point(word, TAKT_SIM_STORE, site);
    if (word->value != value)
        takt_sim_changed(takt_sim_core(), word);
    word->value = value;
}

/* What an update is based on. */
static uint32_t begin_update(const struct takt_word *word, const char *site)
{
    enum takt_sim_atomics how = atomics[takt_sim_core()->head.id];
    uint32_t old;

    if (how == TAKT_SIM_ATOMICS_FAULT)
        takt_panic("an atomic access to this memory faults", __FILE__, __LINE__);
    while (how == TAKT_SIM_ATOMICS_NEVER) {
        access_point(word, TAKT_SIM_UPDATE, site);
        how = atomics[takt_sim_core()->head.id];
    }
    access_point(word, TAKT_SIM_UPDATE, site);
    old = word->value;
    if (how == TAKT_SIM_ATOMICS_LOCAL)
        access_point(word, TAKT_SIM_UPDATE, site);
    return old;
}

int takt_port_try_add(struct takt_word *word)
{
    enum takt_sim_atomics how = atomics[takt_sim_core()->head.id];

    if (how == TAKT_SIM_ATOMICS_FAULT)
        return -EFAULT;
    if (how == TAKT_SIM_ATOMICS_NEVER) {
        access_point(word, TAKT_SIM_UPDATE, TAKT_SITE);
        return -EAGAIN;
    }
    (void)TAKT_ADD(word, 1, relaxed);
    return 0;
}

uint32_t takt_sim_exchange(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    uint32_t old;

    (void)order;
    old = begin_update(word, site);
    word->value = value;
    if (old != value)
        takt_sim_changed(takt_sim_core(), word);
    return old;
}

uint32_t takt_sim_add(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    uint32_t old;

    (void)order;
    old = begin_update(word, site);
    word->value = old + value;
    takt_sim_changed(takt_sim_core(), word);
    return old;
}

bool takt_sim_cas(struct takt_word *word, uint32_t expected, uint32_t value, memory_order order,
                  const char *site)
{
    (void)order;
    if (begin_update(word, site) != expected)
        return false;
    word->value = value;
    takt_sim_changed(takt_sim_core(), word);
    return true;
}

void takt_sim_fence(memory_order order, const char *site)
{
    (void)order;
    takt_sim_point(TAKT_SIM_FENCE, site);
}
