/*
 * The library's port to Linux: a context is a thread, of this process or of another one that shares the memory.
 *
 * A thread cannot keep the scheduler away, so a holder may lose its processor while others spin. After some
 * turns a waiter therefore lends its own: with more threads than processors the lock stays usable, at the
 * price of the bound. A lock made with block has its waiters sleep in the kernel instead, each on its own word.
 *
 * Robust locks ask the table of processes (llq/process.h); without one nobody is ever taken for dead.
 */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__) || defined(__i386__)
#define LLQ_PORT_PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define LLQ_PORT_PAUSE() __asm__ volatile("yield")
#else
#define LLQ_PORT_PAUSE() ((void)0)
#endif

#define LLQ_PORT_TURNS 256u /* turns that a waiter spins before it lends its processor */

/** From before registration to after release, nested: nothing else runs on this context's processor. */
static inline void llq_port_mask(void)
{
}

static inline void llq_port_unmask(void)
{
}

/** One turn of a loop that waits for another context; turn counts from 0. */
static inline void llq_port_relax(uint32_t turn)
{
    if (turn < LLQ_PORT_TURNS)
        LLQ_PORT_PAUSE();
    else
        sched_yield();
}

/** A word that somebody may wait for was stored. */
static inline void llq_port_wake(void)
{
}

/** Now, in the time of deadlines: nanoseconds that never run back. */
static inline int64_t llq_port_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id,
                                  uint32_t value)
{
    (void)event;
    (void)lock;
    (void)id;
    (void)value;
}

#ifdef __linux__

#include "llq_linux.h"

#define LLQ_PORT_BLOCKS   64u     /* turns; a hand-over between two running threads takes fewer */
#define LLQ_PORT_PATIENCE 1000000 /* ns that a waiter sleeps before it asks whether the owner is gone */
#define LLQ_PORT_FENCES

static inline void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    llq_linux_sleep(word, seen, deadline);
}

static inline void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
{
    (void)lock;
    (void)id;
    llq_linux_wake(word);
}

static inline bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
{
    (void)id;
    (void)epoch;
    return turn >= LLQ_PORT_BLOCKS && llq_linux_suspect();
}

static inline bool llq_port_fence(uint32_t id, uint32_t epoch)
{
    return llq_linux_gone(id, epoch);
}

#endif

#endif
