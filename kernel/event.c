/*
 * Event flags.
 *
 * The store is two words, changed under the mask: the bits, and the pulse: what was set since the waiters
 * last looked. A set that a clear follows at once, both from a handler that met the kernel lock, therefore
 * still reaches those who waited. The match shows bits and pulse to every waiter, most urgent first, and
 * clears what the satisfied ones asked for when all have seen it; bits that a handler set meanwhile stay.
 *
 * Bound: the match walks all waiters under the kernel lock, interrupts open.
 */
#include <takt/event.h>

#include "kernel.h"

/** What a waiter wants; thread->wait_data. */
struct event_wait {
    uint32_t bits, got;
    unsigned options;
};

static bool satisfied(uint32_t bits, uint32_t wanted, unsigned options)
{
    return options & TAKT_EVENT_ALL ? (bits & wanted) == wanted : (bits & wanted) != 0;
}

/* What the waiter clears; 0 also when it is not satisfied. */
static uint32_t show(struct takt_core *core, struct takt_thread *thread, uint32_t bits)
{
    struct event_wait *wait = thread->wait_data;

    if (!satisfied(bits, wait->bits, wait->options))
        return 0;
    wait->got = bits;
    takt_wake(core, thread, 0);
    return wait->options & TAKT_EVENT_CLEAR ? wait->bits : 0;
}

static void event_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_event *event = TAKT_CONTAINER(post, struct takt_event, post);
    struct takt_thread *thread = event->waiters.head;
    takt_mask_t old = takt_port_mask();
    uint32_t seen = event->bits | event->pulse, clear = 0;

    event->pulse = 0;
    takt_port_unmask(old);
    while (thread != NULL) {
        struct takt_thread *next = thread->link.next == event->waiters.head ? NULL : thread->link.next;

        clear |= show(core, thread, seen);
        thread = next;
    }
    old = takt_port_mask();
    event->bits = (event->bits & ~clear) | (event->bits & event->pulse);
    takt_port_unmask(old);
}

int takt_event_init(struct takt_event *event, uint32_t bits)
{
    *event = (struct takt_event){.bits = bits};
    event->post.match = event_match;
    takt_trace_made(EVENT, event, bits, 0);
    return 0;
}

int takt_event_set(struct takt_event *event, uint32_t bits)
{
    struct takt_core *core = takt_core();
    takt_mask_t old;

    takt_trace_call_event_set(TAKT_ID(event), bits);
    old = takt_port_mask();
    takt_trace_event_set(TAKT_ID(event), bits);
    event->bits |= bits;
    if (event->waiters.head == NULL && !core->locked) {
        takt_port_unmask(old);
    } else {
        event->pulse |= bits;
        takt_match(core, &event->post, old);
    }
    takt_trace_call_end(TAKT_ID(event), 0);
    TAKT_CHECK(takt_event_check(event));
    return 0;
}

int takt_event_clear(struct takt_event *event, uint32_t bits)
{
    takt_mask_t old;

    takt_trace_call_event_clear(TAKT_ID(event), bits);
    old = takt_port_mask();
    event->bits &= ~bits;
    takt_port_unmask(old);
    takt_trace_call_end(TAKT_ID(event), 0);
    return 0;
}

static bool wait_now(struct takt_event *event, struct event_wait *wait)
{
    takt_mask_t old = takt_port_mask();
    bool done = satisfied(event->bits, wait->bits, wait->options);

    if (done) {
        wait->got = event->bits;
        if (wait->options & TAKT_EVENT_CLEAR)
            event->bits &= ~wait->bits;
    }
    takt_port_unmask(old);
    return done;
}

static int wait_slow(struct takt_event *event, struct event_wait *wait, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return err;
    takt_lock(core);
    if (wait_now(event, wait)) {
        (void)takt_unlock(core);
        return 0;
    }
    core->current->wait_data = wait;
    return takt_block(core, &event->waiters, deadline);
}

int takt_event_wait(struct takt_event *event, uint32_t bits, unsigned options, takt_deadline_t deadline,
                    uint32_t *got)
{
    struct event_wait wait = {.bits = bits, .got = 0, .options = options};
    int result;

    if (bits == 0 || (options & ~(TAKT_EVENT_ALL | TAKT_EVENT_CLEAR)))
        return -EINVAL;
    takt_trace_with(options);
    takt_trace_with((uint64_t)deadline);
    takt_trace_call_event_wait(TAKT_ID(event), bits);
    result = wait_now(event, &wait) ? 0 : wait_slow(event, &wait, deadline);
    if (result == 0 && got != NULL)
        *got = wait.got;
    if (result == 0)
        takt_trace_event_got(TAKT_ID(event), wait.got);
    takt_trace_event_wait(TAKT_ID(event), (uintptr_t)result);
    TAKT_CHECK(takt_event_check(event));
    return result;
}

uint32_t takt_event_get(const struct takt_event *event)
{
    return event->bits;
}

int takt_event_delete(struct takt_event *event)
{
    takt_trace_call_delete(TAKT_ID(event), 0);
    takt_trace_gone(event);
    return takt_waitq_delete(&event->waiters);
}

/* No waiter may be left that is satisfied. */
static bool store_right(const struct takt_event *event)
{
    const struct takt_thread *thread = event->waiters.head;

    if (thread == NULL)
        return true;
    do {
        const struct event_wait *wait = thread->wait_data;

        if (satisfied(event->bits, wait->bits, wait->options))
            return false;
        thread = thread->link.next;
    } while (thread != event->waiters.head);
    return event->pulse == 0;
}

int takt_event_check(const struct takt_event *event)
{
    takt_mask_t old;
    int result;

    if (!takt_check_begin())
        return 0;
    old = takt_port_mask();
    result = takt_store_check(&event->post, store_right(event));
    takt_port_unmask(old);
    return takt_check_end(result != 0 ? result : takt_waitq_check(&event->waiters));
}
