/*
 * Recordings built by hand, whole and damaged: every bit turned over once, every length cut. The reader must say what
 * is wrong or read it right, never take a damaged record for a sound one where a check sum stands, never crash.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/trace.h"

#include "../../trace/crc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORDS 6u

/** A region without room for packets, its table, and packets, as a stream has them. */
struct image {
    struct takt_trace_region region;
    struct takt_trace_object object[2];
    struct {
        struct takt_trace_packet head;
        struct takt_trace_record record[RECORDS];
    } packet[2];
};

static void seal(struct image *image, unsigned i)
{
    struct takt_trace_packet head;
    uint32_t crc = takt_trace_crc(0, image->packet[i].record, image->packet[i].head.used);

    head = image->packet[i].head;
    head.state = 0;
    head.end_low = head.end_high = head.crc = 0;
    image->packet[i].head.crc = takt_trace_crc(crc, &head, sizeof(head));
}

static void build(struct image *image)
{
    *image = (struct image){
        .region = {.magic = TAKT_TRACE_REGION,
                   .version = TAKT_TRACE_VERSION,
                   .cores = 1,
                   .run = 3,
                   .objects = 2,
                   .span_high = 1, /* a unit is a nanosecond */
                   .board = "test"},
        .object = {{.id = 0x20001000, .kind = TAKT_TRACE_THREAD, .name = "worker"},
                   {.id = 0x20002000, .kind = TAKT_TRACE_SEM, .name = "gate"}},
    };
    image->region.crc = takt_trace_crc(0, &image->region, offsetof(struct takt_trace_region, crc));
    image->region.objects_used = 2;
    for (unsigned i = 0; i < 2; i++)
        image->object[i].crc = takt_trace_crc(0, &image->object[i], offsetof(struct takt_trace_object, crc));
    for (unsigned i = 0; i < 2; i++) {
        image->packet[i].head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                                           .state = TAKT_TRACE_SEALED,
                                                           .run = 3,
                                                           .sequence = i,
                                                           .base_low = 1000 * i,
                                                           .used = sizeof(image->packet[i].record),
                                                           .size = sizeof(image->packet[i])};
        for (unsigned k = 0; k < RECORDS; k++)
            image->packet[i].record[k] = (struct takt_trace_record){
                .time = 1000 * i + 10 * k, .event = TAKT_TRACE_EVENT_sem_give, .a = 0x20002000, .b = k};
        seal(image, i);
    }
}

static int read_bytes(struct tt_trace *trace, const void *bytes, size_t size)
{
    char path[] = "/tmp/takt-reading-XXXXXX";
    const char *paths[1] = {path};
    int file = mkstemp(path), result;

    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    result = tt_read(trace, paths, 1);
    unlink(path);
    return result;
}

static void test_a_sound_recording(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    assert_int_equal(read_bytes(&trace, &image, sizeof(image)), 0);
    assert_int_equal(trace.count, 2 * RECORDS);
    assert_int_equal(trace.event[RECORDS].time, 1000);
    assert_string_equal(tt_name(&trace, 0, 0x20002000), "gate");
    assert_string_equal(tt_name(&trace, 0, 0x20002008), "gate"); /* a queue inside it */
    assert_string_equal(tt_name(&trace, 0, 0x9000), "0x9000");
    assert_false(tt_banner(&trace, stderr));
    tt_free(&trace);
}

/* Behind other bytes, as in an image of a memory, and in the other order of bytes' significance. */
static void test_found_in_a_memory_image(void **state)
{
    static char memory[4096 + sizeof(struct image)];
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    memset(memory, 0x5a, sizeof(memory));
    memcpy(memory + 4096 - 16, &image, sizeof(image));
    assert_int_equal(read_bytes(&trace, memory, sizeof(memory)), 0);
    assert_int_equal(trace.count, 2 * RECORDS);
    tt_free(&trace);
}

static void test_a_lost_packet_and_lost_events_are_told(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    image.packet[1].head.sequence = 4;
    image.packet[1].head.lost = 17;
    seal(&image, 1);
    assert_int_equal(read_bytes(&trace, &image, sizeof(image)), 0);
    assert_int_equal(trace.core[0].missing, 3);
    assert_int_equal(tt_losses(&trace), 17);
    assert_true(tt_banner(&trace, stderr));
    tt_free(&trace);
}

static void test_time_that_goes_back_ends_a_packet(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    image.packet[1].record[3].time = 1;
    seal(&image, 1);
    assert_int_equal(read_bytes(&trace, &image, sizeof(image)), 0);
    assert_int_equal(trace.count, RECORDS + 3);
    assert_int_equal(trace.bad_records, 1);
    tt_free(&trace);
}

/* With check sums, a bit that turned over anywhere costs its part: no record and no name is another than it was. */
static void test_every_bit_turned_over(void **state)
{
    struct image image;
    struct tt_trace trace;
    unsigned char *byte = (unsigned char *)&image;

    (void)state;
    for (size_t i = 0; i < sizeof(image) * 8; i++) {
        build(&image);
        byte[i / 8] ^= (unsigned char)(1u << i % 8);
        if (read_bytes(&trace, &image, sizeof(image)) == 0) {
            assert_true(trace.count <= 2 * RECORDS);
            for (size_t k = 0; k < trace.count; k++) {
                assert_int_equal(trace.event[k].event, TAKT_TRACE_EVENT_sem_give);
                assert_int_equal(trace.event[k].a, 0x20002000);
            }
            assert_true(trace.core[0].objects <= 2);
            for (size_t k = 0; k < trace.core[0].objects; k++)
                assert_string_equal(trace.core[0].object[k].name,
                                    trace.core[0].object[k].id == 0x20002000 ? "gate" : "worker");
            tt_free(&trace);
        }
    }
}

static void test_every_length(void **state)
{
    struct image image;
    struct tt_trace trace;

    (void)state;
    build(&image);
    for (size_t size = 0; size < sizeof(image); size++) {
        if (read_bytes(&trace, &image, size) == 0) {
            assert_true(trace.count <= 2 * RECORDS);
            tt_free(&trace);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_recording),
        cmocka_unit_test(test_found_in_a_memory_image),
        cmocka_unit_test(test_a_lost_packet_and_lost_events_are_told),
        cmocka_unit_test(test_time_that_goes_back_ends_a_packet),
        cmocka_unit_test(test_every_bit_turned_over),
        cmocka_unit_test(test_every_length),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    printf("amount: %zu damaged images\n", sizeof(struct image) * 9);
    return failed;
}
