/*
 * The shared words of takt/atomic.h on sim: each access is a choice point, is counted, and then happens at
 * once.
 *
 * Cores take turns at choice points only, so every access is sequentially consistent here whatever order it
 * asks for; orders that are too weak are found on host and by models, not by sim. The order is handed over
 * all the same, for an explorer that gives loads an older value.
 */
#include <takt/atomic.h>

#include "sim.h"

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

uint32_t takt_sim_exchange(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    uint32_t old;

    (void)order;
    access_point(word, TAKT_SIM_UPDATE, site);
    old = word->value;
    word->value = value;
    if (old != value)
        takt_sim_changed(takt_sim_core(), word);
    return old;
}

uint32_t takt_sim_add(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    uint32_t old;

    (void)order;
    access_point(word, TAKT_SIM_UPDATE, site);
    old = word->value;
    word->value = old + value;
    takt_sim_changed(takt_sim_core(), word);
    return old;
}

bool takt_sim_cas(struct takt_word *word, uint32_t expected, uint32_t value, memory_order order,
                  const char *site)
{
    (void)order;
    access_point(word, TAKT_SIM_UPDATE, site);
    if (word->value != expected)
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
