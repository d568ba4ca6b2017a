/*
 * The LLQ on the library's Linux port. "bare" is the engine alone, inline, as a layer above would build on it;
 * the others are the library's calls with everything of the contract: rank, token, who holds what.
 */
#include "loop.h"
#include "locks.h"

#include "linked.h"

static struct takt_word words[LLQ_WORDS(BENCH_THREADS)] BENCH_ALIGNED;
static struct llq *const lock = (struct llq *)words;

static void check(int result)
{
    if (result != 0)
        bench_fail(bench_run.lock->name, "a call that cannot fail failed");
}

static void make_linked(unsigned threads)
{
    check(llq_init(lock, threads, NULL));
}

static uint32_t fifo_bound(unsigned threads)
{
    return threads - 1;
}

static uint32_t passed(const struct bench_worker *worker)
{
    return llq_passed(&worker->context);
}

static inline void bare_acquire(struct bench_worker *worker)
{
    check(llq_linked_acquire(lock, &worker->context, LLQ_FOREVER));
}

static inline void bare_release(struct bench_worker *worker)
{
    check(llq_linked_release(lock, &worker->context, worker->context.version));
}

BENCH_LOOP(bare)

static inline void whole_acquire(struct bench_worker *worker)
{
    check(llq_acquire(lock, &worker->context, LLQ_FOREVER, &worker->token));
}

static inline void whole_release(struct bench_worker *worker)
{
    check(llq_release(lock, &worker->context, &worker->token));
}

BENCH_LOOP(whole)

static size_t linked_bytes(unsigned threads)
{
    return LLQ_SIZE(threads);
}

const struct bench_lock bench_linked_bare = {.name = "LLQ linked, bare",
                                             .make = make_linked,
                                             .run = bare_run,
                                             .bound = fifo_bound,
                                             .passed = passed,
                                             .bytes_for = linked_bytes};
const struct bench_lock bench_linked = {.name = "LLQ linked",
                                        .make = make_linked,
                                        .run = whole_run,
                                        .bound = fifo_bound,
                                        .passed = passed,
                                        .bytes_for = linked_bytes};
