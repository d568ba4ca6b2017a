/*
 * Interrupts above the kernel's level are not held back by the kernel's mask; those of its level are, and come when it
 * opens. A handler that is attached and one with a vector of its own behave alike.
 */
#include "scenario.h"

#include "kernel.h"

#define FREE 5u /* a line without a device that is used */

static volatile unsigned came;

static void attached(void *arg)
{
    came += (unsigned)(uintptr_t)arg;
}

static void direct(void)
{
    came++;
}

static void pend_masked(unsigned expected)
{
    takt_mask_t old = takt_port_mask();

    came = 0;
    EXPECT_EQ(takt_irq_pend(FREE), 0);
    EXPECT_EQ(came, expected);
    takt_port_unmask(old);
    takt_cortexm_settle();
    EXPECT_EQ(came, 1);
    EXPECT_EQ(takt_irq_disable(FREE), 0);
}

static void the_mask_holds_the_kernels_level_back(void)
{
    for (unsigned priority = CONFIG_TAKT_CORTEXM_LEVEL; priority < TAKT_PORT_IRQ_PRIORITIES; priority++) {
        EXPECT_EQ(takt_irq_attach(FREE, priority, attached, ARG(1)), 0);
        EXPECT_EQ(takt_irq_enable(FREE), 0);
        pend_masked(0);
        EXPECT_EQ(takt_irq_attach(FREE, priority, NULL, NULL), 0);
        EXPECT_EQ(takt_cortexm_direct(FREE, priority, direct), 0);
        EXPECT_EQ(takt_irq_enable(FREE), 0);
        pend_masked(0);
    }
}

static void above_it_nothing_is_held_back(void)
{
    for (unsigned priority = 0; priority < CONFIG_TAKT_CORTEXM_LEVEL; priority++) {
        EXPECT_EQ(takt_irq_attach(FREE, priority, attached, ARG(1)), 0);
        EXPECT_EQ(takt_irq_enable(FREE), 0);
        pend_masked(1);
        EXPECT_EQ(takt_irq_attach(FREE, priority, NULL, NULL), 0);
        EXPECT_EQ(takt_cortexm_direct(FREE, priority, direct), 0);
        EXPECT_EQ(takt_irq_enable(FREE), 0);
        pend_masked(1);
    }
}

static void direct_refuses(void)
{
    EXPECT_EQ(takt_cortexm_direct(TAKT_PORT_IRQ_LINES, 1, direct), -EINVAL);
    EXPECT_EQ(takt_cortexm_direct(FREE, TAKT_PORT_IRQ_PRIORITIES, direct), -EINVAL);
}

/* A direct handler of the kernel's level may call the kernel: it wakes a thread. */
static struct takt_sem sem;

static void give(void)
{
    EXPECT_EQ(takt_sem_give(&sem), 0);
}

static void taker(void *arg)
{
    EXPECT_EQ(takt_sem_take(&sem, TAKT_S(5)), 0);
    mark(arg);
}

static void a_direct_handler_wakes_a_thread(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(HIGH, taker, "woken");
    EXPECT_EQ(takt_cortexm_direct(FREE, CONFIG_TAKT_CORTEXM_LEVEL, give), 0);
    EXPECT_EQ(takt_irq_enable(FREE), 0);
    EXPECT_EQ(takt_irq_pend(FREE), 0);
    mark("after");
    EXPECT_MARKS("woken after");
    EXPECT_EQ(takt_irq_disable(FREE), 0);
}

SCENARIOS(SCENARIO(the_mask_holds_the_kernels_level_back), SCENARIO(above_it_nothing_is_held_back),
          SCENARIO(direct_refuses), SCENARIO(a_direct_handler_wakes_a_thread));
