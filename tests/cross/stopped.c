/*
 * A core that stops: it says why, the others learn of it from what they ask of it, and go on.
 *
 * The last core offers a semaphore and a channel, is asked once so that it is known to work, and then stops
 * as an assertion that does not hold would stop it. Core 0 is told by -EHOSTDOWN; if there are more cores, it goes on
 * exchanging with them afterwards.
 */
#include "cross_test.h"

#include "cross.h"

#include <string.h>

#define AFTER 100
#define LONG  "a reason that is longer than the line on which a core says that it stopped, "

static struct takt_sem asked, ping[CONFIG_TAKT_CORES];
static struct takt_channel inbox, outbox;
static struct takt_word exchanged, follow;

static unsigned last(void)
{
    return takt_core_count() - 1;
}

static void tick(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    takt_panic("a core stops on purpose", __FILE__, __LINE__);
}

static bool how(const char *word)
{
    return strcmp(takt_argument("how", "thread"), word) == 0;
}

static void stopping(void *arg)
{
    static struct takt_timer timer;

    (void)arg;
    EXPECT_EQ(takt_sem_take(&asked, CROSS_PATIENCE), 0);
    if (how("handler")) {
        EXPECT_EQ(takt_timer_init_direct(&timer, tick, NULL), 0);
        EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
        EXPECT_EQ(takt_sleep(TAKT_S(1)), 0);
    }
    takt_panic("a core stops on purpose", __FILE__, __LINE__);
}

static void echo(void *arg)
{
    struct takt_sem *own = arg;
    struct takt_remote back;

    EXPECT_EQ(takt_remote_find(&back, "pong", CROSS_PATIENCE), 0);
    for (;;) {
        EXPECT_EQ(takt_sem_take(own, TAKT_FOREVER), 0);
        /* what the doorbell does where all cores have to stop with one */
        if (TAKT_LOAD(&follow, relaxed) != 0)
            takt_cross_follow(takt_cross());
        TAKT_ADD(&exchanged, 1, relaxed);
        EXPECT_EQ(takt_remote_sem_give(&back), 0);
    }
}

static unsigned ask_until_down(const struct takt_remote *remote)
{
    unsigned asks = 0;
    int result;

    while ((result = takt_remote_sem_give(remote)) == 0) {
        asks++;
        EXPECT_EQ(takt_sleep(TAKT_US(20)), 0);
    }
    EXPECT_EQ(result, -EHOSTDOWN);
    return asks;
}

static void others_go_on(void)
{
    struct takt_remote there;

    EXPECT_EQ(takt_remote_find(&there, "ping", CROSS_PATIENCE), 0);
    for (unsigned i = 0; i < AFTER; i++) {
        EXPECT_EQ(takt_remote_sem_give(&there), 0);
        EXPECT_EQ(takt_sem_take(&ping[0], CROSS_PATIENCE), 0);
    }
    EXPECT_EQ(TAKT_LOAD(&exchanged, relaxed), AFTER);
    TAKT_STORE(&follow, 1, relaxed);
    (void)ask_until_down(&there);
}

static void watching(void *arg)
{
    struct takt_remote remote, again;
    uint32_t message = 0;

    (void)arg;
    EXPECT_EQ(takt_remote_find(&remote, "victim", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_channel_attach(&outbox, "inbox", CROSS_PATIENCE), 0);
    if (!how("start")) {
        EXPECT_EQ(takt_channel_send(&outbox, &message), 0);
        EXPECT(ask_until_down(&remote) > 0);
    }
    while (takt_remote_sem_give(&remote) == 0)
        EXPECT_EQ(takt_sleep(TAKT_US(20)), 0);
    EXPECT_EQ(takt_remote_sem_give(&remote), -EHOSTDOWN);
    EXPECT_EQ(takt_channel_send(&outbox, &message), -EHOSTDOWN);
    EXPECT_EQ(takt_remote_find(&again, "victim", TAKT_NO_WAIT), 0); /* the offer stands, its core does not */
    EXPECT_EQ(takt_remote_sem_give(&again), -EHOSTDOWN);
    if (takt_core_count() > 2)
        others_go_on();
    cross_end("stopped", 4 + TAKT_LOAD(&exchanged, relaxed), "cases and exchanges");
}

void takt_main(unsigned core)
{
    cross_begin(core);
    EXPECT_EQ(takt_sem_init(&ping[core], 0, 1), 0);
    if (core == 0) {
        EXPECT_EQ(takt_remote_export_sem(&ping[0], "pong"), 0);
        (void)cross_thread("watching", watching, NULL, 5);
    } else if (core == last()) {
        EXPECT_EQ(takt_sem_init(&asked, 0, 1), 0);
        EXPECT_EQ(takt_remote_export_sem(&asked, "victim"), 0);
        EXPECT_EQ(takt_channel_create(&inbox, "inbox", sizeof(uint32_t), 2), 0);
        (void)cross_thread("stopping", stopping, NULL, 5);
        if (how("start"))
            takt_panic(LONG LONG LONG LONG "end", __FILE__, __LINE__);
    } else if (core == 1) {
        EXPECT_EQ(takt_remote_export_sem(&ping[1], "ping"), 0);
        (void)cross_thread("echo", echo, &ping[1], 5);
    }
}
