/*
 * The shared segment's life: how it is made, who may believe what stands in it, and where each core's memory
 * is.
 *
 * Guards: that no core uses what an earlier life left in the memory. RAM survives a warm reset, so a complete
 * and plausible segment may stand there before anybody has made one: magic, nonce, even the admission of
 * every core.
 *
 * The protocol. Core 0 creates: it clears the magic, clears the admissions, sets a nonce that differs from
 * the one it found, clears the rest, and sets the magic last. A joiner that sees a magic answers the nonce
 * beneath it in its own line, with a challenge that differs from the admission that it sees and is not 0, and
 * rings core 0. Core 0's doorbell handler, which knows its nonce privately, admits whoever answered it by
 * storing the challenge as that core's admission. The joiner is attached when it reads its own challenge
 * there, and only then looks at the rest of the header.
 *
 * Races considered.
 *   Joiner first, old magic: it answers an old nonce. Core 0 ignores that answer, now and after its start,
 * because its nonce is another; the joiner goes on looking, sees the new nonce and answers it. Joiner first,
 * old admission: the challenge differs from it by construction, so it admits nobody. Between the joiner's
 * look at the admission and its answer core 0 may clear it to 0, which no challenge is. Joiner in the middle
 * of creation: it may read the new nonce while the magic is the old one. Its answer is right then, and core 0
 * sees it when it is ready. Old state in a line: a state counts only for a core that is admitted in this
 * life, and a joiner sets OFF before it answers; so whoever sees the admission sees OFF or what came later.
 *   A lost doorbell: none is lost, since a magic of this life means that core 0 has got as far as taking
 * them. Every word has one writer. Core 0's restart alone would start a new life beneath cores that still
 * run: a board that restarts core 0 has to restart them all.
 *
 * Bound: creating is linear in the fixed part; every other function takes a constant time, admitting and
 * doorbells a time linear in the cores.
 */
#include "segment.h"

#include <string.h>

#include "port.h"

int takt_segment_view(struct takt_segment *segment, void *memory, size_t size, unsigned cores, unsigned core)
{
    size_t fixed = TAKT_AT_ARENAS((size_t)cores);

    if (memory == NULL || (uintptr_t)memory % TAKT_LINE != 0 || cores == 0 || core >= cores)
        return -EINVAL;
    if (size > UINT32_MAX || size < fixed || (size - fixed) / cores < TAKT_LINE)
        return -ENOSPC;
    *segment = (struct takt_segment){
        .base = memory,
        .size = (uint32_t)size,
        .cores = cores,
        .core = core,
        .arena_size = (uint32_t)((size - fixed) / cores / TAKT_LINE * TAKT_LINE),
    };
    return 0;
}

static uint32_t crc_word(uint32_t crc, uint32_t word)
{
    crc ^= word;
    for (unsigned bit = 0; bit < 32; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}

/* Over every number that the cores' images must agree on. */
static uint32_t layout_crc(const struct takt_segment *segment)
{
    const uint32_t layout[] = {
        segment->size,       segment->cores,       TAKT_SLOTS,          TAKT_ENTRIES,
        TAKT_NAME_WORDS,     TAKT_AT_LINES,        TAKT_DIRECTORY_SIZE, sizeof(struct takt_pair),
        segment->arena_size, CONFIG_TAKT_LLQ_LINE, TAKT_ROUNDS,
    };
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < sizeof(layout) / sizeof(layout[0]); i++)
        crc = crc_word(crc, layout[i]);
    return crc;
}

/* Nonces of one memory differ in 2^32 - 1 lives one after the other; 0 is left to those who saw none. */
static uint32_t next_not_zero(uint32_t number)
{
    return number == UINT32_MAX ? 1 : number + 1;
}

static void set_up(struct takt_segment *segment)
{
    struct takt_core_line *line = takt_segment_line(segment, segment->core);

    /* own words: nobody else writes them */
    TAKT_STORE(&line->epoch, TAKT_LOAD(&line->epoch, relaxed) + 1, relaxed);
    TAKT_STORE(&line->state, TAKT_CORE_UP,
               release); /* pairs with the acquire in state(): with UP comes the epoch */
    segment->attached = true;
}

void takt_segment_create(struct takt_segment *segment)
{
    struct takt_header *header = takt_segment_header(segment);
    size_t directory = TAKT_AT_DIRECTORY(segment->cores);

    /* own words: whoever starts this core has stopped it before */
    segment->nonce = next_not_zero(TAKT_LOAD(&header->nonce, relaxed));
    TAKT_STORE(&header->magic, 0, relaxed);
    for (unsigned core = 0; core < segment->cores; core++)
        TAKT_STORE(takt_segment_admitted(segment, core), 0, relaxed);
    /* pairs with the acquire of magic in join(): a magic of this life comes with all that is written before
     * it */
    TAKT_FENCE(release);
    TAKT_STORE(&header->nonce, segment->nonce, relaxed);
    TAKT_STORE(&header->version, TAKT_SEGMENT_VERSION, relaxed);
    TAKT_STORE(&header->cores, segment->cores, relaxed);
    TAKT_STORE(&header->crc, layout_crc(segment), relaxed);
    /* no core is admitted, so no core looks at this */
    memset(takt_segment_at(segment, directory), 0, TAKT_AT_ARENAS(segment->cores) - directory);
    TAKT_STORE(takt_segment_admitted(segment, segment->core), 1, relaxed);
    set_up(segment);
    /* pairs with the acquire of magic in join() */
    TAKT_STORE(&header->magic, TAKT_SEGMENT_MAGIC, release);
}

