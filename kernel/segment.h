/*
 * The shared segment: its layout, its life, and each core's own part of its memory. See segment.c for the
 * protocol.
 *
 * Private to kernel/ (and, to look at only, to its tests).
 */
#ifndef TAKT_SEGMENT_H
#define TAKT_SEGMENT_H

#include <takt/atomic.h>
#include <takt/types.h>

/** Bytes that keep two cores' words apart, wherever a lock may lie too. */
#if CONFIG_TAKT_LLQ_LINE > 64
#define TAKT_LINE CONFIG_TAKT_LLQ_LINE
#else
#define TAKT_LINE 64
#endif

#define TAKT_LINES(bytes)    (((bytes) + TAKT_LINE - 1u) / TAKT_LINE * TAKT_LINE)
#define TAKT_SEGMENT_MAGIC   0x544b4154u
#define TAKT_SEGMENT_VERSION 1u

/* state of a core, in its own line */
#define TAKT_CORE_OFF     0u
#define TAKT_CORE_UP      1u
#define TAKT_CORE_STOPPED 2u

/** Written by the creator alone. */
struct takt_header {
    _Alignas(TAKT_LINE) struct takt_word magic; /* last to be set */
    struct takt_word version, crc, cores, nonce;
};

/** Written by its core alone. */
struct takt_core_line {
    _Alignas(TAKT_LINE) struct takt_word nonce; /* the creator's nonce that this core saw */
    struct takt_word challenge;                 /* what the creator has to answer */
    struct takt_word state, epoch;
};

#define TAKT_SLOTS      CONFIG_TAKT_REMOTE_SLOTS
#define TAKT_ENTRIES    (2 * TAKT_SLOTS) /* of a core's directory; the first half can be asked by others */
#define TAKT_NAME_WORDS (CONFIG_TAKT_NAME_MAX / 4 + 1)

_Static_assert(TAKT_SLOTS >= 1 && TAKT_SLOTS <= 32,
               "CONFIG_TAKT_REMOTE_SLOTS must be 1 to 32 (./takt menuconfig, Cores)");

/** An entry of a core's directory (directory.c), written by that core alone. */
struct takt_entry {
    struct takt_word generation; /* odd: the entry holds something */
    struct takt_word kind, owner, offset, size;
    struct takt_word name[TAKT_NAME_WORDS];
};

/** Requests of one core to one slot of another (remote.c), written by the asking core. */
struct takt_request {
    struct takt_word count, generation;
};

/** The test of the memory between two cores (memory_test.c): the pair's source asks, its target answers. */
struct takt_bout {
    _Alignas(TAKT_LINE) struct takt_word sum, token; /* by both at once: what is tested */
    struct takt_word asked, verdict;                 /* by the source */
    struct takt_word began, ended, found, change;    /* by the target */
};

/** What one core tells another (remote.c, memory_test.c). */
struct takt_pair {
    _Alignas(TAKT_LINE) struct takt_word asked; /* a bit a slot, toggled by the source */
    struct takt_request requests[TAKT_SLOTS];   /* by the source */
    struct takt_word ping;                      /* by the source, which wants a sign of life (llq_death.c) */
    _Alignas(TAKT_LINE) struct takt_word seen;  /* the target's copy of asked */
    struct takt_word pong;                      /* the target's copy of ping */
    struct takt_bout bout;
};

/** Rounds of the memory test, on which the two cores of a pair must agree; 0: there is none. */
#if CONFIG_TAKT_MEMORY_TEST
#define TAKT_ROUNDS CONFIG_TAKT_MEMORY_TEST_ROUNDS
#else
#define TAKT_ROUNDS 0
#endif

/* where the parts are, for a number of cores */
#define TAKT_AT_LINES            TAKT_LINES(sizeof(struct takt_header))
#define TAKT_AT_ADMITTED(cores)  (TAKT_AT_LINES + (cores) * sizeof(struct takt_core_line))
#define TAKT_AT_DIRECTORY(cores) (TAKT_AT_ADMITTED(cores) + TAKT_LINES((cores) * sizeof(struct takt_word)))
#define TAKT_DIRECTORY_SIZE      TAKT_LINES(TAKT_ENTRIES * sizeof(struct takt_entry))
#define TAKT_AT_PAIRS(cores)     (TAKT_AT_DIRECTORY(cores) + (cores)*TAKT_DIRECTORY_SIZE)
#define TAKT_AT_ARENAS(cores)    (TAKT_AT_PAIRS(cores) + (cores) * (cores) * sizeof(struct takt_pair))

