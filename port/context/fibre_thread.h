/*
 * ThreadSanitizer keeps a clock and a call stack for each context, in a fibre object that has to be destroyed
 * when the context ends. A port is not told of ends, only of a stack that is used again: fibre_thread.c
 * remembers which fibre a stack has.
 *
 * A switch orders everything before it before everything after it, which is right: contexts share a host
 * thread.
 */
#ifndef TAKT_FIBRE_THREAD_H
#define TAKT_FIBRE_THREAD_H

#include <sanitizer/tsan_interface.h>
#include <takt/port_context.h>

/** A fresh fibre for a stack; the one that the stack had before is destroyed. */
void *takt_fibre_of_stack(void *stack);

static inline void takt_fibre_create(struct takt_context *context)
{
    context->fibre = takt_fibre_of_stack(context->stack);
}

static inline void takt_fibre_leave(struct takt_context *from, struct takt_context *to)
{
    if (from->fibre == NULL)
        from->fibre = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->fibre, 0);
}

static inline void takt_fibre_arrive(struct takt_context *self)
{
    (void)self;
}

#endif
