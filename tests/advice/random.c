/*
 * A random application, by its seed: on each core threads that are periodic, or wait for messages, semaphores and flags,
 * share mutexes, sleep with deadlines, yield; timers, and interrupts at times of their own; and what crosses cores. What each thread calls
 * is drawn before it runs and does not depend on what calls return, so a run with other priorities is the same
 * application. With change=K some priorities, thresholds and slices are others, the same for the same seed; the program
 * prints them as takt-trace takes them, so that the prediction from change=0 can be compared with what happens.
 */
#include "random.h"

#include <takt_sim.h>

#include <string.h>

#define BEGIN TAKT_MS(3) /* of the recording */
#define END   TAKT_MS(6)

static struct world world[CONFIG_TAKT_CORES];
static unsigned recorded; /* cores that have ended */

void must(int result, const char *file, int line)
{
    if (result >= 0)
        return;
    takt_printf("%s: line %d returned %d\n", file, line, result);
    takt_exit(1);
}

unsigned below(struct world *w, unsigned limit)
{
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((w->random >> 33) % limit);
}

void add(struct member *m, enum kind kind, unsigned which, takt_time_t time)
{
    if (m->steps < STEPS)
        m->step[m->steps++] = (struct step){kind, which, time};
}

void add_work(struct world *w, struct member *m)
{
    add(m, WORK, 0, (takt_time_t)(1 + below(w, 40)) * (below(w, 8) == 0 ? 500 : 50));
}

/* A little of everything that needs nobody else. */
static void add_own(struct world *w, struct member *m)
{
    static const enum kind kinds[] = {LOCK, LOCK, TRY, SET, YIELD, ALLOC, GIVE, FAR_LOCK, OWN_OBJECT};
    enum kind kind = kinds[below(w, sizeof(kinds) / sizeof(kinds[0]))];

    add_work(w, m);
    if (kind == FAR_LOCK || kind == OWN_OBJECT)
        cross_add_own(w, m);
    else if (kind == GIVE)
        add(m, GIVE, SEMS, 0);
    else
        add(m, kind, below(w, 2), (takt_time_t)(1 + below(w, 30)) * 100);
}

/* One that comes again and again, and wakes the one that waits behind it. */
static void draw_source(struct world *w, struct member *m, struct member *waits)
{
    takt_time_t period = (takt_time_t)(5 + below(w, 60)) * 1000;
    unsigned turns = 8 + below(w, 12), way = below(w, 3), which = below(w, 2), burst = 1 + below(w, 3);

    for (unsigned i = 0; i < turns; i++) {
        add(m, SLEEP, 0, period);
        for (unsigned j = 0; j < burst; j++) {
            add_own(w, m);
            add(m, way == 0 ? GIVE : SEND, which, 0);
            add(waits, way == 0 ? TAKE : RECEIVE, which, 0);
            add_work(w, waits);
            if (below(w, 3) == 0)
                add_own(w, waits);
        }
    }
}

static void draw(struct world *w)
{
    w->members = 2 + below(w, THREADS / takt_core_count() - 1);
    for (unsigned i = 0; i < THREADS + CROSSING; i++) {
        struct member *m = &w->member[i];

        m->world = w;
        m->number = i;
        m->name[0] = (char)('a' + w->core);
        m->name[1] = (char)('0' + i);
        m->priority = m->threshold = 1 + below(w, PRIORITIES);
        if (below(w, 4) == 0)
            m->threshold = 1 + below(w, m->priority);
        m->slice = below(w, 4) == 0 ? (takt_time_t)(1 + below(w, 20)) * 500 : 0;
    }
    for (unsigned i = 0; i + 1 < w->members; i += 2)
        draw_source(w, &w->member[i], &w->member[i + 1]);
    if (w->members % 2 != 0)
        draw_source(w, &w->member[w->members - 1], &w->member[1]);
    for (unsigned i = 0; i < w->members; i++) {
        for (unsigned j = 0; j < 3; j++)
            add_own(w, &w->member[i]);
    }
    cross_draw(w);
}