static void answer(struct takt_segment *segment, uint32_t nonce, uint32_t admitted)
{
    struct takt_core_line *line = takt_segment_line(segment, segment->core);

    segment->nonce = nonce;
    segment->challenge = next_not_zero(admitted);
    TAKT_STORE(&line->state, TAKT_CORE_OFF, relaxed);
    TAKT_STORE(&line->challenge, segment->challenge, relaxed);
    /* pairs with the acquire of nonce in admit(): with the answer come the challenge and the state */
    TAKT_STORE(&line->nonce, nonce, release);
    takt_port_doorbell(0);
}

/* After the admission, which proves that core 0 has written the header in this life. */
static int enter(struct takt_segment *segment)
{
    struct takt_header *header = takt_segment_header(segment);

    /* ordered by the acquire of the admission in join() */
    if (TAKT_LOAD(&header->version, relaxed) != TAKT_SEGMENT_VERSION ||
        TAKT_LOAD(&header->cores, relaxed) != segment->cores ||
        TAKT_LOAD(&header->crc, relaxed) != layout_crc(segment))
        return -EBADMSG;
    set_up(segment);
    return 0;
}

int takt_segment_join(struct takt_segment *segment)
{
    struct takt_header *header = takt_segment_header(segment);
    uint32_t admitted, nonce;

    if (segment->attached)
        return 0;
    /* pairs with the release of the admission in admit(): all that core 0 made is seen by whom it admits */
    admitted = TAKT_LOAD(takt_segment_admitted(segment, segment->core), acquire);
    if (segment->challenge != 0 && admitted == segment->challenge)
        return enter(segment);
    /* pairs with the release of magic in create(): the nonce is of the same life or a later one */
    if (TAKT_LOAD(&header->magic, acquire) != TAKT_SEGMENT_MAGIC)
        return -EAGAIN;
    nonce = TAKT_LOAD(&header->nonce, relaxed);
    if (nonce != 0 && nonce != segment->nonce)
        answer(segment, nonce, admitted);
    return -EAGAIN;
}

static void admit_core(struct takt_segment *segment, unsigned core)
{
    struct takt_core_line *line = takt_segment_line(segment, core);
    struct takt_word *admitted = takt_segment_admitted(segment, core);
    uint32_t challenge;

    /* relaxed: a hint that there is nothing new, which is so for nearly every bell */
    if (TAKT_LOAD(&line->challenge, relaxed) == TAKT_LOAD(admitted, relaxed))
        return;
    /* pairs with the release of nonce in answer() */
    if (TAKT_LOAD(&line->nonce, acquire) != segment->nonce)
        return;
    challenge = TAKT_LOAD(&line->challenge, relaxed);
    /* pairs with the acquire of the admission in join(), and with that in state() */
    TAKT_STORE(admitted, challenge, release);
}

void takt_segment_admit(struct takt_segment *segment)
{
    if (segment->core != 0 || !segment->attached)
        return;
    for (unsigned core = 1; core < segment->cores; core++)
        admit_core(segment, core);
}

uint32_t takt_segment_state(const struct takt_segment *segment, unsigned core)
{
    /* pairs with the release of the admission in admit(): the state is of this life */
    if (TAKT_LOAD(takt_segment_admitted(segment, core), acquire) == 0)
        return TAKT_CORE_OFF;
    /* pairs with the releases in set_up() and stop(): what the core did before is seen */
    return TAKT_LOAD(&takt_segment_line(segment, core)->state, acquire);
}

void takt_segment_stop(struct takt_segment *segment)
{
    if (!segment->attached)
        return;
    /* pairs with the acquire in state(); the core stores nothing after it */
    TAKT_STORE(&takt_segment_line(segment, segment->core)->state, TAKT_CORE_STOPPED, release);
}

int takt_segment_alloc(struct takt_segment *segment, uint64_t size, uint32_t *offset)
{
    uint64_t bytes = TAKT_LINES(size);

    if (size > segment->arena_size || bytes > segment->arena_size - segment->arena_used)
        return -ENOSPC;
    *offset = takt_segment_arena(segment, segment->core) + segment->arena_used;
    segment->arena_used += (uint32_t)bytes;
    return 0;
}

bool takt_segment_holds(const struct takt_segment *segment, unsigned core, uint32_t offset, uint32_t size)
{
    uint32_t start = offset - takt_segment_arena(segment, core);

    return start % TAKT_LINE == 0 && start < segment->arena_size && size <= segment->arena_size - start;
}
