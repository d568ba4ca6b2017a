/*
 * What takt-trace stats counts, on recordings that are written out here, against figures worked out by hand: switches by
 * their reason, resumptions that preempt at once, inversions with and without a thread in between, waits and who ended
 * them, cycles, and the part between two marks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/read.h"
#include "../../tools/trace/stats.h"

#include <stdlib.h>
#include <string.h>

enum {
    IDLE = 0x10000,
    H = 0x20000,
    M = 0x30000,
    L = 0x40000,
    MUTEX = 0x50000,
    OTHER = 0x60000,
    QUEUE = 0x70000
};

struct line {
    int64_t time;
    unsigned event;
    uint32_t a, b;
};

#define E(name) TAKT_TRACE_EVENT_##name

static struct tt_trace trace;
static struct tt_stats stats;
static uint16_t handler_line; /* what resumptions say more */

static void thread(uint32_t id, unsigned level, const char *name)
{
    struct tt_object object = {.id = id, .kind = TAKT_TRACE_THREAD};

    object.base = object.effective = (uint8_t)level;
    snprintf(object.name, sizeof(object.name), "%s", name);
    tt_add_object(tt_core_of(&trace, 0), &object);
}

static int take(const struct line *line, size_t lines, const char *cycle, const char *between)
{
    struct tt_stats_wish wish = {cycle, between};

    memset(&trace, 0, sizeof(trace));
    thread(IDLE, 31, "idle");
    thread(H, 1, "H");
    thread(M, 5, "M");
    thread(L, 9, "L");
    tt_add_named(tt_core_of(&trace, 0), 0, MUTEX, TAKT_TRACE_MUTEX, "mutex");
    tt_add_named(tt_core_of(&trace, 0), 0, 3, TAKT_TRACE_MARK, "start");
    for (size_t i = 0; i < lines; i++) {
        struct tt_event event = {
            .time = line[i].time, .event = (uint16_t)line[i].event, .a = line[i].a, .b = line[i].b};

        event.more = event.event == E(resume) ? handler_line : 0;
        tt_add_event(tt_core_of(&trace, 0), &event);
    }
    tt_settle(&trace);
    return tt_stats_take(&stats, &trace, &wish);
}

static void drop(void)
{
    tt_stats_drop(&stats);
    tt_free(&trace);
}

static const struct tt_thread *of(uint32_t id)
{
    return tt_model_thread(&stats.model, 0, id);
}

#define TAKE(lines, cycle, between) take(lines, sizeof(lines) / sizeof((lines)[0]), cycle, between)

/* L runs 10..100, M preempts 100..160, blocks; L until its slice is over at 200, M2 is H: yields back. */
static const struct line reasons[] = {
    {0, E(started), 0, 0},       {10, E(switch), IDLE, L},  {100, E(ready), M, 5},
    {100, E(switch), L, M},      {150, E(block), 0, M},     {155, E(unready), M, 1},
    {160, E(switch), M, L},      {180, E(irq_enter), 7, 0}, {185, E(ready), H, 1},
    {190, E(irq_exit), 7, 0},    {200, E(switch), L, H},    {210, E(yield), H, 1},
    {220, E(thread_exit), H, 0}, {225, E(unready), H, 8},   {230, E(switch), H, L},
    {240, E(yield), L, 9},       {250, E(irq_enter), 7, 0}, {255, E(ready), M, 5},
    {260, E(irq_exit), 7, 0},    {270, E(switch), L, M},    {300, E(stopped), 0, 0},
};

static void test_reasons(void **state)
{
    const struct tt_core_state *core = &stats.model.core[0];

    (void)state;
    assert_int_equal(TAKE(reasons, NULL, NULL), 0);
    assert_int_equal(core->switches, 6);
    assert_int_equal(core->preemptions, 3); /* that by M at 270, too: the yield before it found nobody */
    assert_int_equal(core->yields, 0);
    assert_int_equal(core->blocks, 1);
    assert_int_equal(core->resumes, 3);
    assert_int_equal(core->interrupts, 2);
    assert_int_equal(core->handlers, 20);
    assert_int_equal(core->at_once, 3);
    assert_int_equal(of(M)->resumed_at_once, 2);
    assert_int_equal(of(H)->reasons[TT_ENDED], 1);
    assert_int_equal(of(L)->ran, 90 + 40 + 40);
    assert_int_equal(of(M)->ran, 60 + 30);
    assert_int_equal(of(H)->ran, 30);
    assert_int_equal(core->busy, 290);
    assert_int_equal(tt_model_span(core), 290);
    assert_int_equal(of(H)->worst_wait, 15);
    drop();
}

