/*
 * Packing into LZ4's block format (lz4.org, "LZ4 Block Format Description"): sequences of literals and a match before.
 * A block of memory is at most 4 KiB, so a place fits into 16 bits and the table of places is small. Greedy: a match is
 * looked for by the hash of the next four bytes, at one place.
 *
 * The format's end: the last five bytes are literals, and no match begins in the last twelve.
 *
 * Bound: a constant for each byte.
 */
#include <string.h>

#include "image.h"

#define MATCH_MIN  4u
#define LAST_MATCH 12u
#define LAST_BYTES 5u
#define HASH_BITS  10u
#define NONE       UINT16_MAX

/** What is written so far; it stops where there is no room. */
struct packed {
    uint8_t *to;
    uint32_t used, room;
};

static uint32_t four(const uint8_t *from)
{
    uint32_t word;

    memcpy(&word, from, sizeof(word));
    return word;
}

static void put(struct packed *packed, uint8_t byte)
{
    if (packed->used < packed->room)
        packed->to[packed->used] = byte;
    packed->used++;
}

/* What of a length does not fit into the token's four bits. */
static void put_length(struct packed *packed, uint32_t length)
{
    if (length < 15)
        return;
    for (length -= 15; length >= 255; length -= 255)
        put(packed, 255);
    put(packed, (uint8_t)length);
}

static uint8_t token(uint32_t literals, uint32_t match)
{
    return (uint8_t)((literals < 15 ? literals : 15) << 4 | (match < 15 ? match : 15));
}

static void put_literals(struct packed *packed, const uint8_t *from, uint32_t count, uint32_t match)
{
    put(packed, token(count, match));
    put_length(packed, count);
    for (uint32_t i = 0; i < count; i++)
        put(packed, from[i]);
}

static void put_match(struct packed *packed, uint32_t distance, uint32_t match)
{
    put(packed, (uint8_t)distance);
    put(packed, (uint8_t)(distance >> 8));
    put_length(packed, match);
}

static uint32_t match_length(const uint8_t *from, uint32_t at, uint32_t before, uint32_t size)
{
    uint32_t length = MATCH_MIN;

    while (at + length < size - LAST_BYTES && from[at + length] == from[before + length])
        length++;
    return length;
}

uint32_t image_pack(const uint8_t *from, uint32_t size, uint8_t *to, uint32_t room, uint16_t *places)
{
    struct packed packed = {to, 0, room};
    uint32_t begin = 0, at = 0;

    memset(places, 0xff, sizeof(*places) << HASH_BITS);
    while (size > LAST_MATCH && at < size - LAST_MATCH && packed.used < room) {
        uint32_t hash = four(from + at) * 2654435761u >> (32 - HASH_BITS), before = places[hash], length;

        places[hash] = (uint16_t)at;
        if (before == NONE || four(from + before) != four(from + at)) {
            at++;
            continue;
        }
        length = match_length(from, at, before, size);
        put_literals(&packed, from + begin, at - begin, length - MATCH_MIN);
        put_match(&packed, at - before, length - MATCH_MIN);
        at += length;
        begin = at;
    }
    put_literals(&packed, from + begin, size - begin, 0);
    return packed.used < room ? packed.used : 0;
}
