/*
 * Each rule of takt-trace lint finds the fault that was planted for it, and no other rule speaks of it; the recording
 * without it is sound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/lint.h"
#include "../../tools/trace/read.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE = 0x10000, A = 0x20000, B = 0x30000, SEM = 0x40000, LANE = 0x01000102 };

/** An event of the sound recording; time is the core's. */
struct line {
    unsigned core, event;
    uint32_t a, b;
    int64_t time;
};

#define E(name) TAKT_TRACE_EVENT_##name

/* Core 0 is interrupted, wakes A, which sends to core 1 twice; core 1 wakes B each time. */
static const struct line sound[] = {
    {0, E(started), 0, 0, 0},
    {0, E(irq_enter), 7, 0, 10},
    {0, E(ready), A, 5, 20},
    {0, E(irq_exit), 7, 0, 30},
    {0, E(switch), IDLE, A, 40},
    {0, E(channel_send), LANE, 0, 45},
    {0, E(doorbell), 0, 1, 50},
    {0, E(channel_send), LANE, 1, 245},
    {0, E(doorbell), 0, 1, 250},
    {0, E(block), SEM, A, 260},
    {0, E(unready), A, 1, 270},
    {0, E(switch), A, IDLE, 280},
    {0, E(irq_enter), 7, 0, 290},
    {0, E(ready), A, 5, 300},
    {0, E(irq_exit), 7, 0, 310},
    {0, E(switch), IDLE, A, 320},
    {1, E(started), 0, 0, 0},
    {1, E(irq_enter), 31, 0, 60},
    {1, E(remote), 0, 3, 70},
    {1, E(ready), B, 6, 80},
    {1, E(irq_exit), 31, 0, 90},
    {1, E(switch), IDLE, B, 100},
    {1, E(channel_receive), LANE, 0, 110},
    {1, E(block), SEM, B, 120},
    {1, E(unready), B, 1, 130},
    {1, E(switch), B, IDLE, 140},
    {1, E(irq_enter), 31, 0, 260},
    {1, E(remote), 0, 3, 270},
    {1, E(ready), B, 6, 280},
    {1, E(irq_exit), 31, 0, 290},
    {1, E(switch), IDLE, B, 300},
    {1, E(channel_receive), LANE, 1, 310},
};

#define LINES (sizeof(sound) / sizeof(sound[0]))

static void build(struct tt_trace *trace, const struct line *line, size_t lines)
{
    *trace = (struct tt_trace){0};
    for (unsigned c = 0; c < 2; c++)
        tt_add_named(tt_core_of(trace, c), c, IDLE, TAKT_TRACE_THREAD, "idle");
    for (size_t i = 0; i < lines; i++) {
        struct tt_event event = {.time = line[i].time,
                                 .a = line[i].a,
                                 .b = line[i].b,
                                 .event = (uint16_t)line[i].event,
                                 .core = (uint8_t)line[i].core};

        if (event.event != 0)
            tt_add_event(tt_core_of(trace, line[i].core), &event);
    }
    tt_settle(trace);
}

static void look(const struct line *line, struct tt_findings *findings)
{
    struct tt_trace trace;

    build(&trace, line, LINES);
    tt_lint_findings(&trace, findings, NULL);
    tt_free(&trace);
}

/* The place of an event of the sound recording, the nth from 0. */
static size_t place(unsigned core, unsigned event, unsigned nth)
{
    for (size_t i = 0; i < LINES; i++) {
        if (sound[i].core == core && sound[i].event == event && nth-- == 0)
            return i;
    }
    fail();
    return 0;
}

static struct line changed[LINES];

static struct line *change(unsigned core, unsigned event, unsigned nth)
{
    memcpy(changed, sound, sizeof(sound));
    return &changed[place(core, event, nth)];
}

static void expect(unsigned rule)
{
    struct tt_findings findings;

    look(changed, &findings);
    for (unsigned i = 0; i < TT_RULES; i++) {
        if (i == rule)
            assert_true(findings.faults[i] > 0);
        else
            assert_int_equal(findings.faults[i], 0);
    }
}

static void test_sound(void **state)
{
    (void)state;
    memcpy(changed, sound, sizeof(sound));
    expect(TT_RULES);
}

static void test_time_goes_back(void **state)
{
    (void)state;
    change(0, E(started), 0)->time = 15; /* the handler began at 10 */
    expect(TT_TIME);
}

static void test_time_stands_still(void **state)
{
    struct tt_trace trace;
    struct tt_findings findings;
    struct line still[200];

    (void)state;
    for (size_t i = 0; i < 200; i++)
        still[i] = (struct line){0, E(mark), 1, 0, 5};
    build(&trace, still, 200);
    tt_lint_findings(&trace, &findings, NULL);
    assert_int_equal(findings.faults[TT_TIME], 1);
    tt_free(&trace);
}

static void test_a_handler_ends_that_did_not_begin(void **state)
{
    (void)state;
    change(0, E(irq_enter), 1)->event = 0;
    expect(TT_PAIRS);
}

