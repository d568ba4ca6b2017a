/*
 * Locks between cores that threads sleep for: exclusion with sections that sleep, who is served next, the ceiling and
 * what is inherited, deadlines, what is refused, and an owner that ends inside.
 *
 *   engine=linked|announce   announce: robust, too
 */
#include "cross_test.h"

#include "cross.h"

#include <string.h>

#define CEILING 3

static struct takt_llq lock[CONFIG_TAKT_CORES], ranked[CONFIG_TAKT_CORES];
static struct takt_word inside, done, step, made;
static uint32_t counter;   /* guarded by lock */
static unsigned served[2]; /* by core 1, in order */
static unsigned count_served;
static unsigned long cases;

static bool announce(void)
{
    return strcmp(takt_argument("engine", "linked"), "announce") == 0;
}

static unsigned long sections(void)
{
    return cross_number("sections", 500);
}

/*
 * Said before anything runs, with sim's costs: a section that sleeps, with its switches and timer; a hand-over with a
 * doorbell and a switch. The gate's part is one section of the less urgent thread of the core; that one itself has no bound
 * here, as the other asks again and again.
 */
#define URGENT   6
#define SECTION  TAKT_US(5)
#define HANDOVER TAKT_US(3)

static takt_time_t bound(void)
{
    return SECTION + cross_bound(SECTION, HANDOVER);
}

static void count_up(unsigned core, bool sleeps)
{
    struct takt_llq_token token;
    takt_time_t asked = takt_now();
    uint32_t seen;

    EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
    if (takt_thread_priority(takt_self()) == URGENT)
        cross_check_wait(asked, bound());
    EXPECT(takt_llq_passed(&lock[core]) < takt_core_count());
    EXPECT_EQ(TAKT_ADD(&inside, 1, relaxed), 0);
    seen = counter;
    takt_work(TAKT_NS(500));
    if (sleeps)
        EXPECT_EQ(takt_sleep(TAKT_US(3)), 0);
    counter = seen + 1;
    EXPECT_EQ(TAKT_ADD(&inside, UINT32_MAX, relaxed), 1);
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

/** Two threads a core; every fourth request has a deadline first. */
static void contend(void *arg)
{
    unsigned core = takt_core_id();
    bool sleeps = arg != NULL;
    struct takt_llq_token token;

    for (unsigned long i = 0; i < sections(); i++) {
        if (i % 4 == 0) {
            int result = takt_llq_acquire(&lock[core], TAKT_US(1 + i % 7), &token);

            EXPECT(result == 0 || result == -ETIMEDOUT);
            if (result == 0)
                EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
        }
        count_up(core, sleeps && i % 8 == 0);
    }
    TAKT_ADD(&done, 1, release); /* pairs with cross_wait() */
}

static void refused(void)
{
    struct takt_llq_token token, other;

    EXPECT_EQ(takt_llq_set_ceiling(&ranked[0], CEILING), 0);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), CEILING);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_try(&ranked[0], &other), -EDEADLK);
    other = token;
    other.token.version++;
    EXPECT_EQ(takt_llq_release(&ranked[0], &other), -EPERM);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), -EPERM);
    EXPECT_EQ(takt_llq_consistent(&ranked[0], &token), -EINVAL);
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), takt_thread_priority(takt_self()));
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), -EPERM);
    takt_preempt_lock();
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), -EPERM);
    takt_preempt_unlock();
    EXPECT_EQ(takt_llq_create(&(struct takt_llq){0}, "both", &(struct llq_attr){.block = true, .ceiling = 1}),
              -EINVAL);
    cases += 14;
}

