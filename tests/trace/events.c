/*
 * Every event of trace/events.def that can be had without a fault is had once: two cores do all that the kernel offers,
 * and record it. Left out: what needs a core that dies or writes nonsense, a full memory, a wrap of the clock, and a
 * handler that meets the kernel lock, which no program can ask for.
 */
#include "kinds.h"

#define STACK    (TAKT_STACK_MIN + 8192)
#define LINE     4u
#define MESSAGES 4u

static struct takt_thread first, helper, peer, other;
static uintptr_t stacks[4][STACK / sizeof(uintptr_t)];
static struct takt_mutex mutex;
static struct takt_cond cond;
static struct takt_sem pended;
static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(4, 2)];
static struct takt_channel inbox, outbox;
static struct takt_llq shared[2]; /* a handle a core */
static struct takt_word holds, tried,
    ended; /* core 1 holds the lock; core 0 has tried; core 1 has done all */
static bool seen[TAKT_TRACE_EVENTS];

static const char *const names[] = {
    "none",
#define TAKT_EVENT2(group, name, a, b)     #name,
#define TAKT_EVENT2_OWN(group, name, a, b) #name,
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

/* Calls have their own test (tests/replay). */
static const uint32_t left_out = TAKT_TRACE_GROUP_call;

static const uint16_t group_of[] = {
    0,
#define TAKT_EVENT2(group, name, a, b)     TAKT_TRACE_GROUP_##group,
#define TAKT_EVENT2_OWN(group, name, a, b) TAKT_TRACE_GROUP_##group,
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

static bool expected(unsigned event)
{
    switch (event) {
    case TAKT_TRACE_EVENT_panic:
    case TAKT_TRACE_EVENT_bad_message:
    case TAKT_TRACE_EVENT_sync:
    case TAKT_TRACE_EVENT_lost:
    case TAKT_TRACE_EVENT_posted:
    case TAKT_TRACE_EVENT_masked: /* windows.c */
    case TAKT_TRACE_EVENT_held:   /* with CONFIG_TAKT_WINDOWS */
    case TAKT_TRACE_EVENT_llq_recover:
    case TAKT_TRACE_EVENT_llq_suspect:
    case TAKT_TRACE_EVENT_released: /* and what follows: tests/scenario */
    case TAKT_TRACE_EVENT_completed:
    case TAKT_TRACE_EVENT_deadline_missed:
    case TAKT_TRACE_EVENT_overrun:
    case TAKT_TRACE_EVENT_watchdog:
    case TAKT_TRACE_EVENT_breach:
    case TAKT_TRACE_EVENT_breach_line:
        return false;
    default:
        return !(group_of[event] & left_out);
    }
}

static void start(struct takt_thread *thread, unsigned stack, void (*entry)(void *), takt_prio_t priority,
                  takt_time_t slice)
{
    const struct takt_thread_attr attr = {.name = "helper",
                                          .entry = entry,
                                          .stack = stacks[stack],
                                          .stack_size = STACK,
                                          .priority = priority,
                                          .slice = slice};

    EXPECT(takt_thread_create(thread, &attr) == 0 && takt_thread_start(thread) == 0);
}

/* More urgent: waits for the mutex that the first thread holds, and for the condition. */
static void help(void *arg)
{
    uint32_t message;

    (void)arg;
    EXPECT(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    EXPECT(takt_cond_wait(&cond, &mutex, TAKT_S(1)) == 0);
    EXPECT(takt_mutex_unlock(&mutex) == 0);
    EXPECT(takt_queue_receive(&queue, &message, TAKT_FOREVER) == 0);
}

static void inherit_and_hand_over(void)
{
    uint32_t message = 7;

    EXPECT(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    start(&helper, 1, help, 2, 0); /* waits, and its priority is inherited */
    EXPECT(takt_thread_effective_priority(&first) == 2);
    EXPECT(takt_mutex_unlock(&mutex) == 0);
    EXPECT(takt_cond_signal(&cond) == 0);
    EXPECT(takt_queue_send(&queue, &message, TAKT_NO_WAIT) == 0); /* from hand to hand */
    EXPECT(takt_thread_join(&helper, NULL, TAKT_S(1)) == 0);
}

static void work(void *arg)
{
    (void)arg;
    takt_work(TAKT_MS(2));
}

static void take_turns(void)
{
    EXPECT(takt_thread_set_slice(&first, TAKT_US(500)) == 0);
    start(&peer, 1, work, 5, TAKT_US(500));
    takt_work(TAKT_MS(2));
    takt_yield();
    EXPECT(takt_thread_join(&peer, NULL, TAKT_S(5)) == 0);
    EXPECT(takt_thread_set_slice(&first, 0) == 0);
    EXPECT(takt_thread_set_threshold(&first, 4) == 0);
}

static void pend(void *arg)
{
    (void)arg;
    EXPECT(takt_sem_give(&pended) == 0);
}

static void expired(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    EXPECT(takt_sem_give(&pended) == 0);
}

static void handlers(void)
{
    static struct takt_timer timer;

    EXPECT(takt_irq_attach(LINE, 3, pend, NULL) == 0 && takt_irq_enable(LINE) == 0);
    EXPECT(takt_irq_pend(LINE) == 0);
    EXPECT(takt_sem_take(&pended, TAKT_S(1)) == 0);
    EXPECT(takt_timer_init_direct(&timer, expired, NULL) == 0);
    EXPECT(takt_timer_start(&timer, TAKT_MS(1), 0) == 0);
    EXPECT(takt_sem_take(&pended, TAKT_S(1)) == 0);
}

static void wait_for(struct takt_word *word)
{
    while (TAKT_LOAD(word, acquire) == 0) /* acquire: pairs with the releases of other_core() */
        EXPECT(takt_sleep(TAKT_US(100)) == 0);
}

static void between_cores(void)
{
    struct takt_llq_token token;
    uint32_t message;
    unsigned from;

    for (uint32_t i = 0; i < MESSAGES; i++)
        EXPECT(takt_channel_receive(&inbox, &message, &from, TAKT_S(5)) == 0);
    wait_for(&holds);
    EXPECT(takt_llq_try(&shared[0], &token) == -EAGAIN);
    TAKT_STORE(&tried, 1, release); /* release: pairs with other_core() */
    EXPECT(takt_llq_acquire(&shared[0], TAKT_FOREVER, &token) == 0);
    EXPECT(takt_llq_acquire(&shared[0], TAKT_FOREVER, &token) == -EDEADLK);
    EXPECT(takt_llq_release(&shared[0], &token) == 0);
    wait_for(&ended);
}

static void see(const struct takt_trace_record *record, void *context)
{
    (void)context;
    seen[record->event] = true;
}

static void look(void)
{
    unsigned missing = 0, count = 0;

    takt_trace_stop();
    kinds_records(0, see, NULL);
    kinds_records(1, see, NULL);
    EXPECT(takt_trace_lost() == 0);
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++) {
        count += seen[event];
        if (seen[event] || !expected(event))
            continue;
        takt_printf("FAIL: no %s was recorded\n", names[event]);
        missing++;
    }
    EXPECT(takt_trace_save("trace-events.takt") == 0);
    EXPECT(missing == 0);
    takt_printf("amount: %u kinds of events\n", count);
    takt_exit(0);
}

static void run(void *arg)
{
    (void)arg;
    kinds_make();
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    for (unsigned k = 0; k < KINDS; k++)
        kinds[k].use(0);
    takt_trace_mark(1, 2);
    takt_trace_counter(2, 3);
    inherit_and_hand_over();
    take_turns();
    handlers();
    between_cores();
    look();
}

static void other_core(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT(takt_channel_attach(&outbox, "inbox", TAKT_S(5)) == 0);
    EXPECT(takt_llq_attach(&shared[1], "shared", TAKT_S(5)) == 0);
    for (uint32_t i = 0; i < MESSAGES; i++)
        EXPECT(takt_channel_send(&outbox, &i) == 0);
    EXPECT(takt_llq_acquire(&shared[1], TAKT_FOREVER, &token) == 0);
    TAKT_STORE(&holds, 1, release);         /* release: pairs with wait_for() */
    while (TAKT_LOAD(&tried, acquire) == 0) /* acquire: pairs with between_cores() */
        takt_work(TAKT_US(10));
    EXPECT(takt_llq_release(&shared[1], &token) == 0);
    for (unsigned i = 0; i < MESSAGES; i++)
        EXPECT(takt_channel_send(&outbox, &i) == 0); /* it is rung */
    takt_trace_stop();
    TAKT_STORE(&ended, 1, release); /* release: pairs with wait_for() */
}

void takt_main(unsigned core)
{
    if (core == 0) {
        EXPECT(takt_mutex_init(&mutex, 0) == 0 && takt_cond_init(&cond) == 0);
        EXPECT(takt_sem_init(&pended, 0, 9) == 0);
        EXPECT(takt_queue_init(&queue, store, 4, 2) == 0);
        EXPECT(takt_channel_create(&inbox, "inbox", sizeof(uint32_t), 16) == 0);
        EXPECT(takt_llq_create(&shared[0], "shared", NULL) == 0);
        start(&first, 0, run, 5, 0);
    } else if (core == 1) {
        takt_trace_start(TAKT_TRACE_ONCE, 0);
        start(&other, 2, other_core, 5, 0);
    }
}
