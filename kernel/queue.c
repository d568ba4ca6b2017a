/*
 * Message queues.
 *
 * The store is two chains of blocks, queued and free, changed one link at a time under the mask. A sender
 * reserves a free block, fills it with interrupts open, and links it; a receiver unlinks, copies, frees.
 * Between its two steps a block is in neither chain, so a handler can send or receive in the middle of any
 * copy and the chains stay whole. Threads copy under the kernel lock: a less urgent one is never stopped with
 * a block in its hands.
 *
 * A message for a waiting receiver, or of a waiting sender, is copied once, from buffer to buffer or block,
 * by whoever ends the wait. Handlers that meet the kernel lock only use the chains; the match then serves the
 * waiters in order. No receiver takes a message, no sender a block, past a waiter: both look at the queue of
 * waiters first.
 *
 * Bound: masked windows are one link; copies run with interrupts open.
 */
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

static struct takt_qblock *free_take(struct takt_queue *queue)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = queue->free;

    if (block != NULL)
        queue->free = block->next;
    takt_port_unmask(old);
    return block;
}

static void free_put(struct takt_queue *queue, struct takt_qblock *block)
{
    takt_mask_t old = takt_port_mask();

    block->next = queue->free;
    queue->free = block;
    takt_port_unmask(old);
}

static struct takt_qblock *message_take(struct takt_queue *queue)
{
    takt_mask_t old = takt_port_mask();
    struct takt_qblock *block = queue->first;

    if (block != NULL) {
        queue->first = block->next;
        queue->count--;
        queue->taken++;
    }
    takt_port_unmask(old);
    return block;
}

static void message_put(struct takt_queue *queue, struct takt_qblock *block, bool front)
{
    takt_mask_t old = takt_port_mask();

    block->next = NULL;
    if (queue->first == NULL) {
        queue->first = block;
        queue->last = block;
    } else if (front) {
        block->next = queue->first;
        queue->first = block;
    } else {
        queue->last->next = block;
        queue->last = block;
    }
    queue->count++;
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
        takt_port_copy(thread->wait_data, body(block), queue->size);
        free_put(queue, block);
        takt_wake(core, thread, 0);
    }
}

/* The message of the first waiting sender into a block that is in neither chain. */
static void serve_sender(struct takt_core *core, struct takt_queue *queue, struct takt_qblock *block)
{
    struct takt_thread *thread = queue->senders.head;
    const struct send_wait *wait = thread->wait_data;

    takt_port_copy(body(block), wait->message, queue->size);
    message_put(queue, block, wait->front);
    takt_wake(core, thread, 0);
}

static void queue_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_queue *queue = TAKT_CONTAINER(post, struct takt_queue, post);

    serve_receivers(core, queue);
    while (queue->senders.head != NULL) {
        struct takt_qblock *block = free_take(queue);

        if (block == NULL)
            return;
        serve_sender(core, queue, block);
        serve_receivers(core, queue);
    }
}

