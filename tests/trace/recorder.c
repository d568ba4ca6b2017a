/*
 * The recorder, on a board: each mode fills more than there is room for, the clock runs over the 32 bits of a record,
 * handlers record in the middle of threads' records. What the memory then holds is looked at here as raw bytes, and
 * once more by the host's reader, which the suite runs on the files that are saved.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include "recorder.h"

#include "crc.h"

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            takt_printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            takt_exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

#define ROOM   (sizeof(((struct takt_trace_slot *)0)->record) / sizeof(struct takt_trace_record))
#define FLOODS ((uint32_t)(ROOM * CONFIG_TAKT_TRACE_PACKETS * 3))

static struct takt_thread thread;
static uintptr_t stack[(TAKT_STACK_MIN + 4096) / sizeof(uintptr_t)];
static unsigned cases;
static uint32_t streamed, stream_packets, refused;

static struct takt_trace_memory *memory(void)
{
    return &takt_trace_memory[takt_core_id()];
}

/** Records of a packet: an open one's end where an event is 0. */
static uint32_t records(const struct takt_trace_slot *slot)
{
    uint32_t count = 0;

    if (slot->head.state != TAKT_TRACE_OPEN)
        return slot->head.used / (uint32_t)sizeof(slot->record[0]);
    while (slot->record[count].event != TAKT_TRACE_EVENT_none)
        count++;
    return count;
}

/** The marks in the memory, in order: each holds its number. @return how many; first: the first's */
static uint32_t marks(uint32_t *first, uint32_t *last)
{
    uint32_t count = 0;
    uint32_t from = 0;
    const struct takt_trace_ring *ring = takt_trace_own();

    if (ring->sequence > CONFIG_TAKT_TRACE_PACKETS)
        from = ring->sequence - CONFIG_TAKT_TRACE_PACKETS;
    for (uint32_t sequence = from; sequence != ring->sequence; sequence++) {
        const struct takt_trace_slot *slot = &memory()->slot[sequence % CONFIG_TAKT_TRACE_PACKETS];

        EXPECT(slot->head.sequence == sequence);
        for (uint32_t i = 0; i < records(slot); i++) {
            if (slot->record[i].event != TAKT_TRACE_EVENT_mark)
                continue;
            if (count++ == 0)
                *first = slot->record[i].b;
            else
                EXPECT(slot->record[i].b == *last + 1);
            *last = slot->record[i].b;
        }
    }
    return count;
}

static void flood(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        takt_trace_mark(7, i);
        takt_work(TAKT_NS(10)); /* on sim nothing else takes time */
    }
}

static void flight_keeps_the_newest(void)
{
    uint32_t first = 0, last = 0;

    takt_trace_start(TAKT_TRACE_FLIGHT, TAKT_TRACE_GROUP_user);
    flood(FLOODS);
    takt_trace_stop();
    EXPECT(marks(&first, &last) > 0);
    EXPECT(last == FLOODS - 1);
    EXPECT(first > 0);
    EXPECT(takt_trace_lost() == 0);
    EXPECT(takt_trace_save("trace-flight.takt") == 0);
    cases++;
}

static void once_keeps_the_oldest(void)
{
    uint32_t first = 1, last = 0;

    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_user);
    flood(FLOODS);
    EXPECT(marks(&first, &last) == last + 1);
    EXPECT(first == 0);
    EXPECT(last < FLOODS - 1);
    EXPECT(takt_trace_lost() == 1); /* the one that found no room ended the recording */
    takt_trace_stop();
    EXPECT(takt_trace_save("trace-once.takt") == 0);
    EXPECT(memory()->slot[CONFIG_TAKT_TRACE_PACKETS - 1].record[ROOM - 1].event == TAKT_TRACE_EVENT_stopped);
    cases++;
}

/* A sink that looks at what it gets, and refuses every third packet once. */
static int look(void *context, const void *bytes, size_t size)
{
    const struct takt_trace_slot *slot = bytes;

    (void)context;
    if (size != sizeof(*slot))
        return 0;
    if (slot->head.sequence % 3 == 2 && refused != slot->head.sequence) {
        refused = slot->head.sequence;
        return -EAGAIN;
    }
    EXPECT(slot->head.magic == TAKT_TRACE_PACKET);
    EXPECT(slot->head.state == TAKT_TRACE_SEALED);
    EXPECT(slot->head.sequence == stream_packets++);
    for (uint32_t i = 0; i < records(slot); i++)
        streamed += slot->record[i].event == TAKT_TRACE_EVENT_mark;
    return 0;
}

static void drain_all(void)
{
    while (takt_trace_drain(look, NULL, true) != 0) {
    }
}

static void a_stream_counts_what_it_loses(void)
{
    const uint32_t part = (uint32_t)ROOM * CONFIG_TAKT_TRACE_PACKETS / 2;

    takt_trace_start(TAKT_TRACE_STREAM, TAKT_TRACE_GROUP_user);
    flood(part);
    EXPECT(takt_trace_lost() == 0);
    drain_all();
    EXPECT(streamed == part);
    flood(FLOODS);
    EXPECT(takt_trace_lost() > 0);
    drain_all();
    flood(1); /* with the word of what was lost before it */
    EXPECT(takt_trace_save("trace-lossy.takt") == 0);
    drain_all();
    EXPECT(streamed + takt_trace_lost() == part + FLOODS + 1);
    takt_trace_stop();
    cases++;
}

