/*
 * For unit tests of the engines beside the linked one: a lock, its contexts, and calls by number of context.
 */
#ifndef UNIT_ANNOUNCE_H
#define UNIT_ANNOUNCE_H

#include "announce.h"
#include "bakery.h"
#include "unit_port.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CONTEXTS 4
#define LONG_AGO 0

static LLQ_MEMORY(memory, LLQ_ANNOUNCE_MAX);
static struct llq *const lock = (struct llq *)memory;
static struct llq_context context[LLQ_ANNOUNCE_MAX];
static struct llq_token token[LLQ_ANNOUNCE_MAX];

static inline void make(const struct llq_attr *attr, unsigned contexts)
{
    memset(&unit_port, 0, sizeof(unit_port));
    assert_int_equal(llq_init(lock, contexts, attr), 0);
    for (unsigned id = 0; id < contexts; id++)
        assert_int_equal(llq_context_init(&context[id], id, contexts, 0), 0);
}

static inline void make_announce(void)
{
    make(&(struct llq_attr){.engine = LLQ_ANNOUNCE, .robust = true, .block = true}, CONTEXTS);
}

static inline int acquire(unsigned id, int64_t deadline)
{
    return llq_acquire(lock, &context[id], deadline, &token[id]);
}

static inline int request(unsigned id)
{
    return llq_request(lock, &context[id], &token[id]);
}

static inline int look(unsigned id)
{
    return llq_poll(lock, &context[id], false, &token[id]);
}

static inline int release(unsigned id)
{
    return llq_release(lock, &context[id], &token[id]);
}

static inline void restart(unsigned id)
{
    assert_int_equal(llq_context_init(&context[id], id, context[id].contexts, context[id].epoch + 1), 0);
    unit_port.epoch[id] = context[id].epoch;
    unit_port.dead[id] = false;
}

/** The lock goes to this one, and to no other. */
static inline void granted(unsigned id)
{
    for (unsigned other = 0; other < context[0].contexts; other++) {
        if (other != id && context[other].waits)
            assert_int_equal(look(other), -EINPROGRESS);
    }
    assert_int_equal(look(id), 0);
}

#endif
