/*
 * Each core runs its own image, at its own addresses: they find the segment by its header, a lock and a channel by name,
 * and exclude each other. A word of one image is not seen by the other.
 *
 * The guarded words lie in core 0's part of the segment; core 1 is told where by a message.
 */
#include <takt/takt.h>

#include "cross.h"

#define SECTIONS 2000u
#define STACK    4096

/** What the cores count in, guarded by the lock. */
struct shared {
    uint32_t count, inside;
};

/** To core 1: where it is. To core 0: it is done. */
struct message {
    uint32_t offset, code;
};

static struct takt_thread thread;
static char stack[STACK] __attribute__((aligned(8)));
static struct takt_llq lock;
static struct takt_channel own, other;
static unsigned seen; /* of each image its own */

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    takt_printf("FAIL: core %u: %s\n", takt_core_id(), what);
    takt_exit(1);
}

static uint32_t code_address(void)
{
    return (uint32_t)(uintptr_t)takt_main;
}

static void count(struct shared *shared)
{
    struct takt_llq_token token;
    uint32_t value;

    must(takt_llq_acquire(&lock, TAKT_FOREVER, &token) == 0, "acquire");
    must(shared->inside++ == 0, "another core was inside");
    value = shared->count;
    takt_work(TAKT_NS(200));
    shared->count = value + 1;
    must(--shared->inside == 0, "another core came inside");
    must(takt_llq_release(&lock, &token) == 0, "release");
}

static void core_0(void *arg)
{
    struct takt_segment *segment = &takt_cross()->segment;
    struct message message = {.code = code_address()}, answer;
    struct shared *shared;

    (void)arg;
    must(takt_segment_alloc(segment, sizeof *shared, &message.offset) == 0, "memory of the segment");
    shared = takt_segment_at(segment, message.offset);
    *shared = (struct shared){0, 0};
    must(takt_channel_attach(&other, "one", TAKT_S(5)) == 0, "core 1's channel");
    must(takt_channel_send(&other, &message) == 0, "send");
    for (unsigned i = 0; i < SECTIONS; i++)
        count(shared);
    must(takt_channel_receive(&own, &answer, NULL, TAKT_S(60)) == 0, "core 1's answer");
    must(shared->count == 2 * SECTIONS, "sections were lost");
    must(seen == 1, "an image's word was written by the other");
    must(answer.code != message.code, "both cores run the same code");
    takt_printf("code of core 0 at 0x%x, of core 1 at 0x%x\namount: %u sections\n", (unsigned)message.code,
                (unsigned)answer.code, 2 * SECTIONS);
    takt_exit(0);
}

static void core_1(void *arg)
{
    struct message message;

    (void)arg;
    must(takt_llq_attach(&lock, "lock", TAKT_S(5)) == 0, "the lock");
    must(takt_channel_attach(&other, "zero", TAKT_S(5)) == 0, "core 0's channel");
    must(takt_channel_receive(&own, &message, NULL, TAKT_S(5)) == 0, "core 0's message");
    for (unsigned i = 0; i < SECTIONS; i++)
        count(takt_segment_at(&takt_cross()->segment, message.offset));
    message.code = code_address();
    must(takt_channel_send(&other, &message) == 0, "send");
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {.name = "counter",
                                          .entry = core == 0 ? core_0 : core_1,
                                          .stack = stack,
                                          .stack_size = sizeof stack,
                                          .priority = 5};

    seen++;
    if (core == 0)
        must(takt_llq_create(&lock, "lock", NULL) == 0, "create the lock");
    must(takt_channel_create(&own, core == 0 ? "zero" : "one", sizeof(struct message), 2) == 0, "a channel");
    must(takt_thread_create(&thread, &attr) == 0 && takt_thread_start(&thread) == 0, "a thread");
}
