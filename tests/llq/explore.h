/*
 * All interleavings of a short scenario, on the real code.
 *
 * The contexts of a scenario are coroutines. Each operation on a shared word is a choice point: before it any
 * other context may run. The explorer goes through all choices, depth first, by running the scenario again
 * for each. A state that was reached before is not entered again: what follows from it depends on the shared
 * words, on what each context has seen so far in its request (its own state is a function of that) and on the
 * checker's, and these make the key.
 *
 * A context that relaxes can do nothing until the word that it looked at last has another value; so a wait is
 * one state, not endlessly many, and a scenario in which nobody can go on is a lost grant. A deadline may
 * pass at each such wait: that is a choice too. Time has no other meaning here.
 *
 * The memory is sequentially consistent: what weaker memories allow is not explored here.
 */
#ifndef TESTS_LLQ_EXPLORE_H
#define TESTS_LLQ_EXPLORE_H

#include <takt/atomic.h>

#include <stddef.h>

#define EXPLORE_CONTEXTS 4

/** One operation on a shared word, as it is about to be made. */
struct explore_op {
    enum explore_kind { EXPLORE_LOAD, EXPLORE_STORE, EXPLORE_EXCHANGE, EXPLORE_ADD, EXPLORE_CAS } kind;
    const struct takt_word *word;
    uint32_t expected, value;
    bool blind; /* a planted fault: a CAS that stores whatever is there */
    bool split; /* a planted fault: an exchange in two steps */
};

/** What is explored. Functions run outside of choice points, unless they are contexts. */
struct explore {
    const char *name;
    unsigned contexts;
    void (*prepare)(void);                 /* before each run: set the shared words up */
    void (*body)(unsigned id);             /* a context */
    void (*finish)(void);                  /* after each complete run: check */
    void (*mutate)(struct explore_op *op); /* plant a fault, or NULL */
    void (*observe)(unsigned id, const struct explore_op *op, uint32_t before, bool stored); /* or NULL */
    struct takt_word *words; /* all shared words */
    size_t word_count;
    void *checker; /* the checker's state: cleared before each run, part of the key */
    size_t checker_size;
    bool fails; /* a fault is planted, and must be seen */
};

/** A choice point without an operation. */
void explore_point(void);

/** The context that runs. */
unsigned explore_self(void);

/**
 * A new request begins: its deadline has not passed.
 * @param known all that the context keeps from before, and how far it is
 */
void explore_request(uint64_t known);

/** Any deadline that can pass; at this time it has. */
#define EXPLORE_DEADLINE 1

/** What was found, by whomever: the run is over. */
void explore_fail(const char *reason);

/** Explore it all and print the amount. @return true if it is as expected */
bool explore(const struct explore *scenario);

/** States of all scenarios so far. */
size_t explore_amount(void);

/* For the port that the explored code is built with. */
void explore_relax(void);
int64_t explore_now(void);

#endif
