/*
 * Locks between cores that threads sleep for.
 *
 * The gate of a lock on a core is a mutex, so that waiters stand in it as in any: most urgent first, first come first
 * served in a level, with deadlines, inheritance along chains and the search for cycles. Its owner is the thread that
 * holds the lock; or, while the lock is with another core and somebody here wants it, the core's *stand-in*, a thread
 * that never runs. So who holds inherits from who waits, and raises to the lock's ceiling besides (inherit.c).
 *
 * One request a core is registered between the cores, whoever of its threads wants the lock. It is the core's, not a
 * thread's: when the grant comes, the gate passes from the stand-in to its first waiter of that moment. A release goes
 * to the other cores first, and asks again, at the end of their queue, if somebody here waits; so a core with many
 * threads gets no more than its turn.
 *
 * Who asks first spins for a while (CONFIG_TAKT_LLQ_SPIN) before it stands in the gate; it gets a grant that comes in that
 * time, unless somebody stands there by then. After that the request is asleep: the hand-over rings this core's doorbell,
 * whose handler looks. A watch looks from time to time, too, since a core can die between its hand-over and its bell.
 *
 * Races considered. Everything here is done under the kernel lock; the doorbell's handler posts itself if it meets it
 * held. A deadline that passes takes its thread out of the gate. If that was the last, it abandons the request when it
 * runs again; a grant that comes before is handed on by the handler, if it has not run, or is its own: never both, since
 * each is a hold of the kernel lock. A bell that comes early finds no grant; one that comes twice neither.
 *
 * Bound: the gate's part (the sections of more urgent threads of the core, and one of a less urgent one), and
 * (m - 1 + K)(L + h); L of a section here is the time from grant to release, in which only threads more urgent than the
 * ceiling and handlers run besides.
 */
#include "llq_gate.h"

/* Is it the mutex of a gate? Then of which lock? */
static struct takt_llq *lock_of(const struct takt_mutex *mutex)
{
    return mutex->flags & TAKT_MUTEX_GATE ? TAKT_CONTAINER(mutex, struct takt_llq, gate) : NULL;
}

void takt_llq_block_init(struct takt_llq *llq, const struct takt_cross *cross)
{
    llq->gate.flags = TAKT_MUTEX_GATE;
    llq->own = cross->spin.context; /* nothing is held yet in this life, or the copy forgets it */
    llq->own.depth = 0;
    llq->own.waits = 0;
    llq->own.left = 0;
    llq->context = &llq->own;
    takt_trace_made_named(MUTEX, &llq->gate, TAKT_TRACE_GATE, llq->gate.ceiling, llq->name);
}

int takt_llq_set_ceiling(struct takt_llq *llq, takt_prio_t ceiling)
{
    if (llq->way != TAKT_LLQ_BLOCKS || !takt_is_level(ceiling))
        return -EINVAL;
    llq->gate.ceiling = ceiling;
    takt_trace_made_named(MUTEX, &llq->gate, TAKT_TRACE_GATE, ceiling, llq->name);
    return 0;
}

const struct takt_llq *takt_llq_block_conflict(const struct takt_thread *thread, const struct takt_llq *llq,
                                               unsigned *count)
{
    for (const struct takt_mutex *mutex = thread->held; mutex != NULL; mutex = mutex->next) {
        const struct takt_llq *other = lock_of(mutex);

        if (other == NULL)
            continue;
        if (other == llq || (llq->rank != 0 && other->rank >= llq->rank))
            return other;
        ++*count;
    }
    return NULL;
}

/* The core waits for a grant. */
static void await(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq)
{
    llq->next = cross->awaited;
    cross->awaited = llq;
    if (llq->robust && !cross->look_again.armed)
        takt_timer_arm(core, &cross->look_again,
                       takt_port_counter() + takt_port_from_ns(TAKT_US(CONFIG_TAKT_LLQ_SILENCE)));
}

/* It waits no more. */
static void await_no_more(struct takt_cross *cross, const struct takt_llq *llq)
{
    struct takt_llq **at = &cross->awaited;

    while (*at != llq)
        at = &(*at)->next;
    *at = llq->next;
}

/* Is it a thread that holds a lock? Not nobody, nor the one that stands in. */
static bool holds(const struct takt_cross *cross, const struct takt_thread *owner)
{
    return owner != NULL && owner != &cross->stand_in;
}

