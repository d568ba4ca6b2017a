/* A pool whose blocks are all taken: a grant is one block given back; no block may ever have two owners. */
#include "waiting.h"

#define BLOCKS 4

static struct takt_pool pool;
static void *store[TAKT_POOL_WORDS(24, BLOCKS)];
static void *owned[BLOCKS];

static int allocate(takt_deadline_t deadline)
{
    void *block = NULL;
    int result = takt_pool_alloc(&pool, &block, deadline);
    unsigned place = 0;

    EXPECT_EQ(block != NULL, result == 0);
    if (result != 0)
        return result;
    for (unsigned i = 0; i < BLOCKS; i++) {
        EXPECT(owned[i] != block);
        if (owned[i] == NULL)
            place = i;
    }
    owned[place] = block;
    return 0;
}

static void reset(void)
{
    EXPECT_EQ(takt_pool_init(&pool, store, 24, BLOCKS), 0);
    for (unsigned i = 0; i < BLOCKS; i++)
        owned[i] = NULL;
    for (unsigned i = 0; i < BLOCKS; i++)
        EXPECT_EQ(allocate(TAKT_NO_WAIT), 0);
}

static int give_back(void)
{
    for (unsigned i = 0; i < BLOCKS; i++) {
        void *block = owned[i];

        owned[i] = NULL;
        if (block != NULL)
            return takt_pool_free(&pool, block);
    }
    return -ENOENT;
}

static int drop(void)
{
    return takt_pool_delete(&pool);
}

static int check(void)
{
    return takt_pool_check(&pool);
}

static long available(void)
{
    return takt_pool_available(&pool);
}

const struct waitable waitable = {.reset = reset,
                                  .wait = allocate,
                                  .grant = give_back,
                                  .drop = drop,
                                  .check = check,
                                  .available = available};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON, WAITING_ORDERED, WAITING_STORED);
#endif
