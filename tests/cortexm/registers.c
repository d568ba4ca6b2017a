/*
 * A thread that is preempted finds all its registers as they were, and the flags: two threads keep patterns of their
 * own in them for a while, under slices that end at no place in particular, and a timer beside.
 */
#include "scenario.h"

#include "registers.h"

#define SPAN TAKT_MS(30)

static volatile unsigned wrong, rounds[2];

static void keep(void *arg)
{
    unsigned me = (unsigned)(uintptr_t)arg;
    takt_time_t until = takt_now() + SPAN;

    while (takt_now() < until) {
        wrong += registers_changed(0x10000001u * (me + 1) + rounds[me]);
        rounds[me]++;
    }
}

static void nothing(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
}

static void spawn_keeper(unsigned me)
{
    (void)spawn_with((struct takt_thread_attr){
        .priority = LOW, .entry = keep, .arg = ARG(me), .slice = TAKT_US(50 + 7 * me)});
}

static void registers_survive_preemption(void)
{
    static struct takt_timer timer;

    wrong = rounds[0] = rounds[1] = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, nothing, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(31), TAKT_US(31)), 0);
    spawn_keeper(0);
    spawn_keeper(1);
    scenario_join_all();
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT_EQ(wrong, 0);
    EXPECT(rounds[0] != 0 && rounds[1] != 0);
    scenario_cases(rounds[0] + rounds[1]);
}

SCENARIOS(SCENARIO(registers_survive_preemption));