/* H waits for L's mutex from 40 to 100; in the first case only L runs, in the second M does from 50 to 80. */
static void inversion(bool between)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, L},
        {10, E(mutex_owner), MUTEX, L},
        {20, E(ready), H, 1},
        {20, E(switch), L, H},
        {40, E(block), MUTEX + 8, H},
        {41, E(unready), H, 1},
        {42, E(switch), H, L},
        {49, E(ready), M, 5},
        {50, between ? E(switch) : E(mark), between ? L : 1, between ? M : 1},
        {79, between ? E(unready) : E(mark), between ? M : 1, 1},
        {80, between ? E(switch) : E(mark), between ? M : 1, between ? L : 1},
        {100, E(ready), H, 1},
        {100, E(mutex_owner), MUTEX, H},
        {101, E(switch), L, H},
    };

    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    assert_int_equal(stats.inversions.bounded[0], between ? 0 : 1);
    assert_int_equal(stats.inversions.unbounded[0], between ? 1 : 0);
    assert_int_equal(stats.inversions.found.rows, 1);
    assert_int_equal(stats.inversions.found.row[0].time[0], 60);
    assert_int_equal(stats.inversions.found.row[0].key[2], L);
    assert_int_equal(stats.inversions.found.row[0].key[3], between ? M : 0);
    drop();
}

static void test_an_inversion_that_is_bounded(void **state)
{
    (void)state;
    inversion(false);
}

static void test_an_inversion_that_is_not(void **state)
{
    (void)state;
    inversion(true);
}

/* The owner waits for another mutex, whose owner M is less urgent than H, too: still bounded. */
static void test_a_chain_of_owners(void **state)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, M},        {5, E(mutex_owner), OTHER, M}, {10, E(ready), L, 4},
        {10, E(priority), L, 4},        {11, E(switch), M, L},         {12, E(mutex_owner), MUTEX, L},
        {20, E(ready), H, 1},           {21, E(switch), L, H},         {30, E(block), MUTEX, H},
        {31, E(unready), H, 1},         {32, E(switch), H, L},         {40, E(block), OTHER, L},
        {41, E(unready), L, 1},         {42, E(switch), L, M},         {60, E(ready), L, 4},
        {60, E(mutex_owner), OTHER, L}, {61, E(switch), M, L},         {70, E(ready), H, 1},
        {70, E(mutex_owner), MUTEX, H}, {71, E(switch), L, H},
    };

    (void)state;
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    assert_int_equal(stats.inversions.bounded[0], 2); /* L behind M is one as well */
    assert_int_equal(stats.inversions.unbounded[0], 0);
    drop();
}

/* A waits behind two mutexes at once: each has its own owner, none is taken for the other's. */
static void test_two_mutexes_at_a_time(void **state)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, L}, {1, E(mutex_owner), MUTEX, L}, {2, E(ready), H, 1},
        {3, E(switch), L, H},    {4, E(mutex_owner), OTHER, H}, {5, E(block), MUTEX, H},
        {6, E(unready), H, 1},   {7, E(switch), H, L},          {8, E(ready), M, 5},
        {9, E(switch), L, M},    {10, E(block), OTHER, M},      {11, E(unready), M, 1},
        {12, E(switch), M, L},   {20, E(ready), H, 1},          {20, E(mutex_owner), MUTEX, H},
        {21, E(switch), L, H},
    };

    (void)state;
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    assert_int_equal(stats.inversions.bounded[0], 0);
    assert_int_equal(stats.inversions.unbounded[0], 1); /* H behind L, and M ran; M behind H is none */
    drop();
}

/* What was over before the first event is not counted; who owns is still known. */
static void test_inversions_between_two_events(void **state)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, L},
        {10, E(mutex_owner), MUTEX, L},
        {20, E(ready), H, 1},
        {21, E(switch), L, H},
        {40, E(block), MUTEX, H},
        {41, E(unready), H, 1},
        {42, E(switch), H, L},
        {60, E(ready), H, 1},
        {60, E(mutex_owner), OTHER, L},
        {61, E(switch), L, H},
        {70, E(mark), 3, 1},
        {80, E(block), OTHER, H},
        {81, E(unready), H, 1},
        {82, E(switch), H, L},
        {90, E(ready), H, 1},
        {91, E(switch), L, H},
        {99, E(mark), 3, 2},
    };

    (void)state;
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    assert_int_equal(stats.inversions.bounded[0], 2);
    drop();
    assert_int_equal(TAKE(lines, NULL, "start,start"), 0);
    assert_int_equal(stats.inversions.bounded[0], 1);
    assert_int_equal(stats.inversions.found.rows, 1);
    assert_int_equal(stats.inversions.found.row[0].time[0], 10);
    drop();
}

