/*
 * Common Trace Format by hand: numbers of any width in both orders of bits, texts, sequences, packets that are not in
 * order, clocks that wrap, go back a little, or count other units than nanoseconds. Then damaged: no bit of the metadata
 * or of a stream crashes the reader or keeps it for ever.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../tools/trace/ctf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS 16

struct heard {
    unsigned count;
    struct tt_ctf_record record[RECORDS];
    uint64_t lost;
};

static void hear(void *context, const struct tt_ctf_record *record)
{
    struct heard *heard = context;

    if (heard->count < RECORDS)
        heard->record[heard->count] = *record;
    heard->count++;
}

static void lose(void *context, uint32_t core, uint64_t count)
{
    (void)core;
    ((struct heard *)context)->lost += count;
}

static struct heard heard;
static struct tt_ctf ctf; /* names in records are its */

static bool decode(const char *metadata, const void *bytes, size_t size)
{
    const struct tt_ctf_told told = {hear, lose, &heard};
    bool well = false;

    tt_ctf_free(&ctf);
    memset(&heard, 0, sizeof(heard));
    if (tt_ctf_parse(&ctf, metadata, "metadata") == 0)
        well = tt_ctf_decode(&ctf, bytes, size, &told);
    else
        heard.count = RECORDS + 1;
    return well;
}

static uint64_t value(unsigned record, const char *name)
{
    const struct tt_ctf_value *found = tt_ctf_value(&heard.record[record], name);

    assert_non_null(found);
    return found->value;
}

/* fields' order of bits as the format has it: from the least significant, or from the most where bytes are big */
#define BITS(order)                                                                                          \
    "/* CTF 1.8 */ trace { major = 1; minor = 8; byte_order = " order "; };\n"                               \
    "typealias integer { size = 8; } := u8;\n"                                                               \
    "struct small { integer { size = 3; } three; integer { size = 5; signed = true; } five; };\n"            \
    "stream { event.header := struct { u8 id; }; };\n"                                                       \
    "event { id = 1; name = \"bits\"; fields := struct { struct small s; integer { size = 12; } twelve;\n"   \
    "  integer { size = 4; } four; integer { size = 16; align = 8; signed = true; } word; }; };\n"

static void test_bits(void **state)
{
    /* three = 5, five = -2, twelve = 0xabc, four = 9, word = -2 */
    static const unsigned char little[] = {1, 0xf5, 0xbc, 0x9a, 0xfe, 0xff},
                               big[] = {1, 0xbe, 0xab, 0xc9, 0xff, 0xfe};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(decode(i == 0 ? BITS("le") : BITS("be"), i == 0 ? little : big, 6));
        assert_int_equal(heard.count, 1);
        assert_int_equal(value(0, "three"), 5);
        assert_int_equal((int64_t)value(0, "five"), -2);
        assert_int_equal(value(0, "twelve"), 0xabc);
        assert_int_equal(value(0, "four"), 9);
        assert_int_equal((int64_t)value(0, "word"), -2);
    }
}

static const char texts[] =
    "typealias integer { size = 8; align = 8; encoding = UTF8; } := character;\n"
    "typealias integer { size = 16; align = 8; } := u16;\n"
    "trace { byte_order = le; };\nstream { event.header := struct { u16 id; }; };\n"
    "event { id = 7; name = texts; fields := struct { string a; character b[4]; u16 n;\n"
    "  u16 list[n]; enum : u16 { X = 1, Y = 2 ... 5 } e; floating_point { exp_dig = 8;\n"
    "  mant_dig = 24; align = 8; } f; string z; }; };";

static const unsigned char text_bytes[] = "\7\0one\0four\3\0\1\0\2\0\3\0\5\0\0\0\x80\x3fz";

static void test_texts_and_sequences(void **state)
{
    (void)state;
    assert_true(decode(texts, text_bytes, sizeof(text_bytes)));
    assert_int_equal(heard.count, 1);
    assert_string_equal(tt_ctf_value(&heard.record[0], "a")->text, "one");
    assert_string_equal(tt_ctf_value(&heard.record[0], "b")->text, "four");
    assert_int_equal(value(0, "n"), 3);
    assert_int_equal(value(0, "list"), 1);
    assert_int_equal(value(0, "e"), 5);
    assert_int_equal(value(0, "f"), 0x3f800000);
    assert_string_equal(tt_ctf_value(&heard.record[0], "z")->text, "z");
    assert_false(decode(texts, text_bytes, sizeof(text_bytes) - 1)); /* the last text does not end */
}

