/*
 * The model flash: model.h says what it can do. Chance is a generator of 64 bits in the model, so a run repeats with
 * its seed. Weak bits: a bit that was to become zero (or one, by an erase) when the power went reads either way until
 * it is programmed or erased again. Direct reading cannot change from load to load; there each takes a value when
 * power comes back, which is when a mount would look.
 */
#include <string.h>

#include "model.h"

#define FAILS_READ    1u
#define FAILS_PROGRAM 2u
#define FAILS_ERASE   4u

static uint32_t chance(struct takt_model *model)
{
    model->chance = model->chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(model->chance >> 33);
}

static struct takt_model *model_of(struct takt_flash *flash)
{
    return (struct takt_model *)(void *)flash; /* its first member */
}

static struct takt_model_block *block_of(struct takt_model *model, uint32_t offset)
{
    return &model->blocks[offset / model->flash.block_size];
}

static int model_read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size)
{
    struct takt_model *model = model_of(flash);
    uint8_t *bytes = to;
    uint32_t i;

    if (size == 0)
        return 0;
    if (model->off || (block_of(model, offset)->fails & FAILS_READ) != 0)
        return -EIO;
    block_of(model, offset)->reads++;
    block_of(model, offset)->read_bytes += size;
    memcpy(to, model->memory + offset, size);
    for (i = 0; model->weak != NULL && i < size; i++)
        bytes[i] ^= (uint8_t)(model->weak[offset + i] & chance(model));
    return 0;
}

/* Whether the power goes at this operation. */
static bool cut_here(struct takt_model *model)
{
    model->operations++;
    if (model->operations != model->cut_at)
        return false;
    model->off = true;
    return true;
}

static void remember(struct takt_model *model, uint32_t offset, uint32_t size)
{
    uint32_t at = model->undos % TAKT_MODEL_UNDO;

    model->undo[at].offset = offset;
    model->undo[at].size = size < sizeof(model->undo[at].was) ? size : (uint32_t)sizeof(model->undo[at].was);
    memcpy(model->undo[at].was, model->memory + offset, model->undo[at].size);
    model->undos++;
}

/* Operations since the last sync, but the last one, may not have been done: one of them was not. */
static void reorder(struct takt_model *model)
{
    uint32_t known = model->undos < TAKT_MODEL_UNDO ? model->undos : TAKT_MODEL_UNDO, at;

    if (known < 2)
        return;
    at = (model->undos - 2 - chance(model) % (known - 1)) % TAKT_MODEL_UNDO;
    memcpy(model->memory + model->undo[at].offset, model->undo[at].was, model->undo[at].size);
}

/* A byte that was to become `after`, when the power went. */
static void torn_byte(struct takt_model *model, uint32_t at, uint8_t after)
{
    uint8_t before = model->memory[at], some = (uint8_t)chance(model);

    model->memory[at] = (uint8_t)((before & ~some) | (after & some));
}

/* All reads as done, or as not done, and a few of the bits that were to change are not sure. */
static void tear_weakly(struct takt_model *model, uint32_t offset, const uint8_t *from, uint32_t size)
{
    bool done = chance(model) % 2 != 0;
    uint32_t bits = 1 + chance(model) % 4, i;

    for (; bits > 0; bits--) {
        uint32_t at = offset + chance(model) % size;
        uint8_t after = from == NULL ? 0xff : from[at - offset];

        model->weak[at] |= (uint8_t)((model->memory[at] ^ after) & chance(model));
    }
    for (i = 0; done && i < size; i++)
        model->memory[offset + i] = from == NULL ? 0xff : (uint8_t)(model->memory[offset + i] & from[i]);
}

/* What `size` bytes that were to become `from` (NULL: ones) are after the cut. */
static void tear(struct takt_model *model, uint32_t offset, const uint8_t *from, uint32_t size)
{
    uint32_t part = model->torn == TAKT_TORN_NOTHING ? 0 : size, i;

    if (model->torn == TAKT_TORN_WEAK && model->weak != NULL) {
        tear_weakly(model, offset, from, size);
        return;
    }
    if (model->torn == TAKT_TORN_PREFIX)
        part = chance(model) % (size + 1);
    for (i = 0; i < part; i++) {
        uint8_t after = from == NULL ? 0xff : (uint8_t)(model->memory[offset + i] & from[i]);

        if (model->torn == TAKT_TORN_BITS)
            torn_byte(model, offset + i, after);
        else
            model->memory[offset + i] = after;
    }
    if (model->torn == TAKT_TORN_REORDER)
        reorder(model);
}

