/*
 * What belongs to the core: clock, work, idle hook, interrupts, subsystem locks, and the check of everything.
 * The last looks into the kernel's own state, and breaks it, with handlers kept away by the kernel lock.
 */
#include "scenario.h"

#include <string.h>

#include "kernel.h"

static void the_clock_goes_on(void)
{
    takt_time_t before = takt_now(), after;

    for (int i = 0; i < 100; i++) {
        after = takt_now();
        EXPECT(after >= before);
        before = after;
    }
    takt_work(TAKT_MS(1));
    EXPECT_TIME(takt_now(), before + (scenario_exact_time() ? TAKT_MS(1) : 0), TAKT_US(5));
    takt_work(0);
    takt_work(-1);
}

static void work_2_ms(void *arg)
{
    mark(arg);
    takt_work(TAKT_MS(2));
    mark(arg);
}

static void run_then_wait(void *arg)
{
    struct takt_sem *sem = arg;

    for (int i = 0; i < 2; i++) {
        EXPECT_EQ(takt_sleep(TAKT_US(500)), 0);
        mark("H");
        takt_work(TAKT_MS(1));
    }
    EXPECT_EQ(takt_sem_give(sem), 0);
}

/* Time that others took is not work. */
static void work_is_preempted(void)
{
    takt_time_t begin = takt_now();
    struct takt_sem sem;

    if (!scenario_exact_time())
        return;
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(HIGH, run_then_wait, &sem);
    (void)spawn(LOW, work_2_ms, "L");
    scenario_join_all();
    EXPECT_MARKS("L H H L");
    EXPECT_TIME(takt_now(), begin + TAKT_MS(4), TAKT_US(20));
}

/* The idle thread tells when it would be woken. */
static volatile takt_time_t idle_told;

void takt_idle_hook(takt_time_t next_event)
{
    EXPECT(!takt_in_handler());
    if (takt_core_id() == 0)
        idle_told = next_event;
}

static void never(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    EXPECT(false);
}

static void the_idle_hook_is_told_the_next_event(void)
{
    takt_time_t when = takt_now() + scenario_soon();
    struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, never, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_S(100), 0), 0);
    EXPECT_EQ(takt_sleep(takt_at(when)), 0);
    EXPECT_TIME(idle_told, when - TAKT_US(1), TAKT_US(2));
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

static void nothing(void *arg)
{
    (void)arg;
}

static void take_forever(void *arg)
{
    EXPECT_EQ(takt_sem_take(arg, TAKT_FOREVER), 0);
}

static void count(void *arg)
{
    ++*(volatile int *)arg;
}

static void interrupt_services_refuse(void)
{
    EXPECT_EQ(takt_irq_attach(UINT32_MAX, 1, count, NULL), -EINVAL);
    EXPECT_EQ(takt_irq_attach(5, UINT32_MAX, count, NULL), -EINVAL);
    EXPECT_EQ(takt_irq_enable(UINT32_MAX), -EINVAL);
    EXPECT_EQ(takt_irq_disable(UINT32_MAX), -EINVAL);
    EXPECT_EQ(takt_irq_pend(UINT32_MAX), -EINVAL);
}

/* A line that is held back stays pending, and comes when it is let through. */
static void a_disabled_interrupt_stays_pending(void)
{
    volatile int counted = 0;

    EXPECT_EQ(takt_irq_attach(5, 3, count, ARG(&counted)), 0);
    EXPECT_EQ(takt_irq_attach(5, 3, count, ARG(&counted)), -EBUSY);
    EXPECT_EQ(takt_irq_pend(5), 0);
    EXPECT_EQ(counted, 0);
    EXPECT_EQ(takt_irq_enable(5), 0);
    EXPECT_EQ(counted, 1);
    EXPECT_EQ(takt_irq_pend(5), 0);
    EXPECT_EQ(counted, 2);
    EXPECT_EQ(takt_irq_disable(5), 0);
    EXPECT_EQ(takt_irq_pend(5), 0);
    EXPECT_EQ(counted, 2);
    EXPECT_EQ(takt_irq_enable(5), 0);
    EXPECT_EQ(counted, 3);
    EXPECT_EQ(takt_irq_attach(5, 3, NULL, NULL), 0);
    EXPECT_EQ(takt_irq_attach(5, 7, count, ARG(&counted)), 0);
    EXPECT_EQ(takt_irq_attach(5, 7, NULL, NULL), 0);
}

