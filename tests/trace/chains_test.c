/* The parts of a latency, on recordings that are written out here, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/chains.h"
#include "../../tools/trace/read.h"

#include <stdlib.h>
#include <string.h>

enum { IDLE = 0x10000, A = 0x20000, B = 0x30000, D = 0x40000, QUEUE = 0x50000 };

struct line {
    int64_t time;
    unsigned core, event;
    uint32_t a, b;
};

#define E(name) TAKT_TRACE_EVENT_##name

static struct tt_trace trace;
static struct tt_chains chains;

static void thread(unsigned core, uint32_t id, unsigned level, const char *name)
{
    struct tt_object object = {.id = id, .core = (uint8_t)core, .kind = TAKT_TRACE_THREAD};

    object.base = object.effective = (uint8_t)level;
    snprintf(object.name, sizeof(object.name), "%s", name);
    tt_add_object(tt_core_of(&trace, core), &object);
}

static void take(const struct line *line, size_t lines)
{
    memset(&trace, 0, sizeof(trace));
    for (unsigned core = 0; core < 2; core++) {
        thread(core, IDLE, 31, "idle");
        thread(core, A, 3, "A");
        thread(core, B, 5, "B");
        thread(core, D, 7, "D");
    }
    for (size_t i = 0; i < lines; i++) {
        struct tt_event event = {.time = line[i].time,
                                 .event = (uint16_t)line[i].event,
                                 .core = (uint8_t)line[i].core,
                                 .a = line[i].a,
                                 .b = line[i].b};

        tt_add_event(tt_core_of(&trace, line[i].core), &event);
    }
    tt_settle(&trace);
    tt_chains_take(&chains, &trace);
}

static void drop(void)
{
    tt_chains_drop(&chains);
    tt_free(&trace);
}

#define TAKE(lines) take(lines, sizeof(lines) / sizeof((lines)[0]))

static void expect(size_t place, int64_t begin, int64_t bell, int64_t call, int64_t leave, int64_t others,
                   int64_t until)
{
    const struct tt_link *link = &chains.link[place];

    assert_int_equal(link->begin, begin);
    assert_int_equal(link->part[TT_BELL], bell);
    assert_int_equal(link->part[TT_CALL], call);
    assert_int_equal(link->part[TT_LEAVE], leave);
    assert_int_equal(link->part[TT_OTHERS], others);
    assert_int_equal(link->part[TT_SWITCH], until);
}

/* One handler wakes B, a second inside it A: both leave with the outer one, A runs first. */
static void test_interrupts(void **state)
{
    static const struct line lines[] = {
        {0, 0, E(switch), IDLE, D},  {10, 0, E(irq_enter), 1, 0}, {15, 0, E(ready), B, 5},
        {20, 0, E(irq_enter), 2, 1}, {28, 0, E(ready), A, 3},     {30, 0, E(irq_exit), 2, 1},
        {40, 0, E(irq_exit), 1, 0},  {44, 0, E(switch), D, A},    {60, 0, E(unready), A, 1},
        {62, 0, E(switch), A, B},
    };

    (void)state;
    TAKE(lines);
    assert_int_equal(chains.chains, 2);
    assert_int_equal(chains.links, 2);
    expect(0, 20, 0, 8, 12, 0, 4);
    expect(1, 10, 0, 5, 25, 22, 0);
    assert_int_equal(chains.chain[1].source.kind, TT_HANDLER);
    assert_int_equal(chains.chain[1].source.id, 1);
    drop();
}

/* The bell that counts is the last one before the handler began, not one that came while it ran. */
static void test_another_core(void **state)
{
    static const struct line lines[] = {
        {0, 0, E(switch), IDLE, D},  {3, 0, E(doorbell), 0, 1},  {5, 1, E(switch), IDLE, B},
        {12, 1, E(irq_enter), 9, 0}, {13, 0, E(doorbell), 0, 1}, {14, 1, E(remote), 0, 4},
        {16, 1, E(ready), A, 3},     {19, 1, E(irq_exit), 9, 0}, {25, 1, E(switch), B, A},
    };

    (void)state;
    TAKE(lines);
    assert_int_equal(chains.links, 1);
    expect(0, 3, 9, 4, 3, 0, 6);
    assert_int_equal(chains.chain[0].source.kind, TT_CORE);
    assert_int_equal(chains.chain[0].source.id, 0);
    drop();
}

/* D sends: where the call's beginning is recorded it counts from there; to a less urgent one D itself comes first. */
static void test_a_send(void **state)
{
    static const struct line lines[] = {
        {0, 0, E(switch), IDLE, A},
        {2, 0, E(block), QUEUE, A},
        {3, 0, E(unready), A, 1},
        {5, 0, E(switch), A, B},
        {20, 0, E(call_queue_send), QUEUE, 2},
        {26, 0, E(ready), A, 3},
        {30, 0, E(switch), B, A},
        {40, 0, E(ready), D, 7},
        {50, 0, E(block), QUEUE, A},
        {51, 0, E(unready), A, 1},
        {52, 0, E(switch), A, D},
    };

    (void)state;
    TAKE(lines);
    assert_int_equal(chains.links, 2);
    expect(0, 20, 0, 6, 0, 0, 4);
    assert_int_equal(chains.chain[0].object, QUEUE);
    expect(1, 40, 0, 0, 0, 12, 0);
    drop();
}

/* Of 200 latencies of 1 to 200 ns, 99 % are at most 198. */
static void test_of_a_hundred(void **state)
{
    static struct line lines[1000];
    size_t count = 0;
    int64_t now = 0;

    (void)state;
    for (int i = 1; i <= 200; i++) {
        int late = i * 37 % 200 + 1; /* each of them once, in no order */

        lines[count++] = (struct line){now += 1000, 0, E(ready), A, 3};
        lines[count++] = (struct line)
        {
            now += late, 0, E(switch), IDLE, A
        };
        lines[count++] = (struct line){now += 10, 0, E(unready), A, 1};
        lines[count++] = (struct line)
        {
            now += 10, 0, E(switch), A, IDLE
        };
    }
    take(lines, count);
    assert_int_equal(chains.chains, 1);
    assert_int_equal(chains.chain[0].times, 200);
    assert_int_equal(chains.chain[0].least, 1);
    assert_int_equal(chains.chain[0].most, 198);
    assert_int_equal(chains.chain[0].worst, 200);
    assert_int_equal(chains.chain[0].total, 200 * 201 / 2);
    drop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_another_core),
        cmocka_unit_test(test_a_send),
        cmocka_unit_test(test_of_a_hundred),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