int takt_queue_init(struct takt_queue *queue, void *store, size_t size, uint32_t capacity)
{
    char *place = store;

    if (store == NULL || size == 0 || capacity == 0)
        return -EINVAL;
    *queue = (struct takt_queue){.size = size, .capacity = capacity};
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
static int send_posted(struct takt_core *core, struct takt_queue *queue, const void *message, bool front)
{
    struct takt_qblock *block = queue->senders.head != NULL ? NULL : free_take(queue);
    takt_mask_t old;

    if (block == NULL)
        return -EAGAIN;
    takt_port_copy(body(block), message, queue->size);
    message_put(queue, block, front);
    old = takt_port_mask();
    takt_post_add(core, &queue->post);
    takt_port_unmask(old);
    return 0;
}

/* Kernel lock held; > 0: the caller has to wait. */
static int send_now(struct takt_core *core, struct takt_queue *queue, const void *message, bool front)
{
    struct takt_qblock *block;

    if (queue->receivers.head != NULL && queue->first == NULL) {
        takt_port_copy(queue->receivers.head->wait_data, message, queue->size);
        takt_wake(core, queue->receivers.head, 0);
        return 0;
    }
    block = queue->senders.head != NULL ? NULL : free_take(queue);
    if (block == NULL)
        return 1;
    takt_port_copy(body(block), message, queue->size);
    message_put(queue, block, front);
    return 0;
}

static int send(struct takt_queue *queue, const void *message, takt_deadline_t deadline, bool front)
{
    struct takt_core *core = takt_core();
    struct send_wait wait = {.message = message, .front = front};
    int result;

    if (!takt_lock_try(core))
        return send_posted(core, queue, message, front);
    result = send_now(core, queue, message, front);
    if (result > 0)
        result = takt_wait_allowed(core, deadline);
    else
        result = 1;
    if (result != 0) {
        takt_unlock(core);
        return result > 0 ? 0 : result;
    }
    core->current->wait_data = &wait;
    return takt_block(core, &queue->senders, deadline);
}

int takt_queue_send(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    int result = send(queue, message, deadline, false);

    takt_trace_queue_send(TAKT_ID(queue), (uintptr_t)result);
    TAKT_CHECK(takt_queue_check(queue));
    return result;
}

int takt_queue_send_front(struct takt_queue *queue, const void *message, takt_deadline_t deadline)
{
    int result = send(queue, message, deadline, true);

    takt_trace_queue_send(TAKT_ID(queue), (uintptr_t)result);
    TAKT_CHECK(takt_queue_check(queue));
    return result;
}

/* In a handler that met the kernel lock. */
static int receive_posted(struct takt_core *core, struct takt_queue *queue, void *message)
{
    struct takt_qblock *block = queue->receivers.head != NULL ? NULL : message_take(queue);
    takt_mask_t old;

    if (block == NULL)
        return -EAGAIN;
    takt_port_copy(message, body(block), queue->size);
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
    takt_port_copy(message, body(block), queue->size);
    if (queue->senders.head != NULL)
        serve_sender(core, queue, block);
    else
        free_put(queue, block);
    return true;
}

static int receive(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err;

    if (!takt_lock_try(core))
        return receive_posted(core, queue, message);
    if (receive_now(core, queue, message)) {
        takt_unlock(core);
        return 0;
    }
    err = takt_wait_allowed(core, deadline);
    if (err != 0) {
        takt_unlock(core);
        return err;
    }
    core->current->wait_data = message;
    return takt_block(core, &queue->receivers, deadline);
}

int takt_queue_receive(struct takt_queue *queue, void *message, takt_deadline_t deadline)
{
    int result = receive(queue, message, deadline);

    takt_trace_queue_receive(TAKT_ID(queue), (uintptr_t)result);
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
            takt_port_copy(message, body(block), queue->size);
        atomic_signal_fence(memory_order_seq_cst);
    } while (taken != *(volatile uint32_t *)&queue->taken);
    takt_unlock(core);
    return block == NULL ? -EAGAIN : 0;
}

uint32_t takt_queue_count(const struct takt_queue *queue)
{
    return queue->count;
}

int takt_queue_delete(struct takt_queue *queue)
{
    (void)takt_waitq_delete(&queue->receivers);
    return takt_waitq_delete(&queue->senders);
}

static uint32_t chain_length(const struct takt_qblock *block, uint32_t limit)
{
    uint32_t length = 0;

    for (; block != NULL && length <= limit; block = block->next)
        length++;
    return length;
}

/* Masked: no block is in a handler's hands, and the kernel lock is held, so none in a thread's. */
static bool store_right(const struct takt_queue *queue)
{
    uint32_t queued = chain_length(queue->first, queue->capacity);

    if (queued != queue->count || queued + chain_length(queue->free, queue->capacity) != queue->capacity)
        return false;
    return queue->receivers.head == NULL || queue->first == NULL;
}

int takt_queue_check(const struct takt_queue *queue)
{
    takt_mask_t old;
    int result;

    if (!takt_check_begin())
        return 0;
    old = takt_port_mask();
    result = takt_store_check(&queue->post, store_right(queue));
    takt_port_unmask(old);
    if (result == 0)
        result = takt_waitq_check(&queue->receivers);
    return takt_check_end(result != 0 ? result : takt_waitq_check(&queue->senders));
}
