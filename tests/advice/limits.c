/*
 * A random set of sporadic threads, by its seed: each is woken by an interrupt of its own, computes, and waits again;
 * priorities and thresholds are drawn.
 *
 * mode=record  arrivals are apart by their distance or more, jobs take their time or less; it is recorded. Each has
 *              once what it may have at most, so that the recording knows it.
 * mode=limit   everything is at its limit: arrivals by their distance, jobs as long as they may be; phasings=N times,
 *              and the worst response of each thread is printed. One phasing a thread is the one in which it has to wait
 *              longest: a thread that keeps it off has just begun, and all others come with it. The rest are random.
 * mode=over    as record, but one job is too long, and one interrupt too early.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include <takt_sim.h>

#include <stdlib.h>

#define THREADS_MAX 5u
#define JOBS        40u /* of the slowest in a phasing, or in a recording */
#define STACK       (TAKT_STACK_MIN + 4096)

struct member {
    struct takt_thread thread;
    struct takt_sem sem;
    uintptr_t stack[STACK / sizeof(uintptr_t)];
    uint64_t next; /* ns: the next arrival */
    takt_time_t distance, computes, came, worst;
    unsigned priority, threshold, jobs, arrivals, left;
    char name[2];
};

static struct member member[THREADS_MAX];
static struct takt_thread conductor;
static uintptr_t stack[4 * STACK / sizeof(uintptr_t)];
static unsigned members;
static uint64_t chance;
static char mode; /* the first letter of it */

static void must(int result, int line)
{
    if (result >= 0)
        return;
    takt_printf("limits: line %d returned %d\n", line, result);
    takt_exit(1);
}

#define MUST(call) must((call), __LINE__)

static unsigned below(unsigned limit)
{
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((chance >> 33) % limit);
}

/* The first jobs are what may be at most; a recording varies the others. */
static takt_time_t distance_of(const struct member *m)
{
    if (mode == 'o' && m == &member[0] && m->arrivals == JOBS / 2)
        return m->distance / 2;
    if (mode == 'l' || m->arrivals < 3)
        return m->distance;
    return m->distance + below((unsigned)m->distance / 2);
}

static takt_time_t computing_of(const struct member *m)
{
    if (mode == 'o' && m == &member[members - 1] && m->jobs == JOBS / 2)
        return 2 * m->computes;
    if (mode == 'l' || m->jobs < 3)
        return m->computes;
    return m->computes / 2 + below((unsigned)m->computes / 2);
}

static void arrive(void *arg)
{
    struct member *m = arg;

    m->came = takt_now();
    if (--m->left != 0) {
        m->arrivals++;
        m->next += (uint64_t)distance_of(m);
        takt_sim_pend_at(0, (unsigned)(m - member), m->next);
    }
    MUST(takt_sem_give(&m->sem));
}

static void live(void *arg)
{
    struct member *m = arg;

    for (;;) {
        takt_time_t response;

        MUST(takt_sem_take(&m->sem, TAKT_FOREVER));
        takt_work(computing_of(m));
        response = takt_now() - m->came;
        m->worst = response > m->worst ? response : m->worst;
        m->jobs++;
    }
}

/* Distances from 200 us to 1 ms; about half of the core is asked for. */
static void draw(void)
{
    members = 3 + below(THREADS_MAX - 2);
    for (unsigned i = 0; i < members; i++) {
        struct member *m = &member[i];

        m->name[0] = (char)('A' + i);
        m->distance = TAKT_US(200 + 20 * (takt_time_t)below(40));
        m->computes = m->distance * (30 + below(40)) / (100 * members);
        m->priority = 2 + i;
        m->threshold = below(2) == 0 ? m->priority : 2 + below(i + 1);
    }
}

static void make(struct member *m)
{
    const struct takt_thread_attr attr = {.name = m->name,
                                          .entry = live,
                                          .arg = m,
                                          .stack = m->stack,
                                          .stack_size = sizeof(m->stack),
                                          .priority = (takt_prio_t)m->priority,
                                          .threshold = (takt_prio_t)m->threshold,
                                          .has_threshold = true};

    MUST(takt_sem_init(&m->sem, 0, 100));
    MUST(takt_irq_attach((unsigned)(m - member), 5, arrive, m));
    MUST(takt_irq_enable((unsigned)(m - member)));
    MUST(takt_thread_create(&m->thread, &attr));
    MUST(takt_thread_start(&m->thread));
}

/* Who keeps the target off the longest, once it has begun. */
static const struct member *keeps_off(const struct member *target)
{
    const struct member *longest = NULL;

    for (const struct member *m = target + 1; m < member + members; m++) {
        if (m->threshold <= target->priority && (longest == NULL || m->computes > longest->computes))
            longest = m;
    }
    return longest;
}

static void phase(unsigned number)
{
    uint64_t begin = (uint64_t)takt_now() + 20000, span = 0;
    const struct member *target = &member[number % members];
    const struct member *before = number < members ? keeps_off(target) : NULL;

    for (unsigned i = 0; i < members; i++)
        span = (uint64_t)member[i].distance > span ? (uint64_t)member[i].distance : span;
    span *= JOBS;
    for (unsigned i = 0; i < members; i++) {
        struct member *m = &member[i];

        m->left = 1 + (unsigned)(span / (uint64_t)m->distance);
        m->next = begin + (number < members ? 2000 : below((unsigned)m->distance));
        if (m == before) /* it has just begun */
            m->next = begin;
        takt_sim_pend_at(0, i, m->next);
    }
    MUST(takt_sleep((takt_deadline_t)(2 * span)));
}

static void record(void)
{
    MUST(takt_sleep(TAKT_US(100)));
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    phase(members);
    takt_trace_stop();
    MUST(takt_trace_save("limits.takt"));
}

static void conduct(void *arg)
{
    long phasings = strtol(takt_argument("phasings", "20"), NULL, 10);

    (void)arg;
    for (unsigned i = 0; i < members; i++)
        make(&member[i]);
    if (mode != 'l') {
        record();
        takt_exit(0);
    }
    for (long i = 0; i < phasings; i++)
        phase((unsigned)i);
    for (unsigned i = 0; i < members; i++)
        takt_printf("%s %lld %u\n", member[i].name, (long long)member[i].worst, member[i].jobs);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "conductor", .entry = conduct, .stack = stack, .stack_size = sizeof(stack), .priority = 0};

    if (core != 0)
        return;
    mode = takt_argument("mode", "record")[0];
    chance = takt_sim_seed();
    (void)below(2);
    draw();
    MUST(takt_thread_create(&conductor, &attr));
    MUST(takt_thread_start(&conductor));
}
