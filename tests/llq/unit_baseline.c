/*
 * The locks for comparison: each excludes, with two threads that add to one sum without an atomic. Their
 * figures are worth nothing if they don't.
 */
#include "llq_test.h"

#include "baseline/mcs.h"
#include "baseline/tas.h"
#include "baseline/ticket.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define THREADS  2
#define SECTIONS 10000

static struct llq_tas tas;
static struct llq_ticket ticket;
static uint32_t mcs_memory[LLQ_MCS_SIZE(THREADS) / sizeof(uint32_t)] LLQ_ALIGNED;
static struct llq_mcs *const mcs = (struct llq_mcs *)mcs_memory;
static volatile uint64_t sum; /* volatile: each addition is a load and a store */
static pthread_barrier_t begin;

/** Now and then the owner lends its processor in the middle, so that the other comes and waits. */
static void section(void)
{
    uint64_t seen = sum;

    if (seen % 1024 == 0)
        sched_yield();
    sum = seen + 1;
}

static void tas_once(unsigned id)
{
    (void)id;
    llq_tas_acquire(&tas);
    section();
    llq_tas_release(&tas);
}

static void ticket_once(unsigned id)
{
    uint32_t mine = llq_ticket_acquire(&ticket);

    (void)id;
    section();
    llq_ticket_release(&ticket, mine);
}

static void mcs_once(unsigned id)
{
    llq_mcs_acquire(mcs, id);
    section();
    llq_mcs_release(mcs, id);
}

struct worker {
    pthread_t thread;
    unsigned id;
    void (*once)(unsigned id);
};

static void *work(void *argument)
{
    const struct worker *worker = argument;

    pthread_barrier_wait(&begin);
    for (unsigned i = 0; i < SECTIONS; i++)
        worker->once(worker->id);
    return NULL;
}

static void excludes(void (*once)(unsigned))
{
    struct worker workers[THREADS];

    sum = 0;
    assert_int_equal(pthread_barrier_init(&begin, NULL, THREADS), 0);
    for (unsigned id = 0; id < THREADS; id++) {
        workers[id] = (struct worker){.id = id, .once = once};
        assert_int_equal(pthread_create(&workers[id].thread, NULL, work, &workers[id]), 0);
    }
    for (unsigned id = 0; id < THREADS; id++)
        assert_int_equal(pthread_join(workers[id].thread, NULL), 0);
    pthread_barrier_destroy(&begin);
    assert_int_equal(sum, THREADS * SECTIONS);
}

static void test_tas_excludes(void **state)
{
    (void)state;
    llq_tas_init(&tas);
    excludes(tas_once);
}

static void test_ticket_excludes(void **state)
{
    (void)state;
    llq_ticket_init(&ticket);
    excludes(ticket_once);
}

static void test_mcs_excludes(void **state)
{
    (void)state;
    llq_mcs_init(mcs);
    excludes(mcs_once);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tas_excludes),
        cmocka_unit_test(test_ticket_excludes),
        cmocka_unit_test(test_mcs_excludes),
    };

    return cmocka_run_group_tests_name("baseline", tests, NULL, NULL);
}
