/*
 * Pools of fixed blocks.
 *
 * The store is one word. Its upper half is the number of the first free block, its lower half how many blocks are out. A
 * free block holds the word as it was before it came, so taking a block is to put that back. The word is changed by
 * watch and commit (kernel.h): what was read of the block in between is still so, or nothing is stored. An alloc and a
 * free that meet no waiter hold nothing and mask nothing.
 *
 * Each half has a bit on top that sends its user to the slow path, so that one test of a sign is all that the usual way
 * looks at: CLOSED sends an alloc there, as no block is free or threads may be waiting; WAITED sends a free there, as
 * threads may be waiting. Who sets WAITED sets both. Threads wait only while no block is free. A freed block goes to the
 * most urgent of them directly; what handlers free that meet the kernel lock, the match hands out. sem.c says more about
 * such a word. A block freed twice is found when no block would be out, and always in builds with checks.
 *
 * Whether an address is a block's is found without a division: the offset times the inverse of the block size, modulo
 * 2^32, is the block's number if the size divides the offset, and larger than any number otherwise (the size is an odd
 * number times a power of two; Granlund and Montgomery, Division by Invariant Integers using Multiplication, section 9).
 * The product is that of the address, plus what makes it 0 at the store.
 */
#include <takt/pool.h>

#include "kernel.h"

#define CLOSED    ((uint32_t)1 << 31)
#define WAITED    ((uint32_t)1 << 15)
#define COUNT_MAX 0x7FFFu /* of a number, and of blocks that are out */

static uint32_t out(uint32_t head)
{
    return head & COUNT_MAX;
}

static uint32_t first_number(uint32_t head)
{
    return head >> 16 & COUNT_MAX;
}

/* The word, if nobody waits. */
static uint32_t settled(const struct takt_pool *pool, uint32_t head)
{
    return (head & ~(CLOSED | WAITED)) | (out(head) == pool->count ? CLOSED : 0);
}

/* Its bits that say that threads may be waiting. */
static uint32_t waited(uint32_t head)
{
    return head & WAITED ? CLOSED | WAITED : 0;
}

static void *block_at(const struct takt_pool *pool, uint32_t number)
{
    return pool->store + number * pool->size;
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
    uint32_t product = (uint32_t)(uintptr_t)block * pool->inverse + pool->zero;

    if (offset != (uint32_t)offset)
        return UINT32_MAX;
    return product >> pool->shift | product << (-pool->shift & 31);
}

/* A block, if one is free, whoever waits. */
static void *block_take(struct takt_pool *pool)
{
    uint32_t head;
    void *block;

    do {
        head = takt_port_watch(&pool->head);
        if (out(head) == pool->count)
            return NULL;
        block = block_at(pool, first_number(head));
    } while (!takt_port_commit(&pool->head, *link_of(block) | waited(head)));
    return block;
}

/* Whether it was out; what is said of waiters stays. */
static bool block_put(struct takt_pool *pool, void *block, uint32_t number)
{
    uint32_t head;

    do {
        head = takt_port_watch(&pool->head);
        if (out(head) == 0)
            return false;
        *link_of(block) = settled(pool, head);
    } while (!takt_port_commit(&pool->head, number << 16 | (out(head) - 1) | waited(head)));
    return true;
}

/* A block; or NULL, and in the same step the word says that the caller is going to wait. Kernel lock held. */
static void *take_or_wait(struct takt_pool *pool)
{
    uint32_t head, next;
    void *block;

    do {
        bool none;

        head = takt_port_watch(&pool->head);
        none = out(head) == pool->count || pool->waiters.head != NULL;
        block = none ? NULL : block_at(pool, first_number(head));
        next = none ? head | CLOSED | WAITED : *link_of(block);
    } while (!takt_port_commit(&pool->head, next));
    return block;
}

