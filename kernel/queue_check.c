/*
 * Whether a queue's chains and waiters fit together; for tests and debug builds. In a moment when the kernel lock is
 * held and interrupts are masked, no block is in anybody's hands.
 *
 * Bound: the queue's blocks and waiters.
 */
#include <takt/queue.h>

#include "kernel.h"

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

    if (queued != queue->sent - queue->taken ||
        queued + chain_length(queue->free, queue->capacity) != queue->capacity)
        return false;
    if (queue->quick != 0 && (queue->receivers.head != NULL || queue->senders.head != NULL))
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
