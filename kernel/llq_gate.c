/*
 * The kernel's gate before the lock between cores (llq/): what a thread or a handler calls.
 *
 * Guards: that a core has one request at a time for a lock, and that a holder and a waiter can never meet on
 * one core. Locks that spin: preemption is off from before the registration to after the release, so no other
 * thread of this core runs, none can ask, and the thread that has asked or holds is not taken off its
 * processor. Interrupts stay open; handlers are refused, since theirs could meet the holder that they
 * interrupted. A core's gate therefore holds the node of one task, its owner; its order is the scheduler's,
 * who let that task run. Locks with a ceiling are the same with interrupts off, and handlers may use them. Locks that
 * threads sleep for are llq_block.c's.
 *
 * Races considered. The library's context is this core's private memory and is used with preemption off
 * alone; handlers have another one, which is used with interrupts off alone, so that they never meet the thread's in the
 * middle of a step. A lock is published in the directory after it was made, and its memory is never given back, so a
 * handle stays good. What a wild core writes into the lock is -EBADMSG here (llq/ checks each index), and the
 * lock's users' affair.
 *
 * Ranks. The library compares the locks of one context. What else the thread and its core hold (another context, locks
 * that it slept for, and for a handler all that the interrupted thread holds) is compared here, where there is any.
 *
 * Bound: (m - 1 + K)(L + h) for m cores, K overtakings, the longest section L, one hand-over h; see llq/llq.h.
 */
#include "llq_gate.h"

#include <takt/irq.h>

#include "../llq/contract.h"

#include "memory_test.h"

void takt_llq_open(struct takt_cross *cross)
{
    struct takt_segment *segment = &cross->segment;
    uint32_t epoch = TAKT_LOAD(&takt_segment_line(segment, segment->core)->epoch, relaxed); /* own word */

    (void)llq_context_init(&cross->spin.context, segment->core, segment->cores, epoch);
    (void)llq_context_init(&cross->masked.context, segment->core, segment->cores, epoch);
    cross->spin.core = takt_core();
    cross->masked.core = takt_core();
    cross->masked.direct =
        TAKT_LLQ_RECORDED; /* always: a lock that names this holder never goes the direct way */
    takt_llq_block_open(cross);
}

void takt_llq_serve(struct takt_cross *cross)
{
    if (!cross->ready)
        return;
    takt_llq_pong(cross);
    takt_llq_block_serve(cross);
}

/* Such locks go the direct way, unless the core is in another. */
static bool goes_directly(const struct llq_attr *attr)
{
    return attr->engine == LLQ_LINKED && attr->ceiling == 0 && !attr->block && !LLQ_STATS;
}

static void set_up(struct takt_llq *llq, struct takt_cross *cross, struct llq *lock, const char *name)
{
    struct llq_attr attr = {0};

    (void)llq_get_attr(lock, &cross->spin.context, &attr);
    *llq = (struct takt_llq){.lock = lock,
                             .tail = &lock->tail,
                             .node = llq_own(lock, &cross->spin.context),
                             .holder = goes_directly(&attr) ? &cross->spin : &cross->masked,
                             .context = attr.ceiling != 0 ? &cross->masked.context : &cross->spin.context,
                             .name = name,
                             .way = attr.ceiling != 0 ? TAKT_LLQ_MASKS : TAKT_LLQ_SPINS,
                             .rank = (uint8_t)attr.rank,
                             .robust = attr.robust};
    if (attr.block) {
        llq->way = TAKT_LLQ_BLOCKS;
        takt_llq_block_init(llq, cross);
    }
    takt_trace_made_named(LLQ, lock, attr.rank, TAKT_TRACE_LLQ_KIND(attr), name);
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
    result = llq_init(takt_segment_at(&cross->segment, what.offset), cores, attr);
    TAKT_ASSERT(result == 0);
    set_up(llq, cross, takt_segment_at(&cross->segment, what.offset), name);
    takt_cross_offer(cross, &what, name, NULL);
    return 0;
}

/* Is it known that the segment's memory does not exclude between this core and another? */
static bool memory_is_bad(const struct takt_cross *cross)
{
    return cross->ready && takt_memory_verdict(cross) == -ENOTSUP;
}

static bool needs_no_atomics(const struct llq_attr *attr)
{
    return attr != NULL && attr->engine == LLQ_BAKERY;
}

/* What the library promises, and what the kernel makes of it. */
static int attr_check(const struct takt_cross *cross, const struct llq_attr *attr)
{
    if (attr != NULL && attr->block && !CONFIG_TAKT_LLQ_BLOCK)
        return -ENOTSUP;
    if (attr != NULL && (attr->ceiling > 1 || (attr->ceiling != 0 && attr->block)))
        return -EINVAL;
    return llq_attr_check(cross->segment.cores, attr);
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
    if (memory_is_bad(cross) && !needs_no_atomics(attr))
        return -ENOTSUP;
    result = attr_check(cross, attr);
    if (result != 0)
        return result;
    if (takt_directory_find(&cross->segment, name, TAKT_KIND_SET(TAKT_KIND_LLQ), &other) == 0)
        return -EEXIST;
    takt_klock_enter(&cross->lock);
    result = create(cross, llq, name, attr);
    takt_klock_exit(&cross->lock);
    return result;
}

