/*
 * The host port, as the kernel sees it: a core is one POSIX thread, an interrupt is a signal to it.
 *
 * Masking is a flag of the core (no system call): a signal that meets it set leaves a bit in `pending` and
 * goes away; whoever opens the mask then looks at the bits. Every word of struct takt_host belongs to one
 * POSIX thread, so the only competitors are that thread's own signal handlers, and volatile with compiler
 * barriers is all the order they need. A Takt thread never changes its POSIX thread, so addresses of
 * thread-local words may be kept across a switch.
 *
 * Races considered, with S for a signal at the worst moment:
 * 1. mask: S between reading the old state and setting the flag runs to its end, perhaps with other threads
 *    in between, and leaves the flag as it found it, so the value read is still right.
 * 2. unmask: S before the flag is cleared leaves a bit, which the test after the clearing sees; S after it
 *    takes everything that is pending itself. The test comes after the store, never before.
 */
#ifndef TAKT_PORT_H
#define TAKT_PORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <takt/atomic.h>
#include <takt/port_context.h>
#include <takt/types.h>

#define TAKT_PORT_IRQ_LINES      64
#define TAKT_PORT_IRQ_PRIORITIES 8
#define TAKT_PORT_IRQ_KERNEL     0
#define TAKT_PORT_FENCES         1

typedef uint32_t takt_mask_t;

/** What a core's thread and its signal handlers share. */
struct takt_host {
    volatile uint32_t masked;
    volatile uint32_t switch_due; /* 1: a switch is pended */
    volatile uint32_t depth;      /* handlers that are active */
    volatile uint32_t taken;      /* interrupts so far */
    volatile uint32_t watched;    /* 1: no handler and no other thread has run since takt_port_watch() */
    volatile uint64_t pending;    /* a bit a line */
    volatile uint64_t open;       /* lines that are enabled and more urgent than what runs */
    struct takt_core *kernel;
    unsigned core;
};

extern __thread struct takt_host takt_host __attribute__((tls_model("initial-exec")));

/** Cores of this run; whether some of them share a processor. Set before the first core starts. */
extern unsigned takt_host_cores;
extern bool takt_host_crowded;

/** Let another POSIX thread run. */
void takt_host_yield(void);

/** Run what is pending. Entered and left open. */
void takt_host_take(void);

#define takt_host_barrier() __asm__ volatile("" ::: "memory")

#include "when_taken.h"

static inline struct takt_core *takt_port_core(void)
{
    return takt_host.kernel;
}

static inline unsigned takt_port_core_id(void)
{
    return takt_host.core;
}

static inline unsigned takt_port_core_count(void)
{
    return takt_host_cores;
}

static inline takt_mask_t takt_port_mask(void)
{
    takt_mask_t old = takt_host.masked;

    takt_host.masked = 1;
    takt_host_barrier();
    return old;
}

static inline void takt_port_unmask(takt_mask_t old)
{
    takt_host_barrier();
    takt_host.masked = old;
    takt_host_barrier();
    if (old == 0 && takt_host_due())
        takt_host_take();
}

static inline void takt_port_step(void)
{
    takt_host_call();
}

static inline uint32_t takt_port_watch(const uint32_t *word)
{
    takt_host.watched = 1;
    takt_host_barrier();
    return *(const volatile uint32_t *)word;
}

static inline bool takt_port_commit(uint32_t *word, uint32_t value)
{
    takt_mask_t old = takt_port_mask();
    bool stored = takt_host.watched != 0;

    if (stored)
        *word = value;
    takt_port_unmask(old);
    return stored;
}

static inline bool takt_port_in_handler(void)
{
    return takt_host.depth != 0;
}

static inline void takt_port_pend_switch(void)
{
    takt_host.switch_due = 1;
}

static inline void takt_port_switch(void)
{
    takt_port_pend_switch();
    if (takt_host.masked == 0) /* else when the mask opens, as on other boards */
        takt_host_take();
}

static inline void takt_port_copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

/* Memory of one process always takes atomic operations; a weak one may fail as an exclusive store may. */
static inline int takt_port_try_add(struct takt_word *word)
{
    uint32_t old = TAKT_LOAD(word, relaxed);

    if (__atomic_compare_exchange_n(&word->value, &old, old + 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return 0;
    return -EAGAIN;
}

/* A core that shares its processor with the one it waits for must let it run. */
static inline void takt_port_relax(void)
{
    takt_host_call();
    if (takt_host_crowded)
        takt_host_yield();
    else
        takt_host_pause();
}

uint64_t takt_port_counter(void);
uint64_t takt_port_from_ns(takt_time_t ns);
takt_time_t takt_port_to_ns(uint64_t units);
void takt_port_timer_set(uint64_t when);
void takt_port_timer_raise(void);
void takt_port_context_init(struct takt_context *context, void *stack, size_t size, void (*entry)(void));
void takt_port_start(struct takt_context *first) __attribute__((noreturn));
void takt_port_idle(void);
void takt_port_doorbell(unsigned core);
void takt_port_stop(void) __attribute__((noreturn));
bool takt_port_fence(unsigned core);
void *takt_port_segment(size_t *size);

#endif
