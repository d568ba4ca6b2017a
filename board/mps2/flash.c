/*
 * A part of PSRAM that keeps NOR's rules: see flash.h. No state but the memory itself, and no faults: fs/flash/model.h
 * has those. Where a program asks for a one that is a zero, it stays a zero, as it would.
 */
#include <string.h>

#include "flash.h"
#include "mps2.h"

#define PSRAM 0x21000000u
#define BLOCK 65536u

static uint8_t *place(uint32_t offset)
{
    return (uint8_t *)(PSRAM + offset);
}

static int read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size)
{
    (void)flash;
    memcpy(to, place(offset), size);
    return 0;
}

static int program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size)
{
    uint32_t word;

    (void)flash;
    for (uint32_t i = 0; i < size; i += (uint32_t)sizeof(word)) {
        memcpy(&word, (const uint8_t *)from + i, sizeof(word));
        *(uint32_t *)(void *)place(offset + i) &= word;
    }
    return 0;
}

static int erase(struct takt_flash *flash, uint32_t offset)
{
    (void)flash;
    memset(place(offset), 0xff, BLOCK);
    return 0;
}

static const struct takt_flash_ops ops = {read, program, erase, NULL};

const struct takt_flash takt_mps2_flash = {&ops, (const uint8_t *)PSRAM, TAKT_MPS2_FLASH_SIZE, BLOCK, 4};

int takt_mps2_flash_keep(const char *path, uint32_t size)
{
    return takt_semihosting_file(path, (const char *)PSRAM, size) ? 0 : -EIO;
}
