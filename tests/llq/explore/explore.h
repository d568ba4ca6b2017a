/*
 * All executions of a short scenario, on the real code, under C11's memory model.
 *
 * The contexts of a scenario are coroutines. Each operation on a shared word is a choice point: before it any
 * other context may run, and the operation may read or take its place among any writes that C11 allows
 * (memory.h). The explorer goes through all choices, depth first, by running the scenario again for each.
 *
 * The method is state hashing. A state that was reached before is not entered again, however it was reached: so
 * executions are covered up to equivalence, and those that differ only in the order of operations that do not
 * touch each other meet in the same states. Sound because what follows from a state is a function of what makes
 * the key: the histories of the words as far as anybody may still look at them, each context's view, the checker's
 * state, and of each context what its operations have returned since its request began. The code is
 * deterministic, so its own state is a function of that and of what it keeps between requests, which the
 * scenario tells (explore_request()). Two keys of 64 bits make a chance meeting of two different states
 * improbable, not impossible.
 *
 * A turn of a waiting loop that reads the same writes again changes nothing but the number of the turn, which the
 * explored code gives to the port alone. So a context that relaxes goes on only when one of the words that it read
 * in this turn has a later write: a wait is finitely many states, what is stored becomes visible at some time, and a
 * scenario in which nobody can go on is a lost grant. What was read in earlier turns is forgotten. A deadline may
 * pass at each such wait: that is a choice too. Time has no other meaning here.
 *
 * A context may die before any of its operations, and a new life of it begin at any time after, if the scenario says how
 * often. Larger scenarios have a bound:
 * so many times a context is taken off though it could go on, an operation reads or follows another write than the
 * newest, or a context dies. What is found with a bound is a fault; what is not found proves nothing beyond it.
 *
 * A failure is made short: bounds from 0 on, in each ever shorter schedules, until there is no shorter one.
 */
#ifndef TESTS_LLQ_EXPLORE_H
#define TESTS_LLQ_EXPLORE_H

#include <takt/atomic.h>

#include <stddef.h>

#define EXPLORE_CONTEXTS  4
#define EXPLORE_UNBOUNDED 255

/** One operation on a shared word, as it is about to be made. */
struct explore_op {
    enum explore_kind {
        EXPLORE_LOAD,
        EXPLORE_STORE,
        EXPLORE_EXCHANGE,
        EXPLORE_ADD,
        EXPLORE_CAS,
        EXPLORE_FENCE
    } kind;
    const struct takt_word *word;
    uint32_t expected, value;
    memory_order order;
    const char *site;
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
    void (*died)(unsigned id); /* a context died, or NULL */
    void *checker;             /* the checker's state: cleared before each run, part of the key */
    size_t checker_size;
    unsigned deaths; /* lives that may end */
    unsigned births; /* new lives that may begin */
    unsigned bound;  /* deviations at most; EXPLORE_UNBOUNDED */
    /* words that no context writes, which is checked: a load of one is no choice point, as it commutes with everything */
    const struct takt_word *constants;
    size_t constant_count;
    bool silent; /* every context is suspected to be dead at any time; the fence knows better */
    bool hasty;  /* a planted fault: the fence says yes without stopping anybody */
    bool strong; /* sequentially consistent memory: every operation meets the newest write */
    bool fences; /* the code has fences */
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

/** The guarded data is read and written, without atomics: whose writes do not come before this is a fault. */
void explore_data(void);

/** How an exploration ended. */
struct explore_result {
    const char *failure; /* NULL: holds */
    size_t states, runs, complete;
};

/** Explore it all. */
struct explore_result explore(const struct explore *scenario);

/** Make the failure of a scenario short, and print the schedule. @return its steps; 0: none was found */
size_t explore_shrink(const struct explore *scenario);

/** States and complete executions of all explorations so far. */
size_t explore_states(void), explore_executions(void);

/* For the port that the explored code is built with. */
void explore_relax(uint32_t turn);
int64_t explore_now(void);
/** Which life of the context this is, from 0 on. */
unsigned explore_life(unsigned id);
/** Is that life of the context over? For checkers; nobody learns anything by it. */
bool explore_life_is_over(unsigned id, uint32_t life);
/** The same, for the port: the context knows it from here on. */
bool explore_suspect(unsigned id, uint32_t life);
/** The same; if so, all it did is known to the caller from here on. */
bool explore_fence(unsigned id, uint32_t life);
/**
 * Sleep, unless the word has another value, until the end of it, a death, or the deadline, if it can pass. In place of
 * explore_relax(), in a later turn than the first.
 * @param looks it also wakes up to look for the dead
 */
void explore_block(const struct takt_word *word, uint32_t seen, bool has_deadline, bool looks);
void explore_unblock(unsigned id);

#endif
