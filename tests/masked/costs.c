/*
 * What an operation costs beside a crowd: blocks executed from its call to its return, with n other threads ready and
 * n timers armed. Constant means: the same number to the block for every size. A timer's operations may grow, but by
 * no more than a few blocks for each doubling.
 */
#include "masked.h"

#include "count.h"

#define REPEATS   40
#define PER_TIMES 2  /* sizes grow by this factor ... */
#define PER_STEP  40 /* ... and a timer's operation by at most so many blocks for each of them */

static struct takt_sem sem;
static struct takt_mutex mutex;
static struct takt_queue queue;
static struct takt_event event;
static struct takt_pool pool;
static struct takt_timer timers[MASKED_CROWD], one;
static struct takt_thread *other;
static void *messages[TAKT_QUEUE_WORDS(4, 4)], *blocks[TAKT_POOL_WORDS(8, 4)], *block;
static uint32_t message;

static void sem_give_take(void)
{
    MASKED_CHECK(takt_sem_give(&sem) == 0);
    MASKED_CHECK(takt_sem_take(&sem, TAKT_NO_WAIT) == 0);
}

static void mutex_lock_unlock(void)
{
    MASKED_CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_mutex_unlock(&mutex) == 0);
}

static void queue_send_receive(void)
{
    MASKED_CHECK(takt_queue_send(&queue, &message, TAKT_NO_WAIT) == 0);
    MASKED_CHECK(takt_queue_receive(&queue, &message, TAKT_NO_WAIT) == 0);
}

static void event_set_wait(void)
{
    MASKED_CHECK(takt_event_set(&event, 1) == 0);
    MASKED_CHECK(takt_event_wait(&event, 1, TAKT_EVENT_CLEAR, TAKT_NO_WAIT, NULL) == 0);
}

static void pool_alloc_free(void)
{
    MASKED_CHECK(takt_pool_alloc(&pool, &block, TAKT_NO_WAIT) == 0);
    MASKED_CHECK(takt_pool_free(&pool, block) == 0);
}

static void suspend_resume(void)
{
    MASKED_CHECK(takt_thread_suspend(other) == 0);
    MASKED_CHECK(takt_thread_resume(other) == 0);
}

static void set_priority(void)
{
    MASKED_CHECK(takt_thread_set_priority(other, MASKED_CROWDS + 1) == 0);
    MASKED_CHECK(takt_thread_set_priority(other, MASKED_CROWDS) == 0);
}

static void preempt_lock_unlock(void)
{
    takt_preempt_lock();
    takt_preempt_unlock();
}

/* Another thread of the probe's level gives way in turn: two switches. */
static void yield_twice(void)
{
    takt_yield();
}

/* A more urgent thread waits: the give wakes it, and two switches happen before it waits again. */
static void wake(void)
{
    MASKED_CHECK(takt_sem_give(&sem) == 0);
}

static void timer_start_stop(void)
{
    static unsigned spread;

    spread = spread * 1103515245u + 12345u;
    MASKED_CHECK(takt_timer_start(&one, TAKT_S(1) + spread % 4096, 0) == 0);
    MASKED_CHECK(takt_timer_stop(&one) == 0);
}

/* With a deadline, which is armed and disarmed. */
static void wake_in_time(void)
{
    wake();
}

static struct operation {
    const char *name;
    void (*run)(void);
    bool grows;
    uint64_t cost[MASKED_SIZES];
} operations[] = {
    {"sem give + take", sem_give_take, false, {0}},
    {"mutex lock + unlock", mutex_lock_unlock, false, {0}},
    {"queue send + receive", queue_send_receive, false, {0}},
    {"event set + wait", event_set_wait, false, {0}},
    {"pool alloc + free", pool_alloc_free, false, {0}},
    {"suspend + resume", suspend_resume, false, {0}},
    {"set priority, twice", set_priority, false, {0}},
    {"preempt lock + unlock", preempt_lock_unlock, false, {0}},
    {"yield, there and back", yield_twice, false, {0}},
    {"sem give, wake a waiter, back", wake, false, {0}},
    {"the same, waiter has a deadline", wake_in_time, true, {0}},
    {"timer start + stop", timer_start_stop, true, {0}},
};

static volatile bool enough;

static void give_way(void *arg)
{
    (void)arg;
    while (!enough)
        takt_yield();
}

