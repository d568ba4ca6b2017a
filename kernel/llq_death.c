/*
 * Is the owner of a robust lock dead? The kernel's answers to the library (llq/port.h).
 *
 * Guards: that no core which lives loses a lock, however long it is silent. Three steps lead to a takeover. *Silence*:
 * the lock has not moved for CONFIG_TAKT_LLQ_SILENCE. *Ping*: the owner's core is asked for a sign of life; its doorbell
 * handler answers, also when the core is idle, or its thread spins or sleeps with the lock. *Suspicion*: no answer in
 * the same time again. Only then is the fence asked, and only its word counts: the core has marked itself as stopped, or
 * has begun a later life, or the port has stopped it (takt_port_fence(), where there is one).
 *
 * Races considered. Ping and pong are words with one writer each, the asking core and the asked one: a copy, which is
 * at least as new as the question, or it is no answer. The asking core's threads and its doorbell handler both ask;
 * each has a watch of its own, and at worst both have written the same number. A life that is over is told by state
 * and epoch in the core's line, which that core alone writes: STOPPED and a new epoch are final for the life that the
 * lock names, so it does not matter how old the reading is.
 *
 * Bound: a look is constant; a death is seen within twice the silence, and the fence's time.
 */
#include "llq_gate.h"

#include "../llq/announce.h"

/* Has that life of the core ended? */
static bool is_over(const struct takt_segment *segment, unsigned core, uint32_t epoch)
{
    /* acquire in it: what the core did before it stopped is seen */
    if (takt_segment_state(segment, core) != TAKT_CORE_UP)
        return true;
    /* relaxed: after the state's acquire; an earlier epoch is a later question's affair */
    return ((TAKT_LOAD(&takt_segment_line(segment, core)->epoch, relaxed) ^ epoch) & LLQ_EPOCH_MASK) != 0;
}

static void ping(struct takt_cross *cross, struct takt_watch *watch, unsigned core)
{
    struct takt_pair *pair = takt_segment_pair(&cross->segment, cross->segment.core, core);

    watch->asked = true;
    watch->ping =
        TAKT_LOAD(&pair->ping, relaxed) + 1; /* relaxed, both: the bell orders it before the handler */
    TAKT_STORE(&pair->ping, watch->ping, relaxed);
    takt_cross_ring(cross, core);
}

static bool has_answered(const struct takt_cross *cross, const struct takt_watch *watch, unsigned core)
{
    /* relaxed: a sign of life, nothing else is concluded from it */
    uint32_t pong = TAKT_LOAD(&takt_segment_pair(&cross->segment, cross->segment.core, core)->pong, relaxed);

    return (int32_t)(pong - watch->ping) >= 0;
}

/* One look at a core that lives as far as is known. */
static bool suspect(struct takt_cross *cross, struct takt_watch *watch, unsigned core)
{
    takt_time_t now = takt_now();

    if (watch->asked && has_answered(cross, watch, core)) {
        watch->asked = false;
        watch->since = now;
    }
    if (now - watch->since < TAKT_US(CONFIG_TAKT_LLQ_SILENCE))
        return false;
    watch->since = now;
    if (!watch->asked) {
        ping(cross, watch, core);
        return false;
    }
    watch->asked = false;
    takt_trace_llq_suspect(core, watch->ping);
    return true;
}

bool takt_llq_suspect(unsigned core, uint32_t epoch, uint32_t turn)
{
    struct takt_cross *cross = takt_cross();
    bool sleeps = turn == UINT32_MAX;
    struct takt_watch *watch = &cross->watch[core][sleeps];

    if (core == cross->segment.core)
        return false;
    if (!sleeps && turn % TAKT_WATCH_TURNS != 0)
        return false;
    if (is_over(&cross->segment, core, epoch))
        return true;
    if (turn == 0 || watch->epoch != epoch) {
        *watch = (struct takt_watch){.since = takt_now(), .epoch = epoch};
        return false;
    }
    return suspect(cross, watch, core);
}

bool takt_llq_fence(unsigned core, uint32_t epoch)
{
    return is_over(&takt_cross()->segment, core, epoch) || takt_port_fence(core);
}

void takt_llq_pong(struct takt_cross *cross)
{
    struct takt_segment *segment = &cross->segment;

    for (unsigned core = 0; core < segment->cores; core++) {
        struct takt_pair *pair = takt_segment_pair(segment, core, segment->core);
        uint32_t asked = TAKT_LOAD(&pair->ping, relaxed); /* relaxed, all: see ping() and has_answered() */

        if (TAKT_LOAD(&pair->pong, relaxed) != asked)
            TAKT_STORE(&pair->pong, asked, relaxed);
    }
}

void takt_llq_ring(unsigned core)
{
    takt_cross_ring(takt_cross(), core);
}

void takt_llq_recovered(const struct llq *lock, unsigned core)
{
    takt_trace_llq_recover(TAKT_ID(lock), core);
}
