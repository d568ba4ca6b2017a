/* The calls of the tests, on Takt. The compiler sees them apart from the tests, so that nothing is inlined. */
#include "metric.h"

#include "line.h"

#define STACK    (4 * TAKT_STACK_MIN)
#define MESSAGES 10
#define WORDS    4
#define BLOCK    128
#define BLOCKS   16

static struct takt_thread threads[METRIC_TESTS][METRIC_THREADS];
static _Alignas(16) unsigned char stacks[METRIC_TESTS][METRIC_THREADS][STACK];
static struct takt_thread *now; /* this test's */
static struct takt_queue queue;
static struct takt_sem sem;
static struct takt_pool pool;
static void *messages[TAKT_QUEUE_WORDS(WORDS * sizeof(uint32_t), MESSAGES)],
    *blocks[TAKT_POOL_WORDS(BLOCK, BLOCKS)];
static void (*entries[METRIC_THREADS])(void);
static void (*on_interrupt)(void);
static unsigned test_now;
static bool made[METRIC_THREADS];

static void enter(void *arg)
{
    (*(void (**)(void))arg)();
}

void metric_layer_begin(unsigned test)
{
    test_now = test;
    now = threads[test];
    for (unsigned id = 0; id < METRIC_THREADS; id++)
        made[id] = false;
}

void metric_layer_end(void)
{
    for (unsigned id = 0; id < METRIC_THREADS; id++) {
        if (made[id])
            (void)takt_thread_suspend(&now[id]);
    }
    if (on_interrupt != NULL)
        bench_trap_attach(NULL);
    on_interrupt = NULL;
}

bool metric_thread_create(unsigned id, takt_prio_t priority, void (*entry)(void))
{
    const struct takt_thread_attr attr = {
        .name = "metric",
        .entry = enter,
        .arg = &entries[id],
        .stack = stacks[test_now][id],
        .stack_size = STACK,
        .priority = priority,
    };

    entries[id] = entry;
    made[id] = takt_thread_create(&now[id], &attr) == 0 && takt_thread_start(&now[id]) == 0 &&
               takt_thread_suspend(&now[id]) == 0;
    return made[id];
}

bool metric_thread_resume(unsigned id)
{
    return takt_thread_resume(&now[id]) == 0;
}

bool metric_thread_suspend(unsigned id)
{
    return takt_thread_suspend(&now[id]) == 0;
}

void metric_thread_relinquish(void)
{
    takt_yield();
}

bool metric_queue_create(void)
{
    return takt_queue_init(&queue, messages, WORDS * sizeof(uint32_t), MESSAGES) == 0;
}

bool metric_queue_send(const uint32_t *message)
{
    return takt_queue_send(&queue, message, TAKT_NO_WAIT) == 0;
}

bool metric_queue_receive(uint32_t *message)
{
    return takt_queue_receive(&queue, message, TAKT_NO_WAIT) == 0;
}

bool metric_semaphore_create(void)
{
    return takt_sem_init(&sem, 1, 1) == 0;
}

bool metric_semaphore_get(void)
{
    return takt_sem_take(&sem, TAKT_NO_WAIT) == 0;
}

bool metric_semaphore_put(void)
{
    return takt_sem_give(&sem) == 0;
}

bool metric_pool_create(void)
{
    return takt_pool_init(&pool, blocks, BLOCK, BLOCKS) == 0;
}

bool metric_pool_allocate(void **block)
{
    return takt_pool_alloc(&pool, block, TAKT_NO_WAIT) == 0;
}

bool metric_pool_free(void *block)
{
    return takt_pool_free(&pool, block) == 0;
}

static void bench_trap_entry(void)
{
    on_interrupt();
}

void metric_interrupt_attach(void (*handler)(void))
{
    on_interrupt = handler;
    bench_trap_attach(bench_trap_entry);
}

void metric_interrupt(void)
{
    bench_trap_raise();
}
