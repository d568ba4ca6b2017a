/* CRC-32, the file system's (fs/jffs2/crc.c); begins with what the caller gives. */
#ifndef TAKT_BOOT_CRC_H
#define TAKT_BOOT_CRC_H

#include <stdint.h>

uint32_t takt_crc(uint32_t crc, const void *data, uint32_t size);

#endif
