/*
 * Faults of priority inheritance that were reported against other kernels, each tried here. The name says the fault,
 * the comment where it was reported; the scenario is the report's, in Takt's words.
 *
 * low, middle and high are less and more urgent than the driver, which plays the rest of the system. A thread that
 * waits for `go` holds what it holds until the driver gives it; it then runs at its effective priority, so the order
 * of the marks shows the inheritance, not only what the query says.
 */
#include "faults.h"

static struct takt_mutex a, b, c;
static struct takt_sem go;

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&a, 0), 0);
    EXPECT_EQ(takt_mutex_init(&b, 0), 0);
    EXPECT_EQ(takt_mutex_init(&c, 0), 0);
    EXPECT_EQ(takt_sem_init(&go, 0, 10), 0);
}

static void lock(struct takt_mutex *mutex)
{
    EXPECT_EQ(takt_mutex_lock(mutex, TAKT_FOREVER), 0);
}

static void unlock(struct takt_mutex *mutex)
{
    EXPECT_EQ(takt_mutex_unlock(mutex), 0);
}

static void wait_go(void)
{
    EXPECT_EQ(takt_sem_take(&go, TAKT_FOREVER), 0);
}

/* Lock a mutex, leave a mark, unlock. */
static void high_locks_a(void *arg)
{
    (void)arg;
    lock(&a);
    mark("high");
    unlock(&a);
}

