/* Condition variables: what waits, who wakes, and that it wakes as owner of the mutex. */
#include "scenario.h"

static struct takt_mutex mutex;
static struct takt_cond cond;

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&mutex, TAKT_MUTEX_RECURSIVE), 0);
    EXPECT_EQ(takt_cond_init(&cond), 0);
}

static void check(void)
{
    EXPECT_EQ(takt_mutex_check(&mutex), 0);
    EXPECT_EQ(takt_cond_check(&cond), 0);
    EXPECT_EQ(takt_core_check(), 0);
}

/** A thread that waits once. */
struct waiter {
    const char *name;
    takt_deadline_t deadline;
    unsigned depth; /* how often it locks, 0 = once */
    int result;
};

static void wait_once(void *arg)
{
    struct waiter *waiter = arg;
    unsigned depth = waiter->depth == 0 ? 1 : waiter->depth;

    for (unsigned i = 0; i < depth; i++)
        EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    waiter->result = takt_cond_wait(&cond, &mutex, waiter->deadline);
    mark(waiter->name);
    if (waiter->result == -ENOTRECOVERABLE || takt_mutex_owner(&mutex) != takt_self())
        return;
    EXPECT_EQ(mutex.depth, depth);
    for (unsigned i = 0; i < depth; i++)
        EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static struct takt_thread *start(takt_prio_t priority, struct waiter *waiter)
{
    struct takt_thread *thread = spawn(priority, wait_once, waiter);

    scenario_let_run();
    check();
    return thread;
}

static void a_signal_wakes_one(void)
{
    struct waiter low = {.name = "L", .deadline = TAKT_FOREVER},
                  low2 = {.name = "L2", .deadline = TAKT_FOREVER},
                  high = {.name = "H", .deadline = TAKT_S(5)};

    init();
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    (void)start(LOW, &low);
    (void)start(LOW, &low2);
    (void)start(HIGH, &high);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("L");
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("L2");
    EXPECT_EQ(low.result | low2.result | high.result, 0);
    check();
}

/* A signal under the mutex: the waiter becomes a waiter of the mutex, whose owner inherits at once. */
static void a_signalled_waiter_waits_for_the_mutex(void)
{
    struct waiter high = {.name = "H", .deadline = scenario_soon()};

    init();
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), HIGH);
    check();
    EXPECT_EQ(takt_sleep(2 * scenario_soon()),
              0); /* the deadline applies to the condition, not to the mutex */
    mark("D");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    EXPECT_MARKS("D H");
    check();
}

static void a_broadcast_wakes_all_in_order(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = {.name = "B", .deadline = TAKT_FOREVER},
                  h = {.name = "H", .deadline = TAKT_FOREVER};

    init();
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    (void)start(LOW, &a);
    (void)start(HIGH, &h);
    (void)start(LOW, &b);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    check();
    EXPECT_MARKS("");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    scenario_let_run();
    EXPECT_MARKS("H A B");
    check();
}

static void a_wait_times_out_as_owner(void)
{
    takt_time_t begin;

    init();
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    begin = takt_now();
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_MS(2)), -ETIMEDOUT);
    EXPECT_TIME(takt_now(), begin + TAKT_MS(2), TAKT_US(20));
    EXPECT(takt_mutex_owner(&mutex) == takt_self());
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, takt_at(begin)), -ETIMEDOUT);
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_NO_WAIT), -EAGAIN);
    EXPECT(takt_mutex_owner(&mutex) == takt_self());
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    /* the thread's later waits are ordinary again */
    begin = takt_now();
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    EXPECT_TIME(takt_now(), begin + TAKT_MS(1), TAKT_US(20));
    check();
}

/* Late for the condition, and somebody else owns the mutex. */
static void a_wait_times_out_while_the_mutex_is_owned(void)
{
    struct waiter high = {.name = "H", .deadline = scenario_soon()};

    init();
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_sleep(scenario_soon() + TAKT_MS(1)), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), HIGH);
    EXPECT_EQ(takt_cond_signal(&cond), 0); /* nobody waits any more */
    EXPECT_MARKS("");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(high.result, -ETIMEDOUT);
    check();
}

static void a_recursive_mutex_comes_back_with_its_depth(void)
{
    struct waiter high = {.name = "H", .deadline = TAKT_FOREVER, .depth = 3},
                  low = {.name = "L", .deadline = TAKT_FOREVER, .depth = 2};

    init();
    (void)start(HIGH, &high);
    (void)start(LOW, &low);
    EXPECT(takt_mutex_owner(&mutex) == NULL);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    scenario_let_run();
    EXPECT_MARKS("H L");
    check();
}

static void use_in_handler(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_cond_signal(&cond), -EPERM);
    EXPECT_EQ(takt_cond_broadcast(&cond), -EPERM);
}

