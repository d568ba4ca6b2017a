/*
 * CRC-32 (IEEE 802.3, reflected, polynomial 0xedb88320), four bits a step: a table of 64 bytes, small enough for
 * the target and shared with the host's tools. It is made where nobody waits, so its speed does not matter.
 */
#ifndef TAKT_TRACE_CRC_H
#define TAKT_TRACE_CRC_H

#include <stddef.h>
#include <stdint.h>

/** Go on from an earlier result; begin with 0. */
static inline uint32_t takt_trace_crc(uint32_t crc, const void *bytes, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    const uint8_t *byte = bytes;

    crc = ~crc;
    while (size-- > 0) {
        crc ^= *byte++;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

#endif
