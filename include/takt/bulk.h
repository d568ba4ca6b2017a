/*
 * Long work on memory, for subsystems above the kernel: clearing and copying in pieces.
 */
#ifndef TAKT_BULK_H
#define TAKT_BULK_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes between two points at which others can come on. */
#define TAKT_BULK_PIECE 256u

/**
 * Set memory to 0, as memset(). Call class: thread, before start. Bound: grows with size; others wait for a piece at
 * most, unless the caller keeps them off.
 */
void takt_clear(void *memory, size_t size);

/** Copy memory that does not overlap, as memcpy(). Call class and bound as takt_clear(). */
void takt_copy(void *to, const void *from, size_t size);

#ifdef __cplusplus
}
#endif

#endif
