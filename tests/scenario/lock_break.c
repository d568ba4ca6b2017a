/*
 * Long holds of the kernel lock are broken: who wakes first runs, and waits again, before the last one wakes. A broadcast
 * ends all the same, and wakes each of those who waited once. And what the models of preemption promise of a subsystem's
 * work: when a more urgent thread runs that a handler wakes in the middle.
 */
#include <takt/preempt.h>

#include "scenario.h"

#include "kernel.h"

static struct takt_mutex monitor;
static struct takt_cond cond;
static struct takt_sem sem;
static struct takt_thread *low;
static unsigned wakes[2];
static bool over, again, low_waited;

static void wait_cond(unsigned who)
{
    EXPECT_EQ(takt_mutex_lock(&monitor, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_cond_wait(&cond, &monitor, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_unlock(&monitor), 0);
    wakes[who]++;
}

/* More urgent than the driver: runs in the middle of its broadcast, and waits again there. */
static void urgent(void *arg)
{
    (void)arg;
    while (!over) {
        wait_cond(0);
        low_waited = low_waited || (low->state & TAKT_STATE_BLOCKED) != 0;
        if (again && !over) {
            again = false;
            EXPECT_EQ(takt_cond_broadcast(&cond), 0);
        }
    }
}

static void relaxed(void *arg)
{
    (void)arg;
    wait_cond(1);
}

static void broadcast(bool nested)
{
    EXPECT_EQ(takt_mutex_init(&monitor, 0), 0);
    EXPECT_EQ(takt_cond_init(&cond), 0);
    wakes[0] = wakes[1] = 0;
    over = low_waited = false;
    again = nested;
    low = spawn(LOW, relaxed, NULL);
    (void)spawn(HIGH, urgent, NULL);
    scenario_let_run();
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    scenario_let_run();
    EXPECT_EQ(wakes[0], 1);
    EXPECT_EQ(wakes[1], 1);
    EXPECT_EQ(low_waited, CONFIG_TAKT_LOCK_BREAK);
    EXPECT_EQ(takt_cond_check(&cond), 0);
    over = true;
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    scenario_join_all();
}

static void a_broadcast_wakes_each_waiter_once(void)
{
    broadcast(false);
}

static void a_broadcast_in_a_broadcast_ends_both(void)
{
    broadcast(true);
}

static void take_high(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), -EIDRM);
    low_waited = (low->state & TAKT_STATE_BLOCKED) != 0;
}

static void take_low(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), -EIDRM);
}

static void deletion_lets_the_first_run(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    low = spawn(LOW, take_low, NULL);
    (void)spawn(HIGH, take_high, NULL);
    scenario_let_run();
    EXPECT_EQ(takt_sem_delete(&sem), 0);
    EXPECT_EQ(low_waited, CONFIG_TAKT_LOCK_BREAK);
    scenario_join_all();
}

static void come_on(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), 0);
    mark("urgent");
}

static void give(void *arg)
{
    (void)arg;
    (void)takt_sem_give(&sem);
}

static void work_of_a_subsystem_gives_way_as_configured(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(HIGH, come_on, NULL);
    takt_service_begin();
    takt_service_begin();
    in_handler(give, NULL);
    mark("work");
    takt_preempt_point();
    mark("after");
    takt_service_end();
    mark("outer");
    takt_service_end();
    mark("end");
    if (CONFIG_TAKT_PREEMPT)
        EXPECT_MARKS("urgent work after outer end");
    else if (CONFIG_TAKT_PREEMPT_POINTS)
        EXPECT_MARKS("work urgent after outer end");
    else
        EXPECT_MARKS("work after outer urgent end");
    scenario_join_all();
}

/* The application's own section is kept at a point. */
static void a_point_in_a_section_gives_no_way(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(HIGH, come_on, NULL);
    takt_preempt_lock();
    takt_service_begin();
    in_handler(give, NULL);
    takt_preempt_point();
    takt_service_resume(takt_service_pause());
    mark("work");
    takt_service_end();
    mark("section");
    takt_preempt_unlock();
    EXPECT_MARKS("work section urgent");
    scenario_join_all();
}

SCENARIOS(SCENARIO(a_broadcast_wakes_each_waiter_once), SCENARIO(a_broadcast_in_a_broadcast_ends_both),
          SCENARIO(deletion_lets_the_first_run), SCENARIO(work_of_a_subsystem_gives_way_as_configured),
          SCENARIO(a_point_in_a_section_gives_no_way));
