/*
 * Channels: one ring (a lane) from each other core to the receiving core, in the receiver's arena.
 *
 * Guards: that a message which was sent is received, once, whole and in its sender's order. A lane has a
 * tail, written by its sender, and a head, written by the receiver, each on a line of its own; both only
 * grow, so tail - head is what is in it. The sender copies and then stores the tail; the receiver copies and
 * then stores the head. An index from the other side is read once, and tail - head is checked against the
 * capacity that this core knows privately; the place of a message is taken modulo that capacity. So nonsense
 * in a lane spoils messages of that lane and nothing else; the receiver then empties it, reports -EBADMSG
 * once, and the lane may be used again.
 *
 * Races considered. Threads of one core share their end of a lane: they use it with preemption off.
 *   The sleep of the receiver. The sender stores the tail, then gives the semaphore through remote.c, which
 * counts gives and loses none. The semaphore's maximum is 1, so gives melt into one, and that is enough: the
 * receiver looks at all lanes after each take. A give that was dropped found the semaphore at 1; whoever
 * takes that 1 looks later, and sees the tail that was stored before the give. A receiver that leaves
 * messages behind gives the semaphore itself, so that a second receiver does not sleep beside them. A take
 * without a message is a look more. A full lane: the sender reads the head with acquire, so the receiver's
 * copy out of a place is over before the sender's copy into it.
 *
 * Bound: sending is constant plus one copy; receiving is linear in cores plus one copy, preemption off,
 * interrupts open.
 */
#include <string.h>

#include <takt/channel.h>

#include <takt/irq.h>

#include "cross.h"

/** One sender's ring; the messages follow. */
struct takt_lane {
    _Alignas(TAKT_LINE) struct takt_word head; /* written by the receiver */
    _Alignas(TAKT_LINE) struct takt_word tail; /* written by the sender */
    _Alignas(TAKT_LINE) unsigned char messages[];
};

/** What stands before the lanes: for the senders, who check it. */
struct shape {
    _Alignas(TAKT_LINE) struct takt_word size, capacity;
};

#define SIZE_MAX_BYTES (1u << 24) /* of a message; keeps the sums below within 64 bits */

/* A message's place is a multiple of 8, for the copy's sake. */
static size_t place_size(size_t size)
{
    return (size + 7) / 8 * 8;
}

static uint64_t lane_size(uint64_t size, uint64_t capacity)
{
    return sizeof(struct takt_lane) + TAKT_LINES(place_size((size_t)size) * capacity);
}

/* 0: no such channel can be. */
static uint64_t channel_size(const struct takt_segment *segment, uint64_t size, uint64_t capacity)
{
    if (size == 0 || size > SIZE_MAX_BYTES || capacity == 0 || (capacity & (capacity - 1)) != 0)
        return 0;
    return sizeof(struct shape) + (segment->cores - 1) * lane_size(size, capacity);
}

static void set_shape(struct takt_channel *channel, struct takt_cross *cross, const struct takt_found *found,
                      uint32_t size, uint32_t capacity)
{
    size_t lanes = (size_t)found->offset + sizeof(struct shape);

    *channel = (struct takt_channel){
        .remote = {.core = (uint8_t)found->core,
                   .slot = (uint8_t)found->index,
                   .kind = (uint16_t)found->kind,
                   .generation = found->generation},
        .lanes = takt_segment_at(&cross->segment, lanes),
        .size = size,
        .capacity = capacity,
        .stride = (uint32_t)lane_size(size, capacity),
        .owner = (uint8_t)found->core,
    };
}

/* Every core but the owner has a lane. */
static struct takt_lane *lane_of(const struct takt_channel *channel, unsigned sender)
{
    size_t number = sender - (sender > channel->owner);

    return (struct takt_lane *)((unsigned char *)channel->lanes + number * channel->stride);
}

/* What both ends call a lane of this channel in a recording. */
static uint32_t lane_number(const struct takt_channel *channel, unsigned sender)
{
    return channel->remote.generation << 24 | sender << 16 | (uint32_t)channel->owner << 8 |
           channel->remote.slot;
}

static void *message_at(const struct takt_channel *channel, struct takt_lane *lane, uint32_t index)
{
    return lane->messages + (index & (channel->capacity - 1)) * place_size(channel->size);
}

