/*
 * takt_channel: a message queue between cores. The receiving core makes it; it has one ring (a lane) for each
 * other core, in the shared segment, each written by one side only. Senders never wait: a full lane is
 * -EAGAIN. The receiver waits as for a local object. Indices from the other side are read once, checked, then
 * used.
 */
#ifndef TAKT_CHANNEL_H
#define TAKT_CHANNEL_H

#include <takt/remote.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_CHANNEL

struct takt_lane;

/** One core's handle of a channel. Every member is private to the kernel. */
struct takt_channel {
    struct takt_remote remote; /* sender: whom to tell */
    struct takt_sem readable;  /* receiver: messages announced */
    struct takt_lane *lanes;
    uint32_t size, capacity, stride;
    uint8_t owner, next_lane;
};

/**
 * Make a channel; the calling core receives.
 *
 * Call class: thread, before start.
 * @param size     bytes of a message, at least 1
 * @param capacity messages in each lane, a power of two
 * @return 0; -EINVAL; -EEXIST; -ENOSPC; -EHOSTDOWN: as takt_remote_export_sem()
 */
int takt_channel_create(struct takt_channel *channel, const char *name, size_t size, uint32_t capacity);

/** Attach as sender. Call class: thread; before start it polls. @return as takt_remote_find() */
int takt_channel_attach(struct takt_channel *channel, const char *name, takt_deadline_t deadline);

/**
 * Send a copy of a message. Messages of one sending core arrive in order.
 *
 * Call class: thread. Bound: constant plus one copy.
 * @return 0; -EAGAIN: the lane is full; -EHOSTDOWN: the receiver's core stopped; -ESTALE; -EBADMSG; -EPERM:
 * the caller's core receives from this channel, or the caller is a handler
 */
int takt_channel_send(struct takt_channel *channel, const void *message);

/**
 * Receive the next message, lanes in turn.
 *
 * Call class: thread. Bound: grows with the cores, plus one copy, besides the wait.
 * @param from where the sender's core number goes, or NULL
 * @return 0; -EAGAIN; -ETIMEDOUT; -EBADMSG: a sender's words make no sense (its lane is skipped); -EPERM
 */
int takt_channel_receive(struct takt_channel *channel, void *message, unsigned *from,
                         takt_deadline_t deadline);

#else

struct takt_channel;
int takt_channel_create(struct takt_channel *first, ...) TAKT_NEEDS(CONFIG_TAKT_CHANNEL);
int takt_channel_attach(struct takt_channel *first, ...) TAKT_NEEDS(CONFIG_TAKT_CHANNEL);

#endif

#ifdef __cplusplus
}
#endif

#endif