/* The gate passes to a thread that does not stand in it, or to nobody. */
static void move(struct takt_core *core, struct takt_llq *llq, struct takt_thread *thread)
{
    struct takt_cross *cross = takt_cross();
    struct takt_thread *before = llq->gate.owner;

    cross->spin.gates += (uint32_t)holds(cross, thread) - (uint32_t)holds(cross, before);
    takt_mutex_move(&llq->gate, thread);
    takt_inherit(core, before);
    takt_inherit(core, thread);
}

/* The gate passes to its first waiter. */
static void hand(struct takt_core *core, struct takt_llq *llq, int result)
{
    struct takt_thread *thread = llq->gate.waiters.head;

    thread->blocked_on = NULL;
    move(core, llq, thread);
    takt_wake(core, thread, result);
}

/* The lock is lost to all who wait for it here. */
static void fail(struct takt_core *core, struct takt_llq *llq, int result)
{
    llq->result = result;
    while (llq->gate.waiters.head != NULL)
        takt_wake(core, llq->gate.waiters.head, result);
    move(core, llq, NULL);
}

/* The core's request has ended: for whom? */
static void settle(struct takt_core *core, struct takt_llq *llq, int result)
{
    takt_trace_llq_grant(TAKT_ID(llq->lock), llq_passed(&llq->own));
    if (!takt_llq_is_granted(result)) {
        fail(core, llq, result);
    } else if (llq->gate.waiters.head != NULL) {
        hand(core, llq, result);
    } else if (llq->spinner != NULL) {
        llq->result = result;
        move(core, llq, llq->spinner);
    } else { /* for those whose deadline passed; a death is for the next one to hear of */
        if (result == 0)
            (void)llq_release(llq->lock, &llq->own, &llq->token);
        else
            (void)llq_forsake(llq->lock, &llq->own, &llq->token);
        move(core, llq, NULL);
    }
}

/* Has the grant come? */
static void look(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq, bool sleeps)
{
    int result = llq_poll(llq->lock, &llq->own, sleeps, &llq->token);

    if (result == -EINPROGRESS)
        return;
    await_no_more(cross, llq);
    settle(core, llq, result);
}

static void look_at_all(struct takt_core *core, struct takt_cross *cross)
{
    for (struct takt_llq *llq = cross->awaited, *next; llq != NULL; llq = next) {
        next = llq->next;
        look(core, cross, llq, llq->spinner == NULL);
    }
}

static void match(struct takt_core *core, struct takt_post *post)
{
    look_at_all(core, TAKT_CONTAINER(post, struct takt_cross, rung));
}

static void look_again(struct takt_core *core, struct takt_tnode *node)
{
    struct takt_cross *cross = TAKT_CONTAINER(node, struct takt_cross, look_again);

    look_at_all(core, cross);
    if (cross->awaited != NULL && !node->armed)
        takt_timer_arm(core, node, takt_port_counter() + takt_port_from_ns(TAKT_US(CONFIG_TAKT_LLQ_SILENCE)));
}

void takt_llq_block_open(struct takt_cross *cross)
{
    cross->rung.match = match;
    cross->look_again.expire = look_again;
    cross->stand_in.state = TAKT_STATE_DORMANT;
    cross->stand_in.base = CONFIG_TAKT_LEVELS - 1;
    cross->stand_in.effective = CONFIG_TAKT_LEVELS - 1;
}

void takt_llq_block_serve(struct takt_cross *cross)
{
    if (cross->awaited != NULL)
        takt_match(takt_core(), &cross->rung, takt_port_mask());
}

/* Register the core's request for somebody of this priority. @return as llq_request() */
static int request(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq, unsigned priority)
{
    int result;

    (void)llq_set_priority(&llq->own, priority);
    takt_trace_llq_register(TAKT_ID(llq->lock), TAKT_ID(core->current));
    result = llq_request(llq->lock, &llq->own, &llq->token);
    if (result == -EINPROGRESS) {
        move(core, llq, &cross->stand_in);
        await(core, cross, llq);
    }
    return result;
}

/* Nobody of this core has the gate. @return 1: wait */
static int ask(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq,
               takt_deadline_t deadline)
{
    int result;

    if (deadline == TAKT_NO_WAIT)
        result = llq_try(llq->lock, &llq->own, &llq->token);
    else
        result = request(core, cross, llq, core->current->effective);
    if (takt_llq_is_granted(result))
        move(core, llq, core->current);
    return result == -EINPROGRESS ? 1 : result;
}