/* Under the core's lock. */
static int create(struct takt_cross *cross, struct takt_channel *channel, const char *name, uint32_t size,
                  uint32_t capacity)
{
    uint64_t bytes = channel_size(&cross->segment, size, capacity);
    struct takt_found what = {.kind = TAKT_KIND_CHANNEL, .size = (uint32_t)bytes};
    struct shape *shape;
    int result = takt_cross_place(cross, name, true, &what);

    if (result == 0)
        result = takt_segment_alloc(&cross->segment, bytes, &what.offset);
    if (result != 0)
        return result;
    shape = takt_segment_at(&cross->segment, what.offset);
    memset(shape, 0, (size_t)bytes);
    /* relaxed: published with the directory's entry */
    TAKT_STORE(&shape->size, size, relaxed);
    TAKT_STORE(&shape->capacity, capacity, relaxed);
    set_shape(channel, cross, &what, size, capacity);
    takt_trace_made_named(CHANNEL, channel->lanes, size, capacity, name);
    (void)takt_sem_init(&channel->readable, 0, 1);
    takt_trace_made_named(SEM, &channel->readable, 0, 1, name);
    takt_cross_offer(cross, &what, name, &channel->readable);
    return 0;
}

int takt_channel_create(struct takt_channel *channel, const char *name, size_t size, uint32_t capacity)
{
    struct takt_cross *cross = takt_cross();
    int result = takt_directory_name(name);

    if (channel == NULL || result != 0)
        return -EINVAL;
    if (takt_cross_ready(cross) != 0)
        return -EHOSTDOWN;
    if (channel_size(&cross->segment, size, capacity) == 0)
        return -EINVAL;
    takt_klock_enter(&cross->lock);
    result = create(cross, channel, name, (uint32_t)size, capacity);
    takt_klock_exit(&cross->lock);
    return result;
}

int takt_channel_attach(struct takt_channel *channel, const char *name, takt_deadline_t deadline)
{
    struct takt_cross *cross = takt_cross();
    struct takt_found found;
    struct shape *shape;
    uint32_t size, capacity;
    uint64_t bytes;
    int result = takt_cross_find(cross, name, TAKT_KIND_SET(TAKT_KIND_CHANNEL), deadline, &found);

    if (result != 0)
        return result;
    shape = takt_segment_at(&cross->segment, found.offset);
    /* relaxed: ordered by the directory's generation */
    size = TAKT_LOAD(&shape->size, relaxed);
    capacity = TAKT_LOAD(&shape->capacity, relaxed);
    bytes = channel_size(&cross->segment, size, capacity);
    if (bytes == 0 || bytes > found.size) {
        takt_trace_bad_message(found.core, found.offset);
        return -EBADMSG;
    }
    set_shape(channel, cross, &found, size, capacity);
    takt_trace_made_named(CHANNEL, channel->lanes, size, capacity, name);
    return 0;
}

/* May the caller send at all? */
static int send_allowed(struct takt_cross *cross, const struct takt_channel *channel)
{
    struct takt_segment *segment = &cross->segment;

    TAKT_ASSERT(channel->lanes != NULL);
    if (takt_in_handler() || channel->owner == segment->core)
        return -EPERM;
    if (takt_segment_state(segment, channel->owner) != TAKT_CORE_UP)
        return -EHOSTDOWN;
    if (takt_directory_generation(segment, channel->owner, channel->remote.slot) !=
        channel->remote.generation)
        return -ESTALE;
    return 0;
}

/* Preemption off. */
static int put(struct takt_cross *cross, const struct takt_channel *channel, const void *message)
{
    struct takt_lane *lane = lane_of(channel, cross->segment.core);
    uint32_t tail = TAKT_LOAD(&lane->tail, relaxed); /* own word */
    /* pairs with the release of head in get(): the receiver has left the place */
    uint32_t used = tail - TAKT_LOAD(&lane->head, acquire);

    if (used > channel->capacity) {
        takt_trace_bad_message(channel->owner, used);
        return -EBADMSG;
    }
    if (used == channel->capacity)
        return -EAGAIN;
    takt_port_copy(message_at(channel, lane, tail), message, channel->size);
    /* recorded first, so that its time is not behind the receiver's */
    takt_trace_channel_send(lane_number(channel, cross->segment.core), tail);
    /* pairs with the acquire of tail in filled(): the message is whole */
    TAKT_STORE(&lane->tail, tail + 1, release);
    return 0;
}

static int send(struct takt_cross *cross, const struct takt_channel *channel, const void *message)
{
    int result;

    takt_preempt_lock();
    result = put(cross, channel, message);
    if (result == 0)
        result = takt_remote_ask(cross, &channel->remote, TAKT_KIND_SET(TAKT_KIND_CHANNEL));
    takt_preempt_unlock();
    return result;
}

