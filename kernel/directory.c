/*
 * The directory: entries {kind, name, offset, size, owner, generation} in the shared segment.
 *
 * Guards: that a core finds what another offers, and never acts on what only looks like an offer. A core
 * writes its own entries alone and reads everybody's. Nothing that is read is used before it was checked:
 * kind and index fit each other, the owner is the core in whose part it stands, and memory lies in that
 * core's arena. What fails is -EBADMSG and a trace event, so a wild store costs an offer, not a core.
 *
 * Races considered. The generation is odd while an entry is in use. Publishing writes the fields and then the
 * odd generation; withdrawing writes the next even one, before any field may change. A reader takes the
 * generation, copies the fields, and takes the generation again: the same odd number means one offer's
 * fields. A handle keeps that number, and it never comes back within 2^31 offers of one entry, so a handle of
 * a withdrawn offer is known. Two cores may offer the same name at the same time; the lower core's is found.
 * (A lock has one maker by contract.)
 *
 * Bound: a search is linear in cores * entries; the rest is constant or linear in a core's own entries.
 */
#include "directory.h"

#include <string.h>

#include "trace_hooks.h"

int takt_directory_name(const char *name)
{
    size_t length;

    if (name == NULL)
        return -EINVAL;
    for (length = 0; length <= CONFIG_TAKT_NAME_MAX && name[length] != '\0'; length++)
        continue;
    return length >= 1 && length <= CONFIG_TAKT_NAME_MAX ? 0 : -EINVAL;
}

/* The name as the words of an entry, padded with 0. The name was checked. */
static void pack(uint32_t words[TAKT_NAME_WORDS], const char *name)
{
    memset(words, 0, TAKT_NAME_WORDS * sizeof(words[0]));
    memcpy(words, name, strlen(name));
}

void takt_directory_reset(struct takt_segment *segment)
{
    for (unsigned index = 0; index < TAKT_ENTRIES; index++) {
        /* own word */
        segment->generations[index] =
            TAKT_LOAD(&takt_segment_entry(segment, segment->core, index)->generation, relaxed);
        if (segment->generations[index] % 2 != 0)
            takt_directory_withdraw(segment, index);
    }
}

int takt_directory_free(const struct takt_segment *segment, unsigned first, unsigned end)
{
    for (unsigned index = first; index < end; index++) {
        if (segment->generations[index] % 2 == 0)
            return (int)index;
    }
    return -ENOSPC;
}

uint32_t takt_directory_next(const struct takt_segment *segment, unsigned index)
{
    return segment->generations[index] + 1;
}

/* The next generation; publishing it is the caller's affair. */
static uint32_t step(struct takt_segment *segment, unsigned index)
{
    return segment->generations[index] = takt_directory_next(segment, index);
}

void takt_directory_publish(struct takt_segment *segment, const struct takt_found *what, const char *name)
{
    struct takt_entry *entry = takt_segment_entry(segment, segment->core, what->index);
    uint32_t words[TAKT_NAME_WORDS];

    pack(words, name);
    /* pairs with the acquire fence in copy(): who copies a field of this offer sees the last one withdrawn */
    TAKT_FENCE(release);
    TAKT_STORE(&entry->kind, what->kind, relaxed);
    TAKT_STORE(&entry->owner, segment->core, relaxed);
    TAKT_STORE(&entry->offset, what->offset, relaxed);
    TAKT_STORE(&entry->size, what->size, relaxed);
    for (unsigned i = 0; i < TAKT_NAME_WORDS; i++)
        TAKT_STORE(&entry->name[i], words[i], relaxed);
    /* pairs with the acquire in copy(): the fields, and the memory that is offered, are complete */
    TAKT_STORE(&entry->generation, step(segment, what->index), release);
}

void takt_directory_withdraw(struct takt_segment *segment, unsigned index)
{
    /* relaxed: nothing is published; publish() orders it before the next offer's fields */
    TAKT_STORE(&takt_segment_entry(segment, segment->core, index)->generation, step(segment, index), relaxed);
}

uint32_t takt_directory_generation(const struct takt_segment *segment, unsigned core, unsigned index)
{
    /* relaxed: compared with a handle's only */
    return TAKT_LOAD(&takt_segment_entry(segment, core, index)->generation, relaxed);
}

/* Take a copy of an entry. False: it is free, or changed meanwhile. */
static bool copy(const struct takt_segment *segment, struct takt_found *found, uint32_t *owner,
                 uint32_t words[TAKT_NAME_WORDS])
{
    struct takt_entry *entry = takt_segment_entry(segment, found->core, found->index);

    /* pairs with the release in publish() */
    found->generation = TAKT_LOAD(&entry->generation, acquire);
    if (found->generation % 2 == 0)
        return false;
    found->kind = TAKT_LOAD(&entry->kind, relaxed);
    *owner = TAKT_LOAD(&entry->owner, relaxed);
    found->offset = TAKT_LOAD(&entry->offset, relaxed);
    found->size = TAKT_LOAD(&entry->size, relaxed);
    for (unsigned i = 0; i < TAKT_NAME_WORDS; i++)
        words[i] = TAKT_LOAD(&entry->name[i], relaxed);
    /* pairs with the release fence in publish() */
    TAKT_FENCE(acquire);
    return TAKT_LOAD(&entry->generation, relaxed) == found->generation;
}

static bool has_memory(uint32_t kind)
{
    return kind == TAKT_KIND_CHANNEL || kind == TAKT_KIND_LLQ;
}

static bool makes_sense(const struct takt_segment *segment, const struct takt_found *found, uint32_t owner)
{
    bool asked;

    if (found->kind == 0 || found->kind > TAKT_KIND_LAST || owner != found->core)
        return false;
    asked = (TAKT_KINDS_ASKED & TAKT_KIND_SET(found->kind)) != 0;
    if (asked != (found->index < TAKT_SLOTS))
        return false;
    if (has_memory(found->kind))
        return found->size > 0 && takt_segment_holds(segment, found->core, found->offset, found->size);
    return found->offset == 0 && found->size == 0;
}

int takt_directory_search(const struct takt_segment *segment, unsigned core, const char *name, uint32_t kinds,
                          struct takt_found *found)
{
    uint32_t wanted[TAKT_NAME_WORDS], words[TAKT_NAME_WORDS], owner;

    pack(wanted, name);
    for (unsigned index = 0; index < TAKT_ENTRIES; index++) {
        *found = (struct takt_found){.core = core, .index = index};
        if (!copy(segment, found, &owner, words) || memcmp(words, wanted, sizeof(words)) != 0)
            continue;
        if (!makes_sense(segment, found, owner)) {
            takt_trace_bad_message(core, index);
            return -EBADMSG;
        }
        if (kinds & TAKT_KIND_SET(found->kind))
            return 0;
    }
    return -ENOENT;
}

int takt_directory_find(const struct takt_segment *segment, const char *name, uint32_t kinds,
                        struct takt_found *found)
{
    for (unsigned core = 0; core < segment->cores; core++) {
        int result;

        if (takt_segment_state(segment, core) == TAKT_CORE_OFF)
            continue;
        result = takt_directory_search(segment, core, name, kinds, found);
        if (result != -ENOENT)
            return result;
    }
    return -ENOENT;
}
