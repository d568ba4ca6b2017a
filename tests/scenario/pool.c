/* Pools: blocks are whole, aligned, and nobody's twice. Waiting is covered by waiting.c. */
#include "scenario.h"

#include <string.h>

#define BLOCKS 4
#define SIZE   20

static struct takt_pool pool;
static void *store[TAKT_POOL_WORDS(SIZE, BLOCKS)];

static void init(void)
{
    EXPECT_EQ(takt_pool_init(&pool, store, SIZE, BLOCKS), 0);
}

static void *allocate(void)
{
    void *block = store;
    int result = takt_pool_alloc(&pool, &block, TAKT_NO_WAIT);

    EXPECT(result == 0 ? block != NULL : result == -EAGAIN && block == NULL);
    EXPECT_EQ(takt_pool_check(&pool), 0);
    return block;
}

static void init_refuses(void)
{
    EXPECT_EQ(takt_pool_init(&pool, NULL, SIZE, BLOCKS), -EINVAL);
    EXPECT_EQ(takt_pool_init(&pool, store, 0, BLOCKS), -EINVAL);
    EXPECT_EQ(takt_pool_init(&pool, store, SIZE, 0), -EINVAL);
}

static void every_block_once(void)
{
    void *blocks[BLOCKS];

    init();
    EXPECT_EQ(takt_pool_available(&pool), BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = allocate();
        EXPECT_EQ((uintptr_t)blocks[i] % sizeof(void *), 0);
        EXPECT((char *)blocks[i] >= (char *)store);
        EXPECT((char *)blocks[i] + SIZE <= (char *)store + sizeof store);
        memset(blocks[i], i, SIZE);
    }
    EXPECT(allocate() == NULL);
    EXPECT_EQ(takt_pool_available(&pool), 0);
    for (int i = 0; i < BLOCKS; i++) {
        EXPECT_EQ(*(char *)blocks[i], i);
        EXPECT_EQ(((char *)blocks[i])[SIZE - 1], i);
    }
    for (int i = 0; i < BLOCKS; i++)
        EXPECT_EQ(takt_pool_free(&pool, blocks[i]), 0);
    EXPECT_EQ(takt_pool_available(&pool), BLOCKS);
    EXPECT_EQ(takt_pool_check(&pool), 0);
}

static void free_refuses(void)
{
    void *block;

    init();
    EXPECT_EQ(takt_pool_free(&pool, store), -EOVERFLOW);
    block = allocate();
    EXPECT_EQ(takt_pool_free(&pool, NULL), -EINVAL);
    EXPECT_EQ(takt_pool_free(&pool, (char *)block + sizeof(void *)), -EINVAL);
    EXPECT_EQ(takt_pool_free(&pool, (char *)store + sizeof store), -EINVAL);
    EXPECT_EQ(takt_pool_free(&pool, &block), -EINVAL);
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
    EXPECT_EQ(takt_pool_free(&pool, block), -EOVERFLOW);
}

static void use_in_handler(void *arg)
{
    void *block = allocate();

    (void)arg;
    EXPECT_EQ(takt_pool_available(&pool), BLOCKS - 1);
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
}

static void a_pool_in_a_handler(void)
{
    init();
    in_handler(use_in_handler, NULL);
    EXPECT_EQ(takt_pool_available(&pool), BLOCKS);
}

static void small_blocks_hold_a_pointer(void)
{
    static void *room[TAKT_POOL_WORDS(1, 3)];
    struct takt_pool small;
    void *block;

    EXPECT_EQ(takt_pool_init(&small, room, 1, 3), 0);
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(takt_pool_alloc(&small, &block, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_pool_alloc(&small, &block, TAKT_NO_WAIT), -EAGAIN);
}

/* A block written to after it was given back, and a count that is not the chain's length. */
static void check_finds_a_broken_pool(void)
{
    void **block;

    init();
    block = allocate();
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
    *block = (char *)store + 1;
    EXPECT_EQ(takt_pool_check(&pool), -EFAULT);
    *block = block;
    EXPECT_EQ(takt_pool_check(&pool), -EFAULT);
    *block = NULL;
    EXPECT_EQ(takt_pool_check(&pool), -EFAULT);
}

static void check_finds_a_waiter_beside_a_free_block(void)
{
    struct takt_thread waiting = *takt_self();

    init();
    pool.waiters.head = &waiting;
    EXPECT_EQ(takt_pool_check(&pool), -EFAULT);
}

void scenario_before_start(void)
{
    void *block;

    init();
    block = allocate();
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
    EXPECT_EQ(takt_pool_delete(&pool), 0);
}

SCENARIOS(SCENARIO(init_refuses), SCENARIO(every_block_once), SCENARIO(free_refuses),
          SCENARIO(a_pool_in_a_handler), SCENARIO(small_blocks_hold_a_pointer),
          SCENARIO(check_finds_a_broken_pool), SCENARIO(check_finds_a_waiter_beside_a_free_block));