int takt_channel_send(struct takt_channel *channel, const void *message)
{
    struct takt_cross *cross = takt_cross();
    int result;

    takt_trace_call_channel(TAKT_ID(channel->lanes), 0);
    result = send_allowed(cross, channel);
    if (result == 0)
        result = send(cross, channel, message);
    takt_trace_channel_sent(TAKT_ID(channel->lanes), (uintptr_t)result, channel->owner);
    return result;
}

/* Messages in a lane, checked. @return a number; -EBADMSG: the lane was emptied */
static int64_t filled(const struct takt_channel *channel, unsigned sender)
{
    struct takt_lane *lane = lane_of(channel, sender);
    /* pairs with the release of tail in put() */
    uint32_t tail = TAKT_LOAD(&lane->tail, acquire);
    uint32_t used = tail - TAKT_LOAD(&lane->head, relaxed); /* own word */

    if (used <= channel->capacity)
        return used;
    /* pairs with the acquire of head in put() */
    TAKT_STORE(&lane->head, tail, release);
    takt_trace_bad_message(sender, tail);
    return -EBADMSG;
}

static void get(const struct takt_channel *channel, unsigned sender, void *message)
{
    struct takt_lane *lane = lane_of(channel, sender);
    uint32_t head = TAKT_LOAD(&lane->head, relaxed); /* own word */

    takt_trace_channel_receive(lane_number(channel, sender), head);
    takt_port_copy(message, message_at(channel, lane, head), channel->size);
    /* pairs with the acquire of head in put() */
    TAKT_STORE(&lane->head, head + 1, release);
}

/* The next core that has a message here, from channel->next_lane on. @return a core; -ENOENT; -EBADMSG */
static int next_sender(const struct takt_channel *channel, unsigned cores)
{
    for (unsigned i = 0; i < cores; i++) {
        unsigned sender = (channel->next_lane + i) % cores;
        int64_t number = sender == channel->owner ? 0 : filled(channel, sender);

        if (number != 0)
            return number > 0 ? (int)sender : (int)number;
    }
    return -ENOENT;
}

/* Whether anything is left to look at, sane or not. */
static bool more(const struct takt_channel *channel, unsigned cores)
{
    for (unsigned sender = 0; sender < cores; sender++) {
        struct takt_lane *lane;

        if (sender == channel->owner)
            continue;
        lane = lane_of(channel, sender);
        /* relaxed: a hint for the next look; the head is this core's own word */
        if (TAKT_LOAD(&lane->tail, relaxed) != TAKT_LOAD(&lane->head, relaxed))
            return true;
    }
    return false;
}

/* One look. Preemption off. @return 0; -ENOENT: nothing there; -EBADMSG */
static int look(struct takt_channel *channel, unsigned cores, void *message, unsigned *from)
{
    int sender = next_sender(channel, cores);

    if (sender == -ENOENT)
        return sender;
    if (sender >= 0) {
        get(channel, (unsigned)sender, message);
        channel->next_lane = (uint8_t)((unsigned)(sender + 1) % cores);
        if (from != NULL)
            *from = (unsigned)sender;
    }
    /* for the next receiver; at its maximum the semaphore says so already */
    if (more(channel, cores))
        (void)takt_sem_give(&channel->readable);
    return sender < 0 ? sender : 0;
}

static int receive(struct takt_channel *channel, unsigned cores, void *message, unsigned *from,
                   takt_deadline_t deadline)
{
    takt_time_t end = takt_cross_limit(deadline);
    int result;

    for (;;) {
        takt_preempt_lock();
        result = look(channel, cores, message, from);
        takt_preempt_unlock();
        if (result != -ENOENT)
            return result;
        if (deadline == TAKT_NO_WAIT)
            return -EAGAIN;
        result = takt_sem_take(&channel->readable, deadline == TAKT_FOREVER ? TAKT_FOREVER : takt_at(end));
        if (result != 0)
            return result;
    }
}

int takt_channel_receive(struct takt_channel *channel, void *message, unsigned *from,
                         takt_deadline_t deadline)
{
    struct takt_cross *cross = takt_cross();
    int result;

    TAKT_ASSERT(channel->lanes != NULL);
    if (takt_in_handler() || channel->owner != cross->segment.core)
        return -EPERM;
    takt_trace_call_channel(TAKT_ID(channel->lanes), 1 + takt_trace_wait(deadline));
    result = receive(channel, cross->segment.cores, message, from, deadline);
    takt_trace_channel_received(TAKT_ID(channel->lanes), (uintptr_t)result);
    return result;
}
