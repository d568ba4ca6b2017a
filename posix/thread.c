/*
 * Threads: made, ended, joined, detached.
 *
 * A thread ends in this order: its cleanup handlers, the destructors of its keys, its mutexes, then whoever joins it is
 * granted. The last one's end is the program's. No signal is delivered to a thread from the moment its mutexes go.
 *
 * A joiner goes on when the thread is off its stack, which may be the program's own memory.
 */
#include "posix.h"

#include <stdlib.h>

#define TURNS 0x7fffffu /* a thread's id has 31 bits */

/* Inside the section: threads that run, or wait. */
static unsigned alive;

static void run(void *arg)
{
    struct takt_posix_thread *self = arg;

    pthread_exit(self->start(self->arg));
}

/* The place is claimed. */
static int start(struct takt_posix_thread *thread, const struct takt_posix_make *make)
{
    struct takt_thread_attr attr = {
        .name = "posix",
        .entry = run,
        .arg = thread,
        .stack = make->stack != NULL ? make->stack : takt_posix_pool_stack(thread),
        .stack_size = make->stack != NULL ? make->stack_size : CONFIG_TAKT_POSIX_STACK_SIZE,
        .priority = takt_posix_level(make->priority),
        .slice = make->policy == SCHED_FIFO ? 0 : thread->slice,
    };

    return takt_thread_create(&thread->takt, &attr) == 0 ? 0 : EAGAIN;
}

static void fill(struct takt_posix_thread *thread, const struct takt_posix_make *make)
{
    unsigned turn = thread->turn;

    *thread = (struct takt_posix_thread){
        .state = TAKT_POSIX_CLAIMED,
        .turn = turn >= TURNS ? 1 : turn + 1,
        .detached = make->detached,
        .policy = make->policy,
        .base = make->priority,
        .priority = make->priority,
        .slice = TAKT_MS(CONFIG_TAKT_POSIX_SLICE_MS),
        .start = make->start,
        .arg = make->arg,
        .mask = make->mask,
    };
    (void)takt_sem_init(&thread->wake, 0, 1);
}

int takt_posix_make(const struct takt_posix_make *make, pthread_t *id)
{
    struct takt_posix_thread *thread;
    int result;

    if (make->stack == NULL && make->stack_size > CONFIG_TAKT_POSIX_STACK_SIZE)
        return EAGAIN;
    thread = takt_posix_claim();
    if (thread == NULL)
        return EAGAIN;
    fill(thread, make);
    result = start(thread, make);
    takt_posix_enter();
    thread->used = result == 0;
    thread->state = result == 0 ? TAKT_POSIX_ALIVE : TAKT_POSIX_FREE;
    alive += result == 0;
    if (result == 0 && id != NULL)
        *id = takt_posix_id(thread);
    takt_posix_leave();
    if (result == 0)
        (void)takt_thread_start(&thread->takt);
    return result;
}

int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start_routine)(void *), void *arg)
{
    struct takt_posix_make make = {.start = start_routine, .arg = arg, .mask = takt_posix_self()->mask};
    int result = takt_posix_attr_make(attr, &make);

    return result != 0 ? result : takt_posix_make(&make, id);
}

/* Inside the section. */
static void end_here(struct takt_posix_thread *self, void *value)
{
    takt_posix_mutexes_end(self);
    self->value = value;
    self->state = self->detached ? TAKT_POSIX_GONE : TAKT_POSIX_ENDED;
    if (self->joiner.first != NULL)
        takt_posix_grant(self->joiner.first, 0);
    while (self->pending.first != NULL)
        takt_posix_signal_withdraw(self->pending.first);
    alive--;
}

void pthread_exit(void *value)
{
    struct takt_posix_thread *self = takt_posix_self();
    bool last;

    self->cancel_off = true;
    self->leaves = true; /* a handler may enable cancellation: it has been acted on */
    takt_posix_enter();
    takt_posix_waits_end(self);
    takt_posix_leave();
    takt_posix_cleanup_all(self);
    takt_posix_keys_end(self);
    takt_posix_enter();
    self->exits = true;
    end_here(self, value);
    last = alive == 0;
    takt_posix_leave_quietly();
    if (last)
        exit(0);
    takt_posix_service_wake(); /* a place is free: threads may be owed */
    takt_thread_exit(0);
}

pthread_t pthread_self(void)
{
    const struct takt_posix_thread *self = takt_posix_self();

    return self == NULL ? (pthread_t)-1 : takt_posix_id(self);
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

/* Inside the section. */
static int join_allowed(const struct takt_posix_thread *thread, const struct takt_posix_thread *self)
{
    if (thread == NULL)
        return ESRCH;
    if (thread == self || thread->joins == self)
        return EDEADLK;
    return thread->detached || thread->joiner.first != NULL ? EINVAL : 0;
}

/* Inside the section, which is left. */
static int join_wait(struct takt_posix_thread *thread, struct takt_posix_thread *self)
{
    struct takt_posix_wait wait;
    int result;

    takt_posix_wait_begin(&wait, &thread->joiner);
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_TELLS;
    self->joins = thread;
    result = takt_posix_wait_end(&wait);
    self->joins = NULL;
    if (result == ECANCELED)
        takt_posix_cancel_act();
    return result;
}

/* It has ended, and only the caller knows it. */
static void *take_value(struct takt_posix_thread *thread)
{
    void *value = thread->value;

    (void)takt_thread_join(&thread->takt, NULL, TAKT_FOREVER);
    takt_posix_enter();
    thread->state = TAKT_POSIX_GONE;
    takt_posix_leave();
    takt_posix_service_wake();
    return value;
}

int pthread_join(pthread_t id, void **value)
{
    struct takt_posix_thread *self = takt_posix_self(), *thread;
    void *result_value;
    int result;

    pthread_testcancel();
    takt_posix_enter();
    thread = takt_posix_find(id);
    result = join_allowed(thread, self);
    if (result != 0) {
        takt_posix_leave();
        return result;
    }
    if (thread->state == TAKT_POSIX_ENDED)
        takt_posix_leave();
    else
        (void)join_wait(thread, self);
    result_value = take_value(thread);
    if (value != NULL)
        *value = result_value;
    return 0;
}

int pthread_detach(pthread_t id)
{
    struct takt_posix_thread *thread;
    int result = 0;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread == NULL)
        result = ESRCH;
    else if (thread->detached)
        result = EINVAL;
    else if (thread->state == TAKT_POSIX_ENDED)
        thread->state = TAKT_POSIX_GONE;
    else
        thread->detached = true;
    takt_posix_leave();
    return result;
}