static void wait_again(void *arg)
{
    const takt_deadline_t *deadline = arg;

    while (!enough)
        (void)takt_sem_take(&sem, *deadline);
}

static void tick(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
}

static void init(unsigned n)
{
    MASKED_CHECK(takt_sem_init(&sem, 0, 1) == 0 && takt_mutex_init(&mutex, 0) == 0);
    MASKED_CHECK(takt_queue_init(&queue, messages, 4, 4) == 0 && takt_event_init(&event, 0) == 0);
    MASKED_CHECK(takt_pool_init(&pool, blocks, 8, 4) == 0 && takt_timer_init_direct(&one, tick, NULL) == 0);
    for (unsigned i = 0; i < n; i++) {
        MASKED_CHECK(takt_timer_init_direct(&timers[i], tick, NULL) == 0);
        MASKED_CHECK(takt_timer_start(&timers[i], TAKT_S(1) + i * 2654435761u % 4096, 0) == 0);
    }
}

static void nothing(unsigned number)
{
    (void)number;
}

/* A companion of the probe for the operations that need one; NULL: none. */
static void (*companion(void (*run)(void)))(void *)
{
    if (run == yield_twice)
        return give_way;
    return run == wake || run == wake_in_time ? wait_again : NULL;
}

static uint64_t measure(void (*run)(void))
{
    uint64_t longest = 0;

    for (unsigned i = 0; i < REPEATS; i++) {
        uint64_t before = count_blocks(), cost;

        run();
        cost = count_blocks() - before;
        longest = cost > longest ? cost : longest;
    }
    return longest;
}

static uint64_t measure_with(void (*run)(void))
{
    static struct takt_thread thread;
    static _Alignas(16) unsigned char stack[TAKT_STACK_MIN];
    takt_deadline_t deadline = run == wake_in_time ? TAKT_MS(1500) : TAKT_FOREVER;
    struct takt_thread_attr attr = {
        .name = "companion",
        .entry = companion(run),
        .arg = &deadline,
        .stack = stack,
        .stack_size = sizeof stack,
        .priority = run == yield_twice ? MASKED_PROBE : MASKED_PROBE - 1,
    };
    uint64_t cost;

    if (attr.entry == NULL)
        return measure(run);
    enough = false;
    MASKED_CHECK(takt_thread_create(&thread, &attr) == 0 && takt_thread_start(&thread) == 0);
    takt_yield(); /* it begins */
    cost = measure(run);
    enough = true;
    (void)takt_sem_give(&sem);
    MASKED_CHECK(takt_thread_join(&thread, NULL, TAKT_S(1)) == 0);
    (void)takt_sem_take(&sem, TAKT_NO_WAIT);
    return cost;
}

void costs_measure(unsigned n, unsigned size)
{
    init(n);
    crowd_start_at(n, MASKED_CROWDS, nothing);
    other = crowd_thread(n / 2);
    for (struct operation *o = operations; o < operations + sizeof operations / sizeof *operations; o++)
        o->cost[size] = measure_with(o->run);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_timer_stop(&timers[i]) == 0);
    crowd_join();
}

/* Whether the cost at a size is what the first size allows. */
static bool allowed(const struct operation *operation, unsigned size)
{
    uint64_t most = operation->cost[0];

    if (operation->grows) {
        for (unsigned n = masked_sizes[0]; n < masked_sizes[size]; n *= PER_TIMES)
            most += PER_STEP;
    }
    return operation->cost[size] != 0 && operation->cost[size] <= most;
}

bool costs_report(void)
{
    bool right = true;

    takt_printf("\nblocks of an operation beside n ready threads and n timers\n%-34s", "");
    for (unsigned size = 0; size < MASKED_SIZES; size++)
        takt_printf(" %6u", masked_sizes[size]);
    for (const struct operation *o = operations; o < operations + sizeof operations / sizeof *operations;
         o++) {
        bool good = true;

        takt_printf("\n%-34s", o->name);
        for (unsigned size = 0; size < MASKED_SIZES; size++) {
            takt_printf(" %6llu", (unsigned long long)o->cost[size]);
            good = good && allowed(o, size);
        }
        takt_printf("  %s%s", o->grows ? "logarithmic" : "constant", good ? "" : "  GROWS");
        right = right && good;
    }
    takt_printf("\n");
    return right;
}