/* A subsystem's lock: zeroed memory is one that is free. */
static struct takt_klock klock;

static void enter_and_mark(void *arg)
{
    takt_klock_enter(&klock);
    mark(arg);
    takt_klock_exit(&klock);
}

static void a_subsystem_is_entered_by_one(void)
{
    takt_klock_enter(&klock);
    (void)spawn(HIGH, enter_and_mark, "H");
    mark("D");
    takt_klock_exit(&klock);
    EXPECT_MARKS("D H");
}

/* Breaking what takt_core_check() looks at, one thing at a time. */

static int check_with(void *place, const void *broken, size_t size)
{
    unsigned char kept[16];
    int result;

    memcpy(kept, place, size);
    memcpy(place, broken, size);
    result = takt_core_check();
    memcpy(place, kept, size);
    return result;
}

#define CHECK_WITH(place, value) check_with(&(place), &(__typeof__(place)){value}, sizeof(place))

static void check_finds_a_broken_core(void)
{
    struct takt_core *core = takt_core();
    struct takt_sem sem;
    struct takt_thread *ready = spawn(LOW, nothing, NULL), *waiting;

    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    waiting = spawn(HIGH, take_forever, &sem);
    takt_preempt_lock();
    EXPECT_EQ(takt_core_check(), 0);
    EXPECT_EQ(CHECK_WITH(core->ready[0], core->ready[0] ^ (0x80000000u >> LOW)), -EFAULT);
    EXPECT_EQ(CHECK_WITH(core->ready[0], core->ready[0] | (0x80000000u >> LOWER)), -EFAULT);
    EXPECT_EQ(CHECK_WITH(ready->level, LOW + 1), -EFAULT);
    EXPECT_EQ(CHECK_WITH(ready->effective, LOW - 1), -EFAULT);
    EXPECT_EQ(CHECK_WITH(ready->state, TAKT_STATE_SUSPENDED), -EFAULT);
    EXPECT_EQ(CHECK_WITH(waiting->state, 0), -EFAULT);
    EXPECT_EQ(CHECK_WITH(ready->link.prev, waiting), -EFAULT);
    EXPECT_EQ(CHECK_WITH(ready->threshold, LOW + 1), -EFAULT);
    EXPECT_EQ(takt_core_check(), 0);
    takt_preempt_unlock();
    EXPECT_EQ(takt_sem_give(&sem), 0);
}

/* A thread that is in its level's list, but not in the core's. */
static void check_counts_the_ready_threads(void)
{
    struct takt_core *core = takt_core();
    struct takt_thread *ready = spawn(LOW, nothing, NULL);

    EXPECT(core->threads == ready);
    takt_preempt_lock();
    EXPECT_EQ(CHECK_WITH(core->threads, ready->all_next), -EFAULT);
    EXPECT_EQ(takt_core_check(), 0);
    takt_preempt_unlock();
}

void scenario_before_start(void)
{
    takt_klock_enter(&klock);
    takt_klock_exit(&klock);
    takt_work(TAKT_US(1));
    EXPECT_EQ(takt_core_id(), 0);
    EXPECT(!takt_in_handler());
}

SCENARIOS(SCENARIO(the_clock_goes_on), SCENARIO(work_is_preempted),
          SCENARIO(the_idle_hook_is_told_the_next_event), SCENARIO(interrupt_services_refuse),
          SCENARIO(a_disabled_interrupt_stays_pending), SCENARIO(a_subsystem_is_entered_by_one),
          SCENARIO(check_finds_a_broken_core), SCENARIO(check_counts_the_ready_threads));
