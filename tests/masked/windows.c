/*
 * Every masked step of the kernel, around a crowd of n.
 *
 * Each scene puts the crowd where a step could come to depend on it: waiting for one object, ready, asleep until one
 * instant, in a chain of mutexes, joining one thread; or has n timers, n mutexes held, n objects posted by a handler
 * that met the kernel lock. Then it does what touches them.
 */
#include "masked.h"

#define MESSAGES  4
#define BYTES_MAX MASKED_BYTES

static struct takt_sem sem, gate;
static struct takt_mutex monitor, chain[MASKED_CROWD];
static struct takt_cond cond;
static struct takt_queue queue;
static struct takt_event event;
static struct takt_pool pool;
static void *taken[MESSAGES];
static struct takt_timer timers[MASKED_CROWD];
static void *messages[TAKT_QUEUE_WORDS(BYTES_MAX, MESSAGES)], *blocks[TAKT_POOL_WORDS(16, MESSAGES)];
static takt_time_t instant; /* at which timers expire and threads awake together */
static unsigned crowd;

/* Half of the crowd waits for ever, the other half has a deadline that does not come. */
static takt_deadline_t far(unsigned number)
{
    return number % 2 == 0 ? TAKT_FOREVER : TAKT_S(10 + number);
}

static void take(unsigned number)
{
    (void)takt_sem_take(&sem, far(number));
}

static void sem_scene(unsigned n)
{
    MASKED_CHECK(takt_sem_init(&sem, 1, 5) == 0);
    MASKED_CHECK(takt_sem_take(&sem, TAKT_S(1)) == 0);
    crowd_start(n, take);
    crowd_settle();
    MASKED_CHECK(takt_sem_take(&sem, TAKT_US(1)) == -ETIMEDOUT);
    for (unsigned i = 0; i < n / 2; i++)
        MASKED_CHECK(takt_sem_give(&sem) == 0);
    MASKED_CHECK(takt_sem_delete(&sem) == 0);
    crowd_join();
    for (unsigned i = 0; i < 5; i++)
        MASKED_CHECK(takt_sem_give(&sem) == 0);
    MASKED_CHECK(takt_sem_give(&sem) == -EOVERFLOW);
}

static void receive(unsigned number)
{
    unsigned char message[BYTES_MAX];

    (void)takt_queue_receive(&queue, message, far(number));
}

static void send(unsigned number)
{
    unsigned char message[BYTES_MAX] = {0};

    if (number % 3 == 0)
        (void)takt_queue_send_front(&queue, message, far(number));
    else
        (void)takt_queue_send(&queue, message, far(number));
}

static void queue_scene(unsigned n, size_t bytes)
{
    static unsigned char message[BYTES_MAX];

    MASKED_CHECK(takt_queue_init(&queue, messages, bytes, MESSAGES) == 0);
    crowd_start(n, receive);
    crowd_settle();
    for (unsigned i = 0; i < n / 2; i++)
        MASKED_CHECK(takt_queue_send(&queue, message, TAKT_NO_WAIT) == 0);
    MASKED_CHECK(takt_queue_delete(&queue) == 0);
    crowd_join();
    for (unsigned i = 0; i < MESSAGES; i++)
        MASKED_CHECK(takt_queue_send_front(&queue, message, TAKT_NO_WAIT) == 0);
    crowd_start(n, send);
    crowd_settle();
    MASKED_CHECK(takt_queue_send(&queue, message, TAKT_US(1)) == -ETIMEDOUT);
    MASKED_CHECK(takt_queue_peek(&queue, message) == 0);
    for (unsigned i = 0; i < n / 2; i++)
        MASKED_CHECK(takt_queue_receive(&queue, message, TAKT_NO_WAIT) == 0);
    MASKED_CHECK(takt_queue_delete(&queue) == 0);
    crowd_join();
    while (takt_queue_receive(&queue, message, TAKT_NO_WAIT) == 0)
        continue;
}

static void wait_event(unsigned number)
{
    (void)takt_event_wait(&event, 3u << number % 31, number % 4, far(number), NULL);
}

static void event_scene(unsigned n)
{
    MASKED_CHECK(takt_event_init(&event, 0) == 0);
    crowd_start(n, wait_event);
    crowd_settle();
    for (unsigned bit = 0; bit < 30; bit++)
        MASKED_CHECK(takt_event_set(&event, 1u << bit) == 0);
    MASKED_CHECK(takt_event_clear(&event, UINT32_MAX) == 0);
    MASKED_CHECK(takt_event_delete(&event) == 0);
    crowd_join();
    MASKED_CHECK(takt_event_set(&event, 1) == 0);
    MASKED_CHECK(takt_event_wait(&event, 1, TAKT_EVENT_CLEAR, TAKT_US(1), NULL) == 0);
}

