/* The objects; kinds.h says what for. */
#include "kinds.h"

static struct takt_sem sem[2];
static struct takt_mutex mutex[2];
static struct takt_cond cond[2];
static struct takt_queue queue[2];
static void *queue_store[2][TAKT_QUEUE_WORDS(4, 4)];
static struct takt_event event[2];
static struct takt_timer timer[2];
static struct takt_pool pool[2];
static void *pool_store[2][TAKT_POOL_WORDS(16, 4)];
static struct takt_llq llq[2];

static uintptr_t sem_id(unsigned i)
{
    return (uintptr_t)&sem[i];
}

static uintptr_t mutex_id(unsigned i)
{
    return (uintptr_t)&mutex[i];
}

static uintptr_t cond_id(unsigned i)
{
    return (uintptr_t)&cond[i];
}

static uintptr_t queue_id(unsigned i)
{
    return (uintptr_t)&queue[i];
}

static uintptr_t event_id(unsigned i)
{
    return (uintptr_t)&event[i];
}

static uintptr_t timer_id(unsigned i)
{
    return (uintptr_t)&timer[i];
}

static uintptr_t pool_id(unsigned i)
{
    return (uintptr_t)&pool[i];
}

static uintptr_t llq_id(unsigned i)
{
    return (uintptr_t)llq[i].lock;
}

static void sem_use(unsigned i)
{
    EXPECT(takt_sem_give(&sem[i]) == 0);
    EXPECT(takt_sem_take(&sem[i], TAKT_NO_WAIT) == 0);
}

static void mutex_use(unsigned i)
{
    EXPECT(takt_mutex_lock(&mutex[i], TAKT_NO_WAIT) == 0);
    EXPECT(takt_mutex_unlock(&mutex[i]) == 0);
}

static void cond_use(unsigned i)
{
    EXPECT(takt_cond_signal(&cond[i]) == 0);
}

static void queue_use(unsigned i)
{
    uint32_t message = i;

    EXPECT(takt_queue_send(&queue[i], &message, TAKT_NO_WAIT) == 0);
    EXPECT(takt_queue_receive(&queue[i], &message, TAKT_NO_WAIT) == 0);
}

static void event_use(unsigned i)
{
    EXPECT(takt_event_set(&event[i], 1) == 0);
    EXPECT(takt_event_wait(&event[i], 1, 0, TAKT_NO_WAIT, NULL) == 0);
}

static void expired(struct takt_timer *one, void *arg)
{
    (void)one;
    (void)arg;
}

static void timer_use(unsigned i)
{
    EXPECT(takt_timer_start(&timer[i], TAKT_S(50), 0) == 0);
}

static void pool_use(unsigned i)
{
    void *block;

    EXPECT(takt_pool_alloc(&pool[i], &block, TAKT_NO_WAIT) == 0);
    EXPECT(takt_pool_free(&pool[i], block) == 0);
}

static void llq_use(unsigned i)
{
    struct takt_llq_token token;

    EXPECT(takt_llq_acquire(&llq[i], TAKT_FOREVER, &token) == 0);
    EXPECT(takt_llq_release(&llq[i], &token) == 0);
}

const struct kind kinds[KINDS] = {
    {TAKT_TRACE_SEM, sem_id, sem_use, 3, 9, {3, 2}},
    {TAKT_TRACE_MUTEX, mutex_id, mutex_use, TAKT_MUTEX_RECURSIVE, 0, {1, 0}}, /* 1: the test's thread */
    {TAKT_TRACE_COND, cond_id, cond_use, 0, 0, {0, 0}},
    {TAKT_TRACE_QUEUE, queue_id, queue_use, 4, 4, {2, 0}},
    {TAKT_TRACE_EVENT, event_id, event_use, 5, 0, {5, 7}},
    {TAKT_TRACE_TIMER, timer_id, timer_use, 0, 0, {1, 0}},
    {TAKT_TRACE_POOL, pool_id, pool_use, 16, 4, {3, 4}},
    {TAKT_TRACE_LLQ, llq_id, llq_use, 0, 0, {0, 0}},
};

static void make(unsigned i)
{
    EXPECT(takt_sem_init(&sem[i], 3, 9) == 0);
    EXPECT(takt_mutex_init(&mutex[i], TAKT_MUTEX_RECURSIVE) == 0);
    EXPECT(takt_cond_init(&cond[i]) == 0);
    EXPECT(takt_queue_init(&queue[i], queue_store[i], 4, 4) == 0);
    EXPECT(takt_event_init(&event[i], 5) == 0);
    EXPECT(takt_timer_init_direct(&timer[i], expired, NULL) == 0);
    EXPECT(takt_pool_init(&pool[i], pool_store[i], 16, 4) == 0);
    EXPECT(takt_llq_create(&llq[i], i == 0 ? "lock 0" : "lock 1", NULL) == 0);
}

void kinds_make(void)
{
    static void *held;
    uint32_t message = 0;

    make(0);
    make(1);
    EXPECT(takt_sem_take(&sem[1], TAKT_NO_WAIT) == 0);
    EXPECT(takt_mutex_lock(&mutex[0], TAKT_NO_WAIT) == 0);
    EXPECT(takt_queue_send(&queue[0], &message, TAKT_NO_WAIT) == 0);
    EXPECT(takt_queue_send(&queue[0], &message, TAKT_NO_WAIT) == 0);
    EXPECT(takt_event_set(&event[1], 2) == 0);
    EXPECT(takt_timer_start(&timer[0], TAKT_S(50), 0) == 0);
    EXPECT(takt_pool_alloc(&pool[0], &held, TAKT_NO_WAIT) == 0);
}

const struct takt_trace_object *kinds_entry(uint32_t id)
{
    const struct takt_trace_memory *memory = &takt_trace_memory[takt_core_id()];

    for (uint32_t i = 0; i < memory->region.objects_used; i++) {
        if (memory->object[i].id == id)
            return &memory->object[i];
    }
    return NULL;
}

void kinds_records(unsigned core, void (*look)(const struct takt_trace_record *record, void *context),
                   void *context)
{
    const struct takt_trace_memory *memory = &takt_trace_memory[core];

    for (uint32_t p = 0; p < takt_trace_ring[core].sequence; p++) {
        const struct takt_trace_slot *slot = &memory->slot[p];

        EXPECT(slot->head.sequence == p); /* nothing was overwritten */
        for (uint32_t i = 0;; i++) {
            if (slot->head.state == TAKT_TRACE_OPEN ? slot->record[i].event == TAKT_TRACE_EVENT_none
                                                    : i == slot->head.used / sizeof(slot->record[0]))
                break;
            look(&slot->record[i], context);
        }
    }
}
