/*
 * What crosses cores: handles to another core's threads and semaphores, and channels.
 *
 * A core exports an object under a name; another finds it and may then resume the thread or give the
 * semaphore. Each ordered pair of cores has its words in the shared segment, written by one side only, with
 * loads and stores alone: a count of requests per exported object and a bit that says which counts to look
 * at. So a request is never lost, never queues, never waits, and a full inbox does not exist. The doorbell
 * wakes the other core.
 */
#ifndef TAKT_REMOTE_H
#define TAKT_REMOTE_H

#include <takt/queue.h>
#include <takt/sem.h>
#include <takt/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_CROSS

/** Handle of another core's object. Every member is private to the kernel. */
struct takt_remote {
    uint8_t core, slot;
    uint16_t kind;
    uint32_t generation;
};

/**
 * Offer an object of this core to the others.
 *
 * Call class: thread, before start.
 * @param name at most TAKT_NAME_MAX bytes, unique among this core's exports; copied
 * @return 0; -EINVAL; -EEXIST; -ENOSPC: CONFIG_TAKT_REMOTE_SLOTS are in use; -EHOSTDOWN: this core is not in the
 *         shared segment, because core 0 has not come yet
 */
int takt_remote_export_sem(struct takt_sem *sem, const char *name);
int takt_remote_export_thread(struct takt_thread *thread, const char *name);

/** Take the offer back; handles that others hold become -ESTALE. Call class: thread. @return 0; -ENOENT */
int takt_remote_withdraw(const char *name);

/**
 * Find an object that another core offers.
 *
 * Call class: thread; before start it polls.
 * @return 0; -ETIMEDOUT or -EAGAIN: not there by the deadline; -EBADMSG: the directory makes no sense
 */
int takt_remote_find(struct takt_remote *remote, const char *name, takt_deadline_t deadline);

/**
 * Give another core's semaphore. Gives are counted: none is lost, except to a semaphore at its maximum.
 * Call class: any. Bound: constant.
 * @return 0; -EINVAL: not a semaphore; -ESTALE: withdrawn; -EHOSTDOWN: that core stopped
 */
int takt_remote_sem_give(const struct takt_remote *remote);

/** Resume another core's thread. Call class: any. Bound: constant. @return as takt_remote_sem_give() */
int takt_remote_resume(const struct takt_remote *remote);

#else

struct takt_remote;
int takt_remote_export_sem(struct takt_sem *first, ...) TAKT_NEEDS(CONFIG_TAKT_CROSS);
int takt_remote_export_thread(struct takt_thread *first, ...) TAKT_NEEDS(CONFIG_TAKT_CROSS);
int takt_remote_find(struct takt_remote *first, ...) TAKT_NEEDS(CONFIG_TAKT_CROSS);

#endif

#ifdef __cplusplus
}
#endif

#endif