static const char packets[] = "typealias integer { size = 8; align = 8; } := u8;\n"
                              "clock { name = c; freq = 1000000; };\n"
                              "typealias integer { size = 16; align = 8; map = clock.c.value; } := time16;\n"
                              "typealias integer { size = 32; align = 8; } := u32;\n"
                              "trace { byte_order = le; packet.header := struct { u32 magic; }; };\n"
                              "stream { packet.context := struct { u32 content_size; u32 packet_size; u32 "
                              "packet_seq_num; u32 events_discarded;\n"
                              "  u32 cpu_id; }; event.header := struct { u8 id; time16 t; }; };\n"
                              "event { id = 1; name = tick; };";

#define PACKET(sequence, lost, records)                                                                      \
    0xc1, 0x1f, 0xfc, 0xc1, (24 + 3 * (records)) * 8 % 256, (24 + 3 * (records)) * 8 / 256, 0, 0,            \
        40 * 8 % 256, 40 * 8 / 256, 0, 0, sequence, 0, 0, 0, lost, 0, 0, 0, 2, 0, 0, 0

/* The ring has wrapped: the packet with the later sequence stands first. The clock counts microseconds. */
static void test_packets_and_clocks(void **state)
{
    static const unsigned char bytes[80] = {
        PACKET(9, 5, 3),
        1,
        0xf0,
        0xff,
        1,
        0x10,
        0x00,
        1,
        0x0c,
        0x00,
        0xee,
        0xee,
        0xee,
        0xee,
        0xee,
        0xee,
        0xee,
        PACKET(8, 0, 2),
        1,
        0x00,
        0x60,
        1,
        0x00,
        0xc0,
    };

    (void)state;
    assert_true(decode(packets, bytes, sizeof(bytes)));
    assert_int_equal(heard.count, 5);
    assert_int_equal(heard.lost, 5);
    assert_int_equal(heard.record[0].time, 0x6000 * 1000);
    assert_int_equal(heard.record[1].time, 0xc000 * 1000);
    assert_int_equal(heard.record[2].time, 0xfff0 * 1000);
    assert_int_equal(heard.record[3].time, 0x10010 * 1000);
    assert_int_equal(heard.record[4].time, 0x1000c * 1000); /* back by a little: no wrap */
    assert_int_equal(heard.record[4].core, 2);
    assert_string_equal(heard.record[4].event->name, "tick");
}

/* Each level of these doubles: a reader that follows them all does not end. */
static void test_what_would_take_for_ever(void **state)
{
    static const char many[] =
        "typealias integer { size = 8; } := u8;\n"
        "struct a { }; struct b { struct a x[65536]; }; struct c { struct b x[65536]; };\n"
        "struct d { struct c x[65536]; };\n"
        "trace { byte_order = le; };\nstream { event.header := struct { u8 id; }; };\n"
        "event { id = 1; name = x; fields := struct { struct d x[65536]; }; };";

    (void)state;
    assert_false(decode(many, "\1\1\1\1", 4));
}

static unsigned damage(const char *metadata, const unsigned char *bytes, size_t size)
{
    char *text = strdup(metadata);
    unsigned char *copy = malloc(size);
    size_t length = strlen(metadata);

    assert_non_null(text);
    assert_non_null(copy);
    for (size_t i = 0; i < length * 8; i++) {
        text[i / 8] = (char)(text[i / 8] ^ 1 << i % 8);
        (void)decode(text, bytes, size);
        text[i / 8] = metadata[i / 8];
    }
    for (size_t i = 0; i < length; i++) {
        text[i] = '\0';
        (void)decode(text, bytes, size);
        text[i] = metadata[i];
    }
    memcpy(copy, bytes, size);
    for (size_t i = 0; i < size * 8; i++) {
        copy[i / 8] ^= (unsigned char)(1u << i % 8);
        (void)decode(metadata, copy, size);
        copy[i / 8] = bytes[i / 8];
    }
    for (size_t i = 0; i < size; i++)
        (void)decode(metadata, bytes, i);
    free(text);
    free(copy);
    return (unsigned)(length * 9 + size * 9);
}

static unsigned damaged;

static void test_every_bit_and_length(void **state)
{
    static const unsigned char bytes[80] = {PACKET(8, 0, 2), 1, 0x00, 0x60, 1, 0x00, 0xc0};

    (void)state;
    damaged += damage(packets, bytes, sizeof(bytes));
    damaged += damage(texts, text_bytes, sizeof(text_bytes));
    damaged += damage(BITS("le"), (const unsigned char *)"\1\xf5\xbc\x9a\xfe\xff", 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_texts_and_sequences),
        cmocka_unit_test(test_packets_and_clocks),
        cmocka_unit_test(test_what_would_take_for_ever),
        cmocka_unit_test(test_every_bit_and_length),
    };
    int failed;

    if (freopen("/dev/null", "w", stderr) == NULL) /* thousands of messages of why not */
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    tt_ctf_free(&ctf);
    printf("amount: %u damaged traces\n", damaged);
    return failed;
}
