/* Masked steps of what watches over time, around n threads that report, miss a deadline and overrun at one instant. */
#include "masked.h"

static struct takt_period periods[MASKED_CROWD];
static struct takt_watchdog dogs[MASKED_CROWD];
static takt_time_t instant;
static unsigned told;

static void tell(struct takt_period *period, void *arg)
{
    (void)period;
    (void)arg;
    told++;
}

static void bite(struct takt_watchdog *dog, void *arg)
{
    (void)arg;
    takt_watchdog_report(dog);
    told++;
}

static void late(unsigned number)
{
    const struct takt_period_attr attr = {.period = TAKT_MS(100),
                                          .deadline = TAKT_MS(5),
                                          .budget = TAKT_US(1),
                                          .missed = tell,
                                          .overrun = tell};

    MASKED_CHECK(takt_period_start(&periods[number], &attr, takt_at(instant)) == 0);
    takt_work(TAKT_US(2));
    takt_watchdog_report(&dogs[number]);
    MASKED_CHECK(takt_sleep(takt_at(instant + TAKT_MS(10))) == 0);
    MASKED_CHECK(takt_period_stop(&periods[number]) == 0); /* of some the notice is dropped */
}

void windows_time_work(unsigned n)
{
    told = 0;
    instant = takt_now() + TAKT_MS(5);
    crowd_start(n, late);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_watchdog_start(&dogs[i], crowd_thread(i), TAKT_MS(8), bite, NULL) == 0);
    crowd_settle();
    MASKED_CHECK(takt_sleep(takt_at(instant + TAKT_MS(30))) == 0);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_watchdog_stop(&dogs[i]) == 0);
    MASKED_CHECK(told > n);
    crowd_join();
}
