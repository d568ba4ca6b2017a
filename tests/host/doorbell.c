/*
 * A doorbell is never lost. The cores pass a ball around: each waits for it and gives it on, so that every single
 * bell is needed, and a lost one stops the game. In between a core computes, sleeps, or holds interrupts back, by
 * turns, so that a bell meets it running, idle, masked, and on its way into each of these.
 *
 * A core idles when it waits, and wakes from the doorbell alone: no timer runs but the one that ends the wait with
 * a failure, far away.
 */
#include "host_test.h"

#define PATIENCE TAKT_S(20)

static struct host_test_thread player[CONFIG_TAKT_CORES];
static struct takt_sem ball[CONFIG_TAKT_CORES];
static uint64_t passes;

static void name_of(char *name, unsigned core)
{
    name[0] = 'b';
    name[1] = (char)('0' + core / 10);
    name[2] = (char)('0' + core % 10);
    name[3] = '\0';
}

static void delay(uint64_t turn)
{
    takt_mask_t old;

    switch (turn % 4) {
    case 0:
        break;
    case 1:
        takt_work((takt_time_t)(turn * 7919 % 20000));
        break;
    case 2:
        old = takt_port_mask();
        takt_work((takt_time_t)(turn * 6007 % 10000));
        takt_port_unmask(old);
        break;
    default:
        if (turn % 64 == 3)
            HOST_TEST_CHECK(takt_sleep(TAKT_US(30)) == 0);
    }
}

static void play(void *arg)
{
    unsigned core = takt_core_id(), count = takt_core_count();
    struct takt_remote next;
    char name[4];

    (void)arg;
    name_of(name, (core + 1) % count);
    HOST_TEST_CHECK(takt_remote_find(&next, name, PATIENCE) == 0);
    for (uint64_t turn = core * 13; turn < passes + core * 13; turn++) {
        if (core == 0)
            HOST_TEST_CHECK(takt_remote_sem_give(&next) == 0);
        HOST_TEST_CHECK(takt_sem_take(&ball[core], PATIENCE) == 0);
        delay(turn);
        if (core != 0)
            HOST_TEST_CHECK(takt_remote_sem_give(&next) == 0);
    }
    if (core == 0)
        host_test_done("times around, no bell lost", passes, 1000);
}

void takt_main(unsigned core)
{
    char name[4];

    if (takt_core_count() == 1) {
        takt_printf("needs two cores\n");
        takt_exit(77);
    }
    passes = host_test_number("passes", 5000);
    name_of(name, core);
    HOST_TEST_CHECK(takt_sem_init(&ball[core], 0, 1) == 0);
    HOST_TEST_CHECK(takt_remote_export_sem(&ball[core], name) == 0);
    host_test_start(&player[core],
                    &(struct takt_thread_attr){.name = "player", .entry = play, .priority = 5});
}
