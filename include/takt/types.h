/*
 * Basic types, results and deadlines of every Takt interface.
 *
 * Time at the interface is int64_t nanoseconds since the core's counter started, never negative and never
 * decreasing; 63 bits of nanoseconds last 292 years, so no service has to think about a wrap.
 *
 * A deadline is one int64_t so that it costs one register pair: a positive value is relative (nanoseconds
 * from the call), a value with the top bit set is an absolute time made by takt_at(). Passing TAKT_MS(5)
 * therefore means what it says.
 */
#ifndef TAKT_TYPES_H
#define TAKT_TYPES_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <takt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Behind a function of a part that Kconfig can leave out: where it is left out, a call does not compile, and the
 * message names the choice that brings it back.
 */
#define TAKT_NEEDS(choice)            TAKT_NEEDS_(choice, #choice)
#define TAKT_NEEDS_(value, name)      TAKT_NEEDS_VALUE(value, name)
#define TAKT_NEEDS_VALUE(value, name) TAKT_NEEDS_##value(name)
#define TAKT_NEEDS_1(name)
#define TAKT_NEEDS_0(name) __attribute__((error("left out of this configuration; " name "=y brings it back")))

/** A point in time or a span, nanoseconds. */
typedef int64_t takt_time_t;

/** When a wait ends: TAKT_NO_WAIT, TAKT_FOREVER, a positive span (relative), or takt_at(time) (absolute). */
typedef int64_t takt_deadline_t;

#define TAKT_NO_WAIT ((takt_deadline_t)0)
#define TAKT_FOREVER ((takt_deadline_t)INT64_MAX)

#define TAKT_NS(n) ((takt_time_t)(n))
#define TAKT_US(n) ((takt_time_t)(n)*1000)
#define TAKT_MS(n) ((takt_time_t)(n)*1000000)
#define TAKT_S(n)  ((takt_time_t)(n)*1000000000)

/**
 * An absolute deadline.
 *
 * @param when time as takt_now() counts it; negative is taken as 0 (long past)
 */
static inline takt_deadline_t takt_at(takt_time_t when)
{
    return when < 0 ? INT64_MIN : INT64_MIN + when;
}

/** Priority of a thread: 0 is the most urgent, CONFIG_TAKT_LEVELS - 1 the least. */
typedef uint8_t takt_prio_t;

#if CONFIG_TAKT_LEVELS < 1 || CONFIG_TAKT_LEVELS > 256
#error "CONFIG_TAKT_LEVELS must be 1 to 256 (./takt menuconfig, Kernel, Priority levels)"
#endif

struct takt_thread;
struct takt_core;

/**
 * Waiting threads, most urgent first, first come first served within a level.
 * Private to the kernel (kernel/waitq.c); here so that objects can be the caller's memory.
 */
struct takt_waitq {
    struct takt_thread *head;
};

/**
 * An object's place in its core's own inbox (kernel/klock.c): a handler that meets the kernel lock held
 * leaves the object here, and the holder calls match before it drops the lock. Private to the kernel.
 */
struct takt_post {
    struct takt_post *next; /* NULL: not posted */
    void (*match)(struct takt_core *core, struct takt_post *post);
};

/** A node of the core's timer heap (kernel/heap.c, or kernel/sorted.c instead). Private to the kernel. */
struct takt_tnode {
#if CONFIG_TAKT_TIMER_HEAP
    struct takt_tnode *parent, *left, *right;
#elif CONFIG_TAKT_LOCK_MASK
    struct takt_tnode *next;
#else
    struct takt_tnode *next, *prev;
#endif
    uint64_t when; /* counter units */
#if CONFIG_TAKT_TIMER || CONFIG_TAKT_COND
    void (*expire)(struct takt_core *core, struct takt_tnode *node);
#endif
#if CONFIG_TAKT_TIMER_HEAP
    uint32_t order; /* among equal times: first started, first expired */
    uint8_t rank;   /* length of the right spine */
#endif
    bool armed;
};

#ifdef __cplusplus
}
#endif

#endif
