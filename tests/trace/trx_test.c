/*
 * The reader of ThreadX's trace buffers, on a buffer that is written here from the format's description, with what it
 * means worked out by hand: a 16-bit clock that wraps twice, a ring whose oldest event is in the middle, either order of
 * bytes. Then damaged: no bit and no length crashes it.
 *
 * The story, in ticks: main (level 5) runs from 100. At 300 an interrupt resumes worker (level 2), which runs from 320
 * and gets the mutex; at 500 it sleeps. main asks for the mutex at 600, in vain, and waits: nobody is left at 610. At
 * 70,000 an interrupt ends the sleep; worker runs from 70,020, puts the mutex at 70,100, which makes main ready, and
 * receives from the queue in vain at 140,000: main runs until 140,500.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/lint.h"
#include "../../tools/trace/stats.h"
#include "../../tools/trace/trx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BASE   0x80001000u
#define EVENTS 16u
#define OLDEST 6u

enum { MAIN = 0x80010000, WORKER = 0x80010100, MUTEX = 0x80010200, QUEUE = 0x80010300 };

struct object {
    struct tt_trx_object object;
    char name[TT_TRX_NAME];
};

struct image {
    struct tt_trx_header header;
    struct object object[5];
    struct tt_trx_event event[EVENTS];
};

#define LEVEL(level) (0x80000000u | (level) << 16 | (level))

static const struct tt_trx_event story[] = {
    {MAIN, LEVEL(5), TT_TRX_RUNNING, 100, {0}},
    {TT_TRX_HANDLER, MAIN, TT_TRX_ENTER, 300, {0, 7, 1, 0}},
    {TT_TRX_HANDLER, MAIN, TT_TRX_RESUME, 310, {WORKER, 4, 0, WORKER}},
    {TT_TRX_HANDLER, MAIN, TT_TRX_EXIT, 320, {0, 7, 1, 0}},
    {WORKER, LEVEL(2), TT_TRX_MUTEX_GET, 400, {MUTEX, 0xffffffff, 0, 0}},
    {WORKER, LEVEL(2), TT_TRX_SUSPEND, 500, {WORKER, 4, 0, MAIN}},
    {MAIN, LEVEL(5), TT_TRX_MUTEX_GET, 600, {MUTEX, 0xffffffff, WORKER, 1}},
    {MAIN, LEVEL(5), TT_TRX_SUSPEND, 610, {MAIN, 13, 0, 0}},
    {TT_TRX_HANDLER, 0, TT_TRX_USER + 5, 40000, {9, 0, 0, 0}},
    {TT_TRX_HANDLER, 0, TT_TRX_ENTER, 70000 & 0xffff, {0, 7, 1, 0}},
    {TT_TRX_HANDLER, 0, TT_TRX_RESUME, 70010 & 0xffff, {WORKER, 4, 0, WORKER}},
    {TT_TRX_HANDLER, 0, TT_TRX_EXIT, 70020 & 0xffff, {0, 7, 1, 0}},
    {WORKER, LEVEL(2), TT_TRX_MUTEX_PUT, 70100 & 0xffff, {MUTEX, WORKER, 1, 0}},
    {WORKER, LEVEL(2), TT_TRX_RESUME, 70110 & 0xffff, {MAIN, 13, 0, WORKER}},
    {WORKER, LEVEL(2), TT_TRX_RECEIVE, 130000 & 0xffff, {QUEUE, 0, 0xffffffff, 0}},
    {WORKER, LEVEL(2), TT_TRX_SUSPEND, 140000 & 0xffff, {WORKER, 5, 0, MAIN}},
};

_Static_assert(sizeof(story) / sizeof(story[0]) == EVENTS, "the ring is full");

static void name(struct object *object, unsigned type, uint32_t address, unsigned level, const char *text)
{
    object->object = (struct tt_trx_object){.type = (uint8_t)type, .address = address};
    if (type == TT_TRX_THREAD) {
        object->object.level_high = 0x80;
        object->object.level_low = (uint8_t)level;
    }
    strncpy(object->name, text, sizeof(object->name) - 1);
}

static void build(struct image *image)
{
    memset(image, 0, sizeof(*image));
    image->header = (struct tt_trx_header){.magic = TT_TRX_MAGIC,
                                           .mask = 0xffff,
                                           .base = BASE,
                                           .objects = BASE + offsetof(struct image, object),
                                           .name_size = TT_TRX_NAME,
                                           .objects_end = BASE + offsetof(struct image, event),
                                           .events = BASE + offsetof(struct image, event),
                                           .events_end = BASE + sizeof(*image),
                                           .oldest = BASE + offsetof(struct image, event) +
                                                     OLDEST * (uint32_t)sizeof(struct tt_trx_event),
                                           .reserved_words = {0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc}};
    name(&image->object[0], TT_TRX_THREAD, MAIN, 5, "main");
    name(&image->object[1], TT_TRX_THREAD, WORKER, 2, "worker");
    name(&image->object[2], TT_TRX_MUTEX, MUTEX, 0, "mutex");
    name(&image->object[3], TT_TRX_QUEUE, QUEUE, 0, "queue");
    name(&image->object[4], TT_TRX_QUEUE, QUEUE + 0x100, 0, "deleted");
    image->object[4].object.available = 1;
    for (unsigned i = 0; i < EVENTS; i++)
        image->event[(OLDEST + i) % EVENTS] = story[i];
}

/* Every word and half word the other way round, as the format has them. */
static void turn_bytes(struct image *image)
{
    uint32_t *word = (uint32_t *)&image->header;
    uint16_t *half = &image->header.reserved;

    for (size_t i = 0; i < sizeof(image->header) / 4; i++) {
        if (i != 4)
            word[i] = __builtin_bswap32(word[i]);
    }
    half[0] = __builtin_bswap16(half[0]);
    half[1] = __builtin_bswap16(half[1]);
    for (unsigned i = 0; i < 5; i++)
        image->object[i].object.address = __builtin_bswap32(image->object[i].object.address);
    word = (uint32_t *)image->event;
    for (size_t i = 0; i < sizeof(image->event) / 4; i++)
        word[i] = __builtin_bswap32(word[i]);
}

