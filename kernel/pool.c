/*
 * Pools of fixed blocks.
 *
 * The store is one word: how many blocks are free, the number of the first, and a bit that says that threads may be
 * waiting. A free block holds the word as it was before it came, so taking a block is to put that back. The word is
 * changed by watch and commit (kernel.h): what was read of the block in between is still so, or nothing is stored. An
 * alloc and a free that meet no waiter hold nothing and mask nothing.
 *
 * With the bit set the word is negative as a signed number, and holds more blocks than any pool, so one comparison sends
 * either to its slow path; sem.c says more about such a word. Threads wait only while no block is free. A freed block
 * goes to the most urgent of them directly; what handlers free that meet the kernel lock, the match hands out. A block
 * freed twice is found when all blocks would be free, and always in builds with checks.
 *
 * Whether an address is a block's is found without a division: the offset times the inverse of the block size, modulo
 * 2^32, is the block's number if the size divides the offset, and larger than any number otherwise (the size is an odd
 * number times a power of two; Granlund and Montgomery, Division by Invariant Integers using Multiplication, section 9).
 */
#include <takt/pool.h>

#include "kernel.h"

#define WAITED    ((uint32_t)1 << 31)
#define ONE       ((uint32_t)1 << 16) /* block more */
#define NUMBER    (ONE - 1)           /* of the first free block */
#define COUNT_MAX 0x7FFFu

static uint32_t free_count(uint32_t head)
{
    return (head & ~WAITED) / ONE;
}

static void *block_at(const struct takt_pool *pool, uint32_t head)
{
    return pool->store + (head & NUMBER) * pool->size;
}

/* The head as it was before the block. */
static uint32_t *link_of(void *block)
{
    return block;
}

/* A number that no block has, if it is none. */
static uint32_t number_of(const struct takt_pool *pool, const void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->store;
    uint32_t product = (uint32_t)offset * pool->inverse;

    if (offset != (uint32_t)offset)
        return UINT32_MAX;
    return product >> pool->shift | product << (-pool->shift & 31);
}

/* A block, if one is free; the bit stays. */
static void *block_take(struct takt_pool *pool)
{
    uint32_t head;
    void *block;

    do {
        head = takt_port_watch(&pool->head);
        if (free_count(head) == 0)
            return NULL;
        block = block_at(pool, head);
    } while (!takt_port_commit(&pool->head, *link_of(block) | (head & WAITED)));
    return block;
}

/* Whether there was room; the bits of mask stay. */
static bool block_put(struct takt_pool *pool, void *block, uint32_t number, uint32_t mask)
{
    uint32_t head;

    do {
        head = takt_port_watch(&pool->head);
        if (free_count(head) == pool->count)
            return false;
        *link_of(block) = head & ~WAITED;
    } while (!takt_port_commit(&pool->head, (((head & ~NUMBER) + ONE) & mask) | number));
    return true;
}

/* A block; or NULL, and in the same step the word says that the caller is going to wait. Kernel lock held. */
static void *take_or_wait(struct takt_pool *pool)
{
    uint32_t head, next;
    void *block;

    do {
        head = takt_port_watch(&pool->head);
        block = free_count(head) == 0 || pool->waiters.head != NULL ? NULL : block_at(pool, head);
        next = block == NULL ? head | WAITED : *link_of(block);
    } while (!takt_port_commit(&pool->head, next));
    return block;
}

/* Nobody waits: the bit goes. */
static void head_settle(struct takt_pool *pool)
{
    uint32_t head;

    do
        head = takt_port_watch(&pool->head);
    while (!takt_port_commit(&pool->head, head & ~WAITED));
}

static void pool_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_pool *pool = TAKT_CONTAINER(post, struct takt_pool, post);

    while (pool->waiters.head != NULL) {
        void *block = block_take(pool);

        if (block == NULL)
            return;
        *(void **)pool->waiters.head->wait_data = block;
        takt_wake(core, pool->waiters.head, 0);
    }
    head_settle(pool);
}

/* Of an odd number, modulo 2^32: each turn doubles the bits that are right, of which there are 3 to begin with. */
static uint32_t inverse_of(uint32_t odd)
{
    uint32_t inverse = odd;

    for (unsigned bits = 3; bits < 32; bits *= 2)
        inverse *= 2 - odd * inverse;
    return inverse;
}

