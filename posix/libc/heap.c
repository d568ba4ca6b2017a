/*
 * malloc() and its like where the C library's are refused: the first gap that is large enough, of one piece of memory
 * (CONFIG_TAKT_POSIX_HEAP). For a program's own use; its time grows with the number of gaps, with preemption off.
 */
#include <errno.h>
#include <string.h>

#include <kernel.h>

#include "libc.h"

/* In front of each piece. */
struct piece {
    size_t size;        /* with this */
    struct piece *next; /* of a gap: the next one, by address */
};

#define UNIT 16u

static _Alignas(16) unsigned char memory[CONFIG_TAKT_POSIX_HEAP / UNIT * UNIT];
static struct piece *gaps;
static bool begun;

/* A piece's own memory begins here. */
#define HEAD ((sizeof(struct piece) + UNIT - 1) / UNIT * UNIT)

static void begin(void)
{
    begun = true;
    gaps = (struct piece *)(void *)memory;
    *gaps = (struct piece){.size = sizeof memory};
}

/* What is left of a gap stays one if it can hold anything. */
static struct piece *take(size_t size)
{
    struct piece **place = &gaps, *piece;

    while (*place != NULL && (*place)->size < size)
        place = &(*place)->next;
    piece = *place;
    if (piece == NULL)
        return NULL;
    if (piece->size - size <= HEAD) {
        *place = piece->next;
        return piece;
    }
    *place = (struct piece *)(void *)((unsigned char *)piece + size);
    **place = (struct piece){.size = piece->size - size, .next = piece->next};
    piece->size = size;
    return piece;
}

static bool touch(const struct piece *a, const struct piece *b)
{
    return b != NULL && (const unsigned char *)a + a->size == (const unsigned char *)b;
}

static void join(struct piece *piece)
{
    if (!touch(piece, piece->next))
        return;
    piece->size += piece->next->size;
    piece->next = piece->next->next;
}

static void give(struct piece *piece)
{
    struct piece *before = NULL, *after = gaps;

    while (after != NULL && after < piece) {
        before = after;
        after = after->next;
    }
    piece->next = after;
    join(piece);
    if (before == NULL) {
        gaps = piece;
        return;
    }
    before->next = piece;
    join(before);
}

void *takt_posix_malloc(size_t size)
{
    struct piece *piece = NULL;

    if (size > sizeof memory)
        return NULL;
    takt_preempt_lock();
    if (!begun)
        begin();
    piece = take(HEAD + (size + UNIT - 1) / UNIT * UNIT);
    takt_preempt_unlock();
    return piece == NULL ? NULL : (unsigned char *)piece + HEAD;
}

void takt_posix_free(void *freed)
{
    if (freed == NULL)
        return;
    takt_preempt_lock();
    give((struct piece *)(void *)((unsigned char *)freed - HEAD));
    takt_preempt_unlock();
}

void *takt_posix_calloc(size_t number, size_t size)
{
    void *made = size != 0 && number > SIZE_MAX / size ? NULL : takt_posix_malloc(number * size);

    return made == NULL ? NULL : memset(made, 0, number * size);
}

void *takt_posix_realloc(void *old, size_t size)
{
    size_t room = old == NULL ? 0 : ((struct piece *)(void *)((unsigned char *)old - HEAD))->size - HEAD;
    void *made;

    if (old != NULL && size <= room)
        return old;
    made = takt_posix_malloc(size);
    if (made != NULL && old != NULL) {
        memcpy(made, old, room);
        takt_posix_free(old);
    }
    return made;
}

long takt_posix_sysconf_else(int name)
{
    (void)name;
    errno = EINVAL;
    return -1;
}