static void conditions_are_for_owners(void)
{
    init();
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_NO_WAIT), -EPERM);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    in_handler(use_in_handler, NULL);
    takt_preempt_lock();
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_FOREVER), -EPERM);
    takt_preempt_unlock();
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static void delete_wakes_all_as_owners(void)
{
    struct waiter high = {.name = "H", .deadline = TAKT_FOREVER}, low = {.name = "L", .deadline = TAKT_S(5)};

    init();
    (void)start(LOW, &low);
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_cond_delete(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("H L");
    EXPECT_EQ(high.result, -EIDRM);
    EXPECT_EQ(low.result, -EIDRM);
    check();
}

static void the_mutex_is_deleted_on_the_way(void)
{
    struct waiter high = {.name = "H", .deadline = TAKT_FOREVER};

    init();
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT_EQ(takt_mutex_delete(&mutex), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(high.result, -EIDRM);
    EXPECT(takt_mutex_owner(&mutex) == NULL);
}

static void lock_and_end(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    mark(arg);
}

static void the_owner_ends_on_the_way(void)
{
    struct waiter low = {.name = "L", .deadline = TAKT_FOREVER};

    init();
    (void)start(LOW, &low);
    (void)spawn(HIGH, lock_and_end, "H");
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("H L");
    EXPECT_EQ(low.result, -EOWNERDEAD);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), -ENOTRECOVERABLE);
}

static void the_mutex_is_lost_on_the_way(void)
{
    struct waiter low = {.name = "L", .deadline = TAKT_FOREVER};

    init();
    (void)start(LOW, &low);
    (void)spawn(HIGH, lock_and_end, "H");
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), -EOWNERDEAD);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("H L");
    EXPECT_EQ(low.result, -ENOTRECOVERABLE);
}

/* To give up an unrepaired mutex by waiting loses it. */
static void a_wait_gives_up_an_unrepaired_mutex(void)
{
    init();
    (void)spawn(HIGH, lock_and_end, "H");
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), -EOWNERDEAD);
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_MS(1)), -ENOTRECOVERABLE);
    EXPECT_MARKS("H");
    EXPECT(takt_mutex_owner(&mutex) == NULL);
}

/* What a waiter holds besides keeps its inheritance; giving up the mutex passes it on. */
static struct takt_mutex other;

static void wait_with_another_mutex(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&other, TAKT_FOREVER), 0);
    wait_once(arg);
    if (takt_mutex_owner(&other) == takt_self())
        EXPECT_EQ(takt_mutex_unlock(&other), 0);
}

static void lock_other(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&other, TAKT_FOREVER), 0);
    mark(arg);
    EXPECT_EQ(takt_mutex_unlock(&other), 0);
}

static void a_waiter_inherits_while_it_waits(void)
{
    struct waiter low = {.name = "L", .deadline = TAKT_FOREVER}, a = {.name = "A", .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    init();
    EXPECT_EQ(takt_mutex_init(&other, 0), 0);
    (void)start(LOW - 2, &a);
    thread = spawn(LOW, wait_with_another_mutex, &low);
    scenario_let_run();
    (void)spawn(HIGH, lock_other, "H");
    EXPECT_EQ(takt_thread_effective_priority(thread), HIGH);
    check();
    EXPECT_EQ(takt_cond_signal(&cond), 0); /* to the most urgent, which is now L */
    scenario_let_run();
    EXPECT_MARKS("L H");
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    scenario_let_run();
    EXPECT_MARKS("A");
    check();
}

static void a_suspended_waiter_is_signalled(void)
{
    struct waiter high = {.name = "H", .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    init();
    thread = start(HIGH, &high);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT(takt_mutex_owner(&mutex) == thread);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(high.result, 0);
}

/*
 * A cycle that no lock attempt can refuse: the way from a condition to its mutex asks nobody. A waits on the
 * condition with another mutex in hand, B takes the mutex and waits for the other one, A's time is over. The two
 * wait for each other; whoever comes to their mutexes must still get an answer.
 */
static void lock_both(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&other, TAKT_S(5)), *(int *)arg);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static void a_cycle_through_a_condition(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER};
    int result = -EIDRM;

    init();
    EXPECT_EQ(takt_mutex_init(&other, 0), 0);
    (void)spawn(HIGH, wait_with_another_mutex, &a);
    (void)spawn(HIGH, lock_both, &result);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_mutex_lock(&other, TAKT_MS(1)), -ETIMEDOUT);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_MS(1)), -ETIMEDOUT);
    check();
    /* the way out: a deletion */
    EXPECT_EQ(takt_mutex_delete(&other), 0);
    EXPECT_MARKS("A");
}

void scenario_before_start(void)
{
    init();
    EXPECT_EQ(takt_cond_wait(&cond, &mutex, TAKT_FOREVER), -EPERM);
}

SCENARIOS(SCENARIO(a_signal_wakes_one), SCENARIO(a_signalled_waiter_waits_for_the_mutex),
          SCENARIO(a_broadcast_wakes_all_in_order), SCENARIO(a_wait_times_out_as_owner),
          SCENARIO(a_wait_times_out_while_the_mutex_is_owned),
          SCENARIO(a_recursive_mutex_comes_back_with_its_depth), SCENARIO(conditions_are_for_owners),
          SCENARIO(delete_wakes_all_as_owners), SCENARIO(the_mutex_is_deleted_on_the_way),
          SCENARIO(the_owner_ends_on_the_way), SCENARIO(the_mutex_is_lost_on_the_way),
          SCENARIO(a_wait_gives_up_an_unrepaired_mutex), SCENARIO(a_waiter_inherits_while_it_waits),
          SCENARIO(a_suspended_waiter_is_signalled), SCENARIO(a_cycle_through_a_condition));