/* Look at a lock that was found, and wait until it is known whether the memory excludes, if it has to. */
static int attach(struct takt_llq *llq, struct takt_cross *cross, const struct takt_found *found,
                  const char *name, takt_deadline_t deadline)
{
    struct llq *lock = takt_segment_at(&cross->segment, found->offset);
    struct llq_attr attr;
    int result;

    if (found->size < LLQ_SIZE(cross->segment.cores) ||
        llq_get_attr(lock, &cross->spin.context, &attr) != 0) {
        takt_trace_bad_message(found->core, found->size);
        return -EBADMSG;
    }
    if (attr.block && !CONFIG_TAKT_LLQ_BLOCK)
        return -ENOTSUP;
    result = needs_no_atomics(&attr) ? 0 : takt_cross_settle(cross, deadline);
    if (result == 0)
        set_up(llq, cross, lock, name);
    return result;
}

/* On memory that is bad there can only be a lock that needs no atomic operations; nobody waits for one to come. */
int takt_llq_attach(struct takt_llq *llq, const char *name, takt_deadline_t deadline)
{
    struct takt_cross *cross = takt_cross();
    bool bad = memory_is_bad(cross);
    struct takt_found found;
    int result =
        takt_cross_find(cross, name, TAKT_KIND_SET(TAKT_KIND_LLQ), bad ? TAKT_NO_WAIT : deadline, &found);

    if (result != 0)
        return bad ? -ENOTSUP : result;
    return attach(llq, cross, &found, name, deadline);
}

/* Is a lock that the context holds in the way of another? */
static const struct llq *conflict(const struct llq_context *context, const struct takt_llq *llq)
{
    for (uint32_t i = 0; i < context->depth; i++) {
        uint32_t rank = context->held[i].rank & LLQ_CONFIG_RANK;

        if (context->held[i].lock == llq->lock || (llq->rank != 0 && rank >= llq->rank))
            return context->held[i].lock;
    }
    return NULL;
}

/* The lock that is held by the direct way; NULL: none is. */
static struct takt_llq *direct(const struct takt_llq_holder *holder)
{
    return holder->direct != TAKT_LLQ_RECORDED ? holder->direct : NULL;
}

/* Is the lock that is held by the direct way in the way of another? A handler asks: a thread has written it down. */
static const struct llq *conflict_direct(const struct takt_llq_holder *holder, const struct takt_llq *llq)
{
    const struct takt_llq *held = direct(holder);

    return held != NULL && llq->rank != 0 && held->rank >= llq->rank ? held->lock : NULL;
}

int takt_llq_compare(const struct takt_llq *llq)
{
    const struct takt_cross *cross = takt_cross();
    const struct llq *held = conflict(&cross->spin.context, llq);
    unsigned count = 0;

    if (held == NULL)
        held = conflict_direct(&cross->spin, llq);
    if (held == NULL)
        held = conflict(&cross->masked.context, llq);
    if (held == NULL) {
        const struct takt_llq *other = takt_llq_block_conflict(takt_core()->current, llq, &count);

        held = other == NULL ? NULL : other->lock;
    }
    if (held == NULL)
        return count < LLQ_NEST ? 0 : -ENOSPC;
    takt_trace_llq_deadlock(TAKT_ID(llq->lock), TAKT_ID(held));
    return -EDEADLK;
}

/* A lock that is held by the direct way gets a record, as there are to be several. Preemption off. */
static void write_down(struct takt_llq_holder *holder)
{
    const struct takt_llq *llq = direct(holder);

    if (llq == NULL)
        return;
    holder->context.held[0] =
        (struct llq_held){.lock = llq->lock, .version = holder->context.version, .rank = llq->rank};
    holder->context.depth = 1;
    holder->direct = TAKT_LLQ_RECORDED;
}

/* Whether the direct way is open again. A handler leaves what the interrupted thread holds by it as it is. */
static void settle(struct takt_cross *cross)
{
    const struct llq_context *context = &cross->spin.context;
    bool recorded = (context->depth | context->left | cross->masked.context.depth) != 0;

    if (direct(&cross->spin) == NULL)
        cross->spin.direct = recorded ? TAKT_LLQ_RECORDED : NULL;
}

/* Under what is known of the rest, ask the library, which knows the locks of one context. */
static int ask(struct takt_llq *llq, takt_deadline_t deadline, struct llq_token *token)
{
    int64_t limit = deadline == TAKT_FOREVER ? LLQ_FOREVER : takt_cross_limit(deadline);
    int result = takt_llq_compare(llq);

    if (result != 0)
        return result;
    if (deadline == TAKT_NO_WAIT)
        return llq_contract_try(llq->lock, llq->context, token);
    return llq_contract_acquire(llq->lock, llq->context, limit, token);
}

