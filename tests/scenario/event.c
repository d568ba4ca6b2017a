/* Event flags: any and all, clearing, and what each waiter is shown. */
#include "scenario.h"

static struct takt_event event;

static uint32_t try(uint32_t bits, unsigned options)
{
    uint32_t got = 0;
    int result = takt_event_wait(&event, bits, options, TAKT_NO_WAIT, &got);

    EXPECT(result == 0 || result == -EAGAIN);
    EXPECT_EQ(takt_event_check(&event), 0);
    return result == 0 ? got : 0;
}

static void wait_refuses(void)
{
    EXPECT_EQ(takt_event_init(&event, 0), 0);
    EXPECT_EQ(takt_event_wait(&event, 0, TAKT_EVENT_ANY, TAKT_NO_WAIT, NULL), -EINVAL);
    EXPECT_EQ(takt_event_wait(&event, 1, 4, TAKT_NO_WAIT, NULL), -EINVAL);
    EXPECT_EQ(takt_event_wait(&event, 1, TAKT_EVENT_ALL | 8, TAKT_FOREVER, NULL), -EINVAL);
}

static void any_and_all(void)
{
    EXPECT_EQ(takt_event_init(&event, 0x6), 0);
    EXPECT_EQ(takt_event_get(&event), 0x6);
    EXPECT_EQ(try(0x3, TAKT_EVENT_ANY), 0x6);
    EXPECT_EQ(try(0x3, TAKT_EVENT_ALL), 0);
    EXPECT_EQ(try(0x9, TAKT_EVENT_ANY), 0);
    EXPECT_EQ(takt_event_set(&event, 0x1), 0);
    EXPECT_EQ(try(0x3, TAKT_EVENT_ALL), 0x7);
    EXPECT_EQ(takt_event_wait(&event, 0x1, TAKT_EVENT_ANY, TAKT_FOREVER, NULL), 0);
    EXPECT_EQ(takt_event_get(&event), 0x7);
    EXPECT_EQ(takt_event_clear(&event, 0x5), 0);
    EXPECT_EQ(takt_event_get(&event), 0x2);
}

static void a_wait_clears_what_it_waited_for(void)
{
    EXPECT_EQ(takt_event_init(&event, 0x7), 0);
    EXPECT_EQ(try(0xA, TAKT_EVENT_ALL | TAKT_EVENT_CLEAR), 0);
    EXPECT_EQ(takt_event_get(&event), 0x7);
    EXPECT_EQ(try(0xA, TAKT_EVENT_ANY | TAKT_EVENT_CLEAR), 0x7);
    EXPECT_EQ(takt_event_get(&event), 0x5);
    EXPECT_EQ(try(0x5, TAKT_EVENT_ALL | TAKT_EVENT_CLEAR), 0x5);
    EXPECT_EQ(takt_event_get(&event), 0);
}

/** A waiter; leaves its name when satisfied. */
struct waiter {
    const char *name;
    uint32_t bits;
    unsigned options;
    uint32_t got;
};

static void wait_once(void *arg)
{
    struct waiter *waiter = arg;

    EXPECT_EQ(takt_event_wait(&event, waiter->bits, waiter->options, TAKT_FOREVER, &waiter->got), 0);
    mark(waiter->name);
}

static void start(takt_prio_t priority, struct waiter *waiter)
{
    (void)spawn(priority, wait_once, waiter);
    scenario_let_run();
    EXPECT_EQ(takt_event_check(&event), 0);
}

static void set(uint32_t bits, const char *expected)
{
    EXPECT_EQ(takt_event_set(&event, bits), 0);
    EXPECT_EQ(takt_event_check(&event), 0);
    scenario_let_run();
    EXPECT_MARKS(expected);
}

