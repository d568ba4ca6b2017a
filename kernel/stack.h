/*
 * Where a thread's stack ends, and what unused words of it hold. Private to stack.c and stack_unused.c.
 */
#ifndef TAKT_STACK_H
#define TAKT_STACK_H

#include "kernel.h"

#define TAKT_STACK_PATTERN ((uintptr_t)0x5A5A5A5A5A5A5A5Au)

static inline uintptr_t *takt_stack_low_end(const struct takt_thread *thread)
{
    uintptr_t address = (uintptr_t)thread->stack;

    return (uintptr_t *)((address + sizeof(uintptr_t) - 1) & ~(uintptr_t)(sizeof(uintptr_t) - 1));
}

static inline uintptr_t *takt_stack_high_end(const struct takt_thread *thread)
{
    return takt_stack_low_end(thread) + (thread->stack_size / sizeof(uintptr_t) - 1);
}

#endif
