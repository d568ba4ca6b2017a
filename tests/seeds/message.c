/*
 * Messages that show damage: the number stands twice, the second time mixed, and the rest is filled from it. A
 * message that was torn, sent twice or lost changes a sum.
 */
#include <string.h>

#include "mixed.h"

static void fill(struct mixed_message *message, uint32_t number)
{
    message->number = number;
    message->check = number * 2654435761u;
    memset(message->filling, (int)(number & 0xff), sizeof message->filling);
}

static void verify(const struct mixed_message *message, size_t size)
{
    MIXED_CHECK(message->check == message->number * 2654435761u);
    for (size_t i = 8; i < size; i++)
        MIXED_CHECK(((const unsigned char *)message)[i] == (message->number & 0xff));
}

int mixed_send(struct mixed_queue *queue, takt_deadline_t deadline, bool front)
{
    struct mixed_message message;
    int result;

    fill(&message, queue->next++);
    result = front ? takt_queue_send_front(&queue->queue, &message, deadline)
                   : takt_queue_send(&queue->queue, &message, deadline);
    if (result != 0)
        return result;
    queue->sent++;
    queue->sum_sent += message.number;
    return 0;
}

int mixed_receive(struct mixed_queue *queue, takt_deadline_t deadline)
{
    struct mixed_message message;
    int result = takt_queue_receive(&queue->queue, &message, deadline);

    if (result != 0)
        return result;
    verify(&message, queue->queue.size);
    queue->received++;
    queue->sum_received += message.number;
    return 0;
}

int mixed_peek(struct mixed_queue *queue)
{
    struct mixed_message message;
    int result = takt_queue_peek(&queue->queue, &message);

    if (result == 0)
        verify(&message, queue->queue.size);
    return result;
}
