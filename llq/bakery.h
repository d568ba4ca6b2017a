/*
 * The bakery engine: exclusion by loads, stores and fences alone, for memory on which exclusive accesses abort, never
 * succeed, or exclude only within a core. It keeps its tickets in the words of the announce engine.
 *
 * A context's word, which it alone stores: idle; choosing; or waiting, or the owner, with a ticket. To register it says
 * that it chooses, takes a ticket behind all that it sees, and announces it. It then waits for each other context until
 * that one has done choosing, and is idle or behind. Tickets that are equal go by number (Lamport's bakery, 1974).
 *
 * Exclusion. Of two that have announced, a fence stands on both sides between the store of a word and the look at the
 * other's, so at least one sees the other's; who chose without having seen the other is waited for while it chooses.
 * That word says "choosing" and the ticket, so that the one cannot be seen without the other. Each word's stores are
 * release: whoever sees any later one has the section that the earlier one ended.
 *
 * Order: first come first served by announced ticket, at most m - 1 grants pass a request. Tickets are distances modulo
 * 2^30: each is one behind the last that waits, so those in use lie within m of each other, but for each abandoned
 * one that others saw meanwhile: 2^29 of these while one waits would have to come to wrap.
 *
 * The death of a context is not survived: whoever dies is waited for.
 *
 * Bounds. Registration and each look: m words. Release: a store.
 */
#ifndef LLQ_BAKERY_H
#define LLQ_BAKERY_H

#include "node.h"
#include "port.h"

#include <errno.h>

/** As the functions of the announce engine. A registered request is -EINPROGRESS. */
int llq_bakery_acquire(struct llq *lock, struct llq_context *context, int64_t deadline);
int llq_bakery_try(struct llq *lock, struct llq_context *context);
int llq_bakery_request(struct llq *lock, struct llq_context *context);
int llq_bakery_poll(struct llq *lock, struct llq_context *context);
int llq_bakery_cancel(struct llq *lock, struct llq_context *context);
int llq_bakery_release(struct llq *lock, struct llq_context *context);
int llq_bakery_owner(const struct llq *lock, const struct llq_context *context);
int llq_bakery_check(const struct llq *lock, const struct llq_context *context);

#endif
