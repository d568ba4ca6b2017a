/*
 * The lock in priority order, with a limit K on how often a request may be overtaken: one lock for each K, of the engine
 * that can do that. K = 0 is the same engine in the order of registration, so that nothing but the order differs.
 */
#include "locks.h"

const unsigned contention_overtakings[CONTENTION_ORDERS] = {0, 1, 3, LLQ_OVERTAKINGS_MAX};

static struct handle {
    struct takt_llq llq;
} __attribute__((aligned(CONTENTION_LINE))) handles[CONTENTION_ORDERS][CONTENTION_CORES];
static struct grants {
    struct takt_word count;
} __attribute__((aligned(CONTENTION_LINE))) grants[CONTENTION_ORDERS] CONTENTION_SHARED;

static struct takt_llq *handle(const struct contention_worker *worker)
{
    return &handles[contention_run.kind - CONTENTION_ORDERED][worker->core].llq;
}

static void acquire(struct contention_worker *worker)
{
    contention_must(takt_llq_acquire(handle(worker), TAKT_FOREVER, &worker->token), "takt_llq_acquire");
}

static void release(struct contention_worker *worker)
{
    contention_must(takt_llq_release(handle(worker), &worker->token), "takt_llq_release");
}

static uint32_t passed(struct contention_worker *worker)
{
    return takt_llq_passed(handle(worker));
}

#define ORDERED(number, what)                                                                                \
    {                                                                                                        \
        .name = (what), .acquire = acquire, .release = release, .passed = passed,                            \
        .grants = &grants[number].count, .on_several = true                                                  \
    }

static const struct contention_lock locks[CONTENTION_ORDERS] = {
    ORDERED(0, "LLQ, K = 0"), ORDERED(1, "LLQ, K = 1"), ORDERED(2, "LLQ, K = 3"), ORDERED(3, "LLQ, K = 15")};
static const char *const offered[CONTENTION_ORDERS] = {"order-0", "order-1", "order-3", "order-15"};

void contention_ordered_begin(unsigned core)
{
    for (unsigned i = 0; core == 0 && takt_core_count() <= LLQ_ANNOUNCE_MAX && i < CONTENTION_ORDERS; i++) {
        const struct llq_attr attr = {.engine = LLQ_ANNOUNCE, .overtakings = contention_overtakings[i]};

        contention_must(takt_llq_create(&handles[i][0].llq, offered[i], &attr),
                        "making an LLQ in priority order");
    }
}

void contention_ordered_find(unsigned core)
{
    for (unsigned i = 0; core != 0 && takt_core_count() <= LLQ_ANNOUNCE_MAX && i < CONTENTION_ORDERS; i++)
        contention_must(takt_llq_attach(&handles[i][core].llq, offered[i], TAKT_S(5)),
                        "attaching to core 0's LLQ in priority order");
}

const struct contention_lock *contention_ordered(unsigned number)
{
    return &locks[number];
}
