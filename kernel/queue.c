/*
 * Message queues.
 *
 * The store is two chains of blocks, queued and free, changed one link at a time under the mask. A sender reserves a
 * free block, fills it with interrupts open, and links it; a receiver unlinks, copies, frees. Between its two steps a
 * block is in neither chain, so a handler can send or receive in the middle of any copy and the chains stay whole.
 * Threads copy under the kernel lock: a less urgent one is never stopped with a block in its hands.
 *
 * Messages of 4 and 16 bytes, where nobody waits, take one masked step with their copy, and no kernel lock. A service
 * that may find somebody waiting, or wait itself, forbids that (quick) before it looks at the chains: who came before
 * has used them, who comes after has to take the long way. The last to look allows it again where nobody waits.
 *
 * A message for a waiting receiver, or of a waiting sender, is copied once, from buffer to buffer or block, by whoever
 * ends the wait. Handlers that meet the kernel lock only use the chains; the match then serves the waiters in order. No
 * receiver takes a message, no sender a block, past a waiter: both look at the queue of waiters first.
 *
 * Bound: masked windows are one link, and a copy of 16 bytes at most; other copies run with interrupts open.
 */
#include <string.h>

#include <takt/queue.h>

#include "kernel.h"

/** What a waiting sender wants; thread->wait_data. */
struct send_wait {
    const void *message;
    bool front;
};

static void *body(struct takt_qblock *block)
{
    return block + 1;
}

/* Of 1 or 4 words, at any address. */
static inline void copy_small(void *to, const void *from, unsigned words)
{
    if (words == 4)
        memcpy(to, from, 16);
    else
        memcpy(to, from, 4);
}

static inline void copy(const struct takt_queue *queue, void *to, const void *from)
{
    if (queue->words != 0)
        copy_small(to, from, queue->words);
    else
        takt_port_copy(to, from, queue->size);
}

/* Kernel lock held. Whether the short way is open. */
static void quick_update(struct takt_queue *queue)
{
    queue->quick = queue->receivers.head == NULL && queue->senders.head == NULL ? queue->words : 0;
}

/* The chains; masked. NULL: the chain is empty. */

static inline struct takt_qblock *free_pop(struct takt_queue *queue)
{
    struct takt_qblock *block = queue->free;

    if (block != NULL)
        queue->free = block->next;
    return block;
}

static inline void free_push(struct takt_queue *queue, struct takt_qblock *block)
{
    block->next = queue->free;
    queue->free = block;
}

static inline struct takt_qblock *message_pop(struct takt_queue *queue)
{
    struct takt_qblock *block = queue->first, *next;
    uint32_t taken = queue->taken;

    if (block == NULL)
        return NULL;
    next = block->next;
    queue->first = next;
    queue->taken = taken + 1;
    takt_trace_message_out(TAKT_ID(queue), taken + 1);
    if (next == NULL)
        queue->tail = &queue->first;
    return block;
}

static inline void message_append(struct takt_queue *queue, struct takt_qblock *block)
{
    block->next = NULL;
    *queue->tail = block;
    queue->tail = &block->next;
    queue->sent++;
    takt_trace_message_in(TAKT_ID(queue), queue->sent, 0);
}

/* The same, each a masked step. */

static struct takt_qblock *free_take(struct takt_queue *queue)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = free_pop(queue);

    takt_port_unmask(old);
    return block;
}

static void free_put(struct takt_queue *queue, struct takt_qblock *block)
{
    takt_mask_t old = takt_port_mask();

    free_push(queue, block);
    takt_port_unmask(old);
}

static struct takt_qblock *message_take(struct takt_queue *queue)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = message_pop(queue);

    takt_port_unmask(old);
    return block;
}

static void message_put(struct takt_queue *queue, struct takt_qblock *block, bool front)
{
    takt_mask_t old = takt_port_mask();

    if (!front || queue->first == NULL) {
        message_append(queue, block);
    } else {
        block->next = queue->first;
        queue->first = block;
        queue->sent++;
        takt_trace_message_in(TAKT_ID(queue), queue->sent, 1);
    }
    takt_port_unmask(old);
}

/* Queued messages to waiting receivers. */
static void serve_receivers(struct takt_core *core, struct takt_queue *queue)
{
    while (queue->receivers.head != NULL) {
        struct takt_thread *thread = queue->receivers.head;
        struct takt_qblock *block = message_take(queue);

        if (block == NULL)
            return;
        copy(queue, thread->wait_data, body(block));
        free_put(queue, block);
        takt_wake(core, thread, 0);
    }
}

/* The message of the first waiting sender into a block that is in neither chain. */
static void serve_sender(struct takt_core *core, struct takt_queue *queue, struct takt_qblock *block)
{
    struct takt_thread *thread = queue->senders.head;
    const struct send_wait *wait = thread->wait_data;

    copy(queue, body(block), wait->message);
    message_put(queue, block, wait->front);
    takt_wake(core, thread, 0);
}

