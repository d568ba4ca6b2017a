/*
 * The kernel's gate before the lock between cores (llq/).
 *
 * Guards: that a core has one request at a time for a lock, and that a holder and a waiter can never meet on
 * one core. Both follow from preemption being off from before the registration to after the release: no other
 * thread of this core runs, so none can ask, and the thread that has asked or holds is not taken off its
 * processor. Interrupts stay open; handlers are refused, since theirs could meet the holder that they
 * interrupted. A core's gate therefore holds the node of one task, its owner; its order is the scheduler's,
 * who let that task run.
 *
 * Races considered. The library's context is this core's private memory and is used with preemption off
 * alone. A lock is published in the directory after it was made, and its memory is never given back, so a
 * handle stays good. What a wild core writes into the lock is -EBADMSG here (llq/ checks each index), and the
 * lock's users' affair.
 *
 * Bound: (m - 1)(L + h) for m cores, the longest section L, one hand-over h; see llq/llq.h.
 */
#include <takt/llq.h>

#include <takt/irq.h>

#include "../llq/contract.h"

#include "memory_test.h"

void takt_llq_open(struct takt_cross *cross)
{
    struct takt_segment *segment = &cross->segment;
    uint32_t epoch = TAKT_LOAD(&takt_segment_line(segment, segment->core)->epoch, relaxed); /* own word */

    (void)llq_context_init(&cross->llq, segment->core, segment->cores, epoch);
}

static void set_up(struct takt_llq *llq, struct takt_cross *cross, uint32_t offset, const char *name)
{
    *llq = (struct takt_llq){
        .lock = takt_segment_at(&cross->segment, offset), .context = &cross->llq, .name = name};
}

/* Under the core's lock. */
static int create(struct takt_cross *cross, struct takt_llq *llq, const char *name,
                  const struct llq_attr *attr)
{
    unsigned cores = cross->segment.cores;
    struct takt_found what = {.kind = TAKT_KIND_LLQ, .size = (uint32_t)LLQ_SIZE(cores)};
    int result = takt_cross_place(cross, name, false, &what);

    if (result == 0)
        result = takt_segment_alloc(&cross->segment, what.size, &what.offset);
    if (result != 0)
        return result;
    set_up(llq, cross, what.offset, name);
    result = llq_init(llq->lock, cores, attr);
    TAKT_ASSERT(result == 0);
    takt_cross_offer(cross, &what, name, NULL);
    return 0;
}

/* Is it known that the segment's memory does not exclude between this core and another? */
static bool memory_is_bad(const struct takt_cross *cross)
{
    return cross->ready && takt_memory_verdict(cross) == -ENOTSUP;
}

int takt_llq_create(struct takt_llq *llq, const char *name, const struct llq_attr *attr)
{
    struct takt_cross *cross = takt_cross();
    struct takt_found other;
    int result = takt_directory_name(name);

    if (llq == NULL || result != 0)
        return -EINVAL;
    if (takt_cross_ready(cross) != 0)
        return -EHOSTDOWN;
    if (memory_is_bad(cross))
        return -ENOTSUP;
    result = llq_attr_check(cross->segment.cores, attr);
    if (result != 0)
        return result;
    if (takt_directory_find(&cross->segment, name, TAKT_KIND_SET(TAKT_KIND_LLQ), &other) == 0)
        return -EEXIST;
    takt_klock_enter(&cross->lock);
    result = create(cross, llq, name, attr);
    takt_klock_exit(&cross->lock);
    return result;
}

int takt_llq_attach(struct takt_llq *llq, const char *name, takt_deadline_t deadline)
{
    struct takt_cross *cross = takt_cross();
    struct takt_found found;
    int result;

    if (memory_is_bad(cross))
        return -ENOTSUP;
    result = takt_cross_find(cross, name, TAKT_KIND_SET(TAKT_KIND_LLQ), deadline, &found);
    if (result != 0)
        return result;
    if (found.size < LLQ_SIZE(cross->segment.cores)) {
        takt_trace_bad_message(found.core, found.size);
        return -EBADMSG;
    }
    result = takt_cross_settle(cross, deadline);
    if (result == 0)
        set_up(llq, cross, found.offset, name);
    return result;
}

/* What lies between the grant and the next release is waited for by all cores, so everything that can be done is
 * done before the one or after the other. */
/* The owner is written before the request. A nested one is refused, and puts the holder's name back. */
static inline struct takt_thread *enter(struct takt_llq *llq, struct takt_core *core)
{
    struct takt_thread *interrupted = llq->owner;

    takt_preempt_enter(core);
    takt_trace_llq_register(TAKT_ID(llq->lock), TAKT_ID(core->current));
    llq->owner = core->current;
    return interrupted;
}

static inline int answer(struct takt_llq *llq, struct takt_core *core, struct takt_thread *interrupted,
                         int result)
{
    if (result != 0) {
        llq->owner = interrupted;
        takt_trace_llq_abandon(TAKT_ID(llq->lock), TAKT_ID(core->current));
        takt_preempt_leave(core);
        return result;
    }
    takt_trace_llq_grant(TAKT_ID(llq->lock), llq_passed(llq->context));
    return 0;
}

int takt_llq_try(struct takt_llq *llq, struct takt_llq_token *token)
{
    struct takt_core *core = takt_core();
    struct takt_thread *interrupted;

    TAKT_ASSERT(llq->lock != NULL && llq->context->index == takt_port_core_id() + 1 && token != NULL);
    if (takt_port_in_handler())
        return -EPERM;
    interrupted = enter(llq, core);
    return answer(llq, core, interrupted, llq_contract_try(llq->lock, llq->context, &token->token));
}

int takt_llq_acquire(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token)
{
    struct takt_core *core = takt_core();
    struct takt_thread *interrupted;
    int64_t limit = LLQ_FOREVER;

    if (deadline == TAKT_NO_WAIT)
        return takt_llq_try(llq, token);
    TAKT_ASSERT(llq->lock != NULL && llq->context->index == takt_port_core_id() + 1 && token != NULL);
    if (takt_port_in_handler())
        return -EPERM;
    if (deadline != TAKT_FOREVER)
        limit = takt_cross_limit(deadline);
    interrupted = enter(llq, core);
    return answer(llq, core, interrupted,
                  llq_contract_acquire(llq->lock, llq->context, limit, &token->token));
}

int takt_llq_release(struct takt_llq *llq, const struct takt_llq_token *token)
{
    int result;

    TAKT_ASSERT(llq->lock != NULL && token != NULL);
    if (takt_port_in_handler())
        return -EPERM;
    result = llq_contract_release(llq->lock, llq->context, &token->token);
    if (result == -EPERM)
        return result;
    takt_trace_llq_release(TAKT_ID(llq->lock), TAKT_ID(llq->owner));
    llq->owner = NULL;
    takt_preempt_leave(takt_core());
    return result;
}

uint32_t takt_llq_passed(const struct takt_llq *llq)
{
    return llq_passed(llq->context);
}
