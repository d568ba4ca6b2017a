/*
 * Images that no writer made. Bits of a flash with two images are flipped: a start finds one of the two, whole, or
 * is a cold one. And images are changed with their checksums put right, so that what reads counts, places and packed data is
 * reached: whatever they say, nothing outside the windows is written, and nothing outside the slot is believed.
 *
 * Arguments: seed=N; count=N flashes of each kind.
 */
#include "crc.h"
#include "fs_test.h"
#include "machine.h"

static uint32_t restored, refused;

static uint8_t *slot_at(uint32_t slot)
{
    return machine.model.memory + slot * SLOT;
}

static void flip(uint8_t *from, uint32_t size)
{
    for (uint32_t bits = 1 + machine_chance() % 8; bits > 0; bits--)
        from[machine_chance() % size] ^= (uint8_t)(1u << machine_chance() % 8);
}

/* A word becomes another: a little more or less, or anything. */
static void change(uint8_t *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof(word));
    word = machine_chance() % 2 != 0 ? word + machine_chance() % 9 - 4
                                     : machine_chance() << machine_chance() % 24;
    memcpy(at, &word, sizeof(word));
}

/* Put all checksums of a slot right. */
static void correct(uint8_t *slot)
{
    struct image_front *front = (struct image_front *)(void *)slot;
    uint32_t entries = front->head.entries;

    if (entries > (BLOCK - offsetof(struct image_front, entries)) / sizeof(front->entries[0]))
        entries = 0;
    for (uint32_t n = 0; n < entries && n < 4 * BLOCK / IMAGE_BLOCK; n++) {
        if (front->entries[n].stored <= IMAGE_BLOCK)
            front->entries[n].check = takt_crc(~0u, slot + BLOCK + n * IMAGE_BLOCK, front->entries[n].stored);
    }
    front->head.listing = takt_crc(~0u, front->regions,
                                   (uint32_t)(sizeof(front->regions) + entries * sizeof(front->entries[0])));
    front->head.check = takt_crc(~0u, &front->head, offsetof(struct image_head, check));
}

static void spoil(uint8_t *slot)
{
    switch (machine_chance() % 4) {
    case 0: /* counts */
        change(slot + offsetof(struct image_head, regions) + machine_chance() % 2 * 4);
        break;
    case 1: /* places */
        change(slot + offsetof(struct image_front, regions) +
               machine_chance() % (REGIONS * sizeof(struct image_region) / 4) * 4);
        break;
    case 2: /* how much is stored */
        change(slot + offsetof(struct image_front, entries) +
               machine_chance() % 8 * sizeof(struct image_entry));
        break;
    default: /* what is stored */
        flip(slot + BLOCK + machine_chance() % 8 * IMAGE_BLOCK, 200);
        break;
    }
}

static void make(uint64_t seed)
{
    machine_make(true, seed);
    for (uint32_t n = 1; n <= 2; n++) {
        machine_fill(n);
        if (machine_save() != 0)
            takt_exit(1);
    }
    machine_reset();
}

static int complain(const char *what, uint64_t seed)
{
    printf("seed %llu: %s\n", (unsigned long long)seed, what);
    return 1;
}

static int flipped(uint64_t seed)
{
    int status, state;

    make(seed);
    flip(machine.model.memory, machine_chance() % 2 != 0 ? FLASH : (uint32_t)sizeof(struct image_front));
    flip(slot_at(1), machine_chance() % 2 != 0 ? SLOT : BLOCK);
    status = machine_restore();
    state = machine_state(2);
    restored += status == 0;
    refused += status != 0;
    return state < 0 || (status == 0) != (state != 0) ? complain("a flipped bit was believed", seed) : 0;
}

static int corrected(uint64_t seed)
{
    int status;

    make(seed);
    for (uint32_t slot = 0; slot < 2; slot++) {
        for (uint32_t changes = 1 + machine_chance() % 3; changes > 0; changes--)
            spoil(slot_at(slot));
        correct(slot_at(slot));
    }
    status = machine_restore();
    restored += status == 0;
    refused += status != 0;
    return machine_margins() ? 0 : complain("memory outside the windows was written", seed);
}

int fs_test_main(void)
{
    uint32_t seed = number_argument("seed", 1), count = number_argument("count", 1500);

    for (uint32_t i = 0; i < count; i++) {
        if (flipped((uint64_t)seed << 32 | i) != 0 || corrected((uint64_t)seed << 32 | i) != 0)
            return 1;
    }
    printf("seed %u: %u started from, %u refused\namount: %u images\n", (unsigned)seed, (unsigned)restored,
           (unsigned)refused, (unsigned)(2 * count));
    return restored > 0 && refused > 0 ? 0 : 1;
}
