/*
 * Contexts of the development machine: stacks in one host thread, switched by a few instructions, without
 * system calls. sim and host build their threads on it.
 *
 * A switch is an ordinary call that returns later: it saves what the machine's calling convention says a
 * function keeps. Whether a thread gave way by itself or was interrupted is none of its business; a handler
 * that switches has the rest saved below it on the same stack.
 *
 * Races: none inside. A context is switched to by one host thread at a time, and only after the switch away
 * from it is complete; whoever hands contexts from one host thread to another provides that order.
 */
#ifndef TAKT_CONTEXT_H
#define TAKT_CONTEXT_H

#include <takt/port_context.h>

/** First function of a context, called with the entry that takt_context_init() got; never returns. */
typedef void (*takt_context_begin_t)(void (*entry)(void));

/**
 * Prepare a context that runs begin(entry) on a stack at its first switch.
 *
 * A context of the host's own making (its main stack) needs no call: a zeroed struct takt_context will do.
 */
void takt_context_init(struct takt_context *context, void *stack, size_t size, takt_context_begin_t begin,
                       void (*entry)(void));

/** Leave from and continue to; returns when somebody switches to from. */
void takt_context_switch(struct takt_context *from, struct takt_context *to);

#endif
