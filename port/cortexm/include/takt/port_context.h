/*
 * What the Cortex-M port keeps of a thread that does not run: its registers lie on its own stack, so its context is
 * the stack pointer, and, as Armv8-M checks it, the lowest address that it may have.
 */
#ifndef TAKT_PORT_CONTEXT_H
#define TAKT_PORT_CONTEXT_H

#include <takt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Smallest stack of a thread, bytes. Handlers run on the core's own stack; a thread's holds one frame of theirs. */
#define TAKT_STACK_MIN CONFIG_TAKT_CORTEXM_STACK_MIN

/** The idle thread's, which calls nothing but the application's hook: two frames, with the floating point unit's. */
#define TAKT_STACK_IDLE (CONFIG_TAKT_IDLE_HOOK ? TAKT_STACK_MIN : 192)

/*
 * Armv8-M checks the limit. On Armv7-M the word is there for the layout of what follows, which then takes two instructions
 * less at each wait; the smallest kernel does without.
 */
#if defined(__ARM_ARCH_8M_MAIN__) || !CONFIG_TAKT_LOCK_MASK
#define TAKT_CORTEXM_LIMITS 1
#else
#define TAKT_CORTEXM_LIMITS 0
#endif

/** A thread of execution that does not run. Every member is private to the port. */
struct takt_context {
    void *sp; /* first: switch.S */
#if TAKT_CORTEXM_LIMITS
    void *limit; /* second: armv8m/arch.inc */
#endif
};

#ifdef __cplusplus
}
#endif

#endif