static void a_set_is_shown_to_every_waiter(void)
{
    struct waiter any = {"any", 0x3, TAKT_EVENT_ANY, 0}, all = {"all", 0x3, TAKT_EVENT_ALL, 0},
                  other = {"other", 0x8, TAKT_EVENT_ANY, 0};

    EXPECT_EQ(takt_event_init(&event, 0), 0);
    start(LOW, &other);
    start(LOW, &any);
    start(HIGH, &all);
    set(0x2, "any");
    EXPECT_EQ(any.got, 0x2);
    set(0x10, "");
    set(0x1, "all");
    EXPECT_EQ(all.got, 0x13);
    set(0x8, "other");
    EXPECT_EQ(other.got, 0x1B);
}

/* Cleared when the last of them has seen the bits; the most urgent runs first. */
static void bits_are_cleared_after_all_have_seen_them(void)
{
    struct waiter a = {"A", 0x1, TAKT_EVENT_CLEAR, 0}, b = {"B", 0x3, TAKT_EVENT_ALL | TAKT_EVENT_CLEAR, 0},
                  c = {"C", 0x1, TAKT_EVENT_ANY, 0}, d = {"D", 0x4, TAKT_EVENT_CLEAR, 0};

    EXPECT_EQ(takt_event_init(&event, 0x10), 0);
    start(LOW, &a);
    start(LOW - 2, &b);
    start(LOW, &c);
    start(LOW, &d);
    set(0x3, "B A C");
    EXPECT_EQ(b.got, 0x13);
    EXPECT_EQ(a.got, 0x13);
    EXPECT_EQ(c.got, 0x13);
    EXPECT_EQ(takt_event_get(&event), 0x10);
    set(0x4, "D");
    EXPECT_EQ(takt_event_get(&event), 0x10);
}

static void set_then_clear(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_event_set(&event, 0x1), 0);
    EXPECT_EQ(takt_event_clear(&event, 0x1), 0);
    EXPECT_EQ(takt_event_get(&event), 0);
    EXPECT_EQ(takt_event_wait(&event, 0x1, TAKT_EVENT_ANY, TAKT_NO_WAIT, NULL), -EAGAIN);
    EXPECT_EQ(takt_event_wait(&event, 0x1, TAKT_EVENT_ANY, TAKT_FOREVER, NULL), -EPERM);
}

static void a_set_counts_though_it_is_cleared_at_once(void)
{
    struct waiter low = {"L", 0x1, TAKT_EVENT_ANY, 0};

    EXPECT_EQ(takt_event_init(&event, 0), 0);
    start(LOW, &low);
    in_handler(set_then_clear, NULL);
    scenario_let_run();
    EXPECT_MARKS("L");
    EXPECT_EQ(low.got, 0x1);
    EXPECT_EQ(takt_event_get(&event), 0);
}

static void check_finds_a_satisfied_waiter(void)
{
    struct waiter low = {"L", 0x1, TAKT_EVENT_ANY, 0}, low2 = {"L2", 0x2, TAKT_EVENT_ANY, 0};

    EXPECT_EQ(takt_event_init(&event, 0), 0);
    start(LOW, &low);
    start(LOW, &low2);
    event.bits = 0x2;
    EXPECT_EQ(takt_event_check(&event), -EFAULT);
    event.bits = 0;
    event.pulse = 1;
    EXPECT_EQ(takt_event_check(&event), -EFAULT);
    event.pulse = 0;
    set(0x3, "L L2");
}

void scenario_before_start(void)
{
    EXPECT_EQ(takt_event_init(&event, 0), 0);
    EXPECT_EQ(takt_event_set(&event, 0x2), 0);
    EXPECT_EQ(try(0x2, TAKT_EVENT_CLEAR), 0x2);
    EXPECT_EQ(takt_event_wait(&event, 0x2, TAKT_EVENT_ANY, TAKT_FOREVER, NULL), -EPERM);
}

SCENARIOS(SCENARIO(wait_refuses), SCENARIO(any_and_all), SCENARIO(a_wait_clears_what_it_waited_for),
          SCENARIO(a_set_is_shown_to_every_waiter), SCENARIO(bits_are_cleared_after_all_have_seen_them),
          SCENARIO(a_set_counts_though_it_is_cleared_at_once), SCENARIO(check_finds_a_satisfied_waiter));
