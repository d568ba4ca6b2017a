/*
 * Requests to another core's objects: give its semaphore, resume its thread.
 *
 * Guards: that a request is never lost and never done twice, without a lock and without a queue that could be
 * full. Every ordered pair of cores has a struct takt_pair. The source keeps a count of requests for each
 * slot; the target knows how many of them it has carried out. So that the target need not read all counts,
 * the source toggles the slot's bit in asked, and the target copies asked to seen: a bit in which they differ
 * is a slot to look at. Every word has one writer; loads and stores only.
 *
 * The race that matters. A source that finds the bit still different leaves it, since the target is going to
 * look; a target that has made the bit equal looks at the count once and not again. So:
 *
 *   source: store count; fence; load seen          target: store seen; fence; load count
 *
 * Both fences are sequentially consistent. If the source's comes first in their order, the target's load of
 * count sees the new count. If the target's comes first, the source's load of seen sees the copy, so the
 * source toggles and rings anew. With anything weaker both could miss (the store buffer test), and a request
 * would wait for the next. The source toggles only a bit that it saw equal, so it never toggles a look away;
 * its steps are masked, so that a handler of its core cannot come in between, and the bell of a bit that was
 * toggled has been rung.
 *
 * A slot that is used again. A source looks at the directory's generation first, but the target may withdraw
 * and offer something else right after. So each request carries its generation: the source restarts the count
 * at 1 for a new one, and stores the new generation after it; the target reads the generation first, and
 * believes the count behind it only if the slot has that generation now. Counts that the target has carried
 * out start at 0 when it binds the slot. A request to the earlier object is then one of a generation that the
 * slot has no more, whether it comes before or after the first one to the new object; and no generation is
 * newer than the slot's, since the target's own threads make them, and they do not run beside its doorbell
 * handler.
 *
 * What a wild source can do: ask for what it could have asked anyway, up to the semaphore's maximum. Slots
 * and objects are looked up in private memory, by an index below TAKT_SLOTS.
 *
 * Bound: asking is constant. Serving is linear in cores and in the slots that were asked, not in the
 * requests.
 */
#include "cross.h"

static void toggle(struct takt_cross *cross, struct takt_pair *pair, unsigned core, uint32_t bit)
{
    /* own word */
    uint32_t asked = TAKT_LOAD(&pair->asked, relaxed);

    /* ordered before the target's copy by the fence of ask(); the opening comment says why it cannot be
     * missed */
    if ((asked ^ TAKT_LOAD(&pair->seen, relaxed)) & bit)
        return;
    /* pairs with the acquire of asked in serve_core(): the count comes with the bit */
    TAKT_STORE(&pair->asked, asked ^ bit, release);
    takt_cross_ring(cross, core);
}

static void count(struct takt_request *request, uint32_t generation)
{
    /* own words */
    if (TAKT_LOAD(&request->generation, relaxed) == generation) {
        /* pairs with the acquire of count in requests(): the woken thread sees what the caller did before */
        TAKT_STORE(&request->count, TAKT_LOAD(&request->count, relaxed) + 1, release);
        return;
    }
    TAKT_STORE(&request->count, 1, relaxed);
    /* pairs with the acquire of generation in requests(): the new generation comes with its count */
    TAKT_STORE(&request->generation, generation, release);
}

/* The step of a request to another core. Masked. */
static int ask(struct takt_cross *cross, const struct takt_remote *remote)
{
    struct takt_segment *segment = &cross->segment;
    struct takt_pair *pair = takt_segment_pair(segment, segment->core, remote->core);

    if (takt_segment_state(segment, remote->core) != TAKT_CORE_UP)
        return -EHOSTDOWN;
    if (takt_directory_generation(segment, remote->core, remote->slot) != remote->generation)
        return -ESTALE;
    count(&pair->requests[remote->slot], remote->generation);
    /* pairs with the fence in serve_core() */
    TAKT_FENCE(seq_cst);
    toggle(cross, pair, remote->core, 1u << remote->slot);
    return 0;
}

static void carry_out(const struct takt_slot *slot, uint32_t number)
{
    if (slot->kind == TAKT_KIND_THREAD)
        (void)takt_thread_resume(slot->object);
    else
        (void)takt_sem_give_many(slot->object, number);
}

/* A core's own objects need no words between cores. Masked, so that nobody withdraws it meanwhile. */
static int ask_self(const struct takt_cross *cross, const struct takt_remote *remote)
{
    const struct takt_slot *slot = &cross->slots[remote->slot];

    if (slot->generation != remote->generation)
        return -ESTALE;
    carry_out(slot, 1);
    return 0;
}

int takt_remote_ask(struct takt_cross *cross, const struct takt_remote *remote, uint32_t kinds)
{
    takt_mask_t old;
    int result;

    if (remote->kind > TAKT_KIND_LAST || (kinds & TAKT_KIND_SET(remote->kind)) == 0 ||
        remote->core >= cross->segment.cores || remote->slot >= TAKT_SLOTS)
        return -EINVAL;
    if (!cross->segment.attached)
        return -EHOSTDOWN;
    old = takt_port_mask();
    result = remote->core == cross->segment.core ? ask_self(cross, remote) : ask(cross, remote);
    takt_port_unmask(old);
    return result;
}

