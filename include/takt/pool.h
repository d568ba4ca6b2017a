/*
 * Pools of fixed blocks for applications (the kernel itself never allocates). A freed block goes to the most
 * urgent waiter directly.
 */
#ifndef TAKT_POOL_H
#define TAKT_POOL_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_POOL

/** Words of memory that a pool needs: void *store[TAKT_POOL_WORDS(block size, blocks)]. */
#define TAKT_POOL_WORDS(size, count) (((size) + sizeof(void *) - 1) / sizeof(void *) * (count))

/** A pool. Every member is private to the kernel. */
struct takt_pool {
    uint32_t head; /* the number of the first free block, and how many are out (pool.c) */
    uint32_t size; /* bytes from block to block */
    char *store;
    uint32_t inverse, zero, shift; /* of size and store: tell a block's number from its address */
    uint32_t count;
    struct takt_waitq waiters;
    struct takt_post post;
};

/**
 * Set a pool up, all blocks free.
 *
 * Call class: thread, before start. Bound: grows with count.
 * @param store TAKT_POOL_WORDS(size, count) words, kept
 * @param size  bytes of a block, at least 1; blocks are aligned to a pointer
 * @param count blocks, 1 to 32767
 * @return 0; -EINVAL: no store, size 0, count out of range, or 4 GiB and more
 */
int takt_pool_init(struct takt_pool *pool, void *store, size_t size, uint32_t count);

/**
 * Get a block.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant besides the wait.
 * @return 0; -EAGAIN: none and TAKT_NO_WAIT; -ETIMEDOUT; -EIDRM: deleted during the wait;
 *         -EPERM: would wait where waiting is not allowed
 */
int takt_pool_alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline);

/**
 * Give a block back.
 *
 * Call class: any. Bound: constant.
 * @return 0; -EINVAL: not a block of this pool; -EOVERFLOW: all blocks are free already
 */
int takt_pool_free(struct takt_pool *pool, void *block);

/** Free blocks, as of now. Call class: any. */
uint32_t takt_pool_available(const struct takt_pool *pool);

/** Wake every waiter with -EIDRM. Call class: thread. Bound: grows with the waiters, interrupts open. @return
 * 0 */
int takt_pool_delete(struct takt_pool *pool);

/** Check the invariants. Call class: thread. @return 0, or -EFAULT */
int takt_pool_check(const struct takt_pool *pool);

#else

struct takt_pool;
int takt_pool_init(struct takt_pool *first, ...) TAKT_NEEDS(CONFIG_TAKT_POOL);

#endif

#ifdef __cplusplus
}
#endif

#endif
