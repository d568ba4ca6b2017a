/*
 * Everything at once, for as long as asked: on each core threads of one level with slices from 50 us to 1 ms that
 * compute with floating point, a timer of 10 kHz, a thread that it wakes each time, and every third time a give to the
 * next core, whose thread waits for it. Each wait has a deadline, so a lost wake-up ends the run; each give is counted
 * and must arrive; each computation must give the same result every time.
 */
#include "host_test.h"

#define WORKERS  6u
#define PATIENCE TAKT_S(20)
#define MANY     1000000000u

struct core {
    struct host_test_thread worker[WORKERS], woken, partner, watcher;
    struct takt_timer timer;
    struct takt_sem tick, bell;
    struct takt_remote next;
    uint64_t ticks, wakes, gives, takes, work[WORKERS];
};

static struct core cores[CONFIG_TAKT_CORES];
static struct takt_word found, quiet, done;

static void name_of(char *name, unsigned core)
{
    name[0] = 's';
    name[1] = (char)('0' + core / 10);
    name[2] = (char)('0' + core % 10);
    name[3] = '\0';
}

static void tick(struct takt_timer *timer, void *arg)
{
    struct core *core = arg;

    (void)timer;
    core->ticks++;
    HOST_TEST_CHECK(takt_sem_give(&core->tick) == 0);
    if (core->ticks % 3 == 0) {
        HOST_TEST_CHECK(takt_remote_sem_give(&core->next) == 0);
        core->gives++;
    }
}

static void be_woken(void *arg)
{
    struct core *core = arg;

    for (;;) {
        HOST_TEST_CHECK(takt_sem_take(&core->tick, PATIENCE) == 0);
        core->wakes++;
    }
}

static void be_partner(void *arg)
{
    struct core *core = arg;

    for (;;) {
        HOST_TEST_CHECK(takt_sem_take(&core->bell, PATIENCE) == 0);
        core->takes++;
    }
}

static double compute(unsigned number)
{
    double sum = 0;

    for (unsigned k = 1; k < 2000; k++)
        sum += (1.0 + number) / k;
    return sum;
}

static void work(void *arg)
{
    struct core *core = &cores[takt_core_id()];
    unsigned index = (unsigned)(uintptr_t)arg;
    double first = compute(index);

    for (;;) {
        HOST_TEST_CHECK(compute(index) == first);
        core->work[index]++;
        takt_port_unmask(takt_port_mask()); /* under ThreadSanitizer interrupts are taken at calls */
        if (index == 0 && core->work[index] % 64 == 0)
            takt_yield();
        if (index == 1 && core->work[index] % 100 == 0)
            HOST_TEST_CHECK(takt_sleep(TAKT_US(50)) == 0);
    }
}

/* All cores wait for all. */
static void meet(struct takt_word *place)
{
    /* acquire and release: what the others counted before is seen after */
    (void)TAKT_ADD(place, 1, acq_rel);
    while (TAKT_LOAD(place, acquire) != takt_core_count())
        HOST_TEST_CHECK(takt_sleep(TAKT_MS(1)) == 0);
}

static void settle(struct core *core)
{
    (void)takt_timer_stop(&core->timer);
    meet(&quiet);
    HOST_TEST_CHECK(takt_sleep(TAKT_MS(200)) == 0);
    HOST_TEST_CHECK(takt_core_check() == 0);
    HOST_TEST_CHECK(core->wakes == core->ticks);
    HOST_TEST_CHECK(core->takes == cores[(takt_core_id() + takt_core_count() - 1) % takt_core_count()].gives);
    for (unsigned i = 0; i < WORKERS; i++)
        HOST_TEST_CHECK(core->work[i] != 0);
    takt_printf("core %u: %llu ticks, %llu bells, %u periods without a tick\n", takt_core_id(),
                (unsigned long long)core->ticks, (unsigned long long)core->takes,
                takt_timer_missed(&core->timer));
}

static void watch(void *arg)
{
    struct core *core = arg;
    char name[4];

    name_of(name, (takt_core_id() + 1) % takt_core_count());
    HOST_TEST_CHECK(takt_remote_find(&core->next, name, PATIENCE) == 0);
    meet(&found);
    HOST_TEST_CHECK(takt_timer_start(&core->timer, TAKT_US(100), TAKT_US(100)) == 0);
    HOST_TEST_CHECK(takt_sleep(TAKT_MS(host_test_number("ms", 2000))) == 0);
    settle(core);
    meet(&done);
    if (takt_core_id() == 0)
        host_test_done("ticks on core 0, all answered", core->ticks, 100);
}

static void start(struct host_test_thread *thread, void (*entry)(void *), takt_prio_t priority,
                  struct core *core)
{
    host_test_start(thread, &(struct takt_thread_attr){.entry = entry, .arg = core, .priority = priority});
}

void takt_main(unsigned number)
{
    static const takt_time_t slices[WORKERS] = {50000, 100000, 200000, 400000, 800000, 1000000};
    struct core *core = &cores[number];
    char name[4];

    if (takt_core_count() == 1) {
        takt_printf("needs two cores\n");
        takt_exit(77);
    }
    name_of(name, number);
    HOST_TEST_CHECK(takt_sem_init(&core->tick, 0, MANY) == 0);
    HOST_TEST_CHECK(takt_sem_init(&core->bell, 0, MANY) == 0);
    HOST_TEST_CHECK(takt_timer_init_direct(&core->timer, tick, core) == 0);
    HOST_TEST_CHECK(takt_remote_export_sem(&core->bell, name) == 0);
    for (unsigned i = 0; i < WORKERS; i++)
        host_test_start(&core->worker[i], &(struct takt_thread_attr){.name = "worker",
                                                                     .entry = work,
                                                                     .arg = (void *)(uintptr_t)i,
                                                                     .priority = 10,
                                                                     .slice = slices[i]});
    start(&core->watcher, watch, 1, core);
    start(&core->woken, be_woken, 3, core);
    start(&core->partner, be_partner, 4, core);
}