/* The first who asks: look for a while, with other threads and handlers let in between. */
static void spin(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq)
{
    uint64_t end = takt_port_counter() + takt_port_from_ns(CONFIG_TAKT_LLQ_SPIN);

    llq->spinner = core->current;
    while (llq->gate.owner == &cross->stand_in && llq->gate.waiters.head == NULL &&
           takt_before(takt_port_counter(), end)) {
        (void)takt_unlock(core);
        takt_port_relax();
        takt_lock(core);
        if (llq->gate.owner == &cross->stand_in)
            look(core, cross, llq, false);
    }
    /* asleep from here on; a grant that comes with this look is still the spinner's */
    if (llq->gate.owner == &cross->stand_in)
        look(core, cross, llq, true);
    llq->spinner = NULL;
}

/* The deadline passed. Whoever leaves the gate last abandons the request, unless the grant has won. */
static int leave(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq)
{
    int result = -ETIMEDOUT;

    takt_lock(core);
    if (llq->gate.owner == &cross->stand_in && llq->gate.waiters.head == NULL && llq->spinner == NULL) {
        await_no_more(cross, llq);
        result = llq_cancel(llq->lock, &llq->own, &llq->token);
        move(core, llq, takt_llq_is_granted(result) ? core->current : NULL);
        if (result == -ECANCELED)
            result = -ETIMEDOUT;
    }
    (void)takt_unlock(core);
    return result;
}

/* The kernel lock is held, and dropped. */
static int wait(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq,
                takt_deadline_t deadline)
{
    int result;

    if (llq->gate.owner == core->current || llq->gate.owner == NULL) { /* granted, or lost, while it spun */
        result = llq->gate.owner == NULL ? -EAGAIN : llq->result;
        (void)takt_unlock(core);
        return result;
    }
    result = takt_mutex_wait(core, &llq->gate, deadline);
    return result == -ETIMEDOUT ? leave(core, cross, llq) : result;
}

/* @return as takt_llq_acquire(); -EAGAIN also: ask once more */
static int acquire(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq,
                   takt_deadline_t deadline)
{
    int result;

    takt_lock(core);
    result = takt_llq_compare(llq);
    if (result == 0 && llq->gate.owner == NULL) {
        result = ask(core, cross, llq, deadline);
        if (result == 1)
            spin(core, cross, llq);
    } else if (result == 0 && deadline == TAKT_NO_WAIT) {
        result = -EAGAIN;
    } else if (result == 0) {
        result = takt_mutex_waits_for(&llq->gate, core->current) ? -EDEADLK : 1;
    }
    if (result == 1)
        return wait(core, cross, llq, deadline);
    (void)takt_unlock(core);
    return result;
}

int takt_llq_block_acquire(struct takt_llq *llq, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int result;

    if (takt_port_in_handler() || !core->running || core->preempt_off != 0)
        return -EPERM;
    if (deadline != TAKT_NO_WAIT && deadline != TAKT_FOREVER)
        deadline = takt_at(takt_cross_limit(deadline));
    do
        result = acquire(core, takt_cross(), llq, deadline);
    while (result == -EAGAIN && deadline != TAKT_NO_WAIT);
    return result;
}

/* The lock has gone to the other cores: does somebody here want it again? */
static void pass_on(struct takt_core *core, struct takt_cross *cross, struct takt_llq *llq)
{
    int result;

    if (llq->gate.waiters.head == NULL) {
        move(core, llq, NULL);
        return;
    }
    result = request(core, cross, llq, llq->gate.waiters.head->effective);
    if (result == -EINPROGRESS)
        look(core, cross, llq, true);
    else
        settle(core, llq, result);
}

int takt_llq_block_release(struct takt_llq *llq, const struct llq_token *token)
{
    struct takt_core *core = takt_core();
    int result = -EPERM;

    if (takt_port_in_handler())
        return -EPERM;
    takt_lock(core);
    if (llq->gate.owner == core->current)
        result = llq_release(llq->lock, &llq->own, token);
    if (result != -EPERM) {
        takt_trace_llq_release(TAKT_ID(llq->lock), TAKT_ID(core->current));
        pass_on(core, takt_cross(), llq);
    }
    (void)takt_unlock(core);
    return result;
}

void takt_llq_orphan(struct takt_core *core, struct takt_thread *owner)
{
    for (struct takt_mutex *mutex = owner->held, *next; mutex != NULL; mutex = next) {
        struct takt_llq *llq = lock_of(mutex);

        next = mutex->next;
        if (llq == NULL)
            continue;
        (void)llq_forsake(llq->lock, &llq->own, &llq->token);
        pass_on(core, takt_cross(), llq);
    }
}