static void low_unlocks_b_first(void *arg)
{
    (void)arg;
    lock(&a);
    lock(&b);
    wait_go();
    unlock(&b);
    EXPECT_PRIORITY(takt_self(), HIGH);
    mark("low");
    unlock(&a);
    EXPECT_PRIORITY(takt_self(), LOW);
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/47942
 * https://github.com/zephyrproject-rtos/zephyr/pull/113440 */
static void boost_lost_when_another_mutex_is_unlocked(void)
{
    struct takt_thread *low;

    init();
    low = spawn(LOW, low_unlocks_b_first, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    EXPECT_PRIORITY(low, HIGH);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("low high");
}

static void low_holds_a(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    mark("low");
    unlock(&a);
    EXPECT_PRIORITY(takt_self(), LOW);
}

static void middle_holds_b_wants_a(void *arg)
{
    (void)arg;
    lock(&b);
    lock(&a);
    mark("middle");
    unlock(&a);
    unlock(&b);
    EXPECT_PRIORITY(takt_self(), LOW - 1);
}

static void high_locks_b(void *arg)
{
    (void)arg;
    lock(&b);
    mark("high");
    unlock(&b);
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/47942 (no boost along a chain) */
static void boost_does_not_go_along_a_chain(void)
{
    struct takt_thread *low, *middle;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    middle = spawn(LOW - 1, middle_holds_b_wants_a, NULL);
    scenario_let_run();
    EXPECT_PRIORITY(low, LOW - 1);
    (void)spawn(HIGH, high_locks_b, NULL);
    EXPECT_PRIORITY(middle, HIGH);
    EXPECT_PRIORITY(low, HIGH);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("low middle high");
}

static void low_unlocks_a_first(void *arg)
{
    (void)arg;
    lock(&a);
    lock(&b);
    wait_go();
    unlock(&a);
    EXPECT_PRIORITY(takt_self(), LOW);
    mark("low");
    unlock(&b);
}

static void note_self(void *arg)
{
    (void)arg;
    mark_self();
}

/* https://github.com/FreeRTOS/FreeRTOS/issues/1168 */
static void boost_kept_until_the_last_mutex_is_unlocked(void)
{
    init();
    (void)spawn(LOW, low_unlocks_a_first, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    (void)spawn_named(LOW - 1, note_self, "between");
    EXPECT_EQ(takt_sem_give(&go), 0);
    /* high runs in the unlock; then the driver, until low is let run behind the one between */
    EXPECT_MARKS("high");
    scenario_let_run();
    EXPECT_MARKS("between low");
}

static void low_in_odd_order(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    lock(&b);
    unlock(&a);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_MS(1)), -EDEADLK);
    EXPECT_PRIORITY(takt_self(), LOW);
    unlock(&b);
    EXPECT_EQ(takt_mutex_unlock(&b), -EPERM);
    mark("low");
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/1360 */
static void assert_after_odd_unlock_order_and_self_lock(void)
{
    init();
    (void)spawn(LOW, low_in_odd_order, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT_MARKS("high low");
}

static void high_waits_in_time(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_MS(50)), -ETIMEDOUT);
    mark("high");
}

/* https://github.com/ARM-software/CMSIS_5/issues/705 */
static void boost_stays_after_the_waiter_timed_out(void)
{
    struct takt_thread *low;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_waits_in_time, NULL);
    EXPECT_PRIORITY(low, HIGH);
    EXPECT_EQ(takt_sleep(TAKT_MS(100)), 0);
    EXPECT_MARKS("high");
    EXPECT_PRIORITY(low, LOW);
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT_MARKS("low");
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/pull/1338: after it, the ready bitmap kept a level without threads */
static void ready_bit_stays_after_the_last_waiter_timed_out(void)
{
    init();
    (void)spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_waits_in_time, NULL);
    (void)spawn(HIGHER, high_waits_in_time, NULL);
    EXPECT_EQ(takt_sleep(TAKT_MS(100)), 0);
    EXPECT_EQ(takt_core_check(), 0);
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT_MARKS("high high low");
    EXPECT_EQ(takt_core_check(), 0);
}

/* https://github.com/ARM-software/CMSIS_5/issues/184 */
static void owner_list_corrupt_after_pairs_of_locks(void)
{
    init();
    for (int i = 0; i < 3; i++) {
        lock(&a);
        lock(&b);
        unlock(&a);
        unlock(&b);
        lock(&a);
        lock(&b);
        unlock(&b);
        unlock(&a);
    }
    EXPECT_EQ(takt_mutex_check(&a), 0);
    EXPECT_EQ(takt_mutex_check(&b), 0);
    EXPECT(takt_mutex_owner(&a) == NULL && takt_mutex_owner(&b) == NULL);
}

static void middle_is_handed_a(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    EXPECT_PRIORITY(takt_self(), HIGH);
    mark("middle");
    unlock(&a);
    EXPECT_PRIORITY(takt_self(), LOW - 1);
}

/* https://github.com/RIOT-OS/RIOT/issues/21268 */
static void old_owner_is_boosted_after_the_hand_over(void)
{
    struct takt_thread *low, *middle;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    middle = spawn(LOW - 1, middle_is_handed_a, NULL);
    scenario_let_run();
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT(takt_mutex_owner(&a) == middle);
    (void)spawn(HIGH, high_locks_a, NULL);
    EXPECT_PRIORITY(middle, HIGH);
    EXPECT_PRIORITY(low, LOW);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("low middle high");
}

static void lock_and_note(void *arg)
{
    (void)arg;
    lock(&a);
    mark_self();
    unlock(&a);
}

/* https://github.com/apache/nuttx/issues/6310 */
static void holder_not_restored_with_three_threads(void)
{
    struct takt_thread *low;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    (void)spawn_named(HIGH, lock_and_note, "high");
    EXPECT_PRIORITY(low, HIGH);
    (void)spawn_named(HIGHER, lock_and_note, "higher");
    EXPECT_PRIORITY(low, HIGHER);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_PRIORITY(low, LOW);
    EXPECT_MARKS("low higher high");
}

/* https://github.com/RT-Thread/rt-thread/issues/10049, https://github.com/chibios-upstream/chibios/pull/158 */
static void set_priority_overwrites_the_boost(void)
{
    struct takt_thread *low;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    EXPECT_EQ(takt_thread_set_priority(low, LOWER), 0);
    EXPECT_EQ(takt_thread_priority(low), LOWER);
    EXPECT_PRIORITY(low, HIGH);
    EXPECT_EQ(takt_thread_set_priority(low, HIGHER), 0);
    EXPECT_PRIORITY(low, HIGHER);
    EXPECT_EQ(takt_thread_set_priority(low, LOW), 0);
    EXPECT_PRIORITY(low, HIGH);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("low high");
    EXPECT_PRIORITY(low, LOW);
}

/* https://github.com/rtems/rtems/commit/e661f400e2: a waiter's new priority met the inheritance half-way */
static void waiters_new_priority_does_not_reach_the_owner(void)
{
    struct takt_thread *low, *middle, *high;

    init();
    low = spawn(LOW, low_holds_a, NULL);
    scenario_let_run();
    middle = spawn(LOW - 1, middle_holds_b_wants_a, NULL);
    scenario_let_run();
    high = spawn(HIGH, high_locks_b, NULL);
    EXPECT_EQ(takt_thread_set_priority(high, HIGHER), 0);
    EXPECT_PRIORITY(middle, HIGHER);
    EXPECT_PRIORITY(low, HIGHER);
    EXPECT_EQ(takt_thread_set_priority(high, LOWER), 0);
    EXPECT_PRIORITY(middle, LOW - 1);
    EXPECT_PRIORITY(low, LOW - 1);
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT_MARKS("low middle high");
}

static void boosted_lowers_itself(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOWER), 0);
    EXPECT_PRIORITY(takt_self(), HIGH);
    lock(&c);
    mark("low");
    unlock(&c);
    unlock(&a);
}

