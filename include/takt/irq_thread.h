/*
 * An interrupt and its handler, wherever that runs: in a thread of its own, called irq/<number>-<name>, or in the
 * interrupt. One word at connection decides, or Kconfig for all that leave it open; the handler is the same.
 *
 * In a thread: what comes in the interrupt is a top half of constant length. It masks the source and wakes the
 * thread; the thread runs the handler and unmasks the source. So a long handler delays the threads that are less
 * urgent than its own, and nothing else; and it may wait, which a handler in an interrupt must not. A handler that
 * has to work both ways keeps to services of class any.
 *
 * How often it runs. What the source raises while it is masked is one more run of the handler, however often it was
 * raised: a handler looks at its device until there is nothing left to do. After the last raise the handler begins
 * at least once. A source that stays active keeps its thread running, and so takes the processor from less urgent
 * threads alone.
 */
#ifndef TAKT_IRQ_THREAD_H
#define TAKT_IRQ_THREAD_H

#include <takt/irq.h>
#include <takt/sem.h>
#include <takt/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a handler runs. */
enum takt_irq_way {
    TAKT_IRQ_AS_CONFIGURED, /**< in a thread with CONFIG_TAKT_IRQ_THREADED, else in the interrupt */
    TAKT_IRQ_DIRECT,        /**< in the interrupt */
    TAKT_IRQ_THREADED,      /**< in a thread */
};

#if CONFIG_TAKT_IRQ_THREAD

/** Longest name of an interrupt thread with its end, bytes; a longer one is cut. */
#define TAKT_IRQ_NAME 24

/** How an interrupt is connected; a zeroed field is the default. */
struct takt_irq_attr {
    const char *name;           /**< of the device; NULL = "handler" */
    takt_irq_handler_t handler; /**< required */
    void *arg;
    enum takt_irq_way way;
    uint8_t urgency; /**< priority of the interrupt, as takt_irq_attach() takes it */
    bool level; /**< the source keeps its line active until the handler quiets it: what its line left pending
                        meanwhile is forgotten, instead of one more run of the handler that finds nothing */
    takt_prio_t priority; /**< of the thread */
    void *stack;          /**< of the thread; required where there is one */
    size_t stack_size;    /**< bytes, at least TAKT_STACK_MIN of the port */
};

/** An interrupt with its handler and its thread. Every member is private to the kernel. */
struct takt_irq {
    struct takt_thread thread; /* not there if it is direct */
    struct takt_sem due;       /* 1: the top half was here */
    takt_irq_handler_t handler;
    void *arg;
    uint32_t count;
    uint8_t number;
    bool threaded, level;
    bool started; /* the application wants it to come */
    bool held;    /* masked from the top half to the handler's end */
    bool ended;
#if CONFIG_TAKT_THREAD_NAME
    char name[TAKT_IRQ_NAME];
#endif
};

/**
 * Connect an interrupt of the calling core with its handler. It does not come before takt_irq_start().
 *
 * Call class: thread, before start. Bound: as takt_thread_create().
 * @param number the board's
 * @return 0; -EINVAL: no handler, no such interrupt or priority, a thread without a stack, or for an interrupt that is
 *         too urgent to call the kernel; -ENOSPC: the stack is smaller than TAKT_STACK_MIN; -EBUSY: it has a handler
 */
int takt_irq_connect(struct takt_irq *irq, unsigned number, const struct takt_irq_attr *attr);

/**
 * End the connection: the interrupt does not come any more, and its thread has ended. A handler that runs is waited
 * for; one that is due but has not begun does not begin. Its memory is the caller's again.
 *
 * Call class: thread. Bound: constant besides the wait.
 * @return 0; -EDEADLK: called by its own handler; -EPERM: in a thread, where waiting is not allowed
 */
int takt_irq_disconnect(struct takt_irq *irq) TAKT_NEEDS(CONFIG_TAKT_JOIN);

/**
 * Let the interrupt come. It is used instead of takt_irq_enable(), which knows nothing of a source that is masked
 * until its thread has run.
 * Call class: any, before start. Bound: constant.
 */
void takt_irq_start(struct takt_irq *irq);

/**
 * Keep the interrupt from coming; it stays pending. A handler that runs, or whose thread has been woken, goes on.
 * A handler may stop its own interrupt. Call class: any. Bound: constant.
 */
void takt_irq_stop(struct takt_irq *irq);

/** Whether its handler has a thread. Call class: any. */
bool takt_irq_is_threaded(const struct takt_irq *irq);

/** How often its handler has begun since it was connected, modulo 2^32. Call class: any. */
uint32_t takt_irq_count(const struct takt_irq *irq);

/** The thread, to change its priority for example; NULL: it has none. Call class: any. */
struct takt_thread *takt_irq_thread(struct takt_irq *irq);

#else

struct takt_irq;
int takt_irq_connect(struct takt_irq *first, ...) TAKT_NEEDS(CONFIG_TAKT_IRQ_THREAD);

#endif

#ifdef __cplusplus
}
#endif

#endif