static void test_another_handler_ends(void **state)
{
    (void)state;
    change(0, E(irq_exit), 0)->a = 8;
    expect(TT_PAIRS);
}

static void test_a_switch_inside_a_handler(void **state)
{
    (void)state;
    change(0, E(irq_exit), 1)->event = 0;
    expect(TT_PAIRS);
}

/* Who is said to have run did not, so what ran is not accounted for either: two rules speak. */
static void test_a_switch_from_a_thread_that_did_not_run(void **state)
{
    struct tt_findings findings;

    (void)state;
    change(1, E(switch), 1)->a = A;
    look(changed, &findings);
    assert_int_equal(findings.faults[TT_PAIRS], 1);
    assert_int_equal(findings.faults[TT_SUMS], 1);
}

static void test_a_ready_thread_becomes_ready(void **state)
{
    (void)state;
    change(0, E(unready), 0)->event = E(mark);
    expect(TT_STATES);
}

static void test_a_thread_runs_that_is_not_ready(void **state)
{
    (void)state;
    change(0, E(ready), 1)->event = E(mark);
    expect(TT_STATES);
}

static void test_a_thread_waits_that_does_not_run(void **state)
{
    (void)state;
    change(1, E(block), 0)->b = A;
    expect(TT_STATES);
}

static void test_a_thread_runs_that_has_ended(void **state)
{
    struct line *line;

    (void)state;
    line = change(1, E(block), 0);
    line->event = E(thread_exit);
    line->a = B;
    changed[place(1, E(ready), 1)].event = E(mark);
    expect(TT_STATES);
}

/* A recording says why a thread runs no more: that has to be what it did. */
static void test_a_switch_for_another_reason(void **state)
{
    struct tt_findings findings;
    struct tt_trace trace;

    (void)state;
    for (unsigned reason = TAKT_TRACE_PREEMPTED; reason <= TAKT_TRACE_BLOCKED; reason++) {
        build(&trace, sound, LINES);
        for (size_t i = 0; i < trace.count; i++) {
            if (trace.event[i].event == E(switch) && trace.event[i].a == A)
                trace.event[i].more = (uint16_t)reason;
        }
        tt_lint_findings(&trace, &findings, NULL);
        assert_int_equal(findings.faults[TT_STATES], reason == TAKT_TRACE_PREEMPTED);
        tt_free(&trace);
    }
}

/* The second request is carried out before core 0 asked for it; the first explains itself only. */
static void test_a_request_is_carried_out_before_it_was_made(void **state)
{
    (void)state;
    change(0, E(doorbell), 1)->time = 275;
    changed[place(0, E(block), 0)].time = 276;
    changed[place(0, E(unready), 0)].time = 277;
    expect(TT_CAUSE);
}

/* At the same time, whichever core comes first in the merged order, is no fault. */
static void test_a_request_at_the_same_time(void **state)
{
    (void)state;
    change(0, E(doorbell), 1)->time = 260;
    expect(TT_RULES);
}

static void test_a_message_is_received_before_it_was_sent(void **state)
{
    (void)state;
    change(0, E(channel_send), 0)->time = 115;
    changed[place(0, E(doorbell), 0)].time = 116;
    expect(TT_CAUSE);
}

/* Behind missing events nothing is suspected of what they may have held. */
static void test_after_a_loss_nothing_is_suspected(void **state)
{
    (void)state;
    change(0, E(block), 0)->event = E(lost);
    changed[place(0, E(unready), 0)].event = 0;
    changed[place(0, E(switch), 1)].event = 0;
    expect(TT_RULES);
}

/* Nor of what another core did because of them. */
static void test_a_bell_may_be_among_what_is_lost(void **state)
{
    (void)state;
    change(0, E(doorbell), 1)->event = E(lost);
    expect(TT_RULES);
    changed[place(0, E(doorbell), 1)].event = 0;
    expect(TT_CAUSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_time_goes_back),
        cmocka_unit_test(test_time_stands_still),
        cmocka_unit_test(test_a_handler_ends_that_did_not_begin),
        cmocka_unit_test(test_another_handler_ends),
        cmocka_unit_test(test_a_switch_inside_a_handler),
        cmocka_unit_test(test_a_switch_from_a_thread_that_did_not_run),
        cmocka_unit_test(test_a_ready_thread_becomes_ready),
        cmocka_unit_test(test_a_thread_runs_that_is_not_ready),
        cmocka_unit_test(test_a_thread_waits_that_does_not_run),
        cmocka_unit_test(test_a_thread_runs_that_has_ended),
        cmocka_unit_test(test_a_switch_for_another_reason),
        cmocka_unit_test(test_a_request_is_carried_out_before_it_was_made),
        cmocka_unit_test(test_a_request_at_the_same_time),
        cmocka_unit_test(test_a_message_is_received_before_it_was_sent),
        cmocka_unit_test(test_after_a_loss_nothing_is_suspected),
        cmocka_unit_test(test_a_bell_may_be_among_what_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
