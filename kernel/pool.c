/*
 * Pools of fixed blocks.
 *
 * The store is the chain of free blocks, linked through their first word and changed one link at a time under
 * the mask. Threads wait only while the chain is empty; the match hands blocks to the most urgent of them. A
 * block freed twice is found when all blocks would be free, and always in builds with checks.
 */
#include <takt/pool.h>

#include "kernel.h"

static void *block_pop(struct takt_pool *pool)
{
    void *block = pool->free;

    if (block != NULL) {
        pool->free = *(void **)block;
        pool->available--;
    }
    return block;
}

/* A block for the caller, who may not pass those who wait. */
static void *block_take(struct takt_pool *pool)
{
    takt_mask_t old = takt_port_mask();
    void *block = pool->waiters.head == NULL ? block_pop(pool) : NULL;

    takt_port_unmask(old);
    return block;
}

static void pool_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_pool *pool = TAKT_CONTAINER(post, struct takt_pool, post);

    while (pool->waiters.head != NULL) {
        takt_mask_t old = takt_port_mask();
        void *block = block_pop(pool);

        takt_port_unmask(old);
        if (block == NULL)
            return;
        *(void **)pool->waiters.head->wait_data = block;
        takt_wake(core, pool->waiters.head, 0);
    }
}

int takt_pool_init(struct takt_pool *pool, void *store, size_t size, uint32_t count)
{
    size_t step = TAKT_POOL_WORDS(size, 1) * sizeof(void *);

    if (store == NULL || size == 0 || count == 0)
        return -EINVAL;
    *pool = (struct takt_pool){.store = store, .size = step, .count = count, .available = count};
    pool->post.match = pool_match;
    for (uint32_t i = count; i-- > 0;) {
        void *block = pool->store + i * step;

        *(void **)block = pool->free;
        pool->free = block;
    }
    takt_trace_made(POOL, pool, step, count);
    return 0;
}

static int alloc_slow(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return err;
    takt_lock(core);
    *block = block_take(pool);
    if (*block != NULL) {
        takt_unlock(core);
        return 0;
    }
    core->current->wait_data = block;
    return takt_block(core, &pool->waiters, deadline);
}

int takt_pool_alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    int result = 0;

    *block = block_take(pool);
    if (*block == NULL)
        result = alloc_slow(pool, block, deadline);
    takt_trace_pool_alloc(TAKT_ID(pool), (uintptr_t)result);
    TAKT_CHECK(takt_pool_check(pool));
    return result;
}

static bool is_block(const struct takt_pool *pool, const void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->store;

    return block != NULL && offset < pool->size * pool->count && offset % pool->size == 0;
}

int takt_pool_free(struct takt_pool *pool, void *block)
{
    struct takt_core *core = takt_core();
    takt_mask_t old;

    if (!is_block(pool, block))
        return -EINVAL;
    old = takt_port_mask();
    if (pool->available == pool->count) {
        takt_port_unmask(old);
        return -EOVERFLOW;
    }
    *(void **)block = pool->free;
    pool->free = block;
    pool->available++;
    takt_trace_pool_free(TAKT_ID(pool), pool->available);
    if (pool->waiters.head == NULL && !core->locked)
        takt_port_unmask(old);
    else
        takt_match(core, &pool->post, old);
    TAKT_CHECK(takt_pool_check(pool));
    return 0;
}

uint32_t takt_pool_available(const struct takt_pool *pool)
{
    return pool->available;
}

int takt_pool_delete(struct takt_pool *pool)
{
    return takt_waitq_delete(&pool->waiters);
}

/* Masked. As many free blocks as counted, all of this pool, and none while threads wait. */
static bool store_right(const struct takt_pool *pool)
{
    uint32_t length = 0;

    for (void *block = pool->free; block != NULL; block = *(void **)block) {
        if (!is_block(pool, block) || ++length > pool->available)
            return false;
    }
    return length == pool->available && (length == 0 || pool->waiters.head == NULL);
}

int takt_pool_check(const struct takt_pool *pool)
{
    takt_mask_t old;
    int result;

    if (!takt_check_begin())
        return 0;
    old = takt_port_mask();
    result = takt_store_check(&pool->post, store_right(pool));
    takt_port_unmask(old);
    return takt_check_end(result != 0 ? result : takt_waitq_check(&pool->waiters));
}
