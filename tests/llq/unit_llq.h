/*
 * For unit tests of the contract over the linked engine: locks, contexts, and a second thread that stores one value over
 * another while a call waits.
 */
#ifndef UNIT_LLQ_H
#define UNIT_LLQ_H

#include "llq_test.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define CONTEXTS 4
#define LOCKS    (LLQ_NEST + 1)
#define LONG_AGO 0

static LLQ_MEMORY(memory[LOCKS], CONTEXTS);
static struct llq *lock[LOCKS];
static struct llq_context context[CONTEXTS];
static struct llq_token token;

static inline int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LOCKS; i++) {
        lock[i] = (struct llq *)memory[i];
        assert_int_equal(llq_init(lock[i], CONTEXTS, NULL), 0);
    }
    for (unsigned i = 0; i < CONTEXTS; i++)
        assert_int_equal(llq_context_init(&context[i], i, CONTEXTS, 0), 0);
    memset(&token, 0, sizeof(token));
    return 0;
}

static struct llq_node *node(unsigned id)
{
    return llq_node(lock[0], &context[0], id + 1);
}

static inline uint32_t state_of(unsigned id)
{
    return TAKT_LOAD(&node(id)->state, acquire);
}

static inline int acquire(unsigned id, int64_t deadline)
{
    return llq_acquire(lock[0], &context[id], deadline, &token);
}

/** Contexts 1 to last leave the queue behind context 0, which holds. */
static inline void hold_and_leave(unsigned last)
{
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    for (unsigned id = 1; id <= last; id++) {
        struct llq_token none;

        assert_int_equal(llq_acquire(lock[0], &context[id], LONG_AGO, &none), -ETIMEDOUT);
        assert_int_equal(state_of(id), LLQ_LEFT);
    }
}

/** A second thread that stores one value over another, once that is there. */
static struct {
    struct takt_word *word;
    uint32_t when, value;
} later;

static inline void *store_later(void *nothing)
{
    (void)nothing;
    for (uint32_t turn = 0; TAKT_LOAD(later.word, acquire) != later.when; turn++)
        llq_port_relax(turn);
    TAKT_STORE(later.word, later.value, release);
    return NULL;
}

/** Acquire as context 1 for ever, while somebody stores. */
static inline int acquire_meanwhile(struct takt_word *word, uint32_t when, uint32_t value)
{
    pthread_t thread;
    struct llq_token other;
    int result;

    later.word = word;
    later.when = when;
    later.value = value;
    assert_int_equal(pthread_create(&thread, NULL, store_later, NULL), 0);
    result = llq_acquire(lock[0], &context[1], LLQ_FOREVER, &other);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return result;
}

#endif
