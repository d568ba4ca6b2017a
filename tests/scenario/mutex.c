/* Mutexes: ownership, order of service, inheritance. What follows from an owner's end is in owner_end.c. */
#include "locker.h"

static struct takt_mutex a, b, c;

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&a, 0), 0);
    EXPECT_EQ(takt_mutex_init(&b, 0), 0);
    EXPECT_EQ(takt_mutex_init(&c, TAKT_MUTEX_RECURSIVE), 0);
}

static void check(void)
{
    EXPECT_EQ(takt_mutex_check(&a), 0);
    EXPECT_EQ(takt_mutex_check(&b), 0);
    EXPECT_EQ(takt_mutex_check(&c), 0);
    EXPECT_EQ(takt_core_check(), 0);
}

static void init_refuses_unknown_flags(void)
{
    EXPECT_EQ(takt_mutex_init(&a, 2), -EINVAL);
    EXPECT_EQ(takt_mutex_init(&a, TAKT_MUTEX_RECURSIVE | 0x80), -EINVAL);
}

static void lock_and_unlock(void)
{
    init();
    EXPECT(takt_mutex_owner(&a) == NULL);
    EXPECT_EQ(takt_mutex_unlock(&a), -EPERM);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    EXPECT(takt_mutex_owner(&a) == takt_self());
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), -EDEADLK);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EDEADLK);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT(takt_mutex_owner(&a) == NULL);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), 0);
    check();
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    check();
}

static void a_recursive_mutex_counts(void)
{
    struct locker other = {.name = "L", .mutex = &c, .deadline = TAKT_FOREVER};

    init();
    EXPECT_EQ(takt_mutex_lock(&c, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&c, TAKT_NO_WAIT), 0);
    (void)start(LOW, &other);
    EXPECT_EQ(takt_mutex_unlock(&c), 0);
    scenario_let_run();
    EXPECT_MARKS("");
    c.depth = UINT32_MAX;
    EXPECT_EQ(takt_mutex_lock(&c, TAKT_FOREVER), -EOVERFLOW);
    c.depth = 1;
    EXPECT_EQ(takt_mutex_unlock(&c), 0);
    EXPECT_EQ(takt_mutex_unlock(&c), -EPERM);
    scenario_let_run();
    EXPECT_MARKS("L");
    check();
}

static void use_in_handler(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_NO_WAIT), -EPERM);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&a), -EPERM);
    EXPECT(takt_mutex_owner(&a) == arg);
}

static void mutexes_are_for_threads(void)
{
    struct locker other = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER};

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    in_handler(use_in_handler, takt_self());
    takt_preempt_lock();
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_unlock(&b), 0);
    takt_preempt_unlock();
    (void)start(HIGH, &other);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_MARKS("H");
}

static void would_wait_with_preemption_off(void *arg)
{
    (void)arg;
    takt_preempt_lock();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EAGAIN);
    takt_preempt_unlock();
    mark("refused");
}

static void waiting_is_refused_with_preemption_off(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)spawn(HIGH, would_wait_with_preemption_off, NULL);
    EXPECT_MARKS("refused");
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
}

static void waiters_own_it_by_priority_and_in_turn(void)
{
    struct locker l1 = {.name = "L1", .mutex = &a, .deadline = TAKT_FOREVER}, l2 = l1, h1 = l1, h2 = l1;

    l2.name = "L2";
    h1.name = "H1";
    h2.name = "H2";
    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)start(LOW, &l1);
    (void)start(HIGH, &h1);
    (void)start(LOW, &l2);
    (void)start(HIGH, &h2);
    check();
    mark("D");
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    scenario_let_run();
    EXPECT_MARKS("D H1 H2 L1 L2");
    check();
}

/* The waiter owns the mutex before it runs: the one that unlocked cannot take it back. */
static void nobody_steals_a_mutex(void)
{
    struct locker low = {.name = "L", .mutex = &a, .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    thread = start(LOW, &low);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT(takt_mutex_owner(&a) == thread);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EAGAIN);
    mark("D");
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    EXPECT_MARKS("D L");
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
}

