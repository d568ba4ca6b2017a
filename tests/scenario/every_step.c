/* See every_step.h. The line is more urgent than the timer, so that the timer's handler is disturbed as well. */
#include "every_step.h"

#include <takt_sim.h>

#define LINE  3u
#define LIMIT 2000u /* no operation has so many steps */

bool every_step_disturbed;

static const struct every_step *now;
static struct takt_sem go;
static bool over;

static void disturb(void *arg)
{
    (void)arg;
    every_step_disturbed = true;
    now->disturb();
}

static void release(void *arg)
{
    (void)arg;
    every_step_disturbed = true;
    EXPECT_EQ(takt_sem_give(&go), 0);
}

static void disturbing_thread(void *arg)
{
    EXPECT_EQ(takt_sem_take(&go, TAKT_FOREVER), 0);
    if (!over)
        disturb(arg);
}

/* Whether the operation had a k-th step. */
static bool turn(const struct every_step *what, unsigned k, bool by_thread)
{
    every_step_disturbed = false;
    over = false;
    what->setup();
    takt_sim_pend_at_choice(0, LINE, takt_sim_choices(0) + k);
    what->operate();
    takt_sim_pend_at_choice(0, LINE, TAKT_SIM_NEVER);
    over = true;
    if (by_thread && !every_step_disturbed)
        EXPECT_EQ(takt_sem_give(&go), 0);
    what->verify();
    EXPECT_EQ(takt_core_check(), 0);
    return every_step_disturbed;
}

static void all_turns(const struct every_step *what, void (*handler)(void *), bool by_thread)
{
    unsigned k = 0;

    now = what;
    EXPECT_EQ(takt_irq_attach(LINE, 2, handler, NULL), 0);
    EXPECT_EQ(takt_irq_enable(LINE), 0);
    do {
        k++;
        if (by_thread) {
            EXPECT_EQ(takt_sem_init(&go, 0, 2), 0);
            (void)spawn(HIGHER, disturbing_thread, NULL);
        }
    } while (turn(what, k, by_thread) && k < LIMIT);
    EXPECT(k < LIMIT);
    scenario_cases(k);
    EXPECT_EQ(takt_irq_attach(LINE, 2, NULL, NULL), 0);
}

void every_step_in_a_handler(const struct every_step *what)
{
    all_turns(what, disturb, false);
}

void every_step_by_a_thread(const struct every_step *what)
{
    all_turns(what, release, true);
}
