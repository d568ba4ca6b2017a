/*
 * What each core knows of the others: private memory, one a core, used by that core alone. See cross.c.
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_CROSS_H
#define TAKT_CROSS_H

#include <llq/llq.h>
#include <takt/klock.h>
#include <takt/remote.h>

#include "directory.h"
#include "kernel.h"

/** What an entry of this core's directory stands for; looked up by other cores' requests (remote.c). */
struct takt_slot {
    void *object;
    uint32_t generation; /* 0: nothing is asked here. Written last, masked */
    uint32_t kind;
};

struct takt_llq;

/** What one core thinks of another that owns a robust lock (llq_death.c). */
struct takt_watch {
    takt_time_t since;    /* it was last seen to live, or asked */
    uint32_t epoch, ping; /* life; number of the question */
    bool asked;
};

/** What a core's threads hold of locks that spin, and the context that they ask with (llq_direct.c, llq_gate.c). */
struct takt_llq_holder {
    struct takt_core *core;
    struct takt_llq
        *direct;    /* held by the direct way; NULL: nothing is held; TAKT_LLQ_RECORDED: see the records */
    uint32_t gates; /* locks that threads of this core slept for, and hold */
    struct llq_context context;
};

/** One core's private state. */
struct takt_cross {
    struct takt_segment segment;
    struct takt_klock lock; /* orders this core's threads that export, find and create */
    struct takt_slot slots[TAKT_SLOTS];
    uint32_t seen[CONFIG_TAKT_CORES];             /* what this core last copied from each core's asked */
    uint32_t done[CONFIG_TAKT_CORES][TAKT_SLOTS]; /* requests carried out, of each core to each slot */
#if CONFIG_TAKT_LLQ
    struct takt_llq_holder spin;                   /* locks that spin */
    struct takt_llq_holder masked;                 /* those with a ceiling, which handlers use too */
    takt_mask_t unmasked;                          /* what to restore when none of these is held */
    struct takt_watch watch[CONFIG_TAKT_CORES][2]; /* of each core: by who spins, by who sleeps */
#endif
#if CONFIG_TAKT_LLQ_BLOCK
    struct takt_llq *awaited;    /* locks that threads of this core sleep for */
    struct takt_thread stand_in; /* owner of their gates */
    struct takt_post rung;       /* the doorbell met the kernel lock */
    struct takt_tnode look_again;
#endif
    volatile unsigned asking;          /* memory_test.c: the core that is asked for a test, + 1 */
    uint32_t began[CONFIG_TAKT_CORES]; /* memory_test.c: the last contest answered, for each core */
    volatile bool ready;               /* attached, and all of this set up */
};

/** The calling core's. */
struct takt_cross *takt_cross(void);

/** Attached? Where not, one step towards it. Thread, before start. @return as takt_segment_join() */
int takt_cross_ready(struct takt_cross *cross);

/** What the doorbell handler would do, before the start of this core: admit others, answer their tests. */
void takt_cross_poll(struct takt_cross *cross);

/**
 * Wait until this core may lock with all that are attached, as takt_memory_verdict() says. Thread, before start.
 * @return 0; -ENOTSUP; -EAGAIN, -ETIMEDOUT: not by the deadline; -EPERM: would wait where that is not allowed
 */
int takt_cross_settle(struct takt_cross *cross, takt_deadline_t deadline);

/**
 * Search the directory until the deadline.
 * @return 0; -EINVAL: no name; -EAGAIN, -ETIMEDOUT: not there; -EBADMSG; -EPERM: would wait where that is not
 * allowed
 */
int takt_cross_find(struct takt_cross *cross, const char *name, uint32_t kinds, takt_deadline_t deadline,
                    struct takt_found *found);

/**
 * Look for a place to offer something under a name; changes nothing. The calling core holds cross->lock.
 * @param asked whether other cores ask the entry's object (TAKT_KINDS_ASKED)
 * @param what  core, index and generation go here
 * @return 0; -EEXIST: this core offers that name; -ENOSPC
 */
int takt_cross_place(const struct takt_cross *cross, const char *name, bool asked, struct takt_found *what);

/** Offer what a place was found for. The calling core holds cross->lock. @param object what is asked, or NULL
 */
void takt_cross_offer(struct takt_cross *cross, const struct takt_found *what, const char *name,
                      void *object);

/** An absolute deadline in takt_now()'s time; INT64_MAX: none. TAKT_NO_WAIT is now. */
takt_time_t takt_cross_limit(takt_deadline_t deadline);

/* remote.c */

/** Attached: take up the words of an earlier life of this core. */
void takt_remote_open(struct takt_cross *cross);
/** A slot's object changes: from now on requests of other generations are ignored. */
void takt_remote_bind(struct takt_cross *cross, unsigned index, const struct takt_slot *slot);
/** Ask another core, by a handle of one of these kinds. Any. @return as takt_remote_sem_give() */
int takt_remote_ask(struct takt_cross *cross, const struct takt_remote *remote, uint32_t kinds);
/** Carry out what other cores asked. Doorbell. */
void takt_remote_serve(struct takt_cross *cross);

/* llq_gate.c, llq_death.c, llq_block.c */

#if CONFIG_TAKT_LLQ
/** Attached: make the core's context for locks. */
void takt_llq_open(struct takt_cross *cross);
/** Answer who wants a sign of life, and see whether locks that threads sleep for were granted. Doorbell. */
void takt_llq_serve(struct takt_cross *cross);
#else
static inline void takt_llq_open(struct takt_cross *cross)
{
    (void)cross;
}

static inline void takt_llq_serve(struct takt_cross *cross)
{
    (void)cross;
}
#endif

/* doorbell.c */

/** If another core stopped, stop too. */
void takt_cross_follow(const struct takt_cross *cross);
/** Ring another core. */
void takt_cross_ring(const struct takt_cross *cross, unsigned core);

#endif
