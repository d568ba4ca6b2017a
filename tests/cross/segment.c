/*
 * The shared segment's protocol, step by step: creator and joiners are views of one test memory, and the
 * program is the order in which they take their steps. So each race of kernel/segment.c's opening comment
 * happens here.
 */
#include "cross_test.h"

#include "directory.h"

#include <string.h>

#define CORES 3
#define SIZE  (TAKT_AT_ARENAS(CORES) + CORES * 1024u)

static unsigned char memory[SIZE] __attribute__((aligned(TAKT_LINE)));
static struct takt_segment creator, joiner, third;
static unsigned long cases;

static void views(void)
{
    EXPECT_EQ(takt_segment_view(&creator, memory, SIZE, CORES, 0), 0);
    EXPECT_EQ(takt_segment_view(&joiner, memory, SIZE, CORES, 1), 0);
    EXPECT_EQ(takt_segment_view(&third, memory, SIZE, CORES, 2), 0);
}

/* A whole life: all cores get in. The memory keeps what it leaves, as RAM does across a warm reset. */
static void live(void)
{
    views();
    takt_segment_create(&creator);
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT_EQ(takt_segment_join(&third), -EAGAIN);
    takt_segment_admit(&creator);
    EXPECT_EQ(takt_segment_join(&joiner), 0);
    EXPECT_EQ(takt_segment_join(&third), 0);
}

static void refuses_bad_memory(void)
{
    struct takt_segment view;

    EXPECT_EQ(takt_segment_view(&view, NULL, SIZE, CORES, 0), -EINVAL);
    EXPECT_EQ(takt_segment_view(&view, memory + 4, SIZE - 4, CORES, 0), -EINVAL);
    EXPECT_EQ(takt_segment_view(&view, memory, SIZE, CORES, CORES), -EINVAL);
    EXPECT_EQ(takt_segment_view(&view, memory, SIZE, 0, 0), -EINVAL);
    EXPECT_EQ(takt_segment_view(&view, memory, (size_t)UINT32_MAX + 1, CORES, 0), -ENOSPC);
    EXPECT_EQ(takt_segment_view(&view, memory, TAKT_AT_ARENAS(CORES) - 1, CORES, 0), -ENOSPC);
    EXPECT_EQ(takt_segment_view(&view, memory, TAKT_AT_ARENAS(CORES) + CORES * TAKT_LINE - 1, CORES, 0),
              -ENOSPC);
    EXPECT_EQ(takt_segment_view(&view, memory, TAKT_AT_ARENAS(CORES) + CORES * TAKT_LINE, CORES, 0), 0);
    cases++;
}

static void joiner_waits_for_the_creator(void)
{
    memset(memory, 0, sizeof(memory));
    views();
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT_EQ(takt_segment_state(&joiner, 0), TAKT_CORE_OFF);
    takt_segment_create(&creator);
    EXPECT_EQ(takt_segment_state(&creator, 1), TAKT_CORE_OFF);
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN); /* answers */
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN); /* and is not admitted before the creator looks */
    takt_segment_admit(&creator);
    EXPECT_EQ(takt_segment_join(&joiner), 0);
    EXPECT_EQ(takt_segment_join(&joiner), 0); /* once more changes nothing */
    EXPECT_EQ(takt_segment_line(&joiner, 1)->epoch.value, 1);
    EXPECT_EQ(takt_segment_state(&creator, 1), TAKT_CORE_UP);
    EXPECT_EQ(takt_segment_state(&joiner, 0), TAKT_CORE_UP);
    EXPECT_EQ(takt_segment_state(&joiner, 2), TAKT_CORE_OFF);
    cases++;
}

/* The joiner starts first, in the complete image of an earlier life. */
static void old_image_is_not_believed(void)
{
    memset(memory, 0x5a, sizeof(memory));
    live();
    views();
    EXPECT_EQ(takt_segment_header(&joiner)->magic.value, TAKT_SEGMENT_MAGIC);
    EXPECT(takt_segment_admitted(&joiner, 1)->value != 0);
    for (unsigned i = 0; i < 10; i++)
        EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    takt_segment_admit(&creator); /* a bell before the creator has begun: it admits nobody */
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    takt_segment_create(&creator);
    takt_segment_admit(&creator); /* the answer that stands there is one to the old nonce */
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT_EQ(takt_segment_state(&creator, 1), TAKT_CORE_OFF);
    takt_segment_admit(&creator);
    EXPECT_EQ(takt_segment_state(&creator, 1), TAKT_CORE_OFF); /* admitted, not yet up */
    EXPECT_EQ(takt_segment_join(&joiner), 0);
    EXPECT_EQ(takt_segment_state(&creator, 1), TAKT_CORE_UP);
    cases++;
}

/* Only the admission is old: what a joiner sees there must not let it in. */
static void old_admission_is_not_believed(void)
{
    memset(memory, 0, sizeof(memory));
    live();
    views();
    takt_segment_create(&creator);
    for (uint32_t stale = 0; stale < 8; stale++) {
        views();
        takt_segment_admitted(&joiner, 1)->value = stale;
        EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
        EXPECT(joiner.challenge != stale && joiner.challenge != 0);
        EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    }
    views();
    takt_segment_admitted(&joiner, 1)->value = UINT32_MAX;
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT(joiner.challenge != 0 && joiner.challenge != UINT32_MAX);
    cases++;
}

/* The joiner reads the new nonce beneath the magic of the old life: its answer counts when the creator is
 * ready. */
