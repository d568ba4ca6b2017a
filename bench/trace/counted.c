/*
 * What a record costs in instructions: from before the call to after its return, arguments included.
 *
 *   mark   one of the application's own, through the function that it calls
 *   hook   one of the kernel's, as it stands in a service
 *   off    the same, its group switched off
 *   muted  one of the kernel's while another object is left out
 *   give, give-off   a service with its record, and with its group switched off
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include "place.h"

#include "kernel.h"

#define TIMES 20
#define STACK (16 * TAKT_STACK_MIN)

static struct takt_thread thread;
static _Alignas(16) unsigned char stack[STACK];
static struct takt_sem sem, other;

static void check(bool right, const char *what)
{
    if (right)
        return;
    takt_printf("FAIL: %s\n", what);
    takt_exit(1);
}

static TAKT_PLACED void mark(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_mark);
        takt_trace_mark(7, i);
        TAKT_TO(trace_mark);
    }
}

static TAKT_PLACED void hook(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_hook);
        takt_trace_event_set(TAKT_ID(&sem), i);
        TAKT_TO(trace_hook);
    }
}

static TAKT_PLACED void muted(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_muted);
        takt_trace_event_set(TAKT_ID(&sem), i);
        TAKT_TO(trace_muted);
    }
}

static TAKT_PLACED void off(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_off);
        takt_trace_event_set(TAKT_ID(&sem), i);
        TAKT_TO(trace_off);
    }
}

static TAKT_PLACED void service_on(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_give);
        (void)takt_sem_give(&sem);
        TAKT_TO(trace_give);
    }
}

static TAKT_PLACED void service_off(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(trace_give_off);
        (void)takt_sem_give(&sem);
        TAKT_TO(trace_give_off);
    }
}

static void run(void *arg)
{
    (void)arg;
    check(takt_sem_init(&sem, 0, 10 * TIMES) == 0 && takt_sem_init(&other, 0, 1) == 0, "takt_sem_init");
    takt_trace_start(TAKT_TRACE_FLIGHT, TAKT_TRACE_GROUP_user | TAKT_TRACE_GROUP_object);
    mark();
    hook();
    service_on();
    check(takt_trace_mute(&other) == 0, "takt_trace_mute");
    muted();
    check(takt_trace_unmute(&other) == 0, "takt_trace_unmute");
    takt_trace_groups(TAKT_TRACE_GROUP_user);
    off();
    service_off();
    takt_trace_stop();
    check(takt_sem_count(&sem) == 2 * TIMES, "a give was lost");
    takt_printf("amount: %u kinds of records, %u times each\n", 6u, (unsigned)TIMES);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "trace", .entry = run, .stack = stack, .stack_size = STACK, .priority = 5};

    if (core != 0)
        return;
    check(takt_thread_create(&thread, &attr) == 0 && takt_thread_start(&thread) == 0,
          "the thread does not start");
}