/* Nobody waits: the bits go. */
static void head_settle(struct takt_pool *pool)
{
    uint32_t head;

    do
        head = takt_port_watch(&pool->head);
    while (!takt_port_commit(&pool->head, settled(pool, head)));
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
    pool->zero = -((uint32_t)(uintptr_t)store * pool->inverse);
    pool->head = CLOSED | count;
    pool->post.match = pool_match;
    for (uint32_t number = count; number-- > 0;)
        (void)block_put(pool, block_at(pool, number), number);
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

/*
 * The block is told before it is taken, and read back: so its address is one product with a sum, which the compiler
 * would take apart. On the slow way it is told anew.
 */
static inline int alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    int32_t first = (int32_t)takt_port_watch(&pool->head) >> 16; /* negative: closed */

    if (TAKT_USUAL(first >= 0)) {
        *block = block_at(pool, (uint32_t)first);
        atomic_signal_fence(memory_order_seq_cst);
        if (TAKT_USUAL(takt_port_commit(&pool->head, *link_of(*block))))
            return 0;
    }
    return alloc_slow(pool, block, deadline);
}

int takt_pool_alloc(struct takt_pool *pool, void **block, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_pool_alloc(TAKT_ID(pool), takt_trace_wait(deadline));
    result = alloc(pool, block, deadline);
    takt_trace_pool_alloc(TAKT_ID(pool), (uintptr_t)result, takt_pool_available(pool));
    TAKT_CHECK(takt_pool_check(pool));
    return result;
}

/* In a handler that met the kernel lock. */
static TAKT_APART int free_posted(struct takt_core *core, struct takt_pool *pool, void *block,
                                  uint32_t number)
{
    takt_mask_t old;

    if (!block_put(pool, block, number))
        return -EOVERFLOW;
    old = takt_port_mask();
    takt_post_add(core, &pool->post);
    takt_port_unmask(old);
    return 0;
}

static TAKT_APART int free_slow(struct takt_pool *pool, void *block)
{
    struct takt_core *core = takt_core();
    uint32_t number = number_of(pool, block);
    bool room;

    if (!takt_lock_try(core))
        return free_posted(core, pool, block, number);
    if (pool->waiters.head != NULL) {
        *(void **)pool->waiters.head->wait_data = block;
        return takt_hand_over(core, &pool->waiters);
    }
    head_settle(pool);
    room = block_put(pool, block, number);
    (void)takt_unlock_quiet(core);
    return room ? 0 : -EOVERFLOW;
}

static inline int give_back(struct takt_pool *pool, void *block)
{
    uint32_t number = number_of(pool, block), head;
    int32_t others;

    if (number >= pool->count)
        return -EINVAL;
    head = takt_port_watch(&pool->head);
    others = (int16_t)head - 1; /* that are out */
    if (others >= 0) {
        *link_of(block) = head;
        if (takt_port_commit(&pool->head, number << 16 | (uint32_t)others))
            return 0;
    }
    return free_slow(pool, block);
}

int takt_pool_free(struct takt_pool *pool, void *block)
{
    int result;

    takt_trace_call_pool_free(TAKT_ID(pool), TAKT_ID(block));
    result = give_back(pool, block);
    takt_trace_pool_free(TAKT_ID(pool), (uintptr_t)result, takt_pool_available(pool));
    TAKT_CHECK(takt_pool_check(pool));
    return result;
}

uint32_t takt_pool_available(const struct takt_pool *pool)
{
    return pool->count - out(pool->head);
}

int takt_pool_delete(struct takt_pool *pool)
{
    takt_trace_call_delete(TAKT_ID(pool), 0);
    takt_trace_gone(pool);
    return takt_waitq_delete(&pool->waiters);
}

/* Whether a settled word, and all that are behind it, are right: each knows how many are out when it is the head. */
static bool chain_right(const struct takt_pool *pool, uint32_t head)
{
    while (out(head) < pool->count) {
        uint32_t behind;

        if (head & (CLOSED | WAITED) || first_number(head) >= pool->count)
            return false;
        behind = *link_of(block_at(pool, first_number(head)));
        if (out(behind) != out(head) + 1)
            return false;
        head = behind;
    }
    return head == (CLOSED | pool->count);
}

/* Masked. As many free blocks as counted, and none while threads wait. */
static bool store_right(const struct takt_pool *pool)
{
    uint32_t head = settled(pool, pool->head);

    if (pool->waiters.head != NULL && pool->head != (CLOSED | WAITED | pool->count))
        return false;
    return (pool->head == head || pool->head == (head | CLOSED | WAITED)) && chain_right(pool, head);
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
