/*
 * Stacks: how much was used, and whether a thread kept to its own.
 *
 * A new stack is filled with a pattern; the words at its low end that still hold it were never used. The
 * lowest word is looked at whenever the thread stops running: a thread that went past its stack is stopped at
 * its next switch, before another one runs on what it broke. Both by Kconfig.
 */
#include "kernel.h"

#define PATTERN ((uintptr_t)0x5A5A5A5A5A5A5A5Au)

static uintptr_t *low_end(const struct takt_thread *thread)
{
    uintptr_t address = (uintptr_t)thread->stack;

    return (uintptr_t *)((address + sizeof(uintptr_t) - 1) & ~(uintptr_t)(sizeof(uintptr_t) - 1));
}

static uintptr_t *high_end(const struct takt_thread *thread)
{
    return low_end(thread) + (thread->stack_size / sizeof(uintptr_t) - 1);
}

void takt_stack_fill(struct takt_thread *thread)
{
    uintptr_t *end = CONFIG_TAKT_STACK_FILL ? high_end(thread) : low_end(thread) + 1;

    if (!CONFIG_TAKT_STACK_FILL && !CONFIG_TAKT_STACK_CHECK)
        return;
    for (uintptr_t *word = low_end(thread); word < end; word++)
        *word = PATTERN;
}

void takt_stack_check(const struct takt_thread *thread)
{
    if (CONFIG_TAKT_STACK_CHECK && *low_end(thread) != PATTERN)
        takt_panic("stack overflow", thread->name, 0);
}

long takt_thread_stack_unused(const struct takt_thread *thread)
{
    const uintptr_t *word = low_end(thread);

    if (!CONFIG_TAKT_STACK_FILL)
        return -ENOTSUP;
    while (word < high_end(thread) && *word == PATTERN)
        word++;
    return (long)((const char *)word - (const char *)low_end(thread));
}
