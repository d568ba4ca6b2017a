/*
 * The memory of message queues: one piece for all, from which each queue takes what its messages need when it is made. The
 * first gap that is large enough is taken, so making a queue grows with the number of queues, squared; sending and
 * receiving do not meet this.
 */
#include "mq.h"

#define ALIGN sizeof(struct takt_posix_message)

static _Alignas(16) unsigned char memory[CONFIG_TAKT_POSIX_MQ_BYTES];

static size_t message_bytes(const struct takt_posix_mq *queue)
{
    return (sizeof(struct takt_posix_message) + (size_t)queue->size + ALIGN - 1) / ALIGN * ALIGN;
}

/* Whether bytes from an offset on are nobody's; else *next is behind what is in the way. */
static bool is_free(size_t offset, size_t bytes, size_t *next)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_MQUEUES; i++) {
        const struct takt_posix_mq *other = &takt_posix_mqueues[i];
        size_t begin;

        if (!other->used)
            continue;
        begin = (size_t)(other->memory - memory);
        if (begin >= offset + bytes || offset >= begin + other->bytes)
            continue;
        *next = begin + other->bytes;
        return false;
    }
    return true;
}

static unsigned char *find_gap(size_t bytes)
{
    size_t offset = 0;

    while (offset <= sizeof memory && bytes <= sizeof memory - offset) {
        if (is_free(offset, bytes, &offset))
            return memory + offset;
    }
    return NULL;
}

int takt_posix_mq_memory(struct takt_posix_mq *queue)
{
    size_t each;

    if ((size_t)queue->size > sizeof memory || (size_t)queue->max > sizeof memory)
        return ENOSPC;
    each = message_bytes(queue);
    if ((size_t)queue->max > sizeof memory / each)
        return ENOSPC;
    queue->bytes = each * (size_t)queue->max;
    queue->memory = find_gap(queue->bytes);
    if (queue->memory == NULL)
        return ENOSPC;
    for (long i = 0; i < queue->max; i++) {
        struct takt_posix_message *message = (void *)(queue->memory + each * (size_t)i);

        message->next = queue->free;
        queue->free = message;
    }
    return 0;
}
