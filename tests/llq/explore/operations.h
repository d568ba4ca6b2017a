/* What the explorer's two halves share: the contexts, which make operations, and the search, which chooses. */
#ifndef TESTS_LLQ_EXPLORE_OPERATIONS_H
#define TESTS_LLQ_EXPLORE_OPERATIONS_H

#include "memory.h"

#include <context.h>

#define STACK_SIZE 65536

/** A context of the scenario. */
struct coroutine {
    struct takt_context machine;
    struct key seen;  /* hash of all that its operations have returned since its request began */
    struct key entry; /* seen, when the first turn of its wait was over */
    const struct explore_op *pending; /* that it is about to make; NULL: a point without one */
    unsigned variant;                 /* in which way: the search's choice */
    unsigned life;
    bool done, dead;
    bool asks;                   /* looks, in this turn or after some time, whether somebody is dead */
    unsigned deaths;             /* how many there were when it looked */
    bool asleep;                 /* until it is woken */
    bool waits;                  /* relaxed: until a word that it looked at has a later write */
    uint64_t watched;            /* numbers of the words that it has read in this turn, */
    uint8_t first[MEMORY_WORDS]; /* and the writes that it read first: the next turn may begin with others */
    bool has_deadline, passed;   /* it asked for the time in this turn; the deadline has passed */
    char stack[STACK_SIZE] __attribute__((aligned(64)));
};

extern struct coroutine coroutines[EXPLORE_CONTEXTS];
extern struct coroutine *running; /* NULL: not in a context */
extern const struct explore *now_exploring;
extern struct takt_context search;
extern const char *failure;
extern bool telling;
extern unsigned deaths; /* in this run */

/** Set everything up for a run, and each context at its first choice point. */
void operations_begin(void);

/** A new life of a context, up to its first choice point. */
void operations_be_born(struct coroutine *coroutine);

/** Let a context make its operation and go on to its next choice point. */
void operations_go_on(struct coroutine *coroutine);

#endif
