/*
 * Core 0 comes late, or never, or with a kernel of another configuration. The others go on alone, say so, get
 * an answer from every service, and are let in as soon as core 0 is there (late=1). Only sim can hold a core
 * back before its start.
 */
#include "cross_test.h"

#include "cross.h"

#include <takt_sim.h>

#define ARRIVES UINT64_C(1500000000) /* ns; longer than a start waits */
#define TURN    2000                 /* ns of each look while core 0 is not there, for the test's speed */

static struct takt_sem offered;
static struct takt_llq lock;
static unsigned long cases;

static struct takt_sim_answer choose(const struct takt_sim_options *options)
{
    struct takt_sim_options left = *options;
    struct takt_sim_answer answer;

    if (options->now >= ARRIVES || (options->alive & ~UINT64_C(1)) == 0)
        return takt_sim_timed.choose(options);
    left.alive &= ~UINT64_C(1);
    answer = takt_sim_timed.choose(&left);
    if (options->point == TAKT_SIM_RELAX && answer.at < options->clock + TURN)
        answer.at = options->clock + TURN;
    return answer;
}

static void begin(uint64_t seed)
{
    takt_sim_timed.begin(seed);
}

static const struct takt_sim_strategy hold_core_0 = {"timed", false, begin, choose};

/* Core 0's image differs: what it writes about its layout is spoilt before anybody is let in. */
static void at_each_step(enum takt_sim_point point, const char *site)
{
    size_t size;
    struct takt_header *header = takt_port_segment(&size);

    (void)point;
    (void)site;
    if (header->magic.value != TAKT_SEGMENT_MAGIC)
        return;
    header->crc.value++;
    takt_sim_on_choice = NULL;
}

static void at_the_first_step(enum takt_sim_point point, const char *site)
{
    (void)point;
    (void)site;
    takt_sim_on_choice = cross_number("other", 0) != 0 ? at_each_step : NULL;
    if (takt_sim_on_choice != NULL)
        return;
    if (cross_number("late", 0) != 0)
        takt_sim_use(&hold_core_0);
    else
        takt_sim_crash(0);
}

/* Before main(), so that it is there at the first step of all. */
__attribute__((constructor)) static void hook(void)
{
    takt_sim_on_choice = at_the_first_step;
}

static void all_services_answer(void)
{
    static struct takt_channel channel;
    struct takt_remote remote = {.kind = 1};
    bool other = cross_number("other", 0) != 0;
    int now = other ? -EBADMSG : -EAGAIN, later = other ? -EBADMSG : -ETIMEDOUT;

    EXPECT_EQ(takt_remote_export_sem(&offered, "offered"), -EHOSTDOWN);
    EXPECT_EQ(takt_remote_withdraw("offered"), -ENOENT);
    EXPECT_EQ(takt_remote_find(&remote, "zero", TAKT_NO_WAIT), now);
    EXPECT_EQ(takt_remote_find(&remote, "zero", TAKT_MS(1)), later);
    EXPECT_EQ(takt_remote_sem_give(&remote), -EHOSTDOWN);
    EXPECT_EQ(takt_channel_create(&channel, "channel", 4, 4), -EHOSTDOWN);
    EXPECT_EQ(takt_channel_attach(&channel, "zero", TAKT_MS(1)), later);
    EXPECT_EQ(takt_llq_create(&lock, "lock", NULL), -EHOSTDOWN);
    EXPECT_EQ(takt_llq_attach(&lock, "zero", TAKT_NO_WAIT), now);
    cases += 9;
}

static void alone(void *arg)
{
    struct takt_remote zero;

    (void)arg;
    all_services_answer();
    takt_port_doorbell(1); /* a bell without a reason */
    if (cross_number("late", 0) == 0)
        cross_end("late", cases, "cases, core 0 never there or of another kind");
    EXPECT_EQ(takt_remote_find(&zero, "zero", TAKT_S(5)), 0);
    EXPECT_EQ(takt_remote_export_sem(&offered, "offered"), 0);
    EXPECT_EQ(takt_llq_create(&lock, "lock", NULL), 0);
    EXPECT_EQ(takt_remote_sem_give(&zero), 0);
    EXPECT_EQ(takt_sem_take(&offered, TAKT_S(1)), 0);
    cross_end("late", cases + 5, "cases, core 0 late");
}

static void zero(void *arg)
{
    struct takt_sem *own = arg;
    struct takt_remote other;

    EXPECT_EQ(takt_sem_take(own, TAKT_S(5)), 0);
    EXPECT_EQ(takt_remote_find(&other, "offered", TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_remote_sem_give(&other), 0);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    static struct takt_sem own;

    if (core == 0) {
        EXPECT_EQ(takt_sem_init(&own, 0, 1), 0);
        EXPECT_EQ(takt_remote_export_sem(&own, "zero"), 0);
        (void)cross_thread("zero", zero, &own, 5);
    } else if (core == 1) {
        EXPECT_EQ(takt_sem_init(&offered, 0, 1), 0);
        all_services_answer(); /* before start too */
        (void)cross_thread("alone", alone, NULL, 5);
    }
}
