/*
 * Event flags of one core: 32 bits, waits for any or all of some. A set is shown to every waiter, most urgent
 * first; what the satisfied ones asked to clear is cleared after the last of them has seen it.
 */
#ifndef TAKT_EVENT_H
#define TAKT_EVENT_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_EVENT

#define TAKT_EVENT_ANY   0u /**< one of the bits is enough */
#define TAKT_EVENT_ALL   1u /**< all bits must be set */
#define TAKT_EVENT_CLEAR 2u /**< clear the bits waited for when satisfied */

/** Event flags. Every member is private to the kernel. */
struct takt_event {
    struct takt_waitq waiters;
    uint32_t bits;
    uint32_t pulse; /* set since the waiters last looked */
    struct takt_post post;
};

/** Set event flags up. Call class: thread, before start. Bound: constant. @return 0 */
int takt_event_init(struct takt_event *event, uint32_t bits);

/**
 * Set bits; waiters that are satisfied run.
 * Call class: any. Bound: grows with the waiters, interrupts open. @return 0
 */
int takt_event_set(struct takt_event *event, uint32_t bits);

/** Clear bits. A set that came before still counts for those who waited. Call class: any. Bound: constant.
 * @return 0 */
int takt_event_clear(struct takt_event *event, uint32_t bits);

/**
 * Wait for bits.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant besides the wait.
 * @param options TAKT_EVENT_ANY or TAKT_EVENT_ALL, plus TAKT_EVENT_CLEAR
 * @param got     where the flags at the moment of success go, or NULL
 * @return 0; -EINVAL: no bits, or unknown options; -EAGAIN: not so and TAKT_NO_WAIT; -ETIMEDOUT;
 *         -EIDRM: deleted during the wait; -EPERM: would wait where waiting is not allowed
 */
int takt_event_wait(struct takt_event *event, uint32_t bits, unsigned options, takt_deadline_t deadline,
                    uint32_t *got);

/** The flags, as of now. Call class: any. */
uint32_t takt_event_get(const struct takt_event *event);

/** Wake every waiter with -EIDRM. Call class: thread. Bound: grows with the waiters, interrupts open. @return
 * 0 */
int takt_event_delete(struct takt_event *event);

/** Check the invariants. Call class: thread. @return 0, or -EFAULT */
int takt_event_check(const struct takt_event *event);

#else

struct takt_event;
int takt_event_init(struct takt_event *first, ...) TAKT_NEEDS(CONFIG_TAKT_EVENT);

#endif

#ifdef __cplusplus
}
#endif

#endif
