/*
 * How much of a stack was never used: the words at its low end that still hold the pattern it was filled with.
 */
#include "stack.h"

long takt_thread_stack_unused(const struct takt_thread *thread)
{
    const uintptr_t *word = takt_stack_low_end(thread);

    while (word < takt_stack_high_end(thread) && *word == TAKT_STACK_PATTERN)
        word++;
    return (long)((const char *)word - (const char *)takt_stack_low_end(thread));
}
