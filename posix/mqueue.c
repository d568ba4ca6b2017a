/*
 * Message queues: sending, receiving, notification.
 *
 * A message that meets a waiting receiver goes straight into its buffer; a receiver that makes room takes the message of the
 * most urgent waiting sender in. So queue and waiters are never both ready for each other. Messages are copied inside the section,
 * which lasts as long as one of them.
 *
 * A message finds its place by its priority: a walk over those that are at least as urgent.
 */
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include "mq.h"

/* The queue has room. Who asked for it is told that it is not empty any more. */
static void store(struct takt_posix_mq *queue, const char *text, size_t length, unsigned priority)
{
    struct takt_posix_message **place = &queue->first, *message = queue->free;

    queue->free = message->next;
    message->length = length;
    message->priority = priority;
    memcpy(message->text, text, length);
    while (*place != NULL && (*place)->priority >= priority)
        place = &(*place)->next;
    message->next = *place;
    *place = message;
    if (queue->count++ != 0 || queue->notifies == -1)
        return;
    queue->notifies = -1;
    takt_posix_notice_send(&queue->notice, 0);
}

/* Inside the section; -1: the caller has to wait. */
static int send_now(const struct takt_posix_mq_open *open, const char *text, size_t length, unsigned priority)
{
    struct takt_posix_mq *queue = open->queue;
    struct takt_posix_wait *receiver = queue->receivers.first;

    if (length > (size_t)queue->size)
        return EMSGSIZE;
    if (receiver != NULL) {
        memcpy(receiver->message.to, text, length);
        receiver->length = length;
        receiver->priority = priority;
        takt_posix_grant(receiver, 0);
        return 0;
    }
    if (queue->count < queue->max) {
        store(queue, text, length, priority);
        return 0;
    }
    return open->flags & O_NONBLOCK ? EAGAIN : -1;
}

/* Inside the section, which is left. */
static int send_wait(struct takt_posix_mq *queue, const struct takt_posix_until *until, const char *text,
                     size_t length, unsigned priority)
{
    struct takt_posix_wait wait;

    takt_posix_wait_begin(&wait, &queue->senders);
    wait.until = *until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_INTERRUPTS;
    wait.message.from = text;
    wait.length = length;
    wait.priority = priority;
    return takt_posix_wait_end(&wait);
}

int mq_timedsend(mqd_t id, const char *text, size_t length, unsigned priority, const struct timespec *time)
{
    const struct takt_posix_mq_open *open;
    struct takt_posix_until until;
    int result;

    pthread_testcancel();
    takt_posix_enter();
    open = takt_posix_mq_find(id);
    if (open == NULL || (open->flags & O_ACCMODE) == O_RDONLY)
        result = EBADF;
    else if (priority >= MQ_PRIO_MAX)
        result = EINVAL;
    else
        result = send_now(open, text, length, priority);
    if (result == -1) {
        result = takt_posix_until(&until, CLOCK_REALTIME, time);
        if (result == 0)
            return takt_posix_result(send_wait(open->queue, &until, text, length, priority));
    }
    takt_posix_leave();
    return takt_posix_result(result);
}

int mq_send(mqd_t id, const char *text, size_t length, unsigned priority)
{
    return mq_timedsend(id, text, length, priority, NULL);
}

/* The most urgent message leaves, and the place goes to a sender that waits. */
static void take_first(struct takt_posix_mq *queue, char *text, size_t *length, unsigned *priority)
{
    struct takt_posix_message *message = queue->first;
    struct takt_posix_wait *sender = queue->senders.first;

    memcpy(text, message->text, message->length);
    *length = message->length;
    *priority = message->priority;
    queue->first = message->next;
    message->next = queue->free;
    queue->free = message;
    queue->count--;
    if (sender == NULL)
        return;
    store(queue, sender->message.from, sender->length, sender->priority);
    takt_posix_grant(sender, 0);
}

/* Inside the section, which is left. */
static int receive_wait(struct takt_posix_mq *queue, const struct takt_posix_until *until, char *text,
                        size_t *length, unsigned *priority)
{
    struct takt_posix_wait wait;
    int result;

    takt_posix_wait_begin(&wait, &queue->receivers);
    wait.until = *until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_INTERRUPTS;
    wait.message.to = text;
    result = takt_posix_wait_end(&wait);
    *length = wait.length;
    *priority = wait.priority;
    return result;
}

/* Inside the section, which is left. */
static int receive(const struct takt_posix_mq_open *open, char *text, size_t *length, unsigned *priority,
                   const struct timespec *time)
{
    struct takt_posix_until until;
    int result = 0;

    if (open->queue->count != 0) {
        take_first(open->queue, text, length, priority);
    } else if (open->flags & O_NONBLOCK) {
        result = EAGAIN;
    } else {
        result = takt_posix_until(&until, CLOCK_REALTIME, time);
        if (result == 0)
            return receive_wait(open->queue, &until, text, length, priority);
    }
    takt_posix_leave();
    return result;
}

ssize_t mq_timedreceive(mqd_t id, char *text, size_t size, unsigned *priority, const struct timespec *time)
{
    const struct takt_posix_mq_open *open;
    size_t length = 0;
    unsigned got = 0;
    int result;

    pthread_testcancel();
    takt_posix_enter();
    open = takt_posix_mq_find(id);
    if (open == NULL || (open->flags & O_ACCMODE) == O_WRONLY)
        result = EBADF;
    else
        result = size < (size_t)open->queue->size ? EMSGSIZE : 0;
    if (result == 0)
        result = receive(open, text, &length, &got, time);
    else
        takt_posix_leave();
    if (result != 0)
        return takt_posix_result(result);
    if (priority != NULL)
        *priority = got;
    return (ssize_t)length;
}

ssize_t mq_receive(mqd_t id, char *text, size_t size, unsigned *priority)
{
    return mq_timedreceive(id, text, size, priority, NULL);
}

/* Inside the section. */
static int notify(mqd_t id, struct takt_posix_mq *queue, const struct sigevent *event)
{
    int result;

    if (event == NULL) {
        takt_posix_notice_end(&queue->notice);
        queue->notifies = -1;
        return 0;
    }
    if (queue->notifies != -1)
        return EBUSY;
    takt_posix_notice_end(&queue->notice);
    result = takt_posix_notice_init(&queue->notice, event, SI_MESGQ);
    if (result == 0)
        queue->notifies = id;
    return result;
}

int mq_notify(mqd_t id, const struct sigevent *event)
{
    const struct takt_posix_mq_open *open;
    int result;

    takt_posix_enter();
    open = takt_posix_mq_find(id);
    result = open == NULL ? EBADF : notify(id, open->queue, event);
    takt_posix_leave();
    return takt_posix_result(result);
}