static void alloc(unsigned number)
{
    void *block;

    if (takt_pool_alloc(&pool, &block, far(number)) == 0)
        (void)takt_pool_free(&pool, block);
}

static void pool_scene(unsigned n)
{
    void *block[MESSAGES];

    MASKED_CHECK(takt_pool_init(&pool, blocks, 16, MESSAGES) == 0);
    for (unsigned i = 0; i < MESSAGES; i++)
        MASKED_CHECK(takt_pool_alloc(&pool, &block[i], TAKT_US(1)) == 0);
    crowd_start(n, alloc);
    crowd_settle();
    for (unsigned i = 0; i < MESSAGES; i++)
        MASKED_CHECK(takt_pool_free(&pool, block[i]) == 0);
    crowd_settle();
    crowd_join();
    MASKED_CHECK(takt_pool_free(&pool, block[0]) == -EOVERFLOW);
    MASKED_CHECK(takt_pool_delete(&pool) == 0);
}

static void wait_cond(unsigned number)
{
    if (takt_mutex_lock(&monitor, TAKT_FOREVER) != 0)
        return;
    (void)takt_cond_wait(&cond, &monitor, far(number));
    (void)takt_mutex_unlock(&monitor);
}

static void cond_scene(unsigned n)
{
    MASKED_CHECK(takt_mutex_init(&monitor, 0) == 0 && takt_cond_init(&cond) == 0);
    crowd_start(n, wait_cond);
    crowd_settle();
    MASKED_CHECK(takt_cond_signal(&cond) == 0);
    MASKED_CHECK(takt_mutex_lock(&monitor, TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_cond_broadcast(&cond) == 0);
    MASKED_CHECK(takt_cond_wait(&cond, &monitor, TAKT_US(1)) == -ETIMEDOUT);
    MASKED_CHECK(takt_mutex_unlock(&monitor) == 0);
    MASKED_CHECK(takt_cond_delete(&cond) == 0);
    crowd_join();
}

static void lock_monitor(unsigned number)
{
    if (takt_mutex_lock(&monitor, number % 4 == 1 ? TAKT_US(100) : far(number)) == 0)
        (void)takt_mutex_unlock(&monitor);
}

static void mutex_scene(unsigned n)
{
    MASKED_CHECK(takt_mutex_init(&monitor, TAKT_MUTEX_RECURSIVE) == 0);
    MASKED_CHECK(takt_mutex_lock(&monitor, TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_mutex_lock(&monitor, TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_mutex_unlock(&monitor) == 0);
    crowd_start(n, lock_monitor);
    crowd_settle();
    MASKED_CHECK(takt_thread_set_priority(crowd_thread(0), MASKED_PROBE) == 0);
    MASKED_CHECK(takt_thread_set_priority(crowd_thread(0), CONFIG_TAKT_LEVELS - 1) == 0);
    MASKED_CHECK(takt_sleep(TAKT_MS(5)) == 0);
    MASKED_CHECK(takt_mutex_unlock(&monitor) == 0);
    crowd_join();
    MASKED_CHECK(takt_mutex_lock(&monitor, TAKT_FOREVER) == 0);
    crowd_start(n, lock_monitor);
    crowd_settle();
    MASKED_CHECK(takt_mutex_delete(&monitor) == 0);
    crowd_join();
}

static void link_chain(unsigned number)
{
    (void)takt_mutex_lock(&chain[number], TAKT_FOREVER);
    if (number == 0)
        (void)takt_sem_take(&gate, TAKT_FOREVER);
    else if (takt_mutex_lock(&chain[number - 1], TAKT_FOREVER) == 0)
        (void)takt_mutex_unlock(&chain[number - 1]);
    (void)takt_mutex_unlock(&chain[number]);
}

static void init_chain(void)
{
    MASKED_CHECK(takt_sem_init(&gate, 0, 1) == 0);
    for (unsigned i = 0; i < MASKED_CROWD; i++)
        MASKED_CHECK(takt_mutex_init(&chain[i], 0) == 0);
}

static void chain_scene(unsigned n)
{
    init_chain();
    crowd_start_at(n, MASKED_CROWDS, link_chain);
    crowd_settle();
    MASKED_CHECK(takt_mutex_lock(&chain[n - 1], TAKT_US(10)) == -ETIMEDOUT);
    MASKED_CHECK(takt_thread_effective_priority(crowd_thread(0)) == MASKED_CROWDS);
    MASKED_CHECK(takt_thread_set_priority(crowd_thread(n - 1), MASKED_PROBE) == 0);
    MASKED_CHECK(takt_thread_effective_priority(crowd_thread(0)) == MASKED_PROBE);
    MASKED_CHECK(takt_sem_give(&gate) == 0);
    crowd_join();
}

/* The first holds all and ends inside; each other one waits for one of them. */
static void hold_all(unsigned number)
{
    if (number != 0) {
        (void)takt_mutex_lock(&chain[number], TAKT_FOREVER);
        (void)takt_mutex_consistent(&chain[number]);
        (void)takt_mutex_unlock(&chain[number]);
        return;
    }
    for (unsigned i = 0; i < crowd; i++)
        (void)takt_mutex_lock(&chain[i], TAKT_FOREVER);
    (void)takt_sem_take(&gate, TAKT_FOREVER);
    (void)takt_mutex_unlock(&chain[crowd / 2]);
}

static void held_scene(unsigned n)
{
    init_chain();
    crowd_start_at(n, MASKED_CROWDS, hold_all);
    crowd_settle();
    MASKED_CHECK(takt_sem_give(&gate) == 0);
    crowd_join();
}

static void tick(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
}

static void sleep_till(unsigned number)
{
    (void)number;
    (void)takt_sleep(takt_at(instant));
}

static void timer_scene(unsigned n)
{
    instant = takt_now() + TAKT_MS(50);
    for (unsigned i = 0; i < n; i++) {
        MASKED_CHECK(takt_timer_init_direct(&timers[i], tick, NULL) == 0);
        MASKED_CHECK(takt_timer_start(&timers[i], takt_at(instant + i % 7), i % 3 == 0 ? TAKT_MS(20) : 0) ==
                     0);
    }
    crowd_start(n, sleep_till);
    crowd_settle();
    MASKED_CHECK(takt_timer_start(&timers[0], TAKT_MS(40), TAKT_US(10)) == 0);
    MASKED_CHECK(takt_sleep(takt_at(instant + TAKT_MS(30))) == 0);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_timer_stop(&timers[i]) == (i % 3 == 0 ? 0 : -EALREADY));
    crowd_join();
}

static void wait_for_first(unsigned number)
{
    if (number == 0)
        (void)takt_sem_take(&gate, TAKT_FOREVER);
    else
        (void)takt_thread_join(crowd_thread(0), NULL, far(number));
}

static void join_scene(unsigned n)
{
    MASKED_CHECK(takt_sem_init(&gate, 0, 1) == 0);
    crowd_start(n, wait_for_first);
    crowd_settle();
    MASKED_CHECK(takt_sem_give(&gate) == 0);
    crowd_join();
}

static void share(unsigned number)
{
    takt_work(TAKT_US(3) + number % 50);
    takt_yield();
    takt_work(100);
}

static void ready_scene(unsigned n)
{
    crowd_start(n, share);
    for (unsigned i = 0; i < n; i++) {
        struct takt_thread *thread = crowd_thread(i);

        MASKED_CHECK(takt_thread_run_time(thread) == 0);
        MASKED_CHECK(takt_thread_set_slice(thread, TAKT_US(2)) == 0);
        MASKED_CHECK(takt_thread_set_threshold(thread, MASKED_CROWDS - 1) == 0);
        MASKED_CHECK(takt_thread_suspend(thread) == 0);
        MASKED_CHECK(takt_thread_resume(thread) == 0);
        MASKED_CHECK(takt_thread_resume(thread) == -EALREADY);
        MASKED_CHECK(takt_thread_set_priority(thread, (takt_prio_t)(MASKED_CROWDS + i % 3)) == 0);
    }
    takt_preempt_lock();
    takt_yield();
    MASKED_CHECK(takt_thread_set_priority(takt_self(), CONFIG_TAKT_LEVELS - 1) == 0);
    takt_preempt_unlock(); /* a switch is due */
    MASKED_CHECK(takt_thread_set_priority(takt_self(), MASKED_PROBE) == 0);
    crowd_join();
}

/* Every block is taken and the pool says that somebody may wait, so a handler that frees one has to post it. */
static void take_blocks(void)
{
    void *none;

    for (unsigned i = 0; i < MESSAGES; i++)
        MASKED_CHECK(takt_pool_alloc(&pool, &taken[i], TAKT_NO_WAIT) == 0);
    MASKED_CHECK(takt_pool_alloc(&pool, &none, TAKT_US(1)) == -ETIMEDOUT);
}

static void give_blocks_back(void)
{
    for (unsigned i = 0; i < MESSAGES; i++) {
        if (taken[i] != NULL)
            MASKED_CHECK(takt_pool_free(&pool, taken[i]) == 0);
    }
}

/* What a handler does that may meet the kernel lock: posts n objects, and uses every chain. */
static void handler(void)
{
    static unsigned char message[BYTES_MAX];
    void *block;

    for (unsigned i = 3; i < crowd; i++)
        MASKED_CHECK(takt_timer_start(&timers[i], TAKT_S(1), 0) == 0);
    MASKED_CHECK(takt_sem_give(&sem) == 0);
    (void)takt_thread_resume(crowd_thread(0));
    (void)takt_timer_start(&timers[0], TAKT_US(1), 0);
    (void)takt_timer_stop(&timers[0]);
    (void)takt_event_set(&event, 1);
    (void)takt_queue_send(&queue, message, TAKT_NO_WAIT);
    (void)takt_queue_receive(&queue, message, TAKT_NO_WAIT);
    if (taken[0] != NULL)
        MASKED_CHECK(takt_pool_free(&pool, taken[0]) == 0);
    taken[0] = NULL;
    if (takt_pool_alloc(&pool, &block, TAKT_NO_WAIT) == 0)
        (void)takt_pool_free(&pool, block);
}

/* Services that hold the kernel lock and mask inside. */
static void hold_lock(void)
{
    MASKED_CHECK(takt_event_set(&event, 2) == 0);
    MASKED_CHECK(takt_sem_give(&sem) == 0);
    MASKED_CHECK(takt_timer_start(&timers[1], TAKT_S(1), 0) == 0);
    MASKED_CHECK(takt_timer_stop(&timers[1]) == 0);
    takt_yield();
}

/* The first is more urgent than the probe, so that a give also makes a switch due. */
static void wait_bits(unsigned number)
{
    while (number == 0 && takt_sem_take(&sem, TAKT_FOREVER) == 0)
        continue;
    (void)takt_event_wait(&event, 0x80000000u, TAKT_EVENT_ANY, far(number), NULL);
}

static void handler_init(unsigned n)
{
    MASKED_CHECK(takt_sem_init(&sem, 0, UINT32_MAX) == 0 && takt_event_init(&event, 0) == 0);
    MASKED_CHECK(takt_pool_init(&pool, blocks, 16, MESSAGES) == 0);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_timer_init_direct(&timers[i], tick, NULL) == 0);
}

/* The timer's interrupt comes while the kernel lock is held: at one of these times it does. */
static void meet_timer(void)
{
    MASKED_CHECK(takt_thread_set_slice(takt_self(), TAKT_S(1)) == 0);
    for (unsigned ns = 0; ns < 3000; ns += 20) {
        MASKED_CHECK(takt_timer_start(&timers[2], ns, 0) == 0);
        hold_lock();
    }
    MASKED_CHECK(takt_thread_set_slice(takt_self(), 0) == 0);
}

static void handler_scene(unsigned n)
{
    handler_init(n);
    crowd_start(n, wait_bits);
    crowd_settle();
    MASKED_CHECK(takt_thread_set_priority(crowd_thread(0), MASKED_PROBE - 1) == 0);
    for (unsigned moment = 1; moment <= masked_moments; moment++) {
        take_blocks();
        masked_disturb_at(moment, handler);
        hold_lock();
        masked_disturb_at(0, handler);
        give_blocks_back();
    }
    meet_timer();
    MASKED_CHECK(takt_sem_delete(&sem) == 0);
    MASKED_CHECK(takt_event_set(&event, UINT32_MAX) == 0);
    for (unsigned i = 3; i < n; i++)
        (void)takt_timer_stop(&timers[i]);
    crowd_join();
}

void windows_work(unsigned n, size_t bytes)
{
    crowd = n;
    sem_scene(n);
    queue_scene(n, 4); /* which go another way than longer messages */
    queue_scene(n, bytes);
    event_scene(n);
    pool_scene(n);
    cond_scene(n);
    mutex_scene(n);
    chain_scene(n);
    held_scene(n);
    timer_scene(n);
    join_scene(n);
    ready_scene(n);
    handler_scene(n);
    windows_time_work(n);
    across_work();
    deferred_work(n);
}
