/*
 * The directory: what each core offers to the others, by kind and name. See directory.c.
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_DIRECTORY_H
#define TAKT_DIRECTORY_H

#include "segment.h"

/* kinds; a search takes a set of them: 1u << kind */
#define TAKT_KIND_SEM     1u
#define TAKT_KIND_THREAD  2u
#define TAKT_KIND_CHANNEL 3u
#define TAKT_KIND_LLQ     4u
#define TAKT_KIND_LAST    TAKT_KIND_LLQ

#define TAKT_KIND_SET(kind) (1u << (kind))
/** Kinds of the entries that other cores may ask: the first TAKT_SLOTS of a core. */
#define TAKT_KINDS_ASKED                                                                                     \
    (TAKT_KIND_SET(TAKT_KIND_SEM) | TAKT_KIND_SET(TAKT_KIND_THREAD) | TAKT_KIND_SET(TAKT_KIND_CHANNEL))

/** What stands in an entry, checked. */
struct takt_found {
    uint32_t core, index, generation;
    uint32_t kind, offset, size;
};

/** 0; -EINVAL: NULL, empty or longer than CONFIG_TAKT_NAME_MAX. */
int takt_directory_name(const char *name);

/** After joining: whatever this core offered in an earlier life is withdrawn. */
void takt_directory_reset(struct takt_segment *segment);

/** A free entry of the calling core in first to end - 1. @return its index; -ENOSPC */
int takt_directory_free(const struct takt_segment *segment, unsigned first, unsigned end);

/** The generation that a free entry of the calling core will have when it is published. */
uint32_t takt_directory_next(const struct takt_segment *segment, unsigned index);

/** Publish a free entry of the calling core: kind, offset, size and index of what; the rest is found out. */
void takt_directory_publish(struct takt_segment *segment, const struct takt_found *what, const char *name);

/** Withdraw an entry of the calling core. */
void takt_directory_withdraw(struct takt_segment *segment, unsigned index);

/** Generation of any core's entry, now. The caller checked core and index. */
uint32_t takt_directory_generation(const struct takt_segment *segment, unsigned core, unsigned index);

/** Search one core's entries. @return 0; -ENOENT; -EBADMSG: it is there, but makes no sense */
int takt_directory_search(const struct takt_segment *segment, unsigned core, const char *name, uint32_t kinds,
                          struct takt_found *found);

/** Search all cores' entries, in the order of their numbers. @return as takt_directory_search() */
int takt_directory_find(const struct takt_segment *segment, const char *name, uint32_t kinds,
                        struct takt_found *found);

#endif
