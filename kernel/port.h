/*
 * What a port gives the kernel: primitives, never protocols. docs/porting.md lists them in the order in which one
 * writes them, with the test that proves each.
 *
 * takt_port.h, found by the include path, defines these as functions or inlines:
 *
 * unsigned takt_port_core_id(void)
 *     0 to takt_port_core_count() - 1.
 * unsigned takt_port_core_count(void)
 * struct takt_core *takt_port_core(void)
 *     The running core's kernel state, takt_core_state(core id). A port keeps it where it finds it fastest.
 *
 * takt_mask_t takt_port_mask(void)
 *     Hold interrupts of the kernel's level back; returns the old state.
 * void takt_port_unmask(takt_mask_t old)
 *     Restore it. Interrupts that are pending and a pended switch happen.
 * bool takt_port_in_handler(void)
 * void takt_port_pend_switch(void)
 *     Masked or in a handler. Call takt_sched_switch(), and change contexts, as soon as interrupts are open and no
 *     handler is active.
 * void takt_port_switch(void)
 *     A thread, interrupts open. The same, and it has happened when this returns.
 *
 * uint32_t takt_port_watch(const uint32_t *word)
 *     Load a word, and watch from here whether a handler or another thread runs on this core.
 * bool takt_port_commit(uint32_t *word, uint32_t value)
 *     Store it if none has run since the last takt_port_watch(), in one step; returns whether it stored. It may fail
 *     for no reason. Handlers that end, and switches, end the watch.
 * void takt_port_step(void)
 *     Between two steps of the kernel, interrupts open or not. Empty but on a simulator, which lets them come here.
 *
 * uint64_t takt_port_counter(void)
 *     The core's free-running counter.
 * uint64_t takt_port_from_ns(takt_time_t ns)
 *     A span in counter units: rounded up, saturating; ns >= 0.
 * takt_time_t takt_port_to_ns(uint64_t units)
 *     Counter units in ns: rounded down, saturating.
 * void takt_port_timer_set(uint64_t when)
 *     Call takt_timer_interrupt() at that counter value, at once if it has passed; UINT64_MAX: not at all. Only the last
 *     call counts; the interrupt may come early.
 * void takt_port_timer_raise(void)
 *     Call it as soon as interrupts are open, whatever time is set before or after. Short: masked steps do it.
 *
 * void takt_port_context_init(struct takt_context *, void *stack, size_t size, void (*entry)(void))
 * void takt_port_start(struct takt_context *first)
 *     Open interrupts and run the first thread; does not return.
 * void takt_port_idle(void)
 *     Wait for an interrupt.
 * void takt_port_stop(void)
 *     Masked for ever; does not return.
 * void takt_port_copy(void *to, const void *from, size_t size)
 *     A message; interrupts may be open. memcpy() where nothing is special.
 *
 * void takt_port_relax(void)
 *     One turn of a loop that waits for another core.
 * int takt_port_try_add(struct takt_word *word)
 *     Add 1 by one exclusive load and one exclusive store, or what the processor has instead: 0; -EAGAIN: the store
 *     failed; -EFAULT: the memory takes no such accesses, and the port survived the fault. For the test of the segment's
 *     memory (CONFIG_TAKT_MEMORY_TEST).
 * void takt_port_doorbell(unsigned core)
 *     Raise takt_doorbell_interrupt() there; the caller's stores before it are visible to that handler.
 * bool takt_port_fence(unsigned core)
 *     Optional, with TAKT_PORT_FENCES: see to it that this core, which is suspected to be dead, takes no further step
 *     before it starts anew, by a reset that is held or a clock that is stopped; true: that is so, and its stores are
 *     seen. Without it a core that falls silent keeps its locks, unless it has marked itself as stopped.
 * takt_mask_t takt_port_quiet_mask(void), void takt_port_quiet_unmask(takt_mask_t old)
 *     Optional, with TAKT_PORT_QUIET, for the recorder of traces: as mask and unmask, but never a place where an interrupt
 *     comes. For ports on which interrupts come at such places alone. TAKT_PORT_KEPT, optional too: the attribute of
 *     memory that a reset leaves alone.
 * void *takt_port_segment(size_t *size)
 *     The shared segment's memory.
 *
 * takt/port_context.h defines struct takt_context, TAKT_STACK_MIN and, if the idle thread can do with less,
 * TAKT_STACK_IDLE. takt_work() is as include/takt/timer.h says. The port implements <takt/irq.h> (attach, enable,
 * disable, pend, clear); TAKT_PORT_IRQ_LINES and TAKT_PORT_IRQ_PRIORITIES say how many there are, at most 256, and
 * TAKT_PORT_IRQ_KERNEL is the most urgent priority whose handlers may call the kernel. Around every handler it calls takt_irq_enter() and takt_irq_exit(); it calls takt_timer_interrupt() and
 * takt_doorbell_interrupt() as handlers.
 */
#ifndef TAKT_KERNEL_PORT_H
#define TAKT_KERNEL_PORT_H

#include <takt/types.h>
#include <takt/port_context.h>

#include <takt_port.h>

#ifndef TAKT_PORT_FENCES
static inline bool takt_port_fence(unsigned core)
{
    (void)core;
    return false;
}
#endif

#if (CONFIG_TAKT_TRACE && CONFIG_TAKT_TRACE_WINDOWS) || CONFIG_TAKT_WINDOWS
#include "../trace/windows.h"
#endif

#ifndef TAKT_STACK_IDLE
#define TAKT_STACK_IDLE TAKT_STACK_MIN
#endif

/* Called by the port. */

/** Kernel state of a core, for takt_port_core(). Valid, though empty, before takt_core_start(). */
struct takt_core *takt_core_state(unsigned core);

/** Choose the next thread, account, and return its context. Masked, no handler, at a pended switch only. */
struct takt_context *takt_sched_switch(void);

/**
 * First and last thing of a handler: takt_irq_enter(), takt_irq_exit(). Masked or not; number is the board's.
 *
 * Where a port knows them, takt_irq_attached() tells the recorder the priorities of an interrupt and of the core's timer
 * (the port's own scale, lower is more urgent), so that a replay need not guess who interrupts whom. Before start, thread.
 */
#if CONFIG_TAKT_TRACE || CONFIG_TAKT_CONTRACT
void takt_irq_attached(unsigned number, unsigned priority, unsigned timer);
void takt_irq_enter(unsigned number);
void takt_irq_exit(unsigned number);
#else
static inline void takt_irq_attached(unsigned number, unsigned priority, unsigned timer)
{
    (void)number;
    (void)priority;
    (void)timer;
}

static inline void takt_irq_enter(unsigned number)
{
    (void)number;
}

static inline void takt_irq_exit(unsigned number)
{
    (void)number;
}
#endif

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
