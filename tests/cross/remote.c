/*
 * Requests to another core: none lost, none done twice, none done to the wrong object.
 *
 * Core 0 offers. The other cores give its semaphore as fast as they can, from a thread and from a timer's
 * handler at once, so that the two contexts of one core meet in the masked step, and core 0's doorbell meets
 * gives at every place of its look. What core 0 takes must be what the others gave, to the last one.
 */
#include "cross_test.h"

static unsigned long gives(void)
{
    return cross_number("gives", 100000);
}

static unsigned long rounds(void)
{
    return cross_number("rounds", 100);
}

static unsigned long pairs(void)
{
    return cross_number("pairs", 10000);
}

/* words that cores tell each other */
static struct takt_word given[CONFIG_TAKT_CORES], finished, resumer_round, sleeper_round, slot_round,
    slot_seen;

static struct takt_sem counted, first, second, twice, answer;

/* One core's giver: the thread and the timer count apart. */
static struct giver {
    struct takt_remote remote;
    struct takt_timer timer;
    volatile uint32_t by_timer;
    volatile bool over;
} givers[CONFIG_TAKT_CORES];

static void tick(struct takt_timer *timer, void *arg)
{
    struct giver *giver = arg;

    (void)timer;
    if (giver->over)
        return;
    EXPECT_EQ(takt_remote_sem_give(&giver->remote), 0);
    giver->by_timer++;
}