static void answer_in_the_middle_of_creation(void)
{
    uint32_t old;

    memset(memory, 0, sizeof(memory));
    live();
    views();
    old = takt_segment_header(&creator)->nonce.value;
    takt_segment_header(&creator)->nonce.value = old + 1;
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    takt_segment_header(&creator)->nonce.value = old;
    takt_segment_create(&creator);
    EXPECT_EQ(takt_segment_header(&creator)->nonce.value, old + 1);
    takt_segment_admit(&creator);
    EXPECT_EQ(takt_segment_join(&joiner), 0);
    cases++;
}

/* Memory that is neither old nor new: nothing is answered, and a core that stops leaves it alone. */
static void noise_is_not_answered(void)
{
    memset(memory, 0, sizeof(memory));
    views();
    takt_segment_header(&joiner)->magic.value = TAKT_SEGMENT_MAGIC;
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT_EQ(joiner.challenge, 0);
    takt_segment_stop(&joiner);
    EXPECT_EQ(takt_segment_line(&joiner, 1)->state.value, TAKT_CORE_OFF);
    cases++;
}

static void nonce_is_new_in_each_life(void)
{
    static const uint32_t found[] = {0, 1, 0x7fffffff, UINT32_MAX - 1, UINT32_MAX};

    for (unsigned i = 0; i < sizeof(found) / sizeof(found[0]); i++) {
        views();
        takt_segment_header(&creator)->nonce.value = found[i];
        takt_segment_create(&creator);
        EXPECT(creator.nonce != found[i] && creator.nonce != 0);
        EXPECT_EQ(takt_segment_header(&creator)->nonce.value, creator.nonce);
    }
    cases++;
}

static void other_layout_is_refused(void)
{
    struct takt_header *header = takt_segment_header(&creator);
    struct takt_word *words[] = {&header->version, &header->crc, &header->cores};

    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        memset(memory, 0, sizeof(memory));
        views();
        takt_segment_create(&creator);
        words[i]->value++;
        EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
        takt_segment_admit(&creator);
        EXPECT_EQ(takt_segment_join(&joiner), -EBADMSG);
        EXPECT(!joiner.attached);
    }
    cases++;
}

static void restarted_joiner_comes_back(void)
{
    uint32_t epoch, offset;
    struct takt_found offer = {.kind = TAKT_KIND_SEM}, found;

    memset(memory, 0, sizeof(memory));
    live();
    epoch = takt_segment_line(&joiner, 1)->epoch.value;
    EXPECT_EQ(takt_segment_alloc(&joiner, 100, &offset), 0);
    takt_directory_reset(&joiner);
    takt_directory_publish(&joiner, &offer, "mine");
    EXPECT_EQ(takt_directory_find(&creator, "mine", UINT32_MAX, &found), 0);
    takt_segment_stop(&joiner);
    EXPECT_EQ(takt_segment_state(&third, 1), TAKT_CORE_STOPPED);
    EXPECT_EQ(takt_segment_view(&joiner, memory, SIZE, CORES, 1), 0);
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN);
    EXPECT_EQ(takt_segment_state(&third, 1), TAKT_CORE_OFF);
    EXPECT_EQ(takt_segment_join(&joiner), -EAGAIN); /* its admission of before is not one of now */
    takt_segment_admit(&creator);
    EXPECT_EQ(takt_segment_join(&joiner), 0);
    takt_directory_reset(&joiner);
    EXPECT_EQ(takt_segment_state(&third, 1), TAKT_CORE_UP);
    EXPECT_EQ(takt_segment_line(&joiner, 1)->epoch.value, epoch + 1);
    EXPECT_EQ(takt_directory_find(&creator, "mine", UINT32_MAX, &found), -ENOENT);
    EXPECT_EQ(takt_directory_next(&joiner, 0), 3); /* handles of the offer before stay stale */
    cases++;
}

static void arenas_are_apart(void)
{
    uint32_t one, two, offset;

    memset(memory, 0, sizeof(memory));
    live();
    EXPECT_EQ(takt_segment_alloc(&creator, 1, &one), 0);
    EXPECT_EQ(takt_segment_alloc(&creator, TAKT_LINE, &two), 0);
    EXPECT_EQ(one % TAKT_LINE, 0);
    EXPECT_EQ(two, one + TAKT_LINE);
    EXPECT_EQ(takt_segment_alloc(&joiner, creator.arena_size, &offset), 0);
    EXPECT_EQ(offset, one + creator.arena_size);
    EXPECT_EQ(takt_segment_alloc(&joiner, 1, &offset), -ENOSPC);
    EXPECT_EQ(takt_segment_alloc(&creator, creator.arena_size, &offset), -ENOSPC);
    EXPECT_EQ(takt_segment_alloc(&creator, UINT64_MAX, &offset), -ENOSPC);
    EXPECT_EQ(takt_segment_alloc(&creator, UINT64_MAX - TAKT_LINE, &offset), -ENOSPC);
    EXPECT(takt_segment_holds(&third, 0, one, creator.arena_size));
    EXPECT(!takt_segment_holds(&third, 0, one, creator.arena_size + 1));
    EXPECT(!takt_segment_holds(&third, 0, two, creator.arena_size));
    EXPECT(!takt_segment_holds(&third, 0, one - TAKT_LINE, 1));
    EXPECT(!takt_segment_holds(&third, 0, one + 4, 1));
    EXPECT(!takt_segment_holds(&third, 0, one + creator.arena_size, 1));
    EXPECT(!takt_segment_holds(&third, 2, UINT32_MAX - TAKT_LINE + 1, UINT32_MAX));
    cases++;
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    refuses_bad_memory();
    joiner_waits_for_the_creator();
    old_image_is_not_believed();
    old_admission_is_not_believed();
    answer_in_the_middle_of_creation();
    noise_is_not_answered();
    nonce_is_new_in_each_life();
    other_layout_is_refused();
    restarted_joiner_comes_back();
    arenas_are_apart();
    cross_end("segment", cases, "cases");
}
