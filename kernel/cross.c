/*
 * A core among others: how it gets in, and how it finds what the others offer.
 *
 * Guards: that a core which waits for others can always be waited for. A core that polls before its start
 * takes no doorbells yet; if it is core 0, others may be waiting for their admission meanwhile, so it admits
 * them between its looks. A core that core 0 did not admit in time goes on alone, and every later search is
 * another try: cores may come in any order, and late.
 *
 * Races considered. Everything here is one core's private state. Its threads are ordered by cross->lock; its
 * doorbell handler reads attached, which is set once, after all else.
 *
 * Bound: a search is as long as the directory; between searches a thread sleeps, so polling costs one search
 * each TAKT_FIND_PERIOD.
 */
#include "memory_test.h"

#include <takt/console.h>

#define TAKT_JOIN_TIME   TAKT_S(1)
#define TAKT_FIND_PERIOD TAKT_US(100)
#define TAKT_TEST_PERIOD TAKT_MS(1) /* how long one look waits for a core's answer to the memory test */

static struct takt_cross crosses[CONFIG_TAKT_CORES];

struct takt_cross *takt_cross(void)
{
    return &crosses[takt_port_core_id()];
}

takt_time_t takt_cross_limit(takt_deadline_t deadline)
{
    takt_time_t now = takt_now();

    if (deadline < 0)
        return deadline - INT64_MIN;
    return deadline > INT64_MAX - now ? INT64_MAX : now + deadline;
}

/* Attached for the first time: what depends on the segment starts too. */
static void open_up(struct takt_cross *cross)
{
    takt_directory_reset(&cross->segment);
    takt_remote_open(cross);
    takt_llq_open(cross);
    takt_memory_open(cross);
    cross->ready = true;
}

int takt_cross_ready(struct takt_cross *cross)
{
    int result = 0;

    if (cross->ready)
        return 0;
    takt_klock_enter(&cross->lock);
    if (!cross->ready) {
        result = takt_segment_join(&cross->segment);
        if (result == 0)
            open_up(cross);
    }
    takt_klock_exit(&cross->lock);
    return result;
}

static int join(struct takt_cross *cross)
{
    takt_time_t end = takt_cross_limit(TAKT_JOIN_TIME);
    int result;

    while ((result = takt_cross_ready(cross)) == -EAGAIN) {
        if (takt_now() >= end)
            return -ETIMEDOUT;
        takt_port_relax();
    }
    return result;
}

void takt_cross_start(void)
{
    struct takt_cross *cross = takt_cross();
    size_t size = 0;
    void *memory = takt_port_segment(&size);
    unsigned id = takt_port_core_id();
    int result;

    if (takt_segment_view(&cross->segment, memory, size, takt_port_core_count(), id) != 0)
        TAKT_PANIC("the board's shared segment is too small for its cores (CONFIG_TAKT_SEGMENT_SIZE), or not "
                   "aligned");
    if (id == 0) {
        takt_segment_create(&cross->segment);
        open_up(cross);
        return;
    }
    result = join(cross);
    if (result != 0)
        (void)takt_printf("takt: core %u goes on alone: %s\n", id,
                          result == -EBADMSG ? "core 0's kernel is of another configuration"
                                             : "core 0 did not let it into the shared segment in time");
    else if (takt_memory_test(cross, TAKT_JOIN_TIME) == -EAGAIN)
        (void)takt_printf("takt: core %u: another core did not answer the test of the shared memory in time; "
                          "locks wait for it\n",
                          id);
}

static void ring_all(const struct takt_cross *cross)
{
    for (unsigned core = 0; core < cross->segment.cores; core++) {
        if (core != cross->segment.core && takt_segment_state(&cross->segment, core) == TAKT_CORE_UP)
            takt_cross_ring(cross, core);
    }
}

void takt_cross_stop(void)
{
    struct takt_cross *cross = takt_cross();

    takt_segment_stop(&cross->segment);
    if (cross->segment.attached)
        ring_all(cross);
}

void takt_cross_poll(struct takt_cross *cross)
{
    takt_segment_admit(&cross->segment);
    takt_memory_serve(cross);
}

/* Between two looks. 0: look again; else the result of the search. */
static int pause_search(struct takt_cross *cross, takt_deadline_t deadline, takt_time_t end)
{
    takt_time_t now = takt_now();

    if (deadline == TAKT_NO_WAIT)
        return -EAGAIN;
    if (now >= end)
        return -ETIMEDOUT;
    if (takt_self() != NULL)
        return takt_sleep(end - now < TAKT_FIND_PERIOD ? end - now : TAKT_FIND_PERIOD);
    if (cross->segment.attached)
        takt_cross_poll(cross);
    takt_port_relax();
    return 0;
}

int takt_cross_settle(struct takt_cross *cross, takt_deadline_t deadline)
{
    takt_time_t end = takt_cross_limit(deadline);
    int result = takt_memory_verdict(cross);

    while (result == -EAGAIN) {
        takt_klock_enter(&cross->lock);
        result = takt_memory_test(cross, TAKT_TEST_PERIOD);
        takt_klock_exit(&cross->lock);
        if (result != -EAGAIN)
            break;
        result = pause_search(cross, deadline, end);
        if (result != 0)
            break;
        result = takt_memory_verdict(cross);
    }
    return result;
}

int takt_cross_find(struct takt_cross *cross, const char *name, uint32_t kinds, takt_deadline_t deadline,
                    struct takt_found *found)
{
    takt_time_t end = takt_cross_limit(deadline);
    int result = takt_directory_name(name);

    while (result == 0) {
        result = takt_cross_ready(cross);
        if (result == 0)
            result = takt_directory_find(&cross->segment, name, kinds, found);
        if (result != -ENOENT && result != -EAGAIN)
            break;
        result = pause_search(cross, deadline, end);
    }
    return result;
}

int takt_cross_place(const struct takt_cross *cross, const char *name, bool asked, struct takt_found *what)
{
    const struct takt_segment *segment = &cross->segment;
    struct takt_found other;
    int index;

    if (takt_directory_search(segment, segment->core, name, UINT32_MAX, &other) == 0)
        return -EEXIST;
    index = takt_directory_free(segment, asked ? 0 : TAKT_SLOTS, asked ? TAKT_SLOTS : TAKT_ENTRIES);
    if (index < 0)
        return index;
    what->core = segment->core;
    what->index = (uint32_t)index;
    what->generation = takt_directory_next(segment, what->index);
    return 0;
}

void takt_cross_offer(struct takt_cross *cross, const struct takt_found *what, const char *name, void *object)
{
    const struct takt_slot slot = {object, what->generation, what->kind};

    /* before anybody can ask */
    if (object != NULL)
        takt_remote_bind(cross, what->index, &slot);
    takt_directory_publish(&cross->segment, what, name);
}