/* change=K: as if somebody had edited the source. */
static void change(struct world *w, unsigned number)
{
    for (unsigned i = 0; i < 100u * number; i++)
        (void)below(w, 2);
    for (unsigned i = 0; number != 0 && i < 3; i++) {
        struct member *m = &w->member[below(w, w->members)];

        m->priority = 1 + below(w, PRIORITIES);
        m->threshold = below(w, 3) == 0 ? 1 + below(w, m->priority) : m->priority;
        m->slice = below(w, 3) == 0 ? (takt_time_t)(1 + below(w, 20)) * 500 : m->slice;
    }
    for (unsigned i = 0; i < w->members; i++) {
        if (w->member[i].first)
            w->member[i].priority = w->member[i].threshold = 0;
    }
}

static void lock(struct world *w, const struct step *step)
{
    MUST(takt_mutex_lock(&w->mutex[step->which], TAKT_FOREVER));
    takt_work(step->time);
    MUST(takt_mutex_unlock(&w->mutex[step->which]));
}

static void alloc(struct world *w, const struct step *step)
{
    void *block;

    if (takt_pool_alloc(&w->pool, &block, TAKT_FOREVER) != 0)
        return;
    takt_work(step->time);
    MUST(takt_pool_free(&w->pool, block));
}

static void carry_out(struct member *m, const struct step *step, takt_time_t *next)
{
    struct world *w = m->world;
    uint32_t message = m->number;

    switch (step->kind) {
    case WORK:
        takt_work(step->time);
        break;
    case SLEEP:
        *next += step->time;
        MUST(takt_sleep(takt_at(*next)));
        break;
    case SEND:
        MUST(takt_queue_send(&w->queue[step->which], &message, TAKT_FOREVER));
        break;
    case RECEIVE:
        MUST(takt_queue_receive(&w->queue[step->which], &message, TAKT_FOREVER));
        break;
    case GIVE:
        (void)takt_sem_give(step->which == SEMS ? &w->rare : &w->sem[step->which]);
        break;
    case TAKE:
        MUST(takt_sem_take(&w->sem[step->which], TAKT_FOREVER));
        break;
    case TRY:
        (void)takt_sem_take(&w->rare, step->time);
        break;
    case LOCK:
        lock(w, step);
        break;
    case SET:
        MUST(takt_event_set(&w->event, 1u << step->which));
        break;
    case WAIT:
        (void)takt_event_wait(&w->event, 3, TAKT_EVENT_CLEAR, step->time, NULL);
        break;
    case YIELD:
        takt_yield();
        break;
    case ALLOC:
        alloc(w, step);
        break;
    default:
        cross_carry_out(m, step);
    }
}

static void live(void *arg)
{
    struct member *m = arg;
    takt_time_t next = takt_now();

    for (unsigned i = 0; i < m->steps; i++)
        carry_out(m, &m->step[i], &next);
}

static void on_timer(struct takt_timer *timer, void *arg)
{
    struct world *w = arg;

    takt_work(300);
    (void)takt_sem_give(&w->rare);
    (void)timer;
}

static void send_next(struct world *w, unsigned n)
{
    w->line[n].next += w->line[n].period;
    if (!w->ended)
        takt_sim_pend_at(w->core, n, w->line[n].next);
}

static void on_line(void *arg)
{
    struct world *w = &world[takt_core_id()];
    unsigned n = (unsigned)(uintptr_t)arg;

    send_next(w, n);
    takt_work(200);
    (void)takt_sem_give(&w->rare);
    (void)takt_event_set(&w->event, 1u << n);
}

void name(const void *object, const char *kind, unsigned number)
{
    char text[16];
    size_t length = strlen(kind);

    memcpy(text, kind, length);
    text[length] = (char)('0' + number);
    text[length + 1] = '\0';
    MUST(takt_trace_name(object, text));
}

