/*
 * What the ports of the development machine (sim, host) keep of a thread that does not run: all its registers
 * lie on its own stack, so its context is the stack pointer. A port for another machine puts its own header
 * of this name before this one on the include path.
 *
 * The other members are for sanitizers, which must be told about every change of stack. They are there in
 * every build, so that objects built with and without a sanitizer agree on the layout of a thread.
 */
#ifndef TAKT_PORT_CONTEXT_H
#define TAKT_PORT_CONTEXT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Smallest stack of a thread, bytes: libc's printf and a sanitizer's frames fit. */
#define TAKT_STACK_MIN 16384

/** A thread of execution that does not run now. Every member is private to the port. */
struct takt_context {
    void *sp;
    void *stack; /* lowest address; NULL: the stack of a host thread, found out at the first switch */
    size_t size; /* bytes of stack */
    void *fibre; /* what the sanitizer calls this context */
    struct takt_context *from; /* who switched here last */
};

#ifdef __cplusplus
}
#endif

#endif