static int read_bytes(struct tt_trace *trace, const void *bytes, size_t size)
{
    char path[] = "/tmp/takt-trx-XXXXXX";
    const char *paths[1] = {path};
    int file = mkstemp(path), result;

    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    result = tt_read(trace, paths, 1);
    unlink(path);
    return result;
}

static const struct tt_thread *of(struct tt_stats *stats, uint32_t id)
{
    return tt_model_thread(&stats->model, 0, id);
}

static void expect_story(struct tt_trace *trace)
{
    static struct tt_stats stats;
    struct tt_findings findings;

    tt_lint_findings(trace, &findings, stdout);
    for (unsigned rule = 0; rule < TT_RULES; rule++)
        assert_int_equal(findings.faults[rule], 0);
    assert_int_equal(trace->end, 140000 - 300); /* from the first event of Takt's kinds on */
    assert_int_equal(tt_stats_take(&stats, trace, NULL), 0);
    assert_int_equal(stats.model.core[0].switches, 5);
    assert_int_equal(stats.model.core[0].preemptions, 1);
    assert_int_equal(stats.model.core[0].blocks, 3);
    assert_int_equal(stats.model.core[0].resumes, 3);
    assert_int_equal(stats.model.core[0].interrupts, 2);
    assert_int_equal(stats.model.core[0].handlers, 40);
    assert_int_equal(of(&stats, WORKER)->ran, 180 + 69980);
    assert_int_equal(of(&stats, MAIN)->ran, 110);
    assert_int_equal(of(&stats, TT_TRX_IDLE)->ran, 70020 - 610);
    assert_int_equal(of(&stats, WORKER)->level, 2);
    /* main waited for the mutex of a more urgent thread: no inversion */
    assert_int_equal(stats.inversions.bounded[0] + stats.inversions.unbounded[0], 0);
    assert_int_equal(tt_row(&stats.blame.waits, MAIN, MUTEX, WORKER, 0)->time[0], 70110 - 610);
    assert_int_equal(tt_row(&stats.blame.objects, MUTEX, 0, 0, 0)->count[0], 3);
    assert_int_equal(stats.events[0][TAKT_TRACE_EVENT_mark], 1);
    assert_string_equal(tt_name(trace, 0, QUEUE), "queue");
    assert_string_equal(tt_name(trace, 0, QUEUE + 0x100), "queue"); /* the deleted one's name is not taken */
    tt_stats_drop(&stats);
}

static void test_the_story(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    assert_int_equal(read_bytes(&trace, &image, sizeof(image)), 0);
    expect_story(&trace);
    tt_free(&trace);
}

static void test_the_other_order_of_bytes(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    turn_bytes(&image);
    assert_int_equal(read_bytes(&trace, &image, sizeof(image)), 0);
    expect_story(&trace);
    tt_free(&trace);
}

static void test_every_bit_and_length(void **state)
{
    struct image image;
    struct tt_trace trace;
    unsigned char *byte = (unsigned char *)&image;

    (void)state;
    for (size_t i = 0; i < sizeof(image) * 8; i++) {
        build(&image);
        byte[i / 8] ^= (unsigned char)(1u << i % 8);
        if (read_bytes(&trace, &image, sizeof(image)) == 0) {
            struct tt_findings findings;

            tt_lint_findings(&trace, &findings, NULL);
            tt_free(&trace);
        }
    }
    build(&image);
    for (size_t size = 0; size < sizeof(image); size++)
        assert_int_not_equal(read_bytes(&trace, &image, size), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_story),
        cmocka_unit_test(test_the_other_order_of_bytes),
        cmocka_unit_test(test_every_bit_and_length),
    };
    int failed;

    if (freopen("/dev/null", "w", stderr) == NULL) /* a thousand messages of why not */
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("amount: %zu damaged buffers\n", sizeof(struct image) * 9);
    return failed;
}
