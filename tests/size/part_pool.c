#include "part.h"

static struct takt_pool pool;
static void *store[TAKT_POOL_WORDS(8, 2)];
static void *got;

static void alloc(void *arg)
{
    (void)arg;
    CHECK(takt_pool_alloc(&pool, &got, TAKT_FOREVER) == 0);
    part_rest();
}

void part_pool(void)
{
    void *block[3];

    CHECK(takt_pool_init(&pool, store, 8, 2) == 0);
    CHECK(takt_pool_alloc(&pool, &block[0], TAKT_NO_WAIT) == 0);
    CHECK(takt_pool_alloc(&pool, &block[1], TAKT_FOREVER) == 0);
    CHECK(takt_pool_alloc(&pool, &block[2], TAKT_MS(1)) == -ETIMEDOUT);
    (void)part_helper(PART_HIGHER, alloc, NULL);
    CHECK(got == NULL);
    CHECK(takt_pool_free(&pool, block[1]) == 0);
    CHECK(got == block[1]);
    CHECK(takt_pool_free(&pool, block[0]) == 0);
    CHECK(takt_pool_available(&pool) == 1 && takt_pool_check(&pool) == 0);
}
