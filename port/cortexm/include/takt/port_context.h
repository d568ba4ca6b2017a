/*
 * What the Cortex-M port keeps of a thread that does not run: its registers lie on its own stack, so its context is
 * the stack pointer, and the lowest address that it may have (Armv8-M checks it, Armv7-M has no register for it).
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

/** A thread of execution that does not run. Every member is private to the port. */
struct takt_context {
    void *sp;    /* first: switch.S */
    void *limit; /* second: armv8m/arch.inc */
};

#ifdef __cplusplus
}
#endif

#endif
