/*
 * The mixed scenario: set-up, the workers, and the supervisor of each core. See mixed.h.
 *
 * The supervisor is less urgent than every worker. When it runs, all workers of its core wait or are suspended: it
 * resumes them and gives the semaphore on which some wait without a deadline. So every run ends, and a run that does
 * not is a fault. The last core to balance its books ends the run.
 *
 * usage: mixed --mode seeded --seed N [--cores N] [--start NS] [length=OPERATIONS of each worker]
 */
#include <stdlib.h>

#include "mixed.h"

struct mixed_world mixed_worlds[CONFIG_TAKT_CORES];

static struct takt_word balanced; /* cores whose books balance */
static _Alignas(16) unsigned char stacks[CONFIG_TAKT_CORES][MIXED_WORKERS + 1][TAKT_STACK_MIN];
static void *messages[CONFIG_TAKT_CORES][MIXED_QUEUES][TAKT_QUEUE_WORDS(MIXED_LARGEST, 3)];
static void *blocks[CONFIG_TAKT_CORES][TAKT_POOL_WORDS(3 * sizeof(void *), MIXED_BLOCKS)];

void mixed_fail(const char *what, const char *file, int line, long value)
{
    (void)takt_printf("FAIL %s:%d: core %u, thread %s: %s (%ld)\n", file, line, takt_core_id(),
                      takt_self() == NULL ? "none" : takt_thread_name(takt_self()), what, value);
    takt_exit(1);
}

void mixed_result(int result, const int *allowed, size_t count, const char *file, int line)
{
    for (size_t i = 0; i < count; i++) {
        if (result == allowed[i])
            return;
    }
    mixed_fail("a result that may not be", file, line, result);
}

takt_deadline_t mixed_wait(struct mixed_random *random)
{
    takt_time_t span = 1 + mixed_below(random, 15000);

    switch (mixed_below(random, 6)) {
    case 0:
        return TAKT_NO_WAIT;
    case 1:
        return takt_at(takt_now() + span);
    case 2:
        return takt_at(takt_now() - span / 8);
    default:
        return span;
    }
}

static unsigned length(void)
{
    return (unsigned)strtoul(takt_argument("length", "25"), NULL, 10);
}

static void worker(void *arg)
{
    struct mixed_random *random = arg;
    struct mixed_world *world = mixed_world();

    for (unsigned i = length(); i-- > 0;)
        mixed_operate(world, random);
    mixed_leave_locked(world, random);
}

/* All workers wait: let them go on. */
static void rescue(struct mixed_world *world)
{
    for (unsigned i = 0; i < MIXED_WORKERS; i++)
        MIXED_RESULT(takt_thread_resume(&world->worker[i]), 0, -EALREADY, -ESRCH);
    MIXED_RESULT(takt_sem_give(&world->sem[0]), 0);
    world->given[0]++;
}

static void quieten(struct mixed_world *world)
{
    world->quiet = true;
    for (unsigned line = 0; line < MIXED_LINES; line++)
        MIXED_RESULT(takt_irq_disable(line), 0);
    for (unsigned i = 0; i < MIXED_TIMERS; i++)
        MIXED_RESULT(takt_timer_stop(&world->timer[i]), 0, -EALREADY);
}

static void supervisor(void *arg)
{
    struct mixed_world *world = arg;
    unsigned rounds = 0;

    mixed_across_find(world);
    for (unsigned i = 0; i < MIXED_WORKERS; i++)
        MIXED_RESULT(takt_thread_start(&world->worker[i]), 0);
    for (unsigned i = 0; i < MIXED_WORKERS; i++) {
        while (takt_thread_join(&world->worker[i], NULL, TAKT_US(10)) != 0) {
            MIXED_CHECK(++rounds < 1000 * length());
            rescue(world);
        }
    }
    quieten(world);
    mixed_across_end(world);
    mixed_across_account(world);
    mixed_account(world);
    /* the last core sees all others' books balanced: acq_rel, pairs with itself on the other cores */
    if (TAKT_ADD(&balanced, 1, acq_rel) + 1 == takt_core_count()) {
        (void)takt_printf("choices=%llu\n", (unsigned long long)takt_sim_choices_all());
        takt_exit(0);
    }
}

static void create(struct mixed_world *world, struct takt_thread *thread, unsigned number)
{
    static const char *const names[] = {"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7"};
    struct mixed_random *random = &world->random[number];
    takt_prio_t priority = (takt_prio_t)(4 + mixed_below(random, 8));
    struct takt_thread_attr attr = {
        .name = names[number],
        .entry = worker,
        .arg = random,
        .stack = stacks[world->core][number],
        .stack_size = TAKT_STACK_MIN,
        .priority = priority,
        .has_threshold = mixed_once_in(random, 3),
        .threshold = (takt_prio_t)mixed_below(random, priority + 1u),
        .slice = mixed_once_in(random, 2) ? 0 : 300 + mixed_below(random, 4000),
    };

    MIXED_RESULT(takt_thread_create(thread, &attr), 0);
}

static void init_objects(struct mixed_world *world)
{
    MIXED_RESULT(takt_sem_init(&world->sem[0], 0, UINT32_MAX), 0);
    MIXED_RESULT(takt_sem_init(&world->sem[1], 0, 2), 0);
    for (unsigned i = 0; i < MIXED_MUTEXES; i++)
        MIXED_RESULT(takt_mutex_init(&world->guard[i].mutex, i == 0 ? TAKT_MUTEX_RECURSIVE : 0), 0);
    MIXED_RESULT(takt_mutex_init(&world->monitor, 0), 0);
    MIXED_RESULT(takt_cond_init(&world->changed), 0);
    MIXED_RESULT(takt_queue_init(&world->queue[0].queue, messages[world->core][0], 8, 3), 0);
    MIXED_RESULT(takt_queue_init(&world->queue[1].queue, messages[world->core][1], MIXED_LARGEST, 1), 0);
    MIXED_RESULT(takt_event_init(&world->event, 0), 0);
    MIXED_RESULT(takt_pool_init(&world->pool, blocks[world->core], 3 * sizeof(void *), MIXED_BLOCKS), 0);
    for (unsigned i = 0; i < MIXED_TIMERS; i++)
        MIXED_RESULT(takt_timer_init_direct(&world->timer[i], mixed_timer_function, world), 0);
    for (unsigned line = 0; line < MIXED_LINES; line++) {
        MIXED_RESULT(takt_irq_attach(line, 1 + 3 * line, mixed_handler, world), 0); /* 4 is the timer's */
        MIXED_RESULT(takt_irq_enable(line), 0);
    }
}

void takt_main(unsigned core)
{
    struct mixed_world *world = &mixed_worlds[core];
    struct takt_thread_attr attr = {
        .name = "supervisor",
        .entry = supervisor,
        .arg = world,
        .stack = stacks[core][MIXED_WORKERS],
        .stack_size = TAKT_STACK_MIN,
        .priority = 20,
    };

    world->core = core;
    for (unsigned i = 0; i <= MIXED_WORKERS; i++)
        world->random[i].state = takt_sim_seed() * 1000003 + core * 64 + i;
    init_objects(world);
    mixed_across_init(world);
    for (unsigned i = 0; i < MIXED_WORKERS; i++)
        create(world, &world->worker[i], i);
    MIXED_RESULT(takt_thread_create(&world->supervisor, &attr), 0);
    MIXED_RESULT(takt_thread_start(&world->supervisor), 0);
}