static void a_suspended_waiter_becomes_owner(void)
{
    struct locker low = {.name = "L", .mutex = &a, .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    thread = start(LOW, &low);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    scenario_let_run();
    EXPECT(takt_mutex_owner(&a) == thread);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_MS(1)), -ETIMEDOUT);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_effective_priority(thread), LOW);
    EXPECT_EQ(takt_thread_resume(thread), 0);
    scenario_let_run();
    EXPECT_MARKS("L");
    EXPECT_EQ(low.result, 0);
}

static void a_lock_times_out(void)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = scenario_soon()};

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)start(HIGH, &high);
    EXPECT_EQ(own_priority(), HIGH);
    EXPECT_EQ(takt_sleep(scenario_soon() + TAKT_MS(1)), 0);
    EXPECT_EQ(high.result, -ETIMEDOUT);
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    high.deadline = takt_at(takt_now());
    scenario_join_all();
    high.result = 0;
    (void)start(HIGH, &high);
    scenario_join_all();
    EXPECT_EQ(high.result, -ETIMEDOUT);
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    EXPECT_MARKS("H H");
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    check();
}

/* Each of two threads owns what the other wants: the second attempt is refused, and nothing has changed. */
static void lock_b_then_a(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    mark(arg);
    EXPECT_EQ(takt_mutex_unlock(&b), 0);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
}

static void a_cycle_is_refused(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)spawn(HIGH, lock_b_then_a, "H");
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), -EDEADLK);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_MS(1)), -EDEADLK);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_NO_WAIT), -EAGAIN);
    check();
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_MARKS("H");
    check();
}

/* a is the driver's; one waits for it with b in hand, and one for b: the driver inherits along the chain. */
static void inheritance_along_a_chain(void)
{
    struct locker high = {.name = "H", .mutex = &b, .deadline = TAKT_FOREVER};
    struct takt_thread *low, *thread;

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    low = spawn(LOW, lock_b_then_a, "L");
    scenario_let_run();
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    thread = start(HIGH, &high);
    EXPECT_EQ(own_priority(), HIGH);
    EXPECT_EQ(takt_thread_effective_priority(low), HIGH);
    check();
    EXPECT_EQ(takt_thread_set_priority(thread, HIGHER), 0);
    EXPECT_EQ(own_priority(), HIGHER);
    EXPECT_EQ(takt_thread_set_priority(thread, LOWER), 0);
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    EXPECT_EQ(takt_thread_effective_priority(low), LOW);
    EXPECT_EQ(takt_thread_set_priority(thread, HIGH), 0);
    check();
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    EXPECT_MARKS("L H");
    check();
}

/* The driver owns two: what it inherits is always the most of what is left. */
static void several_held_in_any_order(void)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER},
                  higher = {.name = "X", .mutex = &b, .deadline = TAKT_FOREVER};

    for (int order = 0; order < 2; order++) {
        init();
        EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
        EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
        EXPECT_EQ(takt_mutex_lock(&c, TAKT_FOREVER), 0);
        (void)start(HIGH, &high);
        EXPECT_EQ(own_priority(), HIGH);
        (void)start(HIGHER, &higher);
        EXPECT_EQ(own_priority(), HIGHER);
        EXPECT_EQ(takt_mutex_unlock(order == 0 ? &a : &b), 0);
        EXPECT_EQ(own_priority(), order == 0 ? HIGHER : HIGH);
        check();
        EXPECT_EQ(takt_mutex_unlock(order == 0 ? &b : &a), 0);
        EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
        EXPECT_EQ(takt_mutex_unlock(&c), 0);
        EXPECT_MARKS(order == 0 ? "X H" : "X H");
        scenario_join_all();
        check();
    }
}

