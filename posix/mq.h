/* Message queues: what their files share. */
#ifndef TAKT_POSIX_MQ_H
#define TAKT_POSIX_MQ_H

#include <mqueue.h>

#include "name.h"

struct takt_posix_message {
    struct takt_posix_message *next;
    size_t length;
    unsigned priority;
    char text[];
};

struct takt_posix_mq {
    bool used;
    struct takt_posix_name name;
    unsigned opens;
    long max, size, count;
    unsigned char *memory;
    size_t bytes;
    struct takt_posix_message *first, *free;
    struct takt_posix_queue receivers, senders;
    struct takt_posix_notice notice;
    mqd_t notifies; /* the descriptor that asked for it; -1: none */
};

struct takt_posix_mq_open {
    struct takt_posix_mq *queue; /* NULL: not open */
    int flags;
};

/** Inside the section; NULL: EBADF. */
struct takt_posix_mq_open *takt_posix_mq_find(mqd_t id);
/** Memory for a new queue's messages, all free; inside the section. @return 0; ENOSPC */
int takt_posix_mq_memory(struct takt_posix_mq *queue);
extern struct takt_posix_mq takt_posix_mqueues[CONFIG_TAKT_POSIX_MQUEUES];

#endif
