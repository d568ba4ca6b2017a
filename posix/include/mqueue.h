/* Message queues: <mqueue.h> of the POSIX layer. Errors are -1 and errno. */
#ifndef TAKT_POSIX_MQUEUE_H
#define TAKT_POSIX_MQUEUE_H

#include <takt/posix/types.h>

#include <fcntl.h>
#include <signal.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int mqd_t;

struct mq_attr {
    long mq_flags;   /* O_NONBLOCK or 0 */
    long mq_maxmsg;  /* messages */
    long mq_msgsize; /* bytes */
    long mq_curmsgs; /* messages */
};

#define mq_open         takt_posix_mq_open
#define mq_close        takt_posix_mq_close
#define mq_unlink       takt_posix_mq_unlink
#define mq_send         takt_posix_mq_send
#define mq_timedsend    takt_posix_mq_timedsend
#define mq_receive      takt_posix_mq_receive
#define mq_timedreceive takt_posix_mq_timedreceive
#define mq_notify       takt_posix_mq_notify
#define mq_getattr      takt_posix_mq_getattr
#define mq_setattr      takt_posix_mq_setattr

/**
 * ENOSPC: no queue, no place in their memory left (CONFIG_TAKT_POSIX_MQUEUES, CONFIG_TAKT_POSIX_MQ_BYTES); EMFILE: no
 * descriptor.
 */
mqd_t mq_open(const char *name, int flags, ...);
int mq_close(mqd_t id);
int mq_unlink(const char *name);
int mq_send(mqd_t id, const char *text, size_t length, unsigned priority);
int mq_timedsend(mqd_t id, const char *text, size_t length, unsigned priority, const struct timespec *time);
ssize_t mq_receive(mqd_t id, char *text, size_t size, unsigned *priority);
ssize_t mq_timedreceive(mqd_t id, char *text, size_t size, unsigned *priority, const struct timespec *time);
int mq_notify(mqd_t id, const struct sigevent *event);
int mq_getattr(mqd_t id, struct mq_attr *attr);
int mq_setattr(mqd_t id, const struct mq_attr *attr, struct mq_attr *old);

#ifdef __cplusplus
}
#endif

#endif
