/*
 * Which ThreadSanitizer fibre a stack has. The sanitizer has room for about 8,000 fibres, and a test suite
 * creates more threads than that on the same few stacks, so an old fibre goes when its stack is used anew.
 *
 * Host threads create contexts at the same time: the table is guarded by a spin lock, held for one look-up.
 * In builds without ThreadSanitizer this file is empty.
 */
#include "fibre.h"

typedef int takt_fibre_thread_not_empty;

#if defined(TAKT_FIBRE_THREAD)

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define TAKT_FIBRE_STACKS 8192u

static struct {
    void *stack, *fibre;
} takt_fibres[TAKT_FIBRE_STACKS];

static atomic_flag takt_fibres_lock = ATOMIC_FLAG_INIT;

static void *takt_fibre_replace(void *stack, void *fibre)
{
    size_t i = (size_t)((uintptr_t)stack / 64u * 2654435761u) % TAKT_FIBRE_STACKS;
    void *old;

    for (size_t n = 0; takt_fibres[i].stack != NULL && takt_fibres[i].stack != stack; n++) {
        if (n == TAKT_FIBRE_STACKS)
            abort();
        i = (i + 1) % TAKT_FIBRE_STACKS;
    }
    old = takt_fibres[i].fibre;
    takt_fibres[i].stack = stack;
    takt_fibres[i].fibre = fibre;
    return old;
}

void *takt_fibre_of_stack(void *stack)
{
    void *fibre = __tsan_create_fiber(0), *old;

    /* acquire and release: the table's entries pass from one holder to the next */
    while (atomic_flag_test_and_set_explicit(&takt_fibres_lock, memory_order_acquire))
        ;
    old = takt_fibre_replace(stack, fibre);
    atomic_flag_clear_explicit(&takt_fibres_lock, memory_order_release);
    if (old != NULL)
        __tsan_destroy_fiber(old);
    return fibre;
}

#endif
