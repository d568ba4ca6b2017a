/*
 * Unpacking LZ4's block format: see pack.c. Each length is checked against both ends before it is copied, so no input
 * reaches beyond either. Copies go by words: matches of a distance below four repeat one word that is made of them.
 *
 * Bound: a constant for each byte that is read or written.
 */
#include <string.h>

#include "image.h"

#define MATCH_MIN 4u

/** What is left to read, and where the next byte is written. */
struct source {
    const uint8_t *at, *end;
};

/* The rest of a length whose four bits are all ones. @return false: the input ends in it, or it is larger than any */
static bool more_length(struct source *source, uint32_t *length)
{
    uint8_t byte;

    do {
        if (source->at == source->end || *length > IMAGE_BLOCK)
            return false;
        byte = *source->at++;
        *length += byte;
    } while (byte == 255);
    return true;
}

/* Words, then bytes: what is copied to lies at least four bytes behind, or elsewhere. */
static inline void copy(uint8_t *to, const uint8_t *from, uint32_t size)
{
    for (; size >= 4; size -= 4, to += 4, from += 4)
        memcpy(to, from, 4);
    for (; size > 0; size--)
        *to++ = *from++;
}

/* A match at a distance of one to three: the same bytes over and over. */
static void repeat(uint8_t *to, uint32_t distance, uint32_t size)
{
    uint8_t pattern[4];

    if (distance == 3) {
        for (uint32_t i = 0; i < size; i++)
            to[i] = to[(int32_t)i - 3];
        return;
    }
    for (uint32_t i = 0; i < 4; i++)
        pattern[i] = to[(int32_t)(i % distance) - (int32_t)distance];
    for (; size >= 4; size -= 4, to += 4)
        memcpy(to, pattern, 4);
    memcpy(to, pattern, size);
}

static bool literals(struct source *source, uint8_t **to, const uint8_t *end, uint32_t length)
{
    if (length == 15 && !more_length(source, &length))
        return false;
    if (length > (size_t)(source->end - source->at) || length > (size_t)(end - *to))
        return false;
    copy(*to, source->at, length);
    source->at += length;
    *to += length;
    return true;
}

static bool match(struct source *source, uint8_t **to, const uint8_t *begin, const uint8_t *end,
                  uint32_t length)
{
    uint32_t distance;

    if (source->end - source->at < 2)
        return false;
    distance = source->at[0] | (uint32_t)source->at[1] << 8;
    source->at += 2;
    if (length == 15 && !more_length(source, &length))
        return false;
    length += MATCH_MIN;
    if (distance == 0 || distance > (size_t)(*to - begin) || length > (size_t)(end - *to))
        return false;
    if (distance < 4)
        repeat(*to, distance, length);
    else
        copy(*to, *to - distance, length);
    *to += length;
    return true;
}

bool image_unpack(const uint8_t *from, uint32_t stored, uint8_t *to, uint32_t size)
{
    struct source source = {from, from + stored};
    uint8_t *begin = to, *end = to + size;

    while (source.at != source.end) {
        uint8_t token = *source.at++;

        if (!literals(&source, &to, end, token >> 4))
            return false;
        if (source.at == source.end)
            break; /* the last sequence has no match */
        if (!match(&source, &to, begin, end, token & 15))
            return false;
    }
    return to == end;
}