static void holds_c(void *arg)
{
    (void)arg;
    lock(&c);
    wait_go();
    mark("other");
    unlock(&c);
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/1364 */
static void boosted_thread_that_lowered_its_base_is_never_woken(void)
{
    struct takt_thread *other;

    init();
    (void)spawn(LOW, boosted_lowers_itself, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    other = spawn(HIGHER, holds_c, NULL);
    EXPECT_EQ(takt_thread_set_priority(other, LOWER), 0);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), SCENARIO_PRIORITY), 0);
    EXPECT_EQ(takt_sem_give(&go), 0); /* to low, which has waited longest and is the more urgent */
    EXPECT_PRIORITY(other, HIGH);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_MARKS("other low high");
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/pull/576, https://github.com/espressif/esp-idf/pull/10199 */
static void mutex_is_stolen_between_wake_up_and_run(void)
{
    struct takt_thread *first;

    init();
    lock(&a);
    first = spawn_named(LOW, lock_and_note, "first");
    (void)spawn_named(LOW, lock_and_note, "second");
    (void)spawn_named(LOW, lock_and_note, "third");
    scenario_let_run();
    unlock(&a);
    /* first is owner before it has run, though the driver is more urgent and wants it back */
    EXPECT(takt_mutex_owner(&a) == first);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EAGAIN);
    scenario_let_run();
    EXPECT_MARKS("first second third");
}

static void low_works(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    takt_work(TAKT_US(20));
    mark("low");
    unlock(&a);
}

/* https://github.com/OpenAMP/libmetal/issues/101, https://github.com/OpenAMP/libmetal/issues/342 */
static void high_thread_spins_over_the_low_holder(void)
{
    init();
    (void)spawn(LOW, low_works, NULL);
    scenario_let_run();
    (void)spawn(HIGH, high_locks_a, NULL);
    (void)spawn_named(LOW - 1, note_self, "between");
    EXPECT_EQ(takt_sem_give(&go), 0);
    scenario_let_run();
    EXPECT_MARKS("low high between");
}

static void waits_on_condition(void *arg)
{
    static struct takt_cond cond;

    EXPECT_EQ(takt_cond_init(&cond), 0);
    *(struct takt_cond **)arg = &cond;
    lock(&a);
    lock(&b);
    EXPECT_EQ(takt_cond_wait(&cond, &a, TAKT_FOREVER), 0);
    mark("waiter");
    unlock(&a);
    unlock(&b);
}

static void holds_a_wants_b(void *arg)
{
    (void)arg;
    lock(&a);
    wait_go();
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_MS(200)), -ETIMEDOUT);
    unlock(&a);
}

/* As https://github.com/ARM-software/CMSIS_5/issues/184, an endless loop in a walk over owners: here through a cycle
 * that a condition closes, since a signalled waiter is not refused the mutex. */
static void endless_loop_on_a_cycle_of_owners(void)
{
    struct takt_cond *cond;

    init();
    (void)spawn(HIGH, waits_on_condition, &cond);
    (void)spawn(HIGH, holds_a_wants_b, NULL);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_EQ(takt_cond_signal(cond), 0); /* now each of the two waits for the other */
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_US(100)), -ETIMEDOUT);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_US(100)), -ETIMEDOUT);
    scenario_join_all();
    EXPECT_MARKS("waiter");
}

static void ends_inside(void *arg)
{
    int result = takt_mutex_lock(&a, TAKT_FOREVER);

    EXPECT_EQ(result, *(const int *)arg);
    if (result == -EOWNERDEAD)
        EXPECT_EQ(takt_mutex_unlock(&a), 0);
}

/* https://github.com/eclipse-iceoryx/iceoryx/issues/2193 */
static void death_of_an_owner_is_fatal_to_the_others(void)
{
    static const int first = 0, second = -EOWNERDEAD, later = -ENOTRECOVERABLE;

    init();
    (void)spawn(HIGH, ends_inside, (void *)&first);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), -EOWNERDEAD);
    EXPECT_EQ(takt_mutex_consistent(&a), 0);
    unlock(&a);
    (void)spawn(HIGH, ends_inside, (void *)&first);
    (void)spawn(HIGH, ends_inside, (void *)&second);
    (void)spawn(HIGH, ends_inside, (void *)&later);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), -ENOTRECOVERABLE);
}

SCENARIOS(SCENARIO(boost_lost_when_another_mutex_is_unlocked), SCENARIO(boost_does_not_go_along_a_chain),
          SCENARIO(boost_kept_until_the_last_mutex_is_unlocked),
          SCENARIO(assert_after_odd_unlock_order_and_self_lock),
          SCENARIO(boost_stays_after_the_waiter_timed_out),
          SCENARIO(ready_bit_stays_after_the_last_waiter_timed_out),
          SCENARIO(owner_list_corrupt_after_pairs_of_locks),
          SCENARIO(old_owner_is_boosted_after_the_hand_over),
          SCENARIO(holder_not_restored_with_three_threads), SCENARIO(set_priority_overwrites_the_boost),
          SCENARIO(waiters_new_priority_does_not_reach_the_owner),
          SCENARIO(boosted_thread_that_lowered_its_base_is_never_woken),
          SCENARIO(mutex_is_stolen_between_wake_up_and_run), SCENARIO(high_thread_spins_over_the_low_holder),
          SCENARIO(endless_loop_on_a_cycle_of_owners), SCENARIO(death_of_an_owner_is_fatal_to_the_others));
