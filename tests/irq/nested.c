/*
 * Handlers in handlers, as deep as there are priorities; bursts of one source; an interrupt that nobody handles.
 *
 * Lines are raised by software, which works the same on every board. Priority 0 may be above the kernel's level, so it
 * is left out, and 1 to 7 nest: seven handlers are active at once, and one stack a core has to hold them.
 */
#include "scenario.h"

#define FIRST  20u /* lines that no board uses: FIRST + priority */
#define LEAST  7u
#define URGENT 1u
#define NOBODY 30u

static struct takt_sem sem;
static unsigned depth, deepest, entered;

static void nest(void *arg)
{
    unsigned priority = (unsigned)(uintptr_t)arg;

    depth++;
    entered++;
    deepest = depth > deepest ? depth : deepest;
    EXPECT_EQ(depth, LEAST + 1 - priority);
    EXPECT_EQ(takt_sem_give(&sem), 0);
    if (priority > URGENT)
        EXPECT_EQ(takt_irq_pend(FIRST + priority - 1), 0);
    EXPECT_EQ(entered, LEAST); /* all that is more urgent has come and gone */
    depth--;
}

static void attach_all(takt_irq_handler_t handler)
{
    depth = deepest = entered = 0;
    EXPECT_EQ(takt_sem_init(&sem, 0, 100), 0);
    for (unsigned priority = URGENT; priority <= LEAST; priority++) {
        EXPECT_EQ(takt_irq_attach(FIRST + priority, priority, handler, ARG(priority)), 0);
        EXPECT_EQ(takt_irq_enable(FIRST + priority), 0);
    }
}

static void detach_all(void)
{
    for (unsigned priority = URGENT; priority <= LEAST; priority++)
        EXPECT_EQ(takt_irq_attach(FIRST + priority, priority, NULL, NULL), 0);
    EXPECT_EQ(takt_sem_delete(&sem), 0);
}

static void more_urgent_ones_nest(void)
{
    attach_all(nest);
    EXPECT_EQ(takt_irq_pend(FIRST + LEAST), 0);
    EXPECT_EQ(deepest, LEAST);
    EXPECT_EQ(depth, 0);
    EXPECT_EQ(takt_sem_count(&sem), LEAST);
    detach_all();
}

static void do_not_nest(void *arg)
{
    unsigned priority = (unsigned)(uintptr_t)arg;

    depth++;
    entered++;
    EXPECT_EQ(depth, 1);
    EXPECT_EQ(entered, priority); /* in the order of urgency, all pending by then */
    if (entered == 1) {
        for (unsigned less = priority + 1; less <= LEAST; less++)
            EXPECT_EQ(takt_irq_pend(FIRST + less), 0);
    }
    depth--;
}

static void less_urgent_ones_wait(void)
{
    attach_all(do_not_nest);
    EXPECT_EQ(takt_irq_pend(FIRST + URGENT), 0);
    EXPECT_EQ(entered, LEAST);
    detach_all();
}

/** A device: how often it raised its line, and how much of that its handler has seen. */
struct device {
    unsigned raised, seen, runs;
};

static void serve(void *arg)
{
    struct device *device = arg;

    device->seen = device->raised;
    device->runs++;
}

static void burst(void *arg)
{
    struct device *device = arg;

    for (unsigned i = 0; i < 50; i++) {
        device->raised++;
        EXPECT_EQ(takt_irq_pend(FIRST + LEAST), 0);
    }
}

/* While its handler cannot run, a source that is raised fifty times is one interrupt, and nothing is missed. */
static void a_burst_is_one(void)
{
    static struct device device;

    device = (struct device){0};
    EXPECT_EQ(takt_irq_attach(FIRST + LEAST, LEAST, serve, &device), 0);
    EXPECT_EQ(takt_irq_enable(FIRST + LEAST), 0);
    in_urgent_handler(burst, &device);
    EXPECT_EQ(device.runs, 1);
    EXPECT_EQ(device.seen, 50);
    burst(&device); /* open: each one comes */
    EXPECT_EQ(device.runs, 51);
    EXPECT_EQ(device.seen, 100);
    EXPECT_EQ(takt_irq_attach(FIRST + LEAST, LEAST, NULL, NULL), 0);
}

/* One that is disabled stays pending, can be forgotten, and harms nobody. */
static void pending_and_forgotten(void)
{
    static struct device device;

    device = (struct device){0};
    EXPECT_EQ(takt_irq_attach(FIRST + LEAST, LEAST, serve, &device), 0);
    EXPECT_EQ(takt_irq_pend(FIRST + LEAST), 0);
    EXPECT_EQ(device.runs, 0);
    EXPECT_EQ(takt_irq_clear(FIRST + LEAST), 0);
    EXPECT_EQ(takt_irq_enable(FIRST + LEAST), 0);
    EXPECT_EQ(device.runs, 0);
    EXPECT_EQ(takt_irq_pend(FIRST + LEAST), 0);
    EXPECT_EQ(device.runs, 1);
    EXPECT_EQ(takt_irq_attach(FIRST + LEAST, LEAST, NULL, NULL), 0);
    EXPECT_EQ(takt_irq_clear(UINT32_MAX), -EINVAL);
}

/* A line without a handler that is pending and not enabled is as if it were not there. */
static void nobody_handles_it(void)
{
    EXPECT_EQ(takt_irq_pend(NOBODY), 0);
    EXPECT_EQ(takt_irq_clear(NOBODY), 0);
    EXPECT_EQ(takt_irq_enable(NOBODY), 0);
    EXPECT_EQ(takt_irq_disable(NOBODY), 0);
    more_urgent_ones_nest();
}

SCENARIOS(SCENARIO(more_urgent_ones_nest), SCENARIO(less_urgent_ones_wait), SCENARIO(a_burst_is_one),
          SCENARIO(pending_and_forgotten), SCENARIO(nobody_handles_it));
