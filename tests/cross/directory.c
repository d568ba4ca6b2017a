/*
 * The directory: offers that come and go, and entries that somebody scribbled over. The views and the memory
 * are the test's own, so every field of an entry can be spoilt in turn.
 */
#include "cross_test.h"

#include "directory.h"

#include <string.h>

#define CORES 2
#define SIZE  (TAKT_AT_ARENAS(CORES) + CORES * 1024u)

static unsigned char memory[SIZE] __attribute__((aligned(TAKT_LINE)));
static struct takt_segment offering, reading;
static unsigned long cases;

static void begin(void)
{
    memset(memory, 0, sizeof(memory));
    EXPECT_EQ(takt_segment_view(&offering, memory, SIZE, CORES, 0), 0);
    EXPECT_EQ(takt_segment_view(&reading, memory, SIZE, CORES, 1), 0);
    takt_segment_create(&offering);
    takt_directory_reset(&offering);
}

static uint32_t offer(uint32_t kind, unsigned index, const char *name)
{
    struct takt_found what = {.kind = kind, .index = index};
    uint32_t generation = takt_directory_next(&offering, index);

    if (kind == TAKT_KIND_CHANNEL || kind == TAKT_KIND_LLQ) {
        what.size = TAKT_LINE;
        EXPECT_EQ(takt_segment_alloc(&offering, what.size, &what.offset), 0);
    }
    takt_directory_publish(&offering, &what, name);
    return generation;
}

static int find(const char *name, uint32_t kinds, struct takt_found *found)
{
    return takt_directory_find(&reading, name, kinds, found);
}

static void names_are_checked(void)
{
    char longest[CONFIG_TAKT_NAME_MAX + 2];

    memset(longest, 'x', sizeof(longest));
    longest[sizeof(longest) - 1] = '\0';
    EXPECT_EQ(takt_directory_name(NULL), -EINVAL);
    EXPECT_EQ(takt_directory_name(""), -EINVAL);
    EXPECT_EQ(takt_directory_name(longest), -EINVAL);
    EXPECT_EQ(takt_directory_name(longest + 1), 0);
    cases++;
}

static void offers_are_found(void)
{
    struct takt_found found;
    uint32_t generation;

    begin();
    EXPECT_EQ(find("a", UINT32_MAX, &found), -ENOENT);
    generation = offer(TAKT_KIND_SEM, 3, "a");
    (void)offer(TAKT_KIND_LLQ, TAKT_SLOTS, "lock");
    EXPECT_EQ(find("a", UINT32_MAX, &found), 0);
    EXPECT_EQ(found.core, 0);
    EXPECT_EQ(found.index, 3);
    EXPECT_EQ(found.generation, generation);
    EXPECT_EQ(takt_directory_generation(&reading, 0, 3), generation);
    EXPECT_EQ(find("a", TAKT_KIND_SET(TAKT_KIND_LLQ), &found), -ENOENT);
    EXPECT_EQ(find("aa", UINT32_MAX, &found), -ENOENT);
    EXPECT_EQ(find("lock", TAKT_KIND_SET(TAKT_KIND_LLQ), &found), 0);
    EXPECT(found.size >= TAKT_LINE);
    cases++;
}

static void withdrawn_offers_are_gone(void)
{
    struct takt_found found;
    uint32_t generation;

    begin();
    generation = offer(TAKT_KIND_SEM, 0, "a");
    takt_directory_withdraw(&offering, 0);
    EXPECT_EQ(find("a", UINT32_MAX, &found), -ENOENT);
    EXPECT_EQ(takt_directory_free(&offering, 0, TAKT_SLOTS), 0);
    EXPECT(offer(TAKT_KIND_THREAD, 0, "a") != generation);
    EXPECT_EQ(find("a", UINT32_MAX, &found), 0);
    EXPECT_EQ(found.kind, TAKT_KIND_THREAD);
    EXPECT(found.generation != generation);
    cases++;
}

static void room_ends(void)
{
    begin();
    for (unsigned i = 0; i < TAKT_SLOTS; i++) {
        EXPECT_EQ(takt_directory_free(&offering, 0, TAKT_SLOTS), i);
        (void)offer(TAKT_KIND_SEM, i, "a");
    }
    EXPECT_EQ(takt_directory_free(&offering, 0, TAKT_SLOTS), -ENOSPC);
    EXPECT_EQ(takt_directory_free(&offering, TAKT_SLOTS, TAKT_ENTRIES), TAKT_SLOTS);
    cases++;
}

/* One field of a good entry is made wrong: it is refused; made right again: it is found. */
static void spoil(struct takt_word *word, uint32_t value, const char *name)
{
    struct takt_found found;
    uint32_t good = word->value;

    word->value = value;
    EXPECT_EQ(find(name, UINT32_MAX, &found), -EBADMSG);
    word->value = good;
    EXPECT_EQ(find(name, UINT32_MAX, &found), 0);
    cases++;
}

static void spoilt_entries_are_refused(void)
{
    struct takt_entry *sem, *channel, *lock;

    begin();
    (void)offer(TAKT_KIND_SEM, 0, "sem");
    (void)offer(TAKT_KIND_CHANNEL, 1, "channel");
    (void)offer(TAKT_KIND_LLQ, TAKT_SLOTS, "lock");
    sem = takt_segment_entry(&offering, 0, 0);
    channel = takt_segment_entry(&offering, 0, 1);
    lock = takt_segment_entry(&offering, 0, TAKT_SLOTS);
    spoil(&sem->kind, 0, "sem");
    spoil(&sem->kind, TAKT_KIND_LAST + 1, "sem");
    spoil(&sem->kind, UINT32_MAX, "sem");
    spoil(&sem->kind, TAKT_KIND_LLQ, "sem");
    spoil(&sem->owner, 1, "sem");
    spoil(&sem->offset, TAKT_LINE, "sem");
    spoil(&sem->size, 1, "sem");
    spoil(&channel->offset, 0, "channel");
    spoil(&channel->offset, takt_segment_arena(&offering, 1), "channel");
    spoil(&channel->offset, channel->offset.value + 8, "channel");
    spoil(&channel->size, 0, "channel");
    spoil(&channel->size, UINT32_MAX, "channel");
    spoil(&lock->kind, TAKT_KIND_SEM, "lock");
    spoil(&lock->offset, UINT32_MAX - TAKT_LINE + 1, "lock");
    spoil(&lock->size, offering.arena_size + 1, "lock");
}

static void spoilt_names_hurt_nobody(void)
{
    struct takt_entry *entry;
    struct takt_found found;

    begin();
    (void)offer(TAKT_KIND_SEM, 0, "a");
    (void)offer(TAKT_KIND_SEM, 1, "b");
    entry = takt_segment_entry(&offering, 0, 0);
    for (unsigned i = 0; i < TAKT_NAME_WORDS; i++)
        entry->name[i].value = UINT32_MAX;
    EXPECT_EQ(find("a", UINT32_MAX, &found), -ENOENT);
    EXPECT_EQ(find("b", UINT32_MAX, &found), 0);
    entry->generation.value = 0x12345678;
    EXPECT_EQ(find("b", UINT32_MAX, &found), 0);
    cases++;
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    names_are_checked();
    offers_are_found();
    withdrawn_offers_are_gone();
    room_ends();
    spoilt_entries_are_refused();
    spoilt_names_hurt_nobody();
    cross_end("directory", cases, "cases");
}