static void serve_senders(struct takt_core *core, struct takt_queue *queue)
{
    while (queue->senders.head != NULL) {
        struct takt_qblock *block = free_take(queue);

        if (block == NULL)
            return;
        serve_sender(core, queue, block);
        serve_receivers(core, queue);
    }
}

static void queue_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_queue *queue = TAKT_CONTAINER(post, struct takt_queue, post);

    serve_receivers(core, queue);
    serve_senders(core, queue);
    quick_update(queue);
}

int takt_queue_init(struct takt_queue *queue, void *store, size_t size, uint32_t capacity)
{
    char *place = store;

    if (store == NULL || size == 0 || capacity == 0)
        return -EINVAL;
    *queue = (struct takt_queue){.size = size, .capacity = capacity};
    queue->words = size == 4 || size == 16 ? (uint8_t)(size / 4) : 0;
    queue->quick = queue->words;
    queue->tail = &queue->first;
    queue->post.match = queue_match;
    for (uint32_t i = 0; i < capacity; i++) {
        struct takt_qblock *block = (struct takt_qblock *)(void *)(place + i * TAKT_QUEUE_BLOCK(size));

        block->next = queue->free;
        queue->free = block;
    }
    takt_trace_made(QUEUE, queue, size, capacity);
    return 0;
}

/* In a handler that met the kernel lock: only the chains may be touched. */
static TAKT_APART int send_posted(struct takt_core *core, struct takt_queue *queue, const void *message,
                                  bool front)
{
    struct takt_qblock *block = queue->senders.head != NULL ? NULL : free_take(queue);
    takt_mask_t old;

    if (block == NULL)
        return -EAGAIN;
    copy(queue, body(block), message);
    message_put(queue, block, front);
    old = takt_port_mask();
    takt_post_add(core, &queue->post);
    takt_port_unmask(old);
    return 0;
}

/* Kernel lock held; false: there is no block for the caller. */
static bool send_now(struct takt_queue *queue, const void *message, bool front)
{
    struct takt_qblock *block = queue->senders.head != NULL ? NULL : free_take(queue);

    if (block == NULL)
        return false;
    copy(queue, body(block), message);
    message_put(queue, block, front);
    return true;
}

/* Kernel lock held, the short way closed, no receiver waits for this message. */
static int send_or_wait(struct takt_core *core, struct takt_queue *queue, const void *message,
                        takt_deadline_t deadline, bool front)
{
    struct send_wait wait = {.message = message, .front = front};
    int result = 0;

    if (!send_now(queue, message, front)) {
        result = takt_wait_allowed(core, deadline);
        if (result == 0) {
            core->current->wait_data = &wait;
            return takt_block(core, &queue->senders, deadline);
        }
    }
    quick_update(queue);
    (void)takt_unlock_quiet(core);
    return result;
}

/* Kernel lock held, the short way closed. */
static int send_locked(struct takt_core *core, struct takt_queue *queue, const void *message,
                       takt_deadline_t deadline, bool front)
{
    if (queue->receivers.head == NULL || queue->first != NULL)
        return send_or_wait(core, queue, message, deadline, front);
    copy(queue, queue->receivers.head->wait_data, message);
    takt_trace_message_pass(TAKT_ID(queue), TAKT_ID(queue->receivers.head));
    return takt_hand_over(core, &queue->receivers);
}

static TAKT_APART int send_late(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    return send_locked(takt_core(), queue, message, deadline, false);
}

/* A message of few words to the only receiver goes from buffer to buffer, and opens the short way. */
static TAKT_APART int send_slow(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    struct takt_thread *thread;

    if (!takt_lock_try(core))
        return send_posted(core, queue, message, false);
    queue->quick = 0;
    thread = queue->receivers.head;
    if (thread == NULL || !takt_waits_alone(thread) || queue->words == 0 || queue->first != NULL ||
        queue->senders.head != NULL)
        return send_late(queue, message, deadline);
    copy_small(thread->wait_data, message, queue->words);
    takt_trace_message_pass(TAKT_ID(queue), TAKT_ID(thread));
    queue->quick = queue->words;
    return takt_hand_over_alone(core, &queue->receivers, thread);
}

static int send_front(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();

    if (!takt_lock_try(core))
        return send_posted(core, queue, message, true);
    queue->quick = 0;
    return send_locked(core, queue, message, deadline, true);
}

/* In one masked step, where nobody waits; else the long way. */
static inline int send_quick(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = queue->free;

    if (block == NULL || queue->quick == 0) {
        takt_port_unmask(old);
        return send_slow(queue, message, deadline);
    }
    queue->free = block->next;
    copy_small(body(block), message, queue->quick);
    message_append(queue, block);
    takt_port_unmask(old);
    return 0;
}