static void obey(struct takt_model *model, uint32_t offset, const uint8_t *from, uint32_t size)
{
    uint32_t i;

    for (i = 0; i < size; i++) {
        if ((from[i] & ~model->memory[offset + i]) != 0)
            model->broken_rules++;
        model->memory[offset + i] &= from[i];
        if (model->weak != NULL)
            model->weak[offset + i] = 0;
    }
}

static int model_program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size)
{
    struct takt_model *model = model_of(flash);

    if (model->off)
        return -EIO;
    remember(model, offset, size);
    if (cut_here(model)) {
        tear(model, offset, from, size);
        return -EIO;
    }
    if ((block_of(model, offset)->fails & FAILS_PROGRAM) != 0) {
        obey(model, offset, from, size / 2);
        return -EIO;
    }
    block_of(model, offset)->programs++;
    block_of(model, offset)->program_bytes += size;
    obey(model, offset, from, size);
    return 0;
}

static int model_erase(struct takt_flash *flash, uint32_t offset)
{
    struct takt_model *model = model_of(flash);

    if (model->off)
        return -EIO;
    remember(model, offset, flash->block_size);
    if (cut_here(model)) {
        tear(model, offset, NULL, flash->block_size);
        return -EIO;
    }
    if ((block_of(model, offset)->fails & FAILS_ERASE) != 0)
        return -EIO;
    block_of(model, offset)->erases++;
    memset(model->memory + offset, 0xff, flash->block_size);
    if (model->weak != NULL)
        memset(model->weak + offset, 0, flash->block_size);
    return 0;
}

static int model_sync(struct takt_flash *flash)
{
    struct takt_model *model = model_of(flash);

    model->undos = 0;
    return model->off ? -EIO : 0;
}

static const struct takt_flash_ops model_ops = {model_read, model_program, model_erase, model_sync};

void takt_model_init(struct takt_model *model, uint8_t *memory, struct takt_model_block *blocks,
                     uint32_t size, uint32_t block_size, uint32_t unit, bool mapped)
{
    memset(model, 0, sizeof(*model));
    model->flash.ops = &model_ops;
    model->flash.map = mapped ? memory : NULL;
    model->flash.size = size;
    model->flash.block_size = block_size;
    model->flash.unit = unit;
    model->memory = memory;
    model->blocks = blocks;
    memset(blocks, 0, sizeof(*blocks) * (size / block_size));
}

void takt_model_power(struct takt_model *model)
{
    uint32_t i;

    model->off = false;
    model->cut_at = 0;
    model->undos = 0;
    for (i = 0; model->flash.map != NULL && model->weak != NULL && i < model->flash.size; i++)
        if (model->weak[i] != 0)
            model->memory[i] ^= (uint8_t)(model->weak[i] & chance(model));
}

void takt_model_fail(struct takt_model *model, uint32_t block, uint8_t what)
{
    model->blocks[block].fails = what;
}

void takt_model_count(struct takt_model *model)
{
    uint32_t i;

    for (i = 0; i < model->flash.size / model->flash.block_size; i++) {
        uint8_t fails = model->blocks[i].fails;

        model->blocks[i] = (struct takt_model_block){.fails = fails};
    }
}

struct takt_model_block takt_model_sum(const struct takt_model *model)
{
    struct takt_model_block sum = {0};
    uint32_t i;

    for (i = 0; i < model->flash.size / model->flash.block_size; i++) {
        sum.reads += model->blocks[i].reads;
        sum.read_bytes += model->blocks[i].read_bytes;
        sum.programs += model->blocks[i].programs;
        sum.program_bytes += model->blocks[i].program_bytes;
        sum.erases += model->blocks[i].erases;
    }
    return sum;
}