static void groups_and_objects_are_left_out(void)
{
    struct takt_sem heard, muted;
    uint32_t first = 0, last = 0, objects = 0;
    const struct takt_trace_slot *slot;

    EXPECT(takt_sem_init(&heard, 0, 9) == 0);
    EXPECT(takt_sem_init(&muted, 0, 9) == 0);
    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_object);
    EXPECT(takt_trace_mute(&muted) == 0);
    EXPECT(takt_trace_mute(&muted) == 0);
    for (unsigned i = 0; i < 3; i++) {
        EXPECT(takt_sem_give(&heard) == 0);
        EXPECT(takt_sem_give(&muted) == 0);
    }
    flood(5);
    EXPECT(takt_trace_unmute(&muted) == 0);
    EXPECT(takt_trace_unmute(&muted) == -ENOENT);
    takt_trace_stop();
    EXPECT(marks(&first, &last) == 0);
    slot = &memory()->slot[0];
    for (uint32_t i = 0; i < records(slot); i++) {
        objects += slot->record[i].a == (uint32_t)(uintptr_t)&heard;
        EXPECT(slot->record[i].a != (uint32_t)(uintptr_t)&muted);
    }
    EXPECT(objects == 3);
    EXPECT(takt_sem_delete(&heard) == 0 &&
           takt_sem_delete(&muted) == 0); /* a recording looks at those that are left */
    cases++;
}

/* The suite starts the clock just before a multiple of 2^32 units, and this goes over it. */
static void time_goes_on_over_the_wrap(void)
{
    const struct takt_trace_slot *slot = &memory()->slot[0];
    uint32_t syncs = 0;

    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_user);
    takt_trace_mark(7, 0);
    while (takt_port_counter() >> 32 == slot->head.base_high)
        takt_work(TAKT_US(10));
    takt_trace_mark(7, 1);
    takt_trace_stop();
    for (uint32_t i = 0; i < records(slot); i++)
        syncs += slot->record[i].event == TAKT_TRACE_EVENT_sync;
    EXPECT(syncs == 1);
    EXPECT(takt_trace_save("trace-wrap.takt") == 0);
    cases++;
}

/* A core stops here: its open packet says what it holds. */
static void an_open_packet_can_be_read(void)
{
    const struct takt_trace_slot *slot = &memory()->slot[0];

    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_user);
    flood(3);
    EXPECT(slot->head.state == TAKT_TRACE_OPEN);
    EXPECT(records(slot) == 4); /* and that it began */
    EXPECT(takt_trace_save("trace-open.takt") == 0);
    takt_trace_stop();
    cases++;
}

/*
 * A core stops in the middle of a record: its other words are there, its event is not yet. Behind it lies what an earlier
 * round left.
 */
static void half_a_record_loses_itself(void)
{
    struct takt_trace_slot *slot = &memory()->slot[0];

    takt_trace_start(TAKT_TRACE_FLIGHT, TAKT_TRACE_GROUP_user);
    flood(FLOODS);
    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_user);
    flood(3);
    EXPECT(records(slot) == 4);
    EXPECT(slot->record[5].event == TAKT_TRACE_EVENT_mark);
    slot->record[4] = (struct takt_trace_record){.time = slot->record[3].time + 1, .a = 7, .b = 4};
    EXPECT(takt_trace_save("trace-half.takt") == 0);
    takt_trace_stop();
    cases++;
}

/* What a debugger reads: memory as it is, without check sums, the recording's own somewhere in it. */
static void memory_as_it_is(void)
{
    static char image[sizeof(takt_trace_memory) + 4096];

    takt_trace_start(TAKT_TRACE_FLIGHT, TAKT_TRACE_GROUP_user);
    flood(FLOODS);
    for (size_t i = 0; i < sizeof(image); i++)
        image[i] = (char)(i * 7);
    for (size_t i = 0; i < sizeof(takt_trace_memory); i++)
        image[1040 + i] = ((const char *)takt_trace_memory)[i];
    EXPECT(takt_result_write("trace-raw.bin", image, sizeof(image)) == 0);
    takt_trace_stop();
    cases++;
}

static void run(void *arg)
{
    (void)arg;
    flight_keeps_the_newest();
    once_keeps_the_oldest();
    a_stream_counts_what_it_loses();
    groups_and_objects_are_left_out();
    an_open_packet_can_be_read();
    half_a_record_loses_itself();
    memory_as_it_is();
    time_goes_on_over_the_wrap();
    takt_printf("amount: %u cases\n", cases);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "test", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 5};

    if (core != 0)
        return;
    EXPECT(takt_thread_create(&thread, &attr) == 0);
    EXPECT(takt_thread_start(&thread) == 0);
}