static void ranks(void)
{
    static struct takt_llq low, spins;
    struct takt_llq_token token, other;

    EXPECT_EQ(takt_llq_create(&low, "low", &(struct llq_attr){.block = true, .rank = 1}), 0);
    EXPECT_EQ(takt_llq_create(&spins, "spins", &(struct llq_attr){.rank = 1}), 0);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_acquire(&low, TAKT_FOREVER, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_acquire(&spins, TAKT_FOREVER, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_try(&spins, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &other), 0); /* not ranked */
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &other), 0);
    EXPECT_EQ(takt_llq_acquire(&spins, TAKT_FOREVER, &other), 0);
    EXPECT_EQ(takt_llq_release(&spins, &other), 0);
    cases += 8;
}

/* A waiter of this core, more urgent than the ceiling, is inherited from. */
static struct takt_thread *eager;

static void be_eager(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), 0);
    EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_MS(100), &token), -ETIMEDOUT);
}

static void inherits(void)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_thread_resume(eager), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), takt_thread_priority(eager));
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), 0);
    EXPECT_EQ(takt_llq_acquire(&ranked[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_thread_resume(eager), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), takt_thread_priority(eager));
    EXPECT_EQ(takt_thread_join(eager, NULL, CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), CEILING); /* it has given up */
    EXPECT_EQ(takt_llq_release(&ranked[0], &token), 0);
    cases += 4;
}

/* Core 0 holds while two threads of core 1 come to wait, the less urgent one first. */
static void hold(void)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&step, 1, release); /* pairs with cross_wait() */
    cross_wait(&step, 2);
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    cross_wait(&step, 4);
    EXPECT_EQ(served[0], 4);
    EXPECT_EQ(served[1], 6);
    cases += 2;
}

static void wait_as(void *arg)
{
    struct takt_llq_token token;
    takt_prio_t priority = takt_thread_priority(takt_self());

    (void)arg;
    cross_wait(&step, 1);
    if (priority == 4) /* the urgent one comes later */
        EXPECT_EQ(takt_sleep(TAKT_US(300)), 0);
    EXPECT_EQ(takt_llq_try(&lock[1], &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_US(20), &token), -ETIMEDOUT);
    if (priority == 4)
        TAKT_STORE(&step, 2, release); /* pairs with cross_wait() */
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), 0); /* the ceiling, where none was set */
    served[count_served++] = priority;
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
    TAKT_ADD(&step, 1, release);
}

static void end_inside(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    takt_thread_exit(0);
}

static void owner_ends(void)
{
    struct takt_llq_token token;
    struct takt_thread *thread = cross_thread("ends", end_inside, NULL, 4);

    EXPECT_EQ(takt_thread_join(thread, NULL, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), announce() ? -EOWNERDEAD : 0);
    EXPECT_EQ(takt_llq_consistent(&lock[0], &token), announce() ? 0 : -EINVAL);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    cases++;
}

static void first(void *arg)
{
    struct llq_attr attr = {
        .block = true, .engine = announce() ? LLQ_ANNOUNCE : LLQ_LINKED, .robust = announce()};

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &attr), 0);
    attr.rank = 2;
    EXPECT_EQ(takt_llq_create(&ranked[0], "ranked", &attr), 0);
    TAKT_STORE(&made, 1, release); /* pairs with cross_wait() */
    eager = cross_thread("eager", be_eager, NULL, 1);
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0);
    refused();
    ranks();
    inherits();
    owner_ends();
    if (takt_core_count() > 1)
        hold();
    (void)cross_thread("contends", contend, NULL, URGENT);
    contend(&lock);
    cross_wait(&done, 2 * takt_core_count());
    EXPECT_EQ(counter, 2 * takt_core_count() * sections());
    cross_end("llq_block", counter + cases, "sections and cases");
}

static void other(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[core], "lock", CROSS_PATIENCE), 0);
    cross_wait(&made, 1);
    if (core == 1) {
        (void)cross_thread("patient", wait_as, NULL, 6);
        (void)cross_thread("urgent", wait_as, NULL, 4);
    }
    cross_wait(&step, 4);
    (void)cross_thread("contends", contend, NULL, URGENT);
    contend(&lock);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    cross_begin(core);
    (void)cross_thread("main", core == 0 ? first : other, NULL, 7);
}
