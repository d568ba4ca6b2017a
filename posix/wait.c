/*
 * Waiting: the record of a wait in an object's queue, and the semaphore of its thread.
 *
 * The record is queued inside the section; the thread then leaves it and takes its semaphore. Whoever grants the wait
 * takes the record out of the queue, writes the result, then `over`, and gives the semaphore. Between leaving and taking
 * anything may happen: the semaphore remembers it. So no wake-up is lost, and nothing is stolen: the grant says what the
 * waiter owns.
 *
 * A semaphore given for another reason (a signal, cancellation, a clock that was set, or a grant that came with the
 * time-out) only makes its thread look again; it has one place, so what is left over costs one more look.
 *
 * A deadline that passes in the same instant as a grant loses: `over` is looked at inside the section first.
 *
 * A handler of a signal runs in the middle of a wait with the record still queued, so a wait that is not ended by signals
 * keeps its place; what the handler itself waits for has a record of its own (outer).
 *
 * Queues are in order of priority, then of arrival. An insertion grows with the waiters of that object.
 */
#include "posix.h"

static void insert(struct takt_posix_queue *queue, struct takt_posix_wait *wait)
{
    struct takt_posix_wait *prev = NULL, *next = queue->first;

    while (next != NULL && next->thread->priority >= wait->thread->priority) {
        prev = next;
        next = next->next;
    }
    wait->queue = queue;
    wait->prev = prev;
    wait->next = next;
    if (prev == NULL)
        queue->first = wait;
    else
        prev->next = wait;
    if (next != NULL)
        next->prev = wait;
}

static void remove_wait(struct takt_posix_wait *wait)
{
    if (wait->queue == NULL)
        return;
    if (wait->prev == NULL)
        wait->queue->first = wait->next;
    else
        wait->prev->next = wait->next;
    if (wait->next != NULL)
        wait->next->prev = wait->prev;
    wait->queue = NULL;
}

void takt_posix_wait_begin(struct takt_posix_wait *wait, struct takt_posix_queue *queue)
{
    struct takt_posix_thread *self = takt_posix_self();

    *wait = (struct takt_posix_wait){.thread = self, .outer = self->wait, .until.at = TAKT_FOREVER};
    self->wait = wait;
    if (queue != NULL)
        insert(queue, wait);
}

void takt_posix_poke(struct takt_posix_thread *thread)
{
    (void)takt_sem_give(&thread->wake);
}

void takt_posix_grant(struct takt_posix_wait *wait, int result)
{
    struct takt_posix_thread *thread = wait->thread;

    remove_wait(wait);
    wait->result = result;
    wait->over = true; /* the record may be gone from here on */
    takt_posix_poke(thread);
}

void takt_posix_move(struct takt_posix_wait *wait, struct takt_posix_queue *queue)
{
    remove_wait(wait);
    wait->until.at = TAKT_FOREVER;
    wait->ends = 0;
    insert(queue, wait);
}

void takt_posix_requeue(struct takt_posix_wait *wait)
{
    struct takt_posix_queue *queue = wait->queue;

    if (queue == NULL)
        return;
    remove_wait(wait);
    insert(queue, wait);
}

/* It ends without a grant. */
static void give_up(struct takt_posix_wait *wait, int result)
{
    remove_wait(wait);
    wait->result = result;
    wait->over = true;
    if (wait->quit != NULL)
        wait->quit(wait);
}

/* Handlers run outside the section, and the wait may be over when they are done. */
static void run_handlers(struct takt_posix_wait *wait)
{
    int ran;

    takt_posix_leave_quietly();
    ran = takt_posix_deliver();
    takt_posix_enter();
    if (wait->over || ran == 0)
        return;
    if ((wait->ends & TAKT_POSIX_NO_RESTART) || (ran == 2 && (wait->ends & TAKT_POSIX_INTERRUPTS)))
        give_up(wait, EINTR);
}

/* Inside the section: what ends the wait, or has to be done in it, before the thread sleeps. */
static void look(struct takt_posix_wait *wait)
{
    struct takt_posix_thread *self = wait->thread;

    while (!wait->over) {
        if (takt_posix_cancel_due(self) && ((wait->ends & TAKT_POSIX_CANCELS) || self->cancel_at_once))
            give_up(wait, ECANCELED);
        else if (takt_posix_signal_due(self))
            run_handlers(wait);
        else
            return;
    }
}

static bool passed(const struct takt_posix_wait *wait)
{
    return wait->until.at != TAKT_FOREVER && takt_now() >= takt_posix_when(&wait->until);
}

/* The section is left, and entered again only if the wait is not over. */
static void sleep_once(struct takt_posix_wait *wait)
{
    takt_time_t when = takt_posix_when(&wait->until);
    int slept;

    takt_posix_leave_quietly();
    slept = takt_sem_take(&wait->thread->wake, when == TAKT_FOREVER ? TAKT_FOREVER : takt_at(when));
    if (wait->over)
        return;
    takt_posix_enter();
    if (!wait->over && slept == -ETIMEDOUT && passed(wait))
        give_up(wait, ETIMEDOUT);
    if (!wait->over)
        look(wait);
    if (wait->over)
        takt_posix_leave_quietly();
}

int takt_posix_wait_end(struct takt_posix_wait *wait)
{
    struct takt_posix_thread *self = wait->thread;

    look(wait);
    if (wait->over)
        takt_posix_leave_quietly();
    while (!wait->over)
        sleep_once(wait);
    self->wait = wait->outer;
    if (wait->result == ECANCELED && !(wait->ends & TAKT_POSIX_TELLS))
        takt_posix_cancel_act();
    return wait->result;
}

void takt_posix_waits_end(struct takt_posix_thread *thread)
{
    for (; thread->wait != NULL; thread->wait = thread->wait->outer) {
        if (!thread->wait->over)
            give_up(thread->wait, ECANCELED);
    }
    thread->awaits = 0;
}
