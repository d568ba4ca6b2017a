/*
 * The Cortex-M port, as the kernel sees it: Armv7-M and Armv8-M mainline.
 *
 * Masking is BASEPRI. Interrupts more urgent than the kernel's level (CONFIG_TAKT_CORTEXM_LEVEL) are never held
 * back, and PRIMASK is never set; so they may not call the kernel, which debug builds check at every mask. BASEPRI is
 * 0 or the level: raising it takes effect with the instruction, so the kernel's words need no barrier but the
 * compiler's. Lowering it may take effect a few instructions later, which nobody notices.
 *
 * A pended switch is PendSV, less urgent than all else: it is taken as soon as BASEPRI is 0 and no handler is active,
 * which is the contract to the letter. A thread that gives way itself takes the same way by SVC, which has the same
 * priority, and happens at once: no barrier has to wait for it.
 *
 * Watch and commit are LDREX and STREX. Taking an exception, and returning from it, clears the core's monitor, so a
 * store-exclusive whose load came before a handler or a switch fails and its loop begins anew. A watch that is given
 * up leaves the monitor set, which harms nobody: each store-exclusive has its own load before it.
 */
#ifndef TAKT_PORT_H
#define TAKT_PORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <takt/atomic.h>
#include <takt/port_context.h>
#include <takt/types.h>

#include "cortexm.h"

/* Given by the board: TAKT_PORT_IRQ_LINES, TAKT_BOARD_COUNT_NS, takt_port_core(), takt_port_core_id(),
 * takt_port_core_count(), takt_port_counter(), takt_port_timer_raise(). */
#include "takt_board.h"

#define TAKT_PORT_IRQ_PRIORITIES 8
#define TAKT_PORT_IRQ_KERNEL     CONFIG_TAKT_CORTEXM_LEVEL

typedef uint32_t takt_mask_t;

/** Debug builds: stop the core if the running handler is above the kernel's level. */
void takt_cortexm_check_level(void);

static inline takt_mask_t takt_port_mask(void)
{
    takt_mask_t old;

    if (CONFIG_TAKT_DEBUG)
        takt_cortexm_check_level();
    __asm__ volatile("mrs %0, basepri" : "=r"(old));
    __asm__ volatile("msr basepri_max, %0" ::"r"(TAKT_CORTEXM_MASK) : "memory");
    return old;
}

static inline void takt_port_unmask(takt_mask_t old)
{
    __asm__ volatile("msr basepri, %0" ::"r"(old) : "memory");
}

/* The number of the exception that runs. PendSV, which switches, is no handler, nor are the faults of a thread. */
static inline bool takt_port_in_handler(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception > TAKT_CORTEXM_PENDSV;
}

static inline void takt_port_pend_switch(void)
{
    TAKT_CORTEXM_ICSR = TAKT_CORTEXM_ICSR_PENDSV;
}

static inline void takt_port_switch(void)
{
    __asm__ volatile("svc 0" ::: "memory");
}

static inline void takt_port_step(void)
{
    if (CONFIG_TAKT_DEBUG)
        takt_cortexm_check_level();
}

static inline uint32_t takt_port_watch(const uint32_t *word)
{
    uint32_t value;

    takt_port_step();
    __asm__ volatile("ldrex %0, %1"
                     : "=h"(value)
                     : "Q"(*word)
                     : "memory"); /* arguments are in low registers */
    return value;
}

static inline bool takt_port_commit(uint32_t *word, uint32_t value)
{
    uint32_t failed;

    __asm__ volatile("strex %0, %2, %1" : "=&l"(failed), "=Q"(*word) : "r"(value) : "memory");
    return failed == 0;
}

static inline void takt_port_relax(void)
{
    __asm__ volatile("yield" ::: "memory");
}

static inline void takt_port_idle(void)
{
    __asm__ volatile("dsb\n\twfi" ::: "memory");
}

int takt_port_try_add(struct takt_word *word);
void takt_port_copy(void *to, const void *from, size_t size);
uint64_t takt_port_from_ns(takt_time_t ns);
takt_time_t takt_port_to_ns(uint64_t units);
void takt_port_timer_set(uint64_t when);
void takt_port_context_init(struct takt_context *context, void *stack, size_t size, void (*entry)(void));
void takt_port_start(struct takt_context *first) __attribute__((noreturn));
void takt_port_doorbell(unsigned core);
void takt_port_stop(void) __attribute__((noreturn));
void *takt_port_segment(size_t *size);

#endif
