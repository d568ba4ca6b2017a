/*
 * Which core has which line of shared memory, so that shared accesses cost what caches make them cost.
 *
 * A line is held by the core that wrote it last, and by those that have read it since. A load by a holder and
 * a write by the only holder are own accesses; everything else is remote, and makes the core a holder (a
 * write: the only one). That is what a coherent cache without evictions does.
 *
 * The table is an open hash by address that doubles when it is half full. Only whether an address is there
 * matters, so the host's choice of addresses does not enter a run; lines are 64 bytes, and static memory
 * keeps its place relative to them.
 *
 * Bound: one look-up. With one core every access is own and the table is not touched.
 */
#include "sim.h"

#include <stdlib.h>

#define LINE_BYTES  64u
#define FIRST_SLOTS 1024u

struct owned {
    uintptr_t line; /* 0: free */
    uint64_t holders;
    uint64_t lookers; /* since the line changed */
};

static struct owned *table;
static size_t slots, used;

static struct owned *slot_of(uintptr_t line)
{
    size_t i = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (slots - 1);

    while (table[i].line != 0 && table[i].line != line)
        i = (i + 1) & (slots - 1);
    return &table[i];
}

static void grow(void)
{
    struct owned *old = table;
    size_t count = slots;

    slots = count != 0 ? 2 * count : FIRST_SLOTS;
    table = calloc(slots, sizeof(*table));
    if (table == NULL)
        abort();
    for (size_t i = 0; i < count; i++) {
        if (old[i].line != 0)
            *slot_of(old[i].line) = old[i];
    }
    free(old);
}

/* Whether the core had the line; it has it now. A line that nobody touched yet is in memory: remote. */
static bool take(unsigned core, uintptr_t line, bool writes)
{
    uint64_t bit = TAKT_SIM_BIT(core);
    struct owned *owned;
    bool had;

    if (2 * used >= slots)
        grow();
    owned = slot_of(line);
    used += owned->line == 0;
    owned->line = line;
    had = writes ? owned->holders == bit : (owned->holders & bit) != 0;
    owned->holders = writes ? bit : owned->holders | bit;
    owned->lookers |= bit;
    return had;
}

void takt_sim_access(struct takt_sim_core *core, const void *word, bool writes)
{
    if (takt_sim_cores == 1 || take(core->head.id, (uintptr_t)word / LINE_BYTES, writes)) {
        core->counters.own++;
        TAKT_SIM_CHARGE(core, own, 1);
    } else {
        core->counters.remote++;
        TAKT_SIM_CHARGE(core, remote, 1);
    }
}

void takt_sim_changed(const struct takt_sim_core *core, const void *word)
{
    uint64_t me = TAKT_SIM_BIT(core->head.id);
    struct owned *owned;

    if (takt_sim_cores == 1)
        return;
    owned = slot_of((uintptr_t)word / LINE_BYTES);
    takt_sim_wake(owned->lookers & ~me, core->clock);
    owned->lookers = me;
}