static void test_waits_and_who_ended_them(void **state)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, M},
        {10, E(block), QUEUE, M},
        {11, E(unready), M, 1},
        {12, E(switch), M, L},
        {60, E(ready), M, 5},
        {60, E(wake), M, 0},
        {60, E(queue_send), QUEUE, 0},
        {61, E(switch), L, M},
        {70, E(queue_receive), QUEUE, 0},
        {80, E(block), QUEUE, M},
        {81, E(unready), M, 1},
        {82, E(switch), M, L},
        {90, E(irq_enter), 3, 0},
        {91, E(ready), M, 5},
        {91, E(wake), M, (uint32_t)-110},
        {92, E(irq_exit), 3, 0},
        {93, E(switch), L, M},
        {94, E(queue_receive), QUEUE, (uint32_t)-110},
    };
    const struct tt_row *row;

    (void)state;
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    row = tt_row(&stats.blame.waits, M, QUEUE, L, 0); /* of core 0; ended by thread L */
    assert_int_equal(row->count[0], 1);
    assert_int_equal(row->time[0], 50);
    row = tt_row(&stats.blame.waits, M, QUEUE, (uint64_t)TT_HANDLER << 32 | 3, 0);
    assert_int_equal(row->count[0], 1);
    assert_int_equal(row->time[0], 11);
    row = tt_row(&stats.blame.objects, QUEUE, 0, 0, 0);
    assert_int_equal(row->count[0], 3); /* calls */
    assert_int_equal(row->count[1], 1); /* failed */
    assert_int_equal(row->count[2], 2); /* waits */
    assert_int_equal(row->count[4], 1); /* of them not served */
    row = tt_row(&stats.blame.at_once, M, L, 0, 0);
    assert_int_equal(row->count[0], 1);
    drop();
}

/* A handler met the kernel lock, so thread L drains its post; the recording says whose it was. */
static void test_a_post_is_its_handlers(void **state)
{
    const struct line lines[] = {
        {0, E(switch), IDLE, M}, {10, E(block), QUEUE, M},  {11, E(unready), M, 1},
        {12, E(switch), M, L},   {40, E(irq_enter), 6, 0},  {41, E(posted), 1, 0},
        {42, E(irq_exit), 6, 0}, {50, E(resume), QUEUE, 0}, {51, E(ready), M, 5},
        {52, E(wake), M, 0},     {60, E(switch), L, M},
    };

    (void)state;
    memset(&trace, 0, sizeof(trace));
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    assert_int_equal(tt_row(&stats.blame.waits, M, QUEUE, L, 0)->count[0], 1); /* line 0: not said */
    drop();
    handler_line = 7; /* + 1 */
    assert_int_equal(TAKE(lines, NULL, NULL), 0);
    handler_line = 0;
    assert_int_equal(tt_row(&stats.blame.waits, M, QUEUE, (uint64_t)TT_HANDLER << 32 | 6, 0)->count[0], 1);
    drop();
}

static const struct line cycles[] = {
    {0, E(switch), IDLE, L},  {10, E(mark), 3, 1},       {20, E(switch), L, M},   {30, E(switch), M, L},
    {40, E(mark), 3, 2},      {50, E(yield), L, 9},      {60, E(mark), 3, 3},     {65, E(yield), L, 9},
    {70, E(switch), L, IDLE}, {100, E(switch), IDLE, L}, {110, E(stopped), 0, 0},
};

static void test_cycles(void **state)
{
    (void)state;
    assert_int_equal(TAKE(cycles, "start", NULL), 0);
    assert_int_equal(stats.cycle[0].cycles, 2);
    assert_int_equal(stats.cycle[0].switches_max, 2);
    assert_int_equal(stats.cycle[0].switches_min, 0);
    assert_int_equal(stats.cycle[0].time_sum, 50);
    drop();
    assert_int_equal(TAKE(cycles, "RO:L", NULL), 0);
    assert_int_equal(stats.cycle[0].cycles, 1);
    assert_int_equal(stats.cycle[0].time_sum, 15);
    drop();
    assert_int_equal(TAKE(cycles, "RO:M", NULL), 0);
    assert_int_equal(stats.cycle[0].cycles, 0);
    drop();
}

static void test_between_two_events(void **state)
{
    (void)state;
    assert_int_equal(TAKE(cycles, NULL, "start,start"), 0);
    assert_int_equal(stats.model.core[0].switches, 2);
    assert_int_equal(tt_model_span(&stats.model.core[0]), 30);
    assert_int_equal(of(L)->ran, 20);
    assert_int_equal(of(M)->ran, 10);
    assert_int_equal(stats.events[0][E(switch)], 2);
    drop();
    assert_int_equal(TAKE(cycles, NULL, "start,nothing"), -1);
    tt_free(&trace);
    assert_int_equal(TAKE(cycles, NULL, "start"), -1);
    tt_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_an_inversion_that_is_bounded),
        cmocka_unit_test(test_an_inversion_that_is_not),
        cmocka_unit_test(test_a_chain_of_owners),
        cmocka_unit_test(test_two_mutexes_at_a_time),
        cmocka_unit_test(test_inversions_between_two_events),
        cmocka_unit_test(test_waits_and_who_ended_them),
        cmocka_unit_test(test_a_post_is_its_handlers),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_between_two_events),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
