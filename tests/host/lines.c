/*
 * Interrupt lines: who interrupts whom, what is held back, what happens after. Each step writes a letter, and the
 * whole is compared; every order is the caller's own doing, so there is no race.
 */
#include <string.h>

#include "host_test.h"

#define STEPS 200u

enum { URGENT = 7, EQUAL = 8, MEDIUM = 9, LATE = 10 };

static char log_text[64];
static size_t log_length;
static struct takt_sem given;
static struct host_test_thread driver, waiter;

static void note(char letter)
{
    HOST_TEST_CHECK(log_length < sizeof(log_text) - 1);
    log_text[log_length++] = letter;
}

static void expect(const char *text)
{
    log_text[log_length] = '\0';
    if (strcmp(log_text, text) != 0)
        takt_printf("expected %s, saw %s\n", text, log_text);
    HOST_TEST_CHECK(strcmp(log_text, text) == 0);
    log_length = 0;
}

static void simple(void *letter)
{
    HOST_TEST_CHECK(takt_in_handler());
    note(*(const char *)letter);
}

/* Raises the others from inside: only the more urgent one comes before the end. */
static void medium(void *arg)
{
    (void)arg;
    note('[');
    (void)takt_irq_pend(LATE);
    (void)takt_irq_pend(EQUAL);
    (void)takt_irq_pend(URGENT);
    (void)takt_sem_give(&given);
    note(']');
}

static void wait(void *arg)
{
    (void)arg;
    for (;;) {
        HOST_TEST_CHECK(takt_sem_take(&given, TAKT_FOREVER) == 0);
        note('T');
    }
}

static void attach(unsigned line, unsigned priority, takt_irq_handler_t handler, const char *letter)
{
    HOST_TEST_CHECK(takt_irq_attach(line, priority, handler, (void *)(uintptr_t)letter) == 0);
    HOST_TEST_CHECK(takt_irq_attach(line, priority, handler, NULL) == -EBUSY);
    HOST_TEST_CHECK(takt_irq_enable(line) == 0);
}

static void check_masked(void)
{
    takt_mask_t old = takt_port_mask();

    (void)takt_irq_pend(LATE);
    (void)takt_irq_pend(URGENT);
    (void)takt_irq_pend(LATE);
    note('-');
    takt_port_unmask(old);
    expect("-UL");
}

static void check_disabled(void)
{
    HOST_TEST_CHECK(takt_irq_disable(URGENT) == 0);
    (void)takt_irq_pend(URGENT);
    note('-');
    HOST_TEST_CHECK(takt_irq_enable(URGENT) == 0);
    expect("-U");
}

static void check_refused(void)
{
    HOST_TEST_CHECK(takt_irq_pend(TAKT_PORT_IRQ_LINES) == -EINVAL);
    HOST_TEST_CHECK(takt_irq_enable(TAKT_PORT_IRQ_LINES) == -EINVAL);
    HOST_TEST_CHECK(takt_irq_attach(0, TAKT_PORT_IRQ_PRIORITIES, simple, NULL) == -EINVAL);
    HOST_TEST_CHECK(takt_irq_attach(TAKT_PORT_IRQ_LINES, 0, simple, NULL) == -EINVAL);
}

static void drive(void *arg)
{
    (void)arg;
    attach(URGENT, 1, simple, "U");
    attach(MEDIUM, 3, medium, NULL);
    attach(EQUAL, 3, simple, "E");
    attach(LATE, 5, simple, "L");
    check_refused();
    for (unsigned i = 0; i < STEPS; i++) {
        (void)takt_irq_pend(MEDIUM);
        expect("[U]ELT");
        check_masked();
        check_disabled();
    }
    HOST_TEST_CHECK(takt_irq_attach(EQUAL, 0, NULL, NULL) == 0);
    (void)takt_irq_pend(EQUAL);
    expect("");
    host_test_done("rounds of nested interrupts", STEPS, STEPS);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    HOST_TEST_CHECK(takt_sem_init(&given, 0, 1) == 0);
    host_test_start(&waiter, &(struct takt_thread_attr){.name = "waiter", .entry = wait, .priority = 2});
    host_test_start(&driver, &(struct takt_thread_attr){.name = "driver", .entry = drive, .priority = 5});
}
