/* The lock that it is all about. Each core has a handle of its own to the one lock in the shared segment. */
#include "locks.h"

#define NAME "contention"

static struct handle {
    struct takt_llq llq;
} __attribute__((aligned(CONTENTION_LINE))) handles[CONTENTION_CORES];
static struct takt_word grants CONTENTION_SHARED;

void contention_llq_begin(unsigned core)
{
    if (core == 0)
        contention_must(takt_llq_create(&handles[0].llq, NAME, NULL), "making the LLQ");
}

void contention_llq_find(unsigned core)
{
    if (core != 0)
        contention_must(takt_llq_attach(&handles[core].llq, NAME, TAKT_S(5)), "attaching to core 0's LLQ");
}

static void acquire(struct contention_worker *worker)
{
    contention_must(takt_llq_acquire(&handles[worker->core].llq, TAKT_FOREVER, &worker->token),
                    "takt_llq_acquire");
}

static void release(struct contention_worker *worker)
{
    contention_must(takt_llq_release(&handles[worker->core].llq, &worker->token), "takt_llq_release");
}

static uint32_t passed(struct contention_worker *worker)
{
    return takt_llq_passed(&handles[worker->core].llq);
}

const struct contention_lock contention_llq = {.name = "LLQ",
                                               .acquire = acquire,
                                               .release = release,
                                               .passed = passed,
                                               .grants = &grants,
                                               .on_one = true,
                                               .on_several = true};
