/*
 * What is noted beside an image after it was written, in bits that go from one to zero: that a start from it is tried,
 * that the start became ready, that the image is forgotten, that it is whole.
 *
 * Tries and ready marks alternate: the bits of the area are pairs, the first of a pair is a try, the second its ready
 * mark. An image is given up when the last CONFIG_TAKT_SNAPSHOT_TRIES pairs are tries alone, or no pair is left: then
 * the next start is a cold one, and its save begins a fresh area. A note that the power was cut in may read as not made:
 * that is one more try, or one less that counted as ready.
 *
 * Flash that cannot program a unit twice (one with its own error correction) gives one note a unit; so notes are a unit
 * each where the unit is larger than a word.
 */
#include <string.h>

#include "image.h"

static uint32_t area(const struct takt_snapshot_store *store, uint32_t slot)
{
    return slot + store->flash->block_size - IMAGE_TRIES - 2 * IMAGE_UNIT;
}

/* Notes that one word or unit of the area takes. */
static uint32_t notes_in_one(const struct takt_snapshot_store *store)
{
    return store->flash->unit <= 4 ? 32 : 1;
}

static uint32_t unit_size(const struct takt_snapshot_store *store)
{
    return store->flash->unit <= 4 ? 4 : store->flash->unit;
}

static uint32_t note_count(const struct takt_snapshot_store *store)
{
    return IMAGE_TRIES / unit_size(store) * notes_in_one(store);
}

static uint32_t word_of(const struct takt_snapshot_store *store, uint32_t slot, uint32_t n)
{
    uint32_t word = 0, offset = area(store, slot) + n / notes_in_one(store) * unit_size(store);

    (void)takt_flash_read(store->flash, offset, &word, sizeof(word));
    return word;
}

static bool is_noted(const struct takt_snapshot_store *store, uint32_t slot, uint32_t n)
{
    uint32_t word = word_of(store, slot, n);

    return notes_in_one(store) == 1 ? word != UINT32_MAX : (word >> n % 32 & 1) == 0;
}

/*
 * Notes that were made, up to the last. They are made in order, so the words that hold any come first; a note that reads
 * either way, as the power went in it, is a bit among others that do not.
 */
static uint32_t noted(const struct takt_snapshot_store *store, uint32_t slot)
{
    uint32_t one = notes_in_one(store), used = 0, end = note_count(store) / one;

    while (used < end) {
        uint32_t middle = (used + end) / 2;

        if (word_of(store, slot, middle * one) != UINT32_MAX)
            used = middle + 1;
        else
            end = middle;
    }
    used *= one;
    while (used > 0 && !is_noted(store, slot, used - 1))
        used--;
    return used;
}

bool image_may_try(const struct takt_snapshot_store *store, uint32_t slot)
{
    uint32_t pairs = (noted(store, slot) + 1) / 2, failed = 0;

    while (failed < pairs && !is_noted(store, slot, 2 * (pairs - failed) - 1))
        failed++;
    return failed < TAKT_SNAPSHOT_TRIES && 2 * pairs < note_count(store);
}

static int make_note(const struct takt_snapshot_store *store, uint32_t slot, uint32_t n)
{
    uint32_t words[IMAGE_UNIT / 4], size = unit_size(store);

    memset(words, notes_in_one(store) == 1 ? 0 : 0xff, sizeof(words));
    if (notes_in_one(store) != 1)
        words[0] = word_of(store, slot, n) & ~(1u << n % 32); /* what is a zero stays one */
    return takt_flash_program(store->flash, area(store, slot) + n / notes_in_one(store) * size, words, size);
}

int image_note(const struct takt_snapshot_store *store, uint32_t slot, bool ready)
{
    uint32_t used = noted(store, slot);

    if (ready && used % 2 == 0)
        return 0; /* no try is open */
    used = ready ? used : (used + 1) / 2 * 2;
    if (used >= note_count(store))
        return -ENOSPC;
    return make_note(store, slot, used) == 0 && takt_flash_sync(store->flash) == 0 ? 0 : -EIO;
}

static int mark(const struct takt_snapshot_store *store, uint32_t offset, uint32_t value)
{
    uint32_t words[IMAGE_UNIT / 4] = {value, value, value, value};

    if (takt_flash_program(store->flash, offset, words, IMAGE_UNIT) != 0)
        return -EIO;
    return takt_flash_sync(store->flash) == 0 ? 0 : -EIO;
}

int image_forget(const struct takt_snapshot_store *store, uint32_t slot)
{
    return mark(store, slot + store->flash->block_size - 2 * IMAGE_UNIT, 0);
}

int image_commit(const struct takt_snapshot_store *store, uint32_t slot)
{
    return mark(store, slot + store->flash->block_size - IMAGE_UNIT, IMAGE_COMMIT);
}

bool image_is_committed(const struct takt_snapshot_store *store, uint32_t slot)
{
    uint32_t words[2 * IMAGE_UNIT / 4];

    if (takt_flash_read(store->flash, slot + store->flash->block_size - 2 * IMAGE_UNIT, words,
                        sizeof(words)) != 0)
        return false;
    for (uint32_t i = 0; i < IMAGE_UNIT / 4; i++) {
        if (words[i] != UINT32_MAX || words[IMAGE_UNIT / 4 + i] != IMAGE_COMMIT)
            return false;
    }
    return true;
}
