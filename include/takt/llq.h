/*
 * takt_llq: the kernel's object over the lock between cores (llq/llq.h).
 *
 * The lock itself lives in the shared segment; a struct takt_llq is one core's handle to it, with the core's
 * gate: the task nodes of this core's threads, of which only the head has a request between the cores. This
 * form spins: preemption is off from registration to release, so a holder and a waiter on one core can never
 * meet, and a request waits for at most one section of each other core (m - 1 grants).
 */
#ifndef TAKT_LLQ_H
#define TAKT_LLQ_H

#include <llq/llq.h>
#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One core's handle of a lock. Every member is private to the kernel. */
struct takt_llq {
    struct llq *lock;            /* in the shared segment */
    struct llq_context *context; /* of the core whose handle this is */
    struct takt_thread *owner;   /* head of the gate while it holds or waits */
    const char *name;
};

/** Proof of ownership that takt_llq_release() wants back. */
struct takt_llq_token {
    struct llq_token token;
};

/**
 * Make a lock in the shared segment under a name, and attach to it. One core does this, the others attach.
 *
 * Call class: thread, before start.
 * @param rank locks held together must be taken in rising rank; 0 = not checked
 * @return 0; -EEXIST: the name is taken; -ENOSPC: the segment or its directory is full; -EINVAL: no or too
 *         long a name; -EHOSTDOWN: as takt_remote_export_sem()
 */
int takt_llq_create(struct takt_llq *llq, const char *name, unsigned rank);

/**
 * Attach to a lock that another core makes, waiting for it.
 *
 * Call class: thread; before start with a deadline that is kept by polling.
 * @return 0; -ETIMEDOUT or -EAGAIN: not there by the deadline; -EBADMSG: the segment's entry makes no sense
 */
int takt_llq_attach(struct takt_llq *llq, const char *name, takt_deadline_t deadline);

/**
 * Acquire; preemption is off from here to takt_llq_release().
 *
 * Call class: thread. Bound: (m - 1)(L + h) for m cores, longest section L, hand-over h.
 * @param token where the proof of ownership goes
 * @return 0; -EAGAIN: held and TAKT_NO_WAIT; -ETIMEDOUT; -EDEADLK: this core holds it, or its rank is not
 * above those held; -ENOSPC: LLQ_NEST locks are held; -EPERM: in a handler; -EBADMSG: the lock's words make
 *         no sense
 */
int takt_llq_acquire(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token);

/** Acquire if free. As takt_llq_acquire() with TAKT_NO_WAIT. */
int takt_llq_try(struct takt_llq *llq, struct takt_llq_token *token);

/**
 * Release.
 *
 * Call class: thread. Bound: constant in the cores (abandoned requests are passed over).
 * @return 0; -EPERM: the token is not that of the holder
 */
int takt_llq_release(struct takt_llq *llq, const struct takt_llq_token *token);

/**
 * Grants that others got between the registration of the calling core's last request and its own grant.
 *
 * Call class: thread, after takt_llq_acquire() gave 0. Bound: constant.
 * @return 0 to m - 1 for m cores; a lower bound: the count is read just after the registration
 */
uint32_t takt_llq_passed(const struct takt_llq *llq);

#ifdef __cplusplus
}
#endif

#endif
