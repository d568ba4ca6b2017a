/*
 * Stacks: whether a thread kept to its own.
 *
 * A new stack is filled with a pattern, whole or in its lowest word alone. That word is looked at whenever the
 * thread stops running: a thread that went past its stack is stopped at its next switch, before another one runs
 * on what it broke. Both by Kconfig.
 */
#include "stack.h"

void takt_stack_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    uintptr_t *end;

    thread->stack = attr->stack;
    thread->stack_size = attr->stack_size;
    end = CONFIG_TAKT_STACK_FILL ? takt_stack_high_end(thread) : takt_stack_low_end(thread) + 1;
    for (uintptr_t *word = takt_stack_low_end(thread); word < end; word++)
        *word = TAKT_STACK_PATTERN;
}

void takt_stack_check(const struct takt_thread *thread)
{
    if (CONFIG_TAKT_STACK_CHECK && *takt_stack_low_end(thread) != TAKT_STACK_PATTERN)
        takt_panic("stack overflow", takt_thread_name(thread), 0);
}
