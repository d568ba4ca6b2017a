/*
 * The kernel's side of locks between cores, between its files: llq_gate.c (what a thread or a handler calls), llq_direct.c
 * (the short way of what is called most), llq_block.c (locks that threads sleep for), llq_death.c (cores that are silent).
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_LLQ_GATE_H
#define TAKT_LLQ_GATE_H

#include <takt/llq.h>

#include "cross.h"

/* how the users of a lock wait: way of its handle */
#define TAKT_LLQ_SPINS  0u
#define TAKT_LLQ_MASKS  1u /* spins with interrupts off: it has a ceiling */
#define TAKT_LLQ_BLOCKS 2u

#define TAKT_WATCH_TURNS 16u /* of a wait, between two looks at the owner's core */

/** In a holder: what its core holds, or has abandoned, stands in the contexts' records. Not the address of a handle. */
#define TAKT_LLQ_RECORDED ((struct takt_llq *)(uintptr_t)1)

/** Is it this core's handle, made by create or attach? */
static inline bool takt_llq_is_own(const struct takt_llq *llq)
{
    return llq->lock != NULL && llq->context->index == takt_port_core_id() + 1;
}

/** The library's answer to a request: is the lock the core's? */
static inline bool takt_llq_is_granted(int result)
{
    return result == 0 || result == -EOWNERDEAD;
}

/** The other ways. @return as takt_llq_acquire(), takt_llq_release() */
int takt_llq_acquire_recorded(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token);
int takt_llq_release_recorded(struct takt_llq *llq, const struct takt_llq_token *token);

/**
 * May the calling thread ask for the lock, for all that it and its core hold? Preemption off.
 * @return 0; -EDEADLK, and both locks are traced; -ENOSPC
 */
int takt_llq_compare(const struct takt_llq *llq);

/* llq_death.c; the first four are called by the library's port, in any context */

bool takt_llq_suspect(unsigned core, uint32_t epoch, uint32_t turn);
bool takt_llq_fence(unsigned core, uint32_t epoch);
void takt_llq_ring(unsigned core);
void takt_llq_recovered(const struct llq *lock, unsigned core);
/** Answer whoever wants a sign of life. Doorbell. */
void takt_llq_pong(struct takt_cross *cross);

/* llq_block.c */

#if CONFIG_TAKT_LLQ_BLOCK
/** A new handle: its gate, and a context of its own. */
void takt_llq_block_init(struct takt_llq *llq, const struct takt_cross *cross);
/** Attached: what the core's gates share. */
void takt_llq_block_open(struct takt_cross *cross);
/** Thread. @return as takt_llq_acquire(), takt_llq_release() */
int takt_llq_block_acquire(struct takt_llq *llq, takt_deadline_t deadline);
int takt_llq_block_release(struct takt_llq *llq, const struct llq_token *token);
/** The token of the core's grant. */
static inline void takt_llq_block_token(const struct takt_llq *llq, struct llq_token *token)
{
    *token = llq->token;
}
/** Does the thread hold a lock that conflicts? @param count of those that it holds @return the one; NULL */
const struct takt_llq *takt_llq_block_conflict(const struct takt_thread *thread, const struct takt_llq *llq,
                                               unsigned *count);
/** See whether locks were granted. Doorbell. */
void takt_llq_block_serve(struct takt_cross *cross);

/** Whether the thread holds anything that may be a lock that threads sleep for. */
static inline bool takt_llq_block_holds(const struct takt_thread *thread)
{
    return thread->held != NULL;
}
#else
static inline void takt_llq_block_init(struct takt_llq *llq, const struct takt_cross *cross)
{
    (void)llq;
    (void)cross;
}

static inline void takt_llq_block_open(struct takt_cross *cross)
{
    (void)cross;
}

static inline int takt_llq_block_acquire(struct takt_llq *llq, takt_deadline_t deadline)
{
    (void)llq;
    (void)deadline;
    return -ENOTSUP;
}

static inline int takt_llq_block_release(struct takt_llq *llq, const struct llq_token *token)
{
    (void)llq;
    (void)token;
    return -ENOTSUP;
}

static inline void takt_llq_block_token(const struct takt_llq *llq, struct llq_token *token)
{
    (void)llq;
    (void)token;
}

static inline const struct takt_llq *takt_llq_block_conflict(const struct takt_thread *thread,
                                                             const struct takt_llq *llq, unsigned *count)
{
    (void)thread;
    (void)llq;
    (void)count;
    return NULL;
}

static inline void takt_llq_block_serve(struct takt_cross *cross)
{
    (void)cross;
}

static inline bool takt_llq_block_holds(const struct takt_thread *thread)
{
    (void)thread;
    return false;
}
#endif

#endif