/* The end of inheritance puts a thread before its equals. */
static void lower_to_head(void *arg)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER};

    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)spawn(HIGH, lock_once, &high);
    EXPECT_EQ(own_priority(), HIGH);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    mark(arg);
}

static void mark_name(void *arg)
{
    mark(arg);
}

static void at_the_end_of_inheritance_to_the_head(void)
{
    init();
    (void)spawn(LOW, lower_to_head, "A");
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("H A B");
}

static void a_changed_base_keeps_what_is_inherited(void)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER};

    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOW), 0);
    EXPECT_EQ(own_priority(), HIGH);
    EXPECT_EQ(takt_thread_priority(takt_self()), LOW);
    check();
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_EQ(own_priority(), LOW);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), SCENARIO_PRIORITY), 0);
    EXPECT_MARKS("H");
}

static void delete_takes_it_from_owner_and_waiters(void)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER},
                  low = {.name = "L", .mutex = &a, .deadline = TAKT_S(1)};

    init();
    EXPECT_EQ(takt_mutex_delete(&b), 0);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
    (void)start(LOW, &low);
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_mutex_delete(&a), 0);
    EXPECT_EQ(own_priority(), SCENARIO_PRIORITY);
    scenario_let_run();
    EXPECT_MARKS("H L");
    EXPECT_EQ(high.result, -EIDRM);
    EXPECT_EQ(low.result, -EIDRM);
    EXPECT_EQ(takt_mutex_unlock(&a), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&b), 0);
    check();
}

static void check_finds_a_broken_mutex(void)
{
    struct takt_thread owner = *takt_self();

    init();
    a.depth = 1;
    EXPECT_EQ(takt_mutex_check(&a), -EFAULT);
    a.depth = 0;
    a.waiters.head = &owner;
    EXPECT_EQ(takt_mutex_check(&a), -EFAULT);
    a.waiters.head = NULL;
    a.owner = &owner;
    EXPECT_EQ(takt_mutex_check(&a), -EFAULT);
    a.depth = 1;
    EXPECT_EQ(takt_mutex_check(&a), 0);
    owner.effective--;
    EXPECT_EQ(takt_mutex_check(&a), -EFAULT);
}

/* Owners on both sides in the list of what a thread holds. */
static void unlock_in_every_order(void)
{
    static struct takt_mutex *const orders[][3] = {{&a, &b, &c}, {&a, &c, &b}, {&b, &a, &c},
                                                   {&b, &c, &a}, {&c, &a, &b}, {&c, &b, &a}};

    for (unsigned i = 0; i < 6; i++) {
        init();
        EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
        EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
        EXPECT_EQ(takt_mutex_lock(&c, TAKT_FOREVER), 0);
        for (unsigned j = 0; j < 3; j++) {
            EXPECT_EQ(takt_mutex_unlock(orders[i][j]), 0);
            check();
        }
        EXPECT(takt_self()->held == NULL);
    }
}

void scenario_before_start(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&a), -EPERM);
    EXPECT(takt_mutex_owner(&a) == NULL);
}

SCENARIOS(SCENARIO(init_refuses_unknown_flags), SCENARIO(lock_and_unlock), SCENARIO(a_recursive_mutex_counts),
          SCENARIO(mutexes_are_for_threads), SCENARIO(waiting_is_refused_with_preemption_off),
          SCENARIO(waiters_own_it_by_priority_and_in_turn), SCENARIO(nobody_steals_a_mutex),
          SCENARIO(a_suspended_waiter_becomes_owner), SCENARIO(a_lock_times_out),
          SCENARIO(a_cycle_is_refused), SCENARIO(inheritance_along_a_chain),
          SCENARIO(several_held_in_any_order), SCENARIO(at_the_end_of_inheritance_to_the_head),
          SCENARIO(a_changed_base_keeps_what_is_inherited), SCENARIO(delete_takes_it_from_owner_and_waiters),
          SCENARIO(check_finds_a_broken_mutex), SCENARIO(unlock_in_every_order));
