/*
 * The LLQ on the library's Linux port. "bare" is the engine alone, inline, as a layer above would build on it;
 * the others are the library's calls with everything of the contract: rank, token, who holds what. With K = 3 each
 * thread has a priority of its own.
 */
#include "loop.h"
#include "locks.h"

#include "announce.h"
#include "linked.h"

#define OVERTAKINGS 3u

static struct takt_word words[LLQ_WORDS(BENCH_THREADS)] BENCH_ALIGNED;
static struct llq *const lock = (struct llq *)words;

static void check(int result)
{
    if (result != 0)
        bench_fail(bench_run.lock->name, "a call that cannot fail failed");
}

static void make(unsigned threads, const struct llq_attr *attr)
{
    check(llq_init(lock, threads, attr));
}

static void make_linked(unsigned threads)
{
    make(threads, NULL);
}

static void make_linked_block(unsigned threads)
{
    make(threads, &(struct llq_attr){.block = true});
}

static void make_announce(unsigned threads)
{
    make(threads, &(struct llq_attr){.engine = LLQ_ANNOUNCE});
}

static void make_announce_block(unsigned threads)
{
    make(threads, &(struct llq_attr){.engine = LLQ_ANNOUNCE, .block = true});
}

static void make_robust(unsigned threads)
{
    make(threads, &(struct llq_attr){.engine = LLQ_ANNOUNCE, .robust = true});
}

static void make_urgent(unsigned threads)
{
    make(threads, &(struct llq_attr){.engine = LLQ_ANNOUNCE, .overtakings = OVERTAKINGS});
}

static void make_bakery(unsigned threads)
{
    make(threads, &(struct llq_attr){.engine = LLQ_BAKERY});
}

static uint32_t fifo_bound(unsigned threads)
{
    return threads - 1;
}

static uint32_t urgent_bound(unsigned threads)
{
    return threads == 1 ? 0 : threads - 1 + OVERTAKINGS;
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

static inline void announce_bare_acquire(struct bench_worker *worker)
{
    check(llq_announce_acquire(lock, &worker->context, LLQ_FOREVER));
}

static inline void announce_bare_release(struct bench_worker *worker)
{
    check(llq_announce_release(lock, &worker->context, worker->context.version));
}

BENCH_LOOP(announce_bare)

static inline void whole_acquire(struct bench_worker *worker)
{
    check(llq_acquire(lock, &worker->context, LLQ_FOREVER, &worker->token));
}

static inline void whole_release(struct bench_worker *worker)
{
    check(llq_release(lock, &worker->context, &worker->token));
}

BENCH_LOOP(whole)

static size_t bytes_for(unsigned threads)
{
    return LLQ_SIZE(threads);
}

#define LINKED(of_name, with_make, with_run)                                                                 \
    {                                                                                                        \
        .name = (of_name), .make = (with_make), .run = (with_run), .bound = fifo_bound, .passed = passed,    \
        .bytes_for = bytes_for                                                                               \
    }

#define ANNOUNCE(of_name, with_make, with_run, with_bound)                                                   \
    {                                                                                                        \
        .name = (of_name), .make = (with_make), .run = (with_run), .bound = (with_bound), .passed = passed,  \
        .bytes_for = bytes_for, .most_threads = LLQ_ANNOUNCE_MAX                                             \
    }

const struct bench_lock bench_llq_locks[] = {
    [BENCH_LINKED_BARE] = LINKED("LLQ linked, bare", make_linked, bare_run),
    [BENCH_LINKED] = LINKED("LLQ linked", make_linked, whole_run),
    [BENCH_LINKED_BLOCK] = LINKED("LLQ linked, block", make_linked_block, whole_run),
    [BENCH_ANNOUNCE_BARE] = ANNOUNCE("LLQ announce, bare", make_announce, announce_bare_run, fifo_bound),
    [BENCH_ANNOUNCE] = ANNOUNCE("LLQ announce", make_announce, whole_run, fifo_bound),
    [BENCH_ANNOUNCE_BLOCK] = ANNOUNCE("LLQ announce, block", make_announce_block, whole_run, fifo_bound),
    [BENCH_ROBUST] = ANNOUNCE("LLQ announce, robust", make_robust, whole_run, fifo_bound),
    [BENCH_URGENT] = ANNOUNCE("LLQ announce, K=3", make_urgent, whole_run, urgent_bound),
    [BENCH_BAKERY] = ANNOUNCE("LLQ bakery", make_bakery, whole_run, fifo_bound),
};