/* How often a core asked a slot since it was bound and was not served. */
static uint32_t requests(struct takt_request *request, const struct takt_slot *slot, uint32_t *done)
{
    uint32_t number, before = *done;

    /* pairs with the release of generation in count() */
    if (TAKT_LOAD(&request->generation, acquire) != slot->generation)
        return 0;
    /* pairs with the release of count in count() */
    number = TAKT_LOAD(&request->count, acquire);
    *done = number;
    return number - before;
}

static void serve_slot(struct takt_cross *cross, struct takt_pair *pair, unsigned source, unsigned index)
{
    const struct takt_slot *slot = &cross->slots[index];
    uint32_t number;

    if (slot->generation == 0)
        return;
    number = requests(&pair->requests[index], slot, &cross->done[source][index]);
    if (number == 0)
        return;
    takt_trace_remote(source, index);
    carry_out(slot, number);
}

static void serve_core(struct takt_cross *cross, unsigned source)
{
    struct takt_pair *pair = takt_segment_pair(&cross->segment, source, cross->segment.core);
    /* pairs with the release of asked in toggle() */
    uint32_t asked = TAKT_LOAD(&pair->asked, acquire);
    uint32_t differ = asked ^ cross->seen[source];

    if (differ == 0)
        return;
    cross->seen[source] = asked;
    TAKT_STORE(&pair->seen, asked, relaxed); /* ordered by the fence */
    /* pairs with the fence in ask() */
    TAKT_FENCE(seq_cst);
    for (unsigned index = 0; index < TAKT_SLOTS; index++) {
        if (differ & (1u << index))
            serve_slot(cross, pair, source, index);
    }
    if (differ & ~(UINT32_MAX >> (32 - TAKT_SLOTS)))
        takt_trace_bad_message(source, asked);
}

void takt_remote_serve(struct takt_cross *cross)
{
    for (unsigned source = 0; source < cross->segment.cores; source++) {
        if (source != cross->segment.core)
            serve_core(cross, source);
    }
}

void takt_remote_open(struct takt_cross *cross)
{
    struct takt_segment *segment = &cross->segment;

    /* own words; not 0 if this core was there before in this life of the segment */
    for (unsigned source = 0; source < segment->cores; source++)
        cross->seen[source] = TAKT_LOAD(&takt_segment_pair(segment, source, segment->core)->seen, relaxed);
}

void takt_remote_bind(struct takt_cross *cross, unsigned index, const struct takt_slot *slot)
{
    takt_mask_t old = takt_port_mask();

    /* the doorbell handler leaves done alone while no generation stands in the slot */
    cross->slots[index].generation = 0;
    takt_port_unmask(old);
    for (unsigned core = 0; core < cross->segment.cores; core++)
        cross->done[core][index] = 0;
    old = takt_port_mask();
    cross->slots[index] = *slot;
    takt_port_unmask(old);
}

static int export(uint32_t kind, void *object, const char *name)
{
    struct takt_cross *cross = takt_cross();
    struct takt_found what = {.kind = kind};
    int result = takt_directory_name(name);

    if (object == NULL || result != 0)
        return -EINVAL;
    if (takt_cross_ready(cross) != 0)
        return -EHOSTDOWN;
    takt_klock_enter(&cross->lock);
    result = takt_cross_place(cross, name, true, &what);
    if (result == 0)
        takt_cross_offer(cross, &what, name, object);
    takt_klock_exit(&cross->lock);
    return result;
}

int takt_remote_export_sem(struct takt_sem *sem, const char *name)
{
    return export(TAKT_KIND_SEM, sem, name);
}

int takt_remote_export_thread(struct takt_thread *thread, const char *name)
{
    return export(TAKT_KIND_THREAD, thread, name);
}

int takt_remote_withdraw(const char *name)
{
    static const struct takt_slot nothing;
    struct takt_cross *cross = takt_cross();
    struct takt_segment *segment = &cross->segment;
    struct takt_found found;
    int result;

    if (takt_directory_name(name) != 0 || !cross->ready)
        return -ENOENT;
    takt_klock_enter(&cross->lock);
    result = takt_directory_search(segment, segment->core, name, TAKT_KINDS_ASKED, &found);
    if (result == 0) {
        takt_directory_withdraw(segment, found.index);
        takt_remote_bind(cross, found.index, &nothing);
    }
    takt_klock_exit(&cross->lock);
    return result == 0 ? 0 : -ENOENT;
}

int takt_remote_find(struct takt_remote *remote, const char *name, takt_deadline_t deadline)
{
    struct takt_found found;
    int result = takt_cross_find(
        takt_cross(), name, TAKT_KIND_SET(TAKT_KIND_SEM) | TAKT_KIND_SET(TAKT_KIND_THREAD), deadline, &found);

    if (result != 0)
        return result;
    *remote = (struct takt_remote){
        .core = (uint8_t)found.core,
        .slot = (uint8_t)found.index,
        .kind = (uint16_t)found.kind,
        .generation = found.generation,
    };
    return 0;
}

static int ask_for(const struct takt_remote *remote, uint32_t kinds)
{
    int result;

    takt_trace_call_remote(remote->core, remote->slot);
    result = takt_remote_ask(takt_cross(), remote, kinds);
    takt_trace_call_end(remote->slot, (uintptr_t)result);
    return result;
}

int takt_remote_sem_give(const struct takt_remote *remote)
{
    return ask_for(remote, TAKT_KIND_SET(TAKT_KIND_SEM));
}

int takt_remote_resume(const struct takt_remote *remote)
{
    return ask_for(remote, TAKT_KIND_SET(TAKT_KIND_THREAD));
}