static void give_all(unsigned core)
{
    struct giver *giver = &givers[core];

    EXPECT_EQ(takt_remote_find(&giver->remote, "counted", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_timer_init_direct(&giver->timer, tick, giver), 0);
    EXPECT_EQ(takt_timer_start(&giver->timer, TAKT_US(10), TAKT_US(10) * takt_core_count()), 0);
    for (unsigned long i = 0; i < gives(); i++)
        EXPECT_EQ(takt_remote_sem_give(&giver->remote), 0);
    (void)takt_timer_stop(&giver->timer);
    giver->over = true;
    TAKT_STORE(&given[core], (uint32_t)gives() + giver->by_timer, relaxed);
    /* acq_rel: one after the other; the last one hands all counts to take_all() */
    TAKT_ADD(&finished, 1, acq_rel);
}

static unsigned long sum_given(void)
{
    unsigned long sum = 0;

    for (unsigned core = 0; core < takt_core_count(); core++)
        sum += TAKT_LOAD(&given[core], relaxed);
    return sum;
}

static unsigned long take_all(void)
{
    unsigned others = takt_core_count() - 1;
    unsigned long taken = 0;

    /* acquire: pairs with the last count of give_all() */
    while (TAKT_LOAD(&finished, acquire) < others || taken < sum_given()) {
        int result = takt_sem_take(&counted, TAKT_S(1));

        if (result == 0)
            taken++;
        else
            EXPECT(result == -ETIMEDOUT && (TAKT_LOAD(&finished, acquire) < others || taken == sum_given()));
    }
    EXPECT_EQ(takt_sem_take(&counted, TAKT_MS(2)), -ETIMEDOUT);
    EXPECT_EQ(taken, sum_given());
    return taken;
}

/* A core's own offer may be asked by itself too. */
static void own_offer(void)
{
    struct takt_remote own, none = {0};

    EXPECT_EQ(takt_remote_export_sem(&first, "own"), 0);
    EXPECT_EQ(takt_remote_find(&own, "own", TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_remote_sem_give(&own), 0);
    EXPECT_EQ(takt_sem_take(&first, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_remote_resume(&own), -EINVAL);
    EXPECT_EQ(takt_remote_sem_give(&none), -EINVAL);
    EXPECT_EQ(takt_remote_export_sem(&first, "own"), -EEXIST);
    EXPECT_EQ(takt_remote_withdraw("own"), 0);
    EXPECT_EQ(takt_remote_withdraw("own"), -ENOENT);
    EXPECT_EQ(takt_remote_sem_give(&own), -ESTALE);
    EXPECT_EQ(takt_sem_count(&first), 0);
}

static void bad_arguments(void)
{
    struct takt_remote remote;

    EXPECT_EQ(takt_remote_find(&remote, "nobody", TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_remote_find(&remote, "nobody", TAKT_MS(1)), -ETIMEDOUT);
    EXPECT_EQ(takt_remote_find(&remote, "nobody", takt_at(0)), -ETIMEDOUT);
    EXPECT_EQ(takt_remote_find(&remote, "", TAKT_MS(1)), -EINVAL);
    EXPECT_EQ(takt_remote_export_sem(NULL, "null"), -EINVAL);
    EXPECT_EQ(takt_remote_export_sem(&first, NULL), -EINVAL);
    EXPECT_EQ(takt_remote_export_thread(NULL, "null"), -EINVAL);
    EXPECT_EQ(takt_remote_withdraw(""), -ENOENT);
}

/* All slots of a core are taken, and given back. */
static void slots_end(void)
{
    char name[] = "slot-a";
    unsigned offers = 0;
    int result;

    while ((result = takt_remote_export_sem(&second, name)) == 0) {
        name[5]++;
        offers++;
    }
    EXPECT_EQ(result, -ENOSPC);
    while (offers-- > 0) {
        name[5]--;
        EXPECT_EQ(takt_remote_withdraw(name), 0);
    }
}

static void sleeper(void *arg)
{
    (void)arg;
    for (uint32_t round = 1; round <= rounds(); round++) {
        TAKT_STORE(&sleeper_round, round, release); /* pairs with the acquire in resume_all() */
        EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
    }
    TAKT_STORE(&sleeper_round, (uint32_t)rounds() + 1, release); /* the same */
    takt_thread_exit(0);
}

/* A resume before the sleeper sleeps does nothing, by contract; it is sent again, but only after a while. */
static void resume_all(void)
{
    struct takt_remote remote;
    uint32_t round = 0;

    EXPECT_EQ(takt_remote_find(&remote, "sleeper", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_remote_sem_give(&remote), -EINVAL);
    while (round <= rounds()) {
        EXPECT_EQ(takt_remote_resume(&remote), 0);
        for (unsigned i = 0; i < 50 && round == TAKT_LOAD(&sleeper_round, acquire); i++)
            EXPECT_EQ(takt_sleep(TAKT_US(5)), 0);
        round = TAKT_LOAD(&sleeper_round, acquire); /* pairs with the release in sleeper() */
    }
    TAKT_STORE(&resumer_round, 1, release); /* pairs with cross_wait() */
}

/*
 * Two gives and no third: the second one comes while core 0 is looking for the first, a little later each
 * round, so that it meets every place of that look. If it were missed, nothing would come after it and be
 * counted for it.
 */
static void give_pairs(void)
{
    struct takt_remote remote;

    EXPECT_EQ(takt_remote_find(&remote, "twice", CROSS_PATIENCE), 0);
    for (unsigned long i = 0; i < pairs(); i++) {
        EXPECT_EQ(takt_remote_sem_give(&remote), 0);
        for (volatile unsigned long turn = 0; turn < i % 512; turn++)
            continue;
        EXPECT_EQ(takt_remote_sem_give(&remote), 0);
        EXPECT_EQ(takt_sem_take(&answer, CROSS_PATIENCE), 0);
    }
}

static void answer_pairs(void)
{
    struct takt_remote remote;

    EXPECT_EQ(takt_remote_find(&remote, "answer", CROSS_PATIENCE), 0);
    for (unsigned long i = 0; i < pairs(); i++) {
        EXPECT_EQ(takt_sem_take(&twice, CROSS_PATIENCE), 0);
        EXPECT_EQ(takt_sem_take(&twice, CROSS_PATIENCE), 0);
        EXPECT_EQ(takt_remote_sem_give(&remote), 0);
    }
}

/*
 * A slot that is used again while the other core still gives by the old handle: not one of these gives may
 * reach the object that came after, which is given once, by its own handle.
 */
static void reuse_slots(void)
{
    for (uint32_t round = 1; round <= rounds(); round++) {
        EXPECT_EQ(takt_remote_export_sem(&first, "old"), 0);
        TAKT_STORE(&slot_round, round, release); /* pairs with cross_wait() */
        cross_wait(&slot_seen, 2 * round - 1);
        EXPECT_EQ(takt_remote_withdraw("old"), 0);
        EXPECT_EQ(takt_remote_export_sem(&second, "new"), 0);
        cross_wait(&slot_seen, 2 * round);
        EXPECT_EQ(takt_sem_take(&second, CROSS_PATIENCE), 0);
        EXPECT_EQ(takt_sleep(TAKT_US(50)), 0);
        EXPECT_EQ(takt_sem_count(&second), 0);
        EXPECT_EQ(takt_remote_withdraw("new"), 0);
    }
    EXPECT(takt_sem_count(&first) > 0);
}

static void give_old_slots(void)
{
    struct takt_remote remote;
    int result;

    for (uint32_t round = 1; round <= rounds(); round++) {
        cross_wait(&slot_round, round);
        EXPECT_EQ(takt_remote_find(&remote, "old", CROSS_PATIENCE), 0);
        EXPECT_EQ(takt_remote_sem_give(&remote), 0);
        TAKT_STORE(&slot_seen, 2 * round - 1, release); /* pairs with cross_wait() */
        /* not faster than core 0 serves all cores, or it does nothing else */
        while ((result = takt_remote_sem_give(&remote)) == 0)
            takt_work(TAKT_NS(100) * takt_core_count());
        EXPECT_EQ(result, -ESTALE);
        EXPECT_EQ(takt_remote_find(&remote, "new", CROSS_PATIENCE), 0);
        EXPECT_EQ(takt_remote_sem_give(&remote), 0);
        TAKT_STORE(&slot_seen, 2 * round, release); /* pairs with cross_wait() */
    }
}

static void offering_core(void *arg)
{
    unsigned long amount;

    (void)arg;
    own_offer();
    bad_arguments();
    slots_end();
    amount = take_all() + 3;
    if (takt_core_count() > 1) {
        cross_wait(&resumer_round, 1);
        answer_pairs();
        reuse_slots();
        amount += 2 * pairs() + 2 * rounds();
    }
    cross_end("remote", amount, "requests and cases");
}

static void asking_core(void *arg)
{
    (void)arg;
    give_all(takt_core_id());
    if (takt_core_id() == 1) {
        resume_all();
        give_pairs();
        give_old_slots();
    }
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    struct takt_thread *thread;

    cross_begin(core);
    if (core == 1) {
        EXPECT_EQ(takt_sem_init(&answer, 0, 1), 0);
        EXPECT_EQ(takt_remote_export_sem(&answer, "answer"), 0);
    }
    if (core != 0) {
        (void)cross_thread("asking", asking_core, NULL, 5);
        return;
    }
    EXPECT_EQ(takt_sem_init(&counted, 0, UINT32_MAX), 0);
    EXPECT_EQ(takt_sem_init(&first, 0, UINT32_MAX), 0);
    EXPECT_EQ(takt_sem_init(&second, 0, UINT32_MAX), 0);
    EXPECT_EQ(takt_sem_init(&twice, 0, 2), 0);
    EXPECT_EQ(takt_remote_export_sem(&counted, "counted"), 0);
    EXPECT_EQ(takt_remote_export_sem(&twice, "twice"), 0);
    (void)cross_thread("offering", offering_core, NULL, 5);
    if (takt_core_count() > 1) {
        thread = cross_thread("sleeper", sleeper, NULL, 4);
        EXPECT_EQ(takt_remote_export_thread(thread, "sleeper"), 0);
    }
}
