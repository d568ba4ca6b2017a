/* The portable half of the context switch; the machine's half is swap_<machine>.S. */
#include "context.h"

#include "fibre.h"
#include "frame.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* swap_<machine>.S */
void takt_context_swap(void **from, void *to);
void takt_context_first(void);

/* Called by takt_context_first() on the new stack. */
void takt_context_enter(struct takt_context *self, takt_context_begin_t begin, void (*entry)(void));

void takt_context_enter(struct takt_context *self, takt_context_begin_t begin, void (*entry)(void))
{
    takt_fibre_arrive(self);
    begin(entry);
    abort();
}

void takt_context_init(struct takt_context *context, void *stack, size_t size, takt_context_begin_t begin,
                       void (*entry)(void))
{
    uintptr_t top = ((uintptr_t)stack + size) & ~(uintptr_t)15;
    uintptr_t *frame = (uintptr_t *)top - TAKT_FRAME_WORDS;

    context->stack = stack;
    context->size = size;
    context->from = NULL;
    takt_fibre_create(context);
    for (size_t i = 0; i < TAKT_FRAME_WORDS; i++)
        frame[i] = 0;
    frame[TAKT_FRAME_CONTROL] = takt_frame_control();
    frame[TAKT_FRAME_SELF] = (uintptr_t)context;
    frame[TAKT_FRAME_BEGIN] = (uintptr_t)begin;
    frame[TAKT_FRAME_ENTRY] = (uintptr_t)entry;
    frame[TAKT_FRAME_RETURN] = (uintptr_t)takt_context_first;
    context->sp = frame;
}

void takt_context_switch(struct takt_context *from, struct takt_context *to)
{
    int error = errno; /* the host thread has one errno; each context sees its own */

    to->from = from;
    takt_fibre_leave(from, to);
    takt_context_swap(&from->sp, to->sp);
    takt_fibre_arrive(from);
    errno = error;
}
