/*
 * malloc() and its like, for several threads: the C library is entered with interrupts held back, because it knows nothing
 * of threads that it did not make. A POSIX program's memory comes from here alone; the layer takes none.
 */
#include <stdlib.h>
#include <unistd.h>

#include <kernel.h>

#include "libc.h"

void *takt_posix_malloc(size_t size)
{
    takt_mask_t old = takt_port_mask();
    void *memory = malloc(size);

    takt_port_unmask(old);
    return memory;
}

void *takt_posix_calloc(size_t number, size_t size)
{
    takt_mask_t old = takt_port_mask();
    void *memory = calloc(number, size);

    takt_port_unmask(old);
    return memory;
}

void *takt_posix_realloc(void *memory, size_t size)
{
    takt_mask_t old = takt_port_mask();
    void *moved = realloc(memory, size);

    takt_port_unmask(old);
    return moved;
}

void takt_posix_free(void *memory)
{
    takt_mask_t old = takt_port_mask();

    free(memory);
    takt_port_unmask(old);
}

long takt_posix_sysconf_else(int name)
{
    return sysconf(name);
}
