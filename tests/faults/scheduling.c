/*
 * Faults of scheduling, hand-over and preemption that were reported against other kernels, each tried here. The name
 * says the fault, the comment where it was reported.
 */
#include "faults.h"

static struct takt_sem go, other;
static struct takt_mutex mutex;

static void init(void)
{
    EXPECT_EQ(takt_sem_init(&go, 0, 10), 0);
    EXPECT_EQ(takt_sem_init(&other, 0, 10), 0);
    EXPECT_EQ(takt_mutex_init(&mutex, 0), 0);
}

static void wakes_often(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    mark("waker");
}

static void spins(void *arg)
{
    (void)arg;
    takt_work(TAKT_MS(6));
    mark("spinner");
}

static void spin_beside_a_waker(takt_time_t slice)
{
    (void)spawn(LOW, wakes_often, NULL);
    (void)spawn_with((struct takt_thread_attr){.priority = LOW, .entry = spins, .slice = slice});
    scenario_join_all();
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/pull/568 */
static void equal_priority_switches_with_slicing_off(void)
{
    spin_beside_a_waker(0);
    EXPECT_MARKS("spinner waker");
    spin_beside_a_waker(TAKT_MS(2));
    EXPECT_MARKS("waker spinner");
}

static volatile bool enough;

static void interrupts_the_slice(void *arg)
{
    (void)arg;
    while (!enough)
        EXPECT_EQ(takt_sleep(TAKT_US(300)), 0);
}

static void works_for_long(void *arg)
{
    (void)arg;
    takt_work(TAKT_MS(8));
    mark_self();
}

static void works_shortly(void *arg)
{
    (void)arg;
    takt_work(TAKT_MS(1));
    mark_self();
}

/* https://github.com/espressif/esp-idf/issues/15453: a share that is cut into pieces by a more urgent thread has to end
 * all the same */
static void slice_begins_anew_after_each_interruption(void)
{
    struct takt_thread_attr first = {
        .name = "long", .priority = LOW, .entry = works_for_long, .slice = TAKT_MS(2)};
    struct takt_thread_attr second = {
        .name = "short", .priority = LOW, .entry = works_shortly, .slice = TAKT_MS(2)};

    enough = false;
    (void)spawn_with(first);
    (void)spawn_with(second);
    (void)spawn(HIGH, interrupts_the_slice, NULL);
    EXPECT_EQ(takt_sleep(TAKT_MS(20)), 0);
    enough = true;
    scenario_join_all();
    EXPECT_MARKS("short long");
}

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), 2)];

static void receives(void *arg)
{
    int message = 0;

    (void)arg;
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_FOREVER), 0);
    EXPECT_EQ(message, 7);
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_MS(50)), -ETIMEDOUT);
    mark("receiver");
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/pull/984: a suspended thread that entered a receive made itself ready */
static void suspended_receiver_becomes_ready(void)
{
    struct takt_thread *receiver;
    int message = 7;

    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(int), 2), 0);
    receiver = spawn(HIGH, receives, NULL);
    EXPECT_EQ(takt_thread_suspend(receiver), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_thread_resume(receiver), 0);
    EXPECT_EQ(takt_thread_suspend(receiver), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(100)), 0); /* its deadline passes */
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_resume(receiver), 0);
    EXPECT_MARKS("receiver");
}

static void takes_go(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&go, TAKT_FOREVER), 0);
    mark("go");
}

static void takes_other(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&other, TAKT_FOREVER), 0);
    mark("other");
}

static void give_other(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_give(&other), 0);
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/1328 */
static void switch_asked_for_while_preemption_was_off_is_lost(void)
{
    init();
    (void)spawn(HIGH, takes_go, NULL);
    (void)spawn(HIGHER, takes_other, NULL);
    takt_preempt_lock();
    EXPECT_EQ(takt_sem_give(&go), 0);
    in_handler(give_other, NULL);
    takt_preempt_lock();
    takt_preempt_unlock();
    EXPECT_MARKS("");
    takt_preempt_unlock();
    EXPECT_MARKS("other go");
}

static void waits_for_mutex(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT(takt_mutex_owner(&mutex) == takt_self());
    mark("owner");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

/* https://github.com/apache/nuttx/issues/587: there a signal; Takt has none, so a handler while the thread waits */
static void wait_ends_because_a_handler_ran(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    (void)spawn(HIGH, waits_for_mutex, NULL);
    for (int i = 0; i < 10; i++)
        in_handler(give_other, NULL);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    EXPECT_MARKS("owner");
}

/* https://github.com/raspberrypi/pico-sdk/issues/1646: a lock waited for with the scheduler off; refused instead */
static void wait_with_preemption_off_hangs(void)
{
    static struct takt_cond cond;

    init();
    EXPECT_EQ(takt_cond_init(&cond), 0);
    (void)spawn(HIGH, takes_go, NULL);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    takt_preempt_lock();
    EXPECT_EQ(takt_sem_take(&other, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM);
    EXPECT_EQ(takt_thread_suspend(takt_self()), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    takt_preempt_unlock();
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("go");
}

static void keeps_its_threshold(void *arg)
{
    void (*pause)(void) = *(void (**)(void))arg;

    pause();
    EXPECT_EQ(takt_sem_give(&go), 0);
    mark("low");
}

static void pause_yield(void)
{
    takt_yield();
}

static void pause_sleep(void)
{
    EXPECT_EQ(takt_sleep(takt_at(takt_now())), 0);
}

/* As https://github.com/FreeRTOS/FreeRTOS/issues/1168 (a raised priority that goes too late), the other way round: a
 * threshold that goes too early, when a thread gave way and nobody took its place. */
static void threshold_goes_when_a_thread_gives_way_to_nobody(void)
{
    void (*pauses[])(void) = {pause_yield, pause_sleep};

    for (unsigned i = 0; i < sizeof pauses / sizeof *pauses; i++) {
        init();
        (void)spawn(LOW - 1, takes_go, NULL);
        scenario_let_run();
        (void)spawn_with((struct takt_thread_attr){.priority = LOW,
                                                   .has_threshold = true,
                                                   .threshold = LOW - 2,
                                                   .entry = keeps_its_threshold,
                                                   .arg = &pauses[i]});
        scenario_join_all();
        EXPECT_MARKS("low go");
    }
}

SCENARIOS(SCENARIO(equal_priority_switches_with_slicing_off),
          SCENARIO(slice_begins_anew_after_each_interruption), SCENARIO(suspended_receiver_becomes_ready),
          SCENARIO(switch_asked_for_while_preemption_was_off_is_lost),
          SCENARIO(wait_ends_because_a_handler_ran), SCENARIO(wait_with_preemption_off_hangs),
          SCENARIO(threshold_goes_when_a_thread_gives_way_to_nobody));