static void make(struct world *w)
{
    for (unsigned i = 0; i < QUEUES; i++) {
        MUST(takt_queue_init(&w->queue[i], w->store[i], 4, 512));
        name(&w->queue[i], "queue", i);
    }
    for (unsigned i = 0; i < SEMS; i++) {
        MUST(takt_sem_init(&w->sem[i], 0, 100000));
        name(&w->sem[i], "sem", i);
    }
    MUST(takt_sem_init(&w->rare, 0, 2));
    for (unsigned i = 0; i < MUTEXES; i++) {
        MUST(takt_mutex_init(&w->mutex[i], 0));
        name(&w->mutex[i], "mutex", i);
    }
    MUST(takt_event_init(&w->event, 0));
    name(&w->event, "event", 0);
    name(&w->rare, "rare", 0);
    name(&w->pool, "pool", 0);
    name(&w->timer, "timer", 0);
    MUST(takt_pool_init(&w->pool, w->blocks, 16, 2));
    MUST(takt_timer_init_direct(&w->timer, on_timer, w));
    for (unsigned i = 0; i < LINES; i++) {
        w->line[i].period = 3000 + below(w, 50000);
        MUST(takt_irq_attach(i, 3 + 2 * i, on_line, (void *)(uintptr_t)i));
        MUST(takt_irq_enable(i));
    }
    w->period = TAKT_US(5 + below(w, 40));
    cross_make(w);
}

static void create(struct member *m)
{
    const struct takt_thread_attr attr = {.name = m->name,
                                          .entry = live,
                                          .arg = m,
                                          .stack = m->stack,
                                          .stack_size = sizeof(m->stack),
                                          .priority = (takt_prio_t)m->priority,
                                          .threshold = (takt_prio_t)m->threshold,
                                          .has_threshold = true,
                                          .slice = m->slice};

    MUST(takt_thread_create(&m->thread, &attr));
    takt_printf("--set %s.priority=%u --set %s.threshold=%u --set %s.slice=%uns ", m->name, m->priority,
                m->name, m->threshold, m->name, (unsigned)m->slice);
}

/* All cores record the same time: what one does after another has stopped would be unheard of there. */
static void record(struct world *w)
{
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    if (takt_sim_seed() % 3 != 0)
        MUST(takt_timer_start(&w->timer, TAKT_US(20), w->period));
    for (unsigned i = 0; i < LINES; i++) {
        w->line[i].next = (uint64_t)takt_now();
        send_next(w, i);
    }
    for (unsigned i = 0; i < w->members; i++)
        MUST(takt_thread_start(&w->member[i].thread));
    for (unsigned i = 0; i < w->members; i++)
        MUST(takt_thread_join(&w->member[i].thread, NULL, TAKT_FOREVER));
    (void)takt_sleep(takt_at(END));
    takt_trace_stop();
}

static void conduct(void *arg)
{
    struct world *w = arg;

    MUST(takt_sleep(TAKT_MS(1))); /* the other cores are there */
    for (unsigned i = 0; i < w->members; i++)
        create(&w->member[i]);
    cross_find(w);
    if (takt_sim_seed() % 3 == 0)
        MUST(takt_timer_start(&w->timer, takt_at(BEGIN + TAKT_US(20)), w->period));
    MUST(takt_sleep(takt_at(BEGIN)));
    record(w);
    w->ended = true;
    MUST(takt_timer_stop(&w->timer));
    recorded++;
    while (w->core == 0 && recorded != takt_core_count())
        MUST(takt_sleep(TAKT_US(100)));
    if (w->core != 0)
        return;
    MUST(takt_trace_save("random.takt"));
    takt_exit(0);
}

void takt_main(unsigned core)
{
    struct world *w = &world[core];
    const char *text = takt_argument("change", "0");
    struct takt_thread_attr attr = {.name = "conductor",
                                    .entry = conduct,
                                    .arg = w,
                                    .stack = w->stack,
                                    .stack_size = sizeof(w->stack),
                                    .priority = 0};

    w->core = core;
    w->random = takt_sim_seed() * 64 + core;
    draw(w);
    make(w);
    change(w, (unsigned)(text[0] - '0'));
    MUST(takt_thread_create(&w->conductor, &attr));
    MUST(takt_thread_start(&w->conductor));
}
