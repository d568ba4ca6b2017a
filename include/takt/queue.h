/*
 * Message queues of one core: messages of one size, copied in and out. The store is a chain of blocks, so
 * that a handler can send between the steps of any thread: a block is reserved, filled with interrupts open,
 * and linked. While a message is copied, its block is neither free nor queued: a handler may then see the
 * queue full one message early.
 */
#ifndef TAKT_QUEUE_H
#define TAKT_QUEUE_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_QUEUE

/** A block of the store; the message follows. Private to the kernel. */
struct takt_qblock {
    struct takt_qblock *next;
};

#define TAKT_QUEUE_BLOCK(size)                                                                               \
    ((sizeof(struct takt_qblock) + (size) + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *))

/** Words of memory that a queue needs: void *store[TAKT_QUEUE_WORDS(message size, messages)]. */
#define TAKT_QUEUE_WORDS(size, count) (TAKT_QUEUE_BLOCK(size) / sizeof(void *) * (count))

/** A message queue. Every member is private to the kernel. */
struct takt_queue {
    struct takt_waitq receivers, senders;
    struct takt_qblock *free;
    struct takt_qblock *first; /* queued */
    uint32_t taken;            /* messages so far */
    struct takt_qblock **tail; /* where the next one is linked */
    uint32_t sent;             /* messages so far */
    uint8_t words;             /* of a message that can be copied in one step; 0: it can't */
    uint8_t quick;             /* the same, but 0 while somebody may wait */
    uint32_t capacity;
    size_t size;
    struct takt_post post;
};

/**
 * Set a queue up, empty.
 *
 * Call class: thread, before start. Bound: grows with capacity.
 * @param store    TAKT_QUEUE_WORDS(size, capacity) words, kept
 * @param size     bytes of a message, at least 1
 * @param capacity messages, at least 1
 * @return 0; -EINVAL: no store, size or capacity 0
 */
int takt_queue_init(struct takt_queue *queue, void *store, size_t size, uint32_t capacity);

/**
 * Send a copy of a message to the tail; to the most urgent waiting receiver directly, if there is one.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant plus one copy, besides the wait.
 * @return 0; -EAGAIN: full and TAKT_NO_WAIT; -ETIMEDOUT; -EIDRM: deleted during the wait;
 *         -EPERM: would wait where waiting is not allowed
 */
int takt_queue_send(struct takt_queue *queue, const void *message, takt_deadline_t deadline);

/** The same to the front of the queue: the next message to be received. */
int takt_queue_send_front(struct takt_queue *queue, const void *message, takt_deadline_t deadline);

/**
 * Receive the first message. The message of the most urgent waiting sender enters in the same service.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant plus two copies, besides the wait.
 * @param message room for one message
 * @return as takt_queue_send(), -EAGAIN: empty
 */
int takt_queue_receive(struct takt_queue *queue, void *message, takt_deadline_t deadline);

/**
 * Copy the first message and leave it there. Does not wait.
 * Call class: thread. Bound: constant plus one copy. @return 0; -EAGAIN: empty; -EPERM: in a handler
 */
int takt_queue_peek(struct takt_queue *queue, void *message);

/** Messages in the queue, as of now. Call class: any. */
uint32_t takt_queue_count(const struct takt_queue *queue);

/** Wake every waiter with -EIDRM. Call class: thread. Bound: grows with the waiters, interrupts open. @return
 * 0 */
int takt_queue_delete(struct takt_queue *queue);

/** Check the invariants. Call class: thread. @return 0, or -EFAULT */
int takt_queue_check(const struct takt_queue *queue);

#else

struct takt_queue;
int takt_queue_init(struct takt_queue *first, ...) TAKT_NEEDS(CONFIG_TAKT_QUEUE);

#endif

#ifdef __cplusplus
}
#endif

#endif