int takt_pool_init(struct takt_pool *pool, void *store, size_t size, uint32_t count)
{
    size_t step = TAKT_POOL_WORDS(size, 1) * sizeof(void *);

    if (store == NULL || size == 0 || count == 0 || count > COUNT_MAX || step > UINT32_MAX / count)
        return -EINVAL;
    *pool = (struct takt_pool){.store = store, .size = (uint32_t)step, .count = count};
    pool->shift = (uint32_t)__builtin_ctz(pool->size);
    pool->inverse = inverse_of(pool->size >> pool->shift);
    pool->post.match = pool_match;
    for (uint32_t number = count; number-- > 0;)
        (void)block_put(pool, block_at(pool, number), number, UINT32_MAX);
    takt_trace_made(POOL, pool, step, count);
    return 0;
}

static TAKT_APART int alloc_slow(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0) {
        *block = pool->waiters.head == NULL ? block_take(pool) : NULL;
        return *block != NULL ? 0 : err;
    }
    takt_lock(core);
    *block = take_or_wait(pool);
    if (*block != NULL)
        return takt_unlock_quiet(core);
    core->current->wait_data = block;
    return takt_block(core, &pool->waiters, deadline);
}

static inline int alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    uint32_t head = takt_port_watch(&pool->head);
    void *first;

    if ((int32_t)head < (int32_t)ONE)
        return alloc_slow(pool, block, deadline);
    first = block_at(pool, head);
    if (!takt_port_commit(&pool->head, *link_of(first)))
        return alloc_slow(pool, block, deadline);
    *block = first;
    return 0;
}

int takt_pool_alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_pool_alloc(TAKT_ID(pool), takt_trace_wait(deadline));
    result = alloc(pool, block, deadline);
    takt_trace_pool_alloc(TAKT_ID(pool), (uintptr_t)result, free_count(pool->head));
    TAKT_CHECK(takt_pool_check(pool));
    return result;
}

/* In a handler that met the kernel lock. */
static TAKT_APART int free_posted(struct takt_core *core, struct takt_pool *pool, void *block,
                                  uint32_t number)
{
    takt_mask_t old;

    if (!block_put(pool, block, number, UINT32_MAX))
        return -EOVERFLOW;
    old = takt_port_mask();
    takt_post_add(core, &pool->post);
    takt_port_unmask(old);
    return 0;
}

static TAKT_APART int free_slow(struct takt_pool *pool, void *block, uint32_t number)
{
    struct takt_core *core = takt_core();
    bool room;

    if (!takt_lock_try(core))
        return free_posted(core, pool, block, number);
    if (pool->waiters.head != NULL) {
        *(void **)pool->waiters.head->wait_data = block;
        return takt_hand_over(core, &pool->waiters);
    }
    room = block_put(pool, block, number, ~WAITED);
    (void)takt_unlock_quiet(core);
    return room ? 0 : -EOVERFLOW;
}

static inline int give_back(struct takt_pool *pool, void *block)
{
    uint32_t number = number_of(pool, block), head;

    if (number >= pool->count)
        return -EINVAL;
    head = takt_port_watch(&pool->head);
    if (head / ONE >= pool->count)
        return free_slow(pool, block, number);
    *link_of(block) = head;
    if (!takt_port_commit(&pool->head, ((head & ~NUMBER) | number) + ONE))
        return free_slow(pool, block, number);
    return 0;
}

int takt_pool_free(struct takt_pool *pool, void *block)
{
    int result;

    takt_trace_call_pool_free(TAKT_ID(pool), TAKT_ID(block));
    result = give_back(pool, block);
    takt_trace_pool_free(TAKT_ID(pool), (uintptr_t)result, free_count(pool->head));
    TAKT_CHECK(takt_pool_check(pool));
    return result;
}

uint32_t takt_pool_available(const struct takt_pool *pool)
{
    return free_count(pool->head);
}

int takt_pool_delete(struct takt_pool *pool)
{
    takt_trace_call_delete(TAKT_ID(pool), 0);
    takt_trace_gone(pool);
    return takt_waitq_delete(&pool->waiters);
}

/* Masked. As many free blocks as counted, each knowing how many are behind it, and none while threads wait. */
static bool store_right(const struct takt_pool *pool)
{
    uint32_t head = pool->head & ~WAITED;

    if (pool->waiters.head != NULL && pool->head != WAITED)
        return false;
    for (; head != 0; head = *link_of(block_at(pool, head))) {
        uint32_t behind;

        if ((head & NUMBER) >= pool->count || free_count(head) > pool->count)
            return false;
        behind = *link_of(block_at(pool, head));
        if (free_count(behind) + 1 != free_count(head) || (free_count(behind) == 0 && behind != 0))
            return false;
    }
    return true;
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