int takt_queue_send(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_queue_send(TAKT_ID(queue), takt_trace_wait(deadline));
    result = send_quick(queue, message, deadline);
    takt_trace_queue_send(TAKT_ID(queue), (uintptr_t)result, queue->sent - queue->taken);
    TAKT_CHECK(takt_queue_check(queue));
    return result;
}

int takt_queue_send_front(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_queue_front(TAKT_ID(queue), takt_trace_wait(deadline));
    result = send_front(queue, message, deadline);
    takt_trace_queue_send(TAKT_ID(queue), (uintptr_t)result, queue->sent - queue->taken);
    TAKT_CHECK(takt_queue_check(queue));
    return result;
}

/* In a handler that met the kernel lock. */
static TAKT_APART int receive_posted(struct takt_core *core, struct takt_queue *queue, void *message)
{
    struct takt_qblock *block = queue->receivers.head != NULL ? NULL : message_take(queue);
    takt_mask_t old;

    if (block == NULL)
        return -EAGAIN;
    copy(queue, message, body(block));
    free_put(queue, block);
    old = takt_port_mask();
    takt_post_add(core, &queue->post);
    takt_port_unmask(old);
    return 0;
}

/* Kernel lock held. Whether there was a message for the caller. */
static bool receive_now(struct takt_core *core, struct takt_queue *queue, void *message)
{
    struct takt_qblock *block = queue->receivers.head != NULL ? NULL : message_take(queue);

    if (block == NULL)
        return false;
    copy(queue, message, body(block));
    if (queue->senders.head != NULL)
        serve_sender(core, queue, block);
    else
        free_put(queue, block);
    return true;
}

/* Kernel lock held, the short way closed; there may be a message, or the caller may not wait. */
static TAKT_APART int receive_late(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int result = 0;

    if (!receive_now(core, queue, message)) {
        result = takt_wait_allowed(core, deadline);
        if (result == 0) {
            core->current->wait_data = message;
            return takt_block(core, &queue->receivers, deadline);
        }
    }
    quick_update(queue);
    (void)takt_unlock(core);
    return result;
}

/* The caller may not wait; it may be a handler. */
static TAKT_APART int receive_try(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();

    if (!takt_lock_try(core))
        return receive_posted(core, queue, message);
    queue->quick = 0;
    return receive_late(queue, message, deadline);
}

static TAKT_APART int receive_slow(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();

    if (takt_wait_allowed(core, deadline) != 0)
        return receive_try(queue, message, deadline);
    takt_lock(core);
    queue->quick = 0;
    if (queue->first != NULL)
        return receive_late(queue, message, deadline);
    core->current->wait_data = message;
    return takt_block(core, &queue->receivers, deadline);
}

/* In one masked step, where nobody waits; else the long way. */
static inline int receive_quick(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = queue->quick == 0 ? NULL : message_pop(queue);

    if (block == NULL) {
        takt_port_unmask(old);
        return receive_slow(queue, message, deadline);
    }
    copy_small(message, body(block), queue->quick);
    free_push(queue, block);
    takt_port_unmask(old);
    return 0;
}

int takt_queue_receive(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_queue_receive(TAKT_ID(queue), takt_trace_wait(deadline));
    result = receive_quick(queue, message, deadline);
    takt_trace_queue_receive(TAKT_ID(queue), (uintptr_t)result, queue->sent - queue->taken);
    TAKT_CHECK(takt_queue_check(queue));
    return result;
}

/*
 * The copy is right if no handler has taken or overtaken the first message meanwhile; else it is made again.
 * Under the kernel lock nobody else can; a handler ends before the copy goes on.
 */
int takt_queue_peek(struct takt_queue *queue, void *message)
{
    struct takt_core *core = takt_core();
    struct takt_qblock *block;
    uint32_t taken;

    if (takt_port_in_handler())
        return -EPERM;
    takt_lock(core);
    do {
        taken = *(volatile uint32_t *)&queue->taken;
        block = *(struct takt_qblock *volatile *)&queue->first;
        if (block != NULL)
            copy(queue, message, body(block));
        atomic_signal_fence(memory_order_seq_cst);
    } while (taken != *(volatile uint32_t *)&queue->taken);
    (void)takt_unlock(core);
    return block == NULL ? -EAGAIN : 0;
}

uint32_t takt_queue_count(const struct takt_queue *queue)
{
    return queue->sent - queue->taken;
}

int takt_queue_delete(struct takt_queue *queue)
{
    takt_trace_call_delete(TAKT_ID(queue), 0);
    takt_trace_gone(queue);
    (void)takt_waitq_delete(&queue->receivers);
    return takt_waitq_delete(&queue->senders);
}
