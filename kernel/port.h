/*
 * What a port gives the kernel: primitives, never protocols. docs/porting.md lists them in the order in which
 * one writes them, with the test that proves each.
 *
 * takt_port.h (of the port, found by the include path) defines as functions or inlines:
 *
 *   struct takt_core *takt_port_core(void)        the running core's kernel state, takt_core_state(core id):
 * a port keeps the pointer where it finds it fastest unsigned takt_port_core_id(void)              0 to
 * takt_port_core_count() - 1 unsigned takt_port_core_count(void) takt_mask_t takt_port_mask(void) hold
 * interrupts of the kernel's level back; returns the old state void takt_port_unmask(takt_mask_t old)
 * restore; pending interrupts and a pended switch happen inside bool takt_port_in_handler(void) void
 * takt_port_pend_switch(void)              masked: call takt_sched_switch() and change contexts as soon as
 *                                                 interrupts are open and no handler is active
 *   uint64_t takt_port_counter(void)              the core's free-running counter
 *   uint64_t takt_port_from_ns(takt_time_t ns)    span to counter units, rounded up, saturating; ns >= 0
 *   takt_time_t takt_port_to_ns(uint64_t units)   counter units to ns, rounded down, saturating
 *   void takt_port_timer_set(uint64_t when)       call takt_timer_interrupt() at that counter value, at once
 * if it has passed; UINT64_MAX: not at all. Only the last call counts void takt_port_context_init(struct
 * takt_context *, void *stack, size_t size, void (*entry)(void)) void takt_port_start(struct takt_context
 * *first)  open interrupts, run the first thread; no return void takt_port_idle(void) wait for an interrupt
 *   void takt_port_copy(void *to, const void *from, size_t size)
 *                                                 a message; interrupts may be open. Where nothing is special: memcpy
 *   void takt_port_relax(void)                    one turn of a loop that waits for another core
 *   void takt_port_doorbell(unsigned core)        raise takt_doorbell_interrupt() there; before the doorbell
 * the caller's stores are visible to its handler void takt_port_stop(void)                     masked for
 * ever; no return void *takt_port_segment(size_t *size)         the shared segment's memory TAKT_STACK_MIN
 * (in takt/port_context.h, with struct takt_context) void takt_work(takt_time_t ns)                as
 * include/takt/timer.h says
 *
 * and implements <takt/irq.h> (attach, enable, disable, pend). Around every handler it calls takt_irq_enter()
 * and takt_irq_exit(); it calls takt_timer_interrupt() and takt_doorbell_interrupt() as handlers.
 */
#ifndef TAKT_KERNEL_PORT_H
#define TAKT_KERNEL_PORT_H

#include <takt/types.h>
#include <takt/port_context.h>

#include <takt_port.h>

/* Called by the port. */

/** Kernel state of a core, for takt_port_core(). Valid, though empty, before takt_core_start(). */
struct takt_core *takt_core_state(unsigned core);

/** Choose the next thread, account, and return its context. Masked, no handler, at a pended switch only. */
struct takt_context *takt_sched_switch(void);

/** First and last thing of a handler. Masked or not; number is the board's. */
void takt_irq_enter(unsigned number);
void takt_irq_exit(unsigned number);

/** Handler of the core's timer. Interrupts of the kernel's level may nest inside. */
void takt_timer_interrupt(void);

/** Handler of the core's doorbell. */
#if CONFIG_TAKT_CROSS
void takt_doorbell_interrupt(void);
#else
static inline void takt_doorbell_interrupt(void)
{
}
#endif

#endif
