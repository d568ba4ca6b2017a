/* The machine of machine.h. Windows stand in arrays with a margin on each side, which nobody may touch. */
#include "machine.h"

#define MARGIN 64

struct machine machine;

static uint8_t first[3 * IMAGE_BLOCK + 2 * MARGIN], second[4 * IMAGE_BLOCK + 2 * MARGIN];
static _Alignas(16) uint8_t flash[FLASH];
static uint8_t weak[FLASH];
static struct takt_model_block blocks[FLASH / BLOCK];

/* Two in the first window, with a gap; one of an odd size in the second. */
static const struct image_region regions[REGIONS] = {
    {0, 16, IMAGE_BLOCK}, {0, IMAGE_BLOCK + 512, IMAGE_BLOCK + 1000}, {1, 0, 3 * IMAGE_BLOCK + 1000}};

uint32_t machine_chance(void)
{
    machine.chance = machine.chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(machine.chance >> 33);
}

void machine_make(bool mapped, uint64_t seed)
{
    memset(&machine, 0, sizeof(machine));
    memset(flash, 0x55, FLASH); /* what it held before is no image */
    memset(weak, 0, FLASH);
    takt_model_init(&machine.model, flash, blocks, FLASH, BLOCK, 4, mapped);
    machine.model.weak = weak;
    machine.model.chance = seed;
    machine.chance = seed;
    machine.store = (struct takt_snapshot_store){&machine.model.flash, 0, SLOT};
    machine.windows[0] = (struct image_window){first + MARGIN, 3 * IMAGE_BLOCK};
    machine.windows[1] = (struct image_window){second + MARGIN, 4 * IMAGE_BLOCK};
    machine.who = (struct image_identity){.build = {1, 2, 3}, .windows = machine.windows, .window_count = 2};
    machine_reset();
}

void machine_reset(void)
{
    memset(first, NOT_FILLED, sizeof(first));
    memset(second, NOT_FILLED, sizeof(second));
    takt_model_power(&machine.model);
}

/* A byte of state n: the odd block of 512 changes with each state, others with every second or not at all; some pack. */
static uint8_t byte_of(uint32_t n, uint32_t region, uint32_t at)
{
    uint32_t part = at / IMAGE_BLOCK + region, version = part == 1 ? n : part % 2 == 0 ? n / 2 : 1;
    uint32_t place = part % 3 == 0 ? at : at / 64,
             value = (version * 40503u + region * 977u + place) * 2654435761u;

    return (uint8_t)(value >> 16);
}

static uint8_t *memory_of(uint32_t region)
{
    return machine.windows[regions[region].window].base + regions[region].offset;
}

void machine_fill(uint32_t n)
{
    for (uint32_t region = 0; region < REGIONS; region++) {
        for (uint32_t i = 0; i < regions[region].size; i++)
            memory_of(region)[i] = byte_of(n, region, i);
    }
}

static bool is_state(uint32_t n)
{
    for (uint32_t region = 0; region < REGIONS; region++) {
        for (uint32_t i = 0; i < regions[region].size; i++) {
            if (memory_of(region)[i] != (n == 0 ? NOT_FILLED : byte_of(n, region, i)))
                return false;
        }
    }
    return true;
}

static bool is_untouched(const uint8_t *from, const uint8_t *end)
{
    while (from < end && *from == NOT_FILLED)
        from++;
    return from >= end;
}

static bool beside_is_untouched(void)
{
    const uint8_t *a = memory_of(0) + regions[0].size, *b = memory_of(1) + regions[1].size,
                  *c = memory_of(2) + regions[2].size;

    return is_untouched(first, memory_of(0)) && is_untouched(a, memory_of(1)) &&
           is_untouched(b, first + sizeof(first)) && is_untouched(second, memory_of(2)) &&
           is_untouched(c, second + sizeof(second));
}

bool machine_margins(void)
{
    return is_untouched(first, machine.windows[0].base) &&
           is_untouched(machine.windows[0].base + machine.windows[0].size, first + sizeof(first)) &&
           is_untouched(second, machine.windows[1].base) &&
           is_untouched(machine.windows[1].base + machine.windows[1].size, second + sizeof(second));
}

int machine_state(uint32_t most)
{
    if (!beside_is_untouched())
        return -1;
    for (uint32_t n = 0; n <= most; n++) {
        if (is_state(n))
            return (int)n;
    }
    return -1;
}

int machine_save(void)
{
    machine.work.front.head.regions = REGIONS;
    memcpy(machine.work.front.regions, regions, sizeof(regions));
    return image_write(&machine.store, &machine.who, &machine.work);
}

int machine_restore(void)
{
    return image_restore(&machine.store, &machine.who, &machine.image);
}

int machine_ready(void)
{
    return image_note(&machine.store, machine.image.slot, true);
}