_Static_assert(TAKT_AT_ARENAS(CONFIG_TAKT_CORES) + CONFIG_TAKT_CORES * TAKT_LINE <= CONFIG_TAKT_SEGMENT_SIZE,
               "CONFIG_TAKT_SEGMENT_SIZE is too small for CONFIG_TAKT_CORES (./takt menuconfig, Cores)");

/** A core's view of the segment. */
struct takt_segment {
    unsigned char *base;
    uint32_t size, cores, core;
    uint32_t arena_size; /* of each core */
    uint32_t arena_used;
    uint32_t nonce;     /* creator: of this life; joiner: the last one answered; 0: none */
    uint32_t challenge; /* joiner: what admits it */
    volatile bool attached;
    uint32_t generations[TAKT_ENTRIES]; /* of this core's directory: what stands in the segment is a copy */
};

/**
 * Make a view of memory that starts on a line. @return 0; -EINVAL: no memory, not aligned, or no such core;
 * -ENOSPC: too small for so many cores
 */
int takt_segment_view(struct takt_segment *segment, void *memory, size_t size, unsigned cores, unsigned core);

/** Creator (core 0): clear the segment and open it. */
void takt_segment_create(struct takt_segment *segment);

/**
 * Joiner: one step towards being attached; rings the creator where that is due.
 * @return 0: attached; -EAGAIN: not yet; -EBADMSG: made by a kernel with another layout
 */
int takt_segment_join(struct takt_segment *segment);

/** Creator: admit the cores that answered the nonce. */
void takt_segment_admit(struct takt_segment *segment);

/** TAKT_CORE_OFF, TAKT_CORE_UP or TAKT_CORE_STOPPED. */
uint32_t takt_segment_state(const struct takt_segment *segment, unsigned core);

/** The calling core's last store: it stopped. */
void takt_segment_stop(struct takt_segment *segment);

/** Take memory from the calling core's arena, on a line of its own. @return 0; -ENOSPC */
int takt_segment_alloc(struct takt_segment *segment, uint64_t size, uint32_t *offset);

/** Whether a place read from shared memory lies in that core's arena, on a line. */
bool takt_segment_holds(const struct takt_segment *segment, unsigned core, uint32_t offset, uint32_t size);

/** Where a core's arena starts. */
static inline uint32_t takt_segment_arena(const struct takt_segment *segment, unsigned core)
{
    return (uint32_t)TAKT_AT_ARENAS(segment->cores) + core * segment->arena_size;
}

static inline void *takt_segment_at(const struct takt_segment *segment, size_t offset)
{
    return segment->base + offset;
}

static inline struct takt_header *takt_segment_header(const struct takt_segment *segment)
{
    return takt_segment_at(segment, 0);
}

static inline struct takt_core_line *takt_segment_line(const struct takt_segment *segment, unsigned core)
{
    return (struct takt_core_line *)takt_segment_at(segment, TAKT_AT_LINES) + core;
}

/** The creator's answer to a core's challenge; 0: not admitted in this life. */
static inline struct takt_word *takt_segment_admitted(const struct takt_segment *segment, unsigned core)
{
    return (struct takt_word *)takt_segment_at(segment, TAKT_AT_ADMITTED(segment->cores)) + core;
}

static inline struct takt_entry *takt_segment_entry(const struct takt_segment *segment, unsigned core,
                                                    unsigned index)
{
    size_t directory = TAKT_AT_DIRECTORY(segment->cores) + core * TAKT_DIRECTORY_SIZE;

    return (struct takt_entry *)takt_segment_at(segment, directory) + index;
}

static inline struct takt_pair *takt_segment_pair(const struct takt_segment *segment, unsigned source,
                                                  unsigned target)
{
    struct takt_pair *pairs = takt_segment_at(segment, TAKT_AT_PAIRS(segment->cores));

    return pairs + source * segment->cores + target;
}

#endif