/* With preemption off. */
static int acquire_spinning(struct takt_llq *llq, takt_deadline_t deadline, struct llq_token *token)
{
    struct takt_core *core = takt_core();
    struct takt_cross *cross = takt_cross();
    int result;

    if (takt_port_in_handler())
        return -EPERM;
    takt_preempt_enter(core);
    takt_trace_llq_register(TAKT_ID(llq->lock), TAKT_ID(core->current));
    write_down(&cross->spin);
    llq->context->priority = core->current->effective;
    result = ask(llq, deadline, token);
    settle(cross);
    if (takt_llq_is_granted(result)) {
        takt_trace_llq_grant(TAKT_ID(llq->lock), llq_passed(llq->context));
        return result;
    }
    takt_trace_llq_abandon(TAKT_ID(llq->lock), TAKT_ID(core->current));
    takt_preempt_leave(core);
    return result;
}

/* With interrupts off from the first to the last of such locks. */
static int acquire_masked(struct takt_llq *llq, takt_deadline_t deadline, struct llq_token *token)
{
    struct takt_core *core = takt_core();
    struct takt_cross *cross = takt_cross();
    takt_mask_t old;
    int result;

    old = takt_port_mask();
    takt_trace_llq_register(TAKT_ID(llq->lock), TAKT_ID(core->current));
    if (takt_port_in_handler()) {
        llq->context->priority = 0;
    } else {
        write_down(&cross->spin);
        llq->context->priority = core->current->effective;
    }
    result = ask(llq, deadline, token);
    settle(cross);
    if (!takt_llq_is_granted(result)) {
        takt_trace_llq_abandon(TAKT_ID(llq->lock), TAKT_ID(core->current));
        takt_port_unmask(old);
        return result;
    }
    if (cross->masked.context.depth == 1)
        cross->unmasked = old;
    takt_trace_llq_grant(TAKT_ID(llq->lock), llq_passed(llq->context));
    return result;
}

static int acquire_blocking(struct takt_llq *llq, takt_deadline_t deadline, struct llq_token *token)
{
    int result = takt_llq_block_acquire(llq, deadline);

    if (takt_llq_is_granted(result))
        takt_llq_block_token(llq, token);
    else
        takt_trace_llq_abandon(TAKT_ID(llq->lock), TAKT_ID(takt_core()->current));
    return result;
}

int takt_llq_acquire_recorded(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token)
{
    if (llq->way == TAKT_LLQ_SPINS)
        return acquire_spinning(llq, deadline, &token->token);
    if (llq->way == TAKT_LLQ_MASKS)
        return acquire_masked(llq, deadline, &token->token);
    return acquire_blocking(llq, deadline, &token->token);
}

int takt_llq_acquire_until(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token)
{
    TAKT_ASSERT(takt_llq_is_own(llq) && token != NULL);
    takt_trace_call_llq_acquire(TAKT_ID(llq->lock), takt_trace_wait(deadline));
    return takt_llq_acquire_recorded(llq, deadline, token);
}

int takt_llq_try(struct takt_llq *llq, struct takt_llq_token *token)
{
    return takt_llq_acquire_until(llq, TAKT_NO_WAIT, token);
}

static int release_spinning(struct takt_llq *llq, const struct llq_token *token)
{
    struct takt_core *core = takt_core();
    int result = takt_port_in_handler() ? -EPERM : llq_contract_release(llq->lock, llq->context, token);

    if (result == -EPERM)
        return result;
    takt_trace_llq_release(TAKT_ID(llq->lock), TAKT_ID(core->current));
    settle(takt_cross());
    takt_preempt_leave(core);
    return result;
}

static int release_masked(struct takt_llq *llq, const struct llq_token *token)
{
    struct takt_cross *cross = takt_cross();
    bool holds = cross->masked.context.depth != 0; /* if so, interrupts are off, and it stays so */
    int result = holds ? llq_contract_release(llq->lock, llq->context, token) : -EPERM;

    if (result == -EPERM)
        return result;
    takt_trace_llq_release(TAKT_ID(llq->lock), TAKT_ID(takt_core()->current));
    settle(cross);
    if (cross->masked.context.depth == 0)
        takt_port_unmask(cross->unmasked);
    return result;
}

int takt_llq_release_recorded(struct takt_llq *llq, const struct takt_llq_token *token)
{
    if (llq->way == TAKT_LLQ_SPINS)
        return release_spinning(llq, &token->token);
    if (llq->way == TAKT_LLQ_MASKS)
        return release_masked(llq, &token->token);
    return takt_llq_block_release(llq, &token->token);
}

int takt_llq_consistent(struct takt_llq *llq, const struct takt_llq_token *token)
{
    TAKT_ASSERT(llq->lock != NULL && token != NULL);
    return llq_consistent(llq->lock, llq->context, &token->token);
}

uint32_t takt_llq_passed(const struct takt_llq *llq)
{
    return llq_passed(llq->context);
}
