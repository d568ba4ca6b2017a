/*
 * What goes between cores: counted gives to another core's semaphore, channels, and the lock between cores.
 *
 * Each core counts what it sent to whom; the target compares when no core sends any more. The section under the lock
 * notes who is inside in plain memory that all cores see, and passes choice points there: if two cores could be
 * inside, some seed would let the second in between the first one's two looks.
 */
#include "mixed.h"

/** A message between cores. */
struct letter {
    uint32_t number, check;
};

static struct takt_word ended;  /* cores that send nothing more */
static struct takt_word inside; /* contexts in the section: 0 or 1 */
static const char *const names[] = {"s0", "s1", "s2", "s3"}, *const ways[] = {"c0", "c1", "c2", "c3"};

void mixed_across_init(struct mixed_world *world)
{
    MIXED_CHECK(takt_core_count() <= sizeof names / sizeof *names);
    MIXED_RESULT(takt_sem_init(&world->inbox, 0, UINT32_MAX), 0);
    MIXED_RESULT(takt_remote_export_sem(&world->inbox, names[world->core]), 0);
    MIXED_RESULT(takt_channel_create(&world->own, ways[world->core], sizeof(struct letter), 4), 0);
    if (world->core == 0)
        MIXED_RESULT(takt_llq_create(&world->lock, "section", NULL), 0);
    else
        MIXED_RESULT(takt_llq_attach(&world->lock, "section", TAKT_S(1)), 0);
}

void mixed_across_find(struct mixed_world *world)
{
    for (unsigned core = 0; core < takt_core_count(); core++) {
        if (core == world->core)
            continue;
        MIXED_RESULT(takt_remote_find(&world->peer[core], names[core], TAKT_S(1)), 0);
        MIXED_RESULT(takt_channel_attach(&world->to[core], ways[core], TAKT_S(1)), 0);
    }
}

/* Another core than this one, or this one if it is alone. */
static unsigned other(struct mixed_world *world, struct mixed_random *random)
{
    unsigned cores = takt_core_count();

    return cores == 1 ? 0 : (world->core + 1 + mixed_below(random, cores - 1)) % cores;
}

static void give(struct mixed_world *world, struct mixed_random *random)
{
    unsigned core = other(world, random);

    if (core == world->core)
        return;
    MIXED_RESULT(takt_remote_sem_give(&world->peer[core]), 0);
    world->sent_to[core]++;
}

static void take(struct mixed_world *world, struct mixed_random *random)
{
    int result = takt_sem_take(&world->inbox, mixed_wait(random));

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    world->inbox_taken += result == 0;
}

/* Numbers of one sending core rise by one: they are drawn and sent with preemption off. */
static void post(struct mixed_world *world, struct mixed_random *random)
{
    unsigned core = other(world, random);
    struct letter letter;
    int result;

    if (core == world->core)
        return;
    takt_preempt_lock();
    letter.number = world->channel_sent[core];
    letter.check = letter.number ^ 0xa5a5a5a5u;
    result = takt_channel_send(&world->to[core], &letter);
    MIXED_RESULT(result, 0, -EAGAIN);
    world->channel_sent[core] += result == 0;
    takt_preempt_unlock();
}

static int fetch(struct mixed_world *world, takt_deadline_t deadline)
{
    struct letter letter;
    unsigned from = UINT32_MAX;
    int result = takt_channel_receive(&world->own, &letter, &from, deadline);

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    if (result != 0)
        return result;
    MIXED_CHECK(from < takt_core_count() && from != world->core);
    MIXED_CHECK(letter.check == (letter.number ^ 0xa5a5a5a5u));
    MIXED_CHECK(letter.number == world->channel_received[from]);
    world->channel_received[from]++;
    return 0;
}

/* With preemption off no second receiver of this core can come between receiving and counting. */
static void collect(struct mixed_world *world, struct mixed_random *random)
{
    (void)random;
    takt_preempt_lock();
    (void)fetch(world, TAKT_NO_WAIT);
    takt_preempt_unlock();
}

static void section(struct mixed_world *world, struct mixed_random *random)
{
    struct takt_llq_token token;
    int result = takt_llq_acquire(&world->lock, mixed_wait(random), &token);

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    if (result != 0)
        return;
    MIXED_CHECK(takt_llq_passed(&world->lock) < takt_core_count());
    MIXED_CHECK(TAKT_ADD(&inside, 1, relaxed) == 0); /* relaxed: the lock orders the section */
    takt_work(mixed_below(random, 500));
    MIXED_CHECK(TAKT_ADD(&inside, (uint32_t)-1, relaxed) == 1); /* relaxed: as above */
    MIXED_RESULT(takt_llq_release(&world->lock, &token), 0);
}

void mixed_across(struct mixed_world *world, struct mixed_random *random)
{
    static void (*const operations[])(struct mixed_world *, struct mixed_random *) = {
        give, give, take, post, post, collect, section, section,
    };

    operations[mixed_below(random, sizeof operations / sizeof *operations)](world, random);
}

void mixed_across_end(struct mixed_world *world)
{
    takt_time_t end = takt_now() + TAKT_MS(100);

    (void)world;
    (void)TAKT_ADD(&ended, 1, release); /* pairs with the acquire below: what was sent before is counted */
    while (TAKT_LOAD(&ended, acquire) != takt_core_count()) {
        MIXED_CHECK(takt_now() < end);
        MIXED_RESULT(takt_sleep(TAKT_US(5)), 0);
    }
}

void mixed_across_account(struct mixed_world *world)
{
    uint32_t given = 0;

    /* what the last doorbell announced has arrived by then */
    MIXED_RESULT(takt_sleep(TAKT_US(20)), 0);
    while (fetch(world, TAKT_NO_WAIT) == 0)
        continue;
    for (unsigned core = 0; core < takt_core_count(); core++) {
        given += mixed_worlds[core].sent_to[world->core];
        MIXED_CHECK(mixed_worlds[core].channel_sent[world->core] == world->channel_received[core]);
    }
    MIXED_CHECK(given == world->inbox_taken + takt_sem_count(&world->inbox));
}
