/*
 * AddressSanitizer keeps the bounds of the running stack and, for each stack, a fake one for
 * use-after-return. It is told where a switch goes before it, and that it happened after it. The bounds of a
 * host thread's own stack are not ours to know: the sanitizer tells them to whoever arrives from there first.
 */
#ifndef TAKT_FIBRE_ADDRESS_H
#define TAKT_FIBRE_ADDRESS_H

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <takt/port_context.h>

/* A stack may be used again after a thread that ended in the middle of it: its red zones are stale. */
static inline void takt_fibre_create(struct takt_context *context)
{
    ASAN_UNPOISON_MEMORY_REGION(context->stack, context->size);
    context->fibre = NULL;
}

static inline void takt_fibre_leave(struct takt_context *from, struct takt_context *to)
{
    __sanitizer_start_switch_fiber(&from->fibre, to->stack, to->size);
}

/*
 * The bounds go straight to where they belong (for our own stacks they are what stands there): a local variable
 * here would leave its red zones on the stack of a thread that ended, for whoever uses that memory next.
 */
static inline void takt_fibre_arrive(struct takt_context *self)
{
    __sanitizer_finish_switch_fiber(self->fibre, (const void **)&self->from->stack, &self->from->size);
}

#endif
