/* The encoding: https://protobuf.dev/programming-guides/encoding. */
#include "protobuf.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

enum wire { VARINT = 0, FIXED64 = 1, LENGTH = 2 };

static void put_byte(struct tt_message *message, unsigned byte)
{
    message->byte = tt_grow(message->byte, message->used, &message->room, 1);
    message->byte[message->used++] = (unsigned char)byte;
}

static void put_varint(struct tt_message *message, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        put_byte(message, 0x80 | (value & 0x7f));
    put_byte(message, (unsigned)value);
}

static void put_tag(struct tt_message *message, unsigned field, enum wire wire)
{
    put_varint(message, field << 3 | wire);
}

static void put_bytes(struct tt_message *message, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    put_varint(message, size);
    for (size_t i = 0; i < size; i++)
        put_byte(message, byte[i]);
}

void tt_pb_number(struct tt_message *message, unsigned field, uint64_t value)
{
    put_tag(message, field, VARINT);
    put_varint(message, value);
}

void tt_pb_fixed64(struct tt_message *message, unsigned field, uint64_t value)
{
    put_tag(message, field, FIXED64);
    for (unsigned i = 0; i < 8; i++)
        put_byte(message, (unsigned)(value >> 8 * i) & 0xff);
}

void tt_pb_text(struct tt_message *message, unsigned field, const char *text)
{
    put_tag(message, field, LENGTH);
    put_bytes(message, text, strlen(text));
}

void tt_pb_message(struct tt_message *message, unsigned field, struct tt_message *inner)
{
    put_tag(message, field, LENGTH);
    put_bytes(message, inner->byte, inner->used);
    inner->used = 0;
}

void tt_pb_free(struct tt_message *message)
{
    free(message->byte);
    *message = (struct tt_message){0};
}
