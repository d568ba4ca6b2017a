/* A thread ends with mutexes in its hands: the next owner is told, and repairs them or loses them for all. */
#include "locker.h"

static struct takt_mutex a, b;

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&a, 0), 0);
    EXPECT_EQ(takt_mutex_init(&b, 0), 0);
}

static void check(void)
{
    EXPECT_EQ(takt_mutex_check(&a), 0);
    EXPECT_EQ(takt_mutex_check(&b), 0);
    EXPECT_EQ(takt_core_check(), 0);
}

static void lock_and_end(void *arg)
{
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    mark(arg);
}

static void a_dead_owners_mutex_is_repaired(void)
{
    init();
    (void)spawn(HIGH, lock_and_end, "H");
    EXPECT(takt_mutex_owner(&a) == NULL);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), -EOWNERDEAD);
    EXPECT(takt_mutex_owner(&a) == takt_self());
    EXPECT_EQ(takt_mutex_consistent(&a), 0);
    EXPECT_EQ(takt_mutex_consistent(&a), -EINVAL);
    EXPECT_EQ(takt_mutex_consistent(&b), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_EQ(takt_mutex_lock(&a, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_mutex_unlock(&a), 0);
    EXPECT_MARKS("H");
    check();
}

static void an_unrepaired_mutex_is_lost(void)
{
    struct locker low = {.name = "L", .mutex = &b, .deadline = TAKT_FOREVER}, high = low;

    high.name = "H";
    init();
    (void)spawn(HIGH, lock_and_end, "X");
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), -EOWNERDEAD);
    (void)start(LOW, &low);
    (void)start(HIGH, &high);
    EXPECT_EQ(takt_mutex_unlock(&b), 0);
    scenario_let_run();
    EXPECT_MARKS("X H L");
    EXPECT_EQ(low.result, -ENOTRECOVERABLE);
    EXPECT_EQ(high.result, -ENOTRECOVERABLE);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), -ENOTRECOVERABLE);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_NO_WAIT), -ENOTRECOVERABLE);
    check();
}

/* The waiters are there already when the owner ends. */
static void lock_wait_and_end(void *arg)
{
    struct takt_sem *sem = arg;

    EXPECT_EQ(takt_mutex_lock(&a, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_mutex_lock(&b, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_sem_take(sem, TAKT_FOREVER), 0);
    EXPECT_EQ(own_priority(), HIGH);
}

static void waiters_learn_of_the_owners_end(void)
{
    struct locker high = {.name = "H", .mutex = &a, .deadline = TAKT_FOREVER},
                  low = {.name = "L", .mutex = &a, .deadline = TAKT_FOREVER};
    struct takt_sem sem;

    init();
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(LOW, lock_wait_and_end, &sem);
    scenario_let_run();
    (void)start(HIGH, &high);
    (void)start(LOW, &low);
    EXPECT_EQ(takt_sem_give(&sem), 0);
    scenario_let_run();
    /* H was given it as inconsistent, unlocked it so: the mutex is lost for L */
    EXPECT_MARKS("H L");
    EXPECT_EQ(high.result, -EOWNERDEAD);
    EXPECT_EQ(low.result, -ENOTRECOVERABLE);
    check();
}

SCENARIOS(SCENARIO(a_dead_owners_mutex_is_repaired), SCENARIO(an_unrepaired_mutex_is_lost),
          SCENARIO(waiters_learn_of_the_owners_end));
