/*
 * Message queues: names and descriptors. A queue that was unlinked lives until its last descriptor is closed, like a named
 * semaphore.
 */
#include <fcntl.h>
#include <stdarg.h>

#include "mq.h"

#define DESCRIPTORS (2 * CONFIG_TAKT_POSIX_MQUEUES)

struct takt_posix_mq takt_posix_mqueues[CONFIG_TAKT_POSIX_MQUEUES];
static struct takt_posix_mq_open descriptors[DESCRIPTORS];

struct takt_posix_mq_open *takt_posix_mq_find(mqd_t id)
{
    if (id < 0 || id >= DESCRIPTORS || descriptors[id].queue == NULL)
        return NULL;
    return &descriptors[id];
}

/* Inside the section, like all below. */
static struct takt_posix_mq *find(const char *name)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_MQUEUES; i++) {
        if (takt_posix_mqueues[i].used && takt_posix_name_is(&takt_posix_mqueues[i].name, name))
            return &takt_posix_mqueues[i];
    }
    return NULL;
}

static struct takt_posix_mq *free_place(void)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_MQUEUES; i++) {
        if (!takt_posix_mqueues[i].used)
            return &takt_posix_mqueues[i];
    }
    return NULL;
}

static void free_if_unused(struct takt_posix_mq *queue)
{
    if (queue->opens == 0 && queue->name.text[0] == '\0')
        queue->used = false;
}

static int create(const char *name, const struct mq_attr *attr, struct takt_posix_mq **found)
{
    static const struct mq_attr usual = {.mq_maxmsg = 10, .mq_msgsize = CONFIG_TAKT_POSIX_MQ_MSGSIZE};
    struct takt_posix_mq *queue = free_place();
    int result;

    if (attr == NULL)
        attr = &usual;
    if (attr->mq_maxmsg <= 0 || attr->mq_msgsize <= 0)
        return EINVAL;
    if (queue == NULL)
        return ENOSPC;
    *queue = (struct takt_posix_mq){.max = attr->mq_maxmsg, .size = attr->mq_msgsize, .notifies = -1};
    result = takt_posix_mq_memory(queue);
    if (result != 0)
        return result;
    takt_posix_name_set(&queue->name, name);
    queue->used = true;
    *found = queue;
    return 0;
}

static mqd_t free_descriptor(void)
{
    mqd_t id = 0;

    while (id < DESCRIPTORS && descriptors[id].queue != NULL)
        id++;
    return id < DESCRIPTORS ? id : -1;
}

static int open_or_create(const char *name, int flags, const struct mq_attr *attr, mqd_t *id)
{
    struct takt_posix_mq *queue = find(name);
    int result = 0;

    *id = free_descriptor();
    if (queue != NULL && (flags & O_CREAT) && (flags & O_EXCL))
        return EEXIST;
    if (queue == NULL && !(flags & O_CREAT))
        return ENOENT;
    if (*id == -1)
        return EMFILE;
    if (queue == NULL)
        result = create(name, attr, &queue);
    if (result != 0)
        return result;
    queue->opens++;
    descriptors[*id] = (struct takt_posix_mq_open){.queue = queue, .flags = flags & (O_ACCMODE | O_NONBLOCK)};
    return 0;
}

mqd_t mq_open(const char *name, int flags, ...)
{
    const struct mq_attr *attr = NULL;
    int result = takt_posix_name_check(name);
    mqd_t id = -1;
    va_list args;

    if (flags & O_CREAT) {
        va_start(args, flags);
        (void)va_arg(args, unsigned); /* the mode: there is one user */
        attr = va_arg(args, const struct mq_attr *);
        va_end(args);
    }
    if (result == 0 && (flags & O_ACCMODE) == O_ACCMODE)
        result = EINVAL;
    if (result == 0) {
        takt_posix_enter();
        result = open_or_create(name, flags, attr, &id);
        takt_posix_leave();
    }
    return result == 0 ? id : takt_posix_result(result);
}

static void close_here(mqd_t id, struct takt_posix_mq_open *open)
{
    struct takt_posix_mq *queue = open->queue;

    if (queue->notifies == id) {
        takt_posix_notice_end(&queue->notice);
        queue->notifies = -1;
    }
    open->queue = NULL;
    queue->opens--;
    free_if_unused(queue);
}

int mq_close(mqd_t id)
{
    struct takt_posix_mq_open *open;

    takt_posix_enter();
    open = takt_posix_mq_find(id);
    if (open != NULL)
        close_here(id, open);
    takt_posix_leave();
    return takt_posix_result(open == NULL ? EBADF : 0);
}

int mq_unlink(const char *name)
{
    struct takt_posix_mq *queue;
    int result = takt_posix_name_check(name);

    if (result != 0)
        return takt_posix_result(result == EINVAL ? ENOENT : result);
    takt_posix_enter();
    queue = find(name);
    if (queue != NULL) {
        queue->name.text[0] = '\0';
        free_if_unused(queue);
    }
    takt_posix_leave();
    return takt_posix_result(queue == NULL ? ENOENT : 0);
}

int mq_getattr(mqd_t id, struct mq_attr *attr)
{
    const struct takt_posix_mq_open *open;

    takt_posix_enter();
    open = takt_posix_mq_find(id);
    if (open != NULL) {
        *attr = (struct mq_attr){
            .mq_flags = open->flags & O_NONBLOCK,
            .mq_maxmsg = open->queue->max,
            .mq_msgsize = open->queue->size,
            .mq_curmsgs = open->queue->count,
        };
    }
    takt_posix_leave();
    return takt_posix_result(open == NULL ? EBADF : 0);
}

int mq_setattr(mqd_t id, const struct mq_attr *attr, struct mq_attr *old)
{
    struct takt_posix_mq_open *open;

    if (old != NULL && mq_getattr(id, old) != 0)
        return -1;
    takt_posix_enter();
    open = takt_posix_mq_find(id);
    if (open != NULL)
        open->flags = (open->flags & O_ACCMODE) | ((int)attr->mq_flags & O_NONBLOCK);
    takt_posix_leave();
    return takt_posix_result(open == NULL ? EBADF : 0);
}
