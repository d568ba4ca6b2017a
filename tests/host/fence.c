/*
 * The fence stops a core that hangs, and no other. Core 0 asks for it again and again while core 1 works with interrupts
 * open, is masked for moments, idles, and waits: each time the answer is no, and core 1 goes on. The first time core 1 may
 * still be starting: it is masked then for as long as it measures its clock.
 * Then core 1 hangs with interrupts off: at some time the answer is yes, and from there on core 1 counts no more.
 */
#include "host_test.h"

#include <takt/atomic.h>

#define ASKED 100u
#define MANY  100000u

enum { WORKS, MASKED, IDLES, WAITS, WAYS };

static struct host_test_thread asker, victim;
static struct takt_word way, steps;

/* A core that is asked is rung before, as the kernel does. */
static bool ask(void)
{
    takt_port_doorbell(1);
    return takt_port_fence(1);
}

static uint32_t steps_of_victim(void)
{
    return TAKT_LOAD(&steps, relaxed); /* relaxed: a sign of life */
}

static void lives_on(uint32_t how)
{
    uint32_t before;

    TAKT_STORE(&way, how, relaxed);
    for (unsigned i = 0; i < ASKED; i++) {
        HOST_TEST_CHECK(!ask());
        HOST_TEST_CHECK(takt_sleep(TAKT_US(50)) == 0);
    }
    before = steps_of_victim();
    while (steps_of_victim() == before)
        HOST_TEST_CHECK(takt_sleep(TAKT_US(100)) == 0);
}

static void asks(void *arg)
{
    uint32_t last;
    unsigned asked = 0;

    (void)arg;
    while (steps_of_victim() ==
           0) /* a core that starts is masked while it measures its clock, for as long as that takes */
        HOST_TEST_CHECK(takt_sleep(TAKT_MS(1)) == 0);
    for (uint32_t how = WORKS; how < WAYS; how++)
        lives_on(how);
    TAKT_STORE(&way, WAYS, relaxed);
    while (!ask()) {
        HOST_TEST_CHECK(asked++ < MANY);
        HOST_TEST_CHECK(takt_sleep(TAKT_MS(1)) == 0);
    }
    HOST_TEST_CHECK(ask()); /* and it stays so */
    last = steps_of_victim();
    HOST_TEST_CHECK(takt_sleep(TAKT_MS(20)) == 0);
    HOST_TEST_CHECK(steps_of_victim() == last);
    host_test_done("times asked, one core stopped", WAYS * ASKED + asked, WAYS * ASKED);
}

static void step_masked(void)
{
    takt_mask_t old = takt_port_mask();

    takt_work(TAKT_US(200));
    takt_port_unmask(old);
}

static void step(uint32_t how)
{
    if (how == MASKED)
        step_masked();
    else if (how == IDLES)
        HOST_TEST_CHECK(takt_sleep(TAKT_US(200)) == 0);
    else if (how == WAITS)
        takt_port_relax();
    else
        takt_work(TAKT_US(10));
}

static void goes_on(void *arg)
{
    uint32_t how;

    (void)arg;
    while ((how = TAKT_LOAD(&way, relaxed)) != WAYS) {
        step(how);
        TAKT_ADD(&steps, 1, relaxed);
    }
    (void)takt_port_mask();
    for (;;)
        TAKT_ADD(&steps, 1, relaxed);
}

void takt_main(unsigned core)
{
    if (takt_core_count() == 1) {
        takt_printf("needs two cores\n");
        takt_exit(77);
    }
    if (core == 0)
        host_test_start(&asker, &(struct takt_thread_attr){.name = "asks", .entry = asks, .priority = 5});
    else if (core == 1)
        host_test_start(&victim,
                        &(struct takt_thread_attr){.name = "goes on", .entry = goes_on, .priority = 5});
}
