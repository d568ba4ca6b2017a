/*
 * The counter and the event: the counter never goes back, wherever it starts and whatever interrupts; an event comes
 * when it is due, never before the kernel's time; one in the past comes at once. The conversions are those of plain
 * division.
 */
#include "scenario.h"

#include "kernel.h"

#define READS 20000u

static volatile uint64_t latest; /* that anybody read */
static volatile unsigned backwards;

static void read_counter(void)
{
    takt_mask_t old = takt_port_mask();
    uint64_t before = latest, now = takt_port_counter();

    backwards += now < before;
    latest = now;
    takt_port_unmask(old);
}

static void read_in_a_handler(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    read_counter();
}

/* Two readings of which an interrupt may come between any two instructions. */
static void read_unmasked(void)
{
    uint64_t first = takt_port_counter(), second = takt_port_counter();

    backwards += second < first;
}

static void the_counter_never_goes_back(void)
{
    static struct takt_timer timer;
    uint64_t begin = takt_port_counter();
    unsigned reads = 0;

    latest = 0;
    backwards = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, read_in_a_handler, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(20), TAKT_US(20)), 0);
    while (takt_port_counter() - begin < takt_port_from_ns(TAKT_MS(3)) || reads < READS) {
        read_counter();
        read_unmasked();
        reads++;
    }
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT_EQ(backwards, 0);
    EXPECT(takt_port_counter() - begin < takt_port_from_ns(TAKT_S(60)));
    scenario_cases(READS);
}

/* Counted by a timer of its own, so that it is known when the event came. */
static volatile uint64_t came;

static void note(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    came = takt_port_counter();
}

static void events_come_when_they_are_due(void)
{
    static struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, note, NULL), 0);
    for (takt_time_t span = 0; span < TAKT_US(300); span = span * 5 / 4 + 13) {
        takt_time_t when = takt_now() + span;
        takt_time_t until = when + TAKT_S(1);

        came = 0;
        EXPECT_EQ(takt_timer_start(&timer, takt_at(when), 0), 0);
        while (came == 0 && takt_now() < until)
            continue;
        EXPECT(came != 0);
        EXPECT(takt_port_to_ns(came) >= when);
        scenario_cases(1);
    }
}

/* An event far beyond the timer's own reach is met by interrupts that come early, and is none. */
static void a_far_event_does_not_come(void)
{
    static struct takt_timer timer;

    came = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, note, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_S(1000000), 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    EXPECT_EQ(came, 0);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

static uint64_t next_random(uint64_t x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

static void expect_conversion(uint64_t ns, uint64_t d)
{
    uint64_t units = takt_port_from_ns((takt_time_t)ns);

    EXPECT_EQ(units, ns / d + (ns % d != 0));
    EXPECT_EQ(takt_port_to_ns(units), units > INT64_MAX / d ? INT64_MAX : (takt_time_t)(units * d));
}

static void conversions_are_plain_divisions(void)
{
    const uint64_t d = TAKT_BOARD_COUNT_NS;
    uint64_t random = UINT64_C(0x123456789abcdef);

    for (unsigned i = 0; i < 2000; i++) {
        random = next_random(random);
        expect_conversion(random >> (1 + i % 63), d);
        expect_conversion((random >> (1 + i % 63)) / d * d, d);
    }
    for (uint64_t near = 0; near < 100; near++) {
        expect_conversion(near, d);
        expect_conversion(INT64_MAX - near, d);
    }
    EXPECT_EQ(takt_port_to_ns(UINT64_MAX), INT64_MAX);
    scenario_cases(4200);
}

/* What takt_work() takes where it is alone. Without counted instructions both it and its calibration are the emulator's. */
static void work_takes_its_time(void)
{
    takt_time_t begin = takt_now(), took;

    takt_work(TAKT_MS(5));
    took = takt_now() - begin;
    EXPECT(took > 0);
    if (takt_argument("exact", NULL) == NULL)
        return;
    EXPECT(took >= TAKT_MS(5) * 9 / 10);
    EXPECT(took <= TAKT_MS(5) * 11 / 10);
}

/* Longer than the counter's 32 bits last, with nothing to do but to note the turns. */
static void turns_are_noted_while_nothing_happens(void)
{
    takt_time_t until = takt_now() + TAKT_S(1000);

    if (takt_argument("long", NULL) == NULL)
        return;
    EXPECT_EQ(takt_sleep(takt_at(until)), 0);
    EXPECT(takt_now() >= until);
    EXPECT(takt_now() < until + TAKT_MS(1));
    scenario_cases(1);
}

SCENARIOS(SCENARIO(the_counter_never_goes_back), SCENARIO(events_come_when_they_are_due),
          SCENARIO(a_far_event_does_not_come), SCENARIO(conversions_are_plain_divisions),
          SCENARIO(work_takes_its_time), SCENARIO(turns_are_noted_while_nothing_happens));
