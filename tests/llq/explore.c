/*
 * The explorer: coroutines, the functions that stand for the atomic operations, and the search. See
 * explore.h.
 *
 * The search keeps one path of choices. To go back it runs the scenario from the beginning along the path
 * with its last choice changed; a run is some dozens of operations, so that costs less than keeping states
 * would.
 */
#include "explore.h"

#include <context.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_SIZE 65536
#define DEPTH      4096
#define TABLE_LOG2 24

struct key {
    uint64_t a, b;
};

static struct coroutine {
    struct takt_context machine;
    struct key seen; /* hash of all that its operations have returned */
    bool done;
    bool waits;                   /* relaxed: until the word changes */
    const struct takt_word *word; /* looked at last */
    uint32_t value;               /* what was there */
    bool has_deadline, passed;    /* it asked for the time in this wait; the deadline has passed */
    char stack[STACK_SIZE] __attribute__((aligned(64)));
} coroutines[EXPLORE_CONTEXTS];

/** A choice on the path: how many there were, and which one is taken. */
static struct choice {
    uint8_t count, taken;
} path[DEPTH];

static const struct explore *now_exploring;
static struct takt_context search;
static struct coroutine *running; /* NULL: not in a context */
static const char *failure;
static bool telling;
static struct key *table;
static size_t states, all_states;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

static void key_add(struct key *key, uint64_t value)
{
    key->a = mix(key->a, value + 0x9e3779b97f4a7c15u);
    key->b = mix(key->b + 0x632be59bd9b4e019u, value);
}

unsigned explore_self(void)
{
    return (unsigned)(running - coroutines);
}

void explore_fail(const char *reason)
{
    if (failure == NULL)
        failure = reason;
}

void explore_point(void)
{
    struct coroutine *self = running;

    if (self == NULL)
        return;
    key_add(&self->seen, 5); /* further than before, whatever comes of it */
    takt_context_switch(&self->machine, &search);
}

void explore_request(uint64_t known)
{
    running->passed = false;
    running->seen = (struct key){3, 4};
    key_add(&running->seen, known);
}

void explore_relax(void)
{
    running->waits = true;
}

int64_t explore_now(void)
{
    running->has_deadline = true;
    return running->passed ? EXPLORE_DEADLINE : EXPLORE_DEADLINE - 1;
}

/** What the context learns of the word: nothing by a store, only success by a compare-and-swap. */
static uint32_t told(const struct explore_op *op, uint32_t before)
{
    return op->kind == EXPLORE_STORE || op->kind == EXPLORE_CAS ? 0 : before;
}

/** Make the operation, in the context or (prepare, finish) outside. @return what was there before */
static uint32_t operate(struct explore_op op, bool *stored, const char *site)
{
    struct takt_word *word = (struct takt_word *)op.word;
    uint32_t before;

    if (running != NULL && now_exploring->mutate != NULL)
        now_exploring->mutate(&op);
    explore_point();
    before = word->value;
    if (op.split) {
        key_add(&running->seen, before);
        explore_point();
    }
    *stored = op.kind != EXPLORE_LOAD && (op.kind != EXPLORE_CAS || op.blind || before == op.expected);
    if (*stored)
        word->value = op.kind == EXPLORE_ADD ? before + op.value : op.value;
    if (running == NULL)
        return before;
    if (telling)
        printf("    %u: %s, word %d: %u -> %u\n", explore_self(),
               strrchr(site, '/') ? strrchr(site, '/') + 1 : site, (int)(op.word - now_exploring->words),
               before, word->value);
    if (op.kind == EXPLORE_LOAD || op.kind == EXPLORE_EXCHANGE) {
        running->word = word;
        running->value = before;
    }
    key_add(&running->seen, (uint64_t)op.kind << 40 | (uint64_t)*stored << 32 | told(&op, before));
    if (now_exploring->observe != NULL)
        now_exploring->observe(explore_self(), &op, before, *stored);
    return before;
}

uint32_t takt_sim_load(const struct takt_word *word, memory_order order, const char *site)
{
    bool stored;

    (void)order;
    return operate((struct explore_op){EXPLORE_LOAD, word, 0, 0, false, false}, &stored, site);
}

void takt_sim_store(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    (void)order;
    operate((struct explore_op){EXPLORE_STORE, word, 0, value, false, false}, &stored, site);
}

uint32_t takt_sim_exchange(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    (void)order;
    return operate((struct explore_op){EXPLORE_EXCHANGE, word, 0, value, false, false}, &stored, site);
}

uint32_t takt_sim_add(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    (void)order;
    return operate((struct explore_op){EXPLORE_ADD, word, 0, value, false, false}, &stored, site);
}

bool takt_sim_cas(struct takt_word *word, uint32_t expected, uint32_t value, memory_order order,
                  const char *site)
{
    bool stored;

    (void)order;
    operate((struct explore_op){EXPLORE_CAS, word, expected, value, false, false}, &stored, site);
    return stored;
}

/** A context's first and last function. */
static void enter(void (*nothing)(void))
{
    (void)nothing;
    now_exploring->body(explore_self());
    running->done = true;
    takt_context_switch(&running->machine, &search);
}

/** Let a context go on to its next choice point. */
static void go_on(struct coroutine *coroutine)
{
    coroutine->waits = false;
    coroutine->has_deadline = false;
    running = coroutine;
    takt_context_switch(&search, &coroutine->machine);
    running = NULL;
}

static void begin(void)
{
    if (now_exploring->checker_size != 0)
        memset(now_exploring->checker, 0, now_exploring->checker_size);
    memset(now_exploring->words, 0, now_exploring->word_count * sizeof(struct takt_word));
    failure = NULL;
    now_exploring->prepare();
    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        struct coroutine *coroutine = &coroutines[i];

        memset(coroutine, 0, offsetof(struct coroutine, stack));
        takt_context_init(&coroutine->machine, coroutine->stack, STACK_SIZE, enter, NULL);
        go_on(coroutine);
    }
}

/** What can happen next: contexts to run, each perhaps with its deadline passing first. */
static unsigned options(struct coroutine *option[], bool passes[])
{
    unsigned count = 0;

    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        struct coroutine *c = &coroutines[i];

        if (!c->done && (!c->waits || c->word->value != c->value)) {
            option[count] = c;
            passes[count++] = false;
        }
        if (!c->done && c->waits && c->has_deadline && !c->passed) {
            option[count] = c;
            passes[count++] = true;
        }
    }
    return count;
}

static struct key key_of_state(void)
{
    struct key key = {1, 2};
    const unsigned char *checker = now_exploring->checker;

    for (size_t i = 0; i < now_exploring->word_count; i++)
        key_add(&key, now_exploring->words[i].value);
    for (size_t i = 0; i < now_exploring->checker_size; i++)
        key_add(&key, checker[i]);
    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        const struct coroutine *c = &coroutines[i];

        key_add(&key, c->seen.a);
        key_add(&key, c->seen.b);
        key_add(&key, (uint64_t)c->done << 3 | (uint64_t)c->waits << 2 | (uint64_t)c->has_deadline << 1 |
                          c->passed);
    }
    return key;
}

/** @return true if the state was not known */
static bool state_is_new(void)
{
    struct key key = key_of_state();
    size_t i = key.a >> (64 - TABLE_LOG2);

    while (table[i].a != 0 || table[i].b != 0) {
        if (table[i].a == key.a && table[i].b == key.b)
            return false;
        i = (i + 1) % ((size_t)1 << TABLE_LOG2);
    }
    table[i] = key;
    if (++states > (size_t)1 << (TABLE_LOG2 - 1)) {
        fprintf(stderr, "%s: more states than the table holds; make the scenario shorter\n",
                now_exploring->name);
        exit(EXIT_FAILURE);
    }
    return true;
}

static void check_end(void)
{
    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        if (!coroutines[i].done) {
            explore_fail("nobody can go on: a grant is lost");
            return;
        }
    }
    now_exploring->finish();
}

/** Run along the path, and on from its end until all is done, known or wrong. @return the path's length */
static size_t run(size_t length, size_t *complete)
{
    struct coroutine *option[2 * EXPLORE_CONTEXTS];
    bool passes[2 * EXPLORE_CONTEXTS];

    begin();
    for (size_t depth = 0; failure == NULL; depth++) {
        unsigned count = options(option, passes);

        if (count == 0) {
            check_end();
            ++*complete;
            return depth;
        }
        if (depth >= length) {
            if (!state_is_new())
                return depth;
            if (depth == DEPTH) {
                explore_fail("the run does not end");
                return depth;
            }
            path[depth] = (struct choice){(uint8_t)count, 0};
            length = depth + 1;
        }
        option[path[depth].taken]->passed |= passes[path[depth].taken];
        go_on(option[path[depth].taken]);
    }
    return length;
}

/** Change the last choice that can be changed. @return the path's new length; 0: there is none */
static size_t back(size_t length)
{
    while (length > 0 && path[length - 1].taken + 1 == path[length - 1].count)
        length--;
    if (length > 0)
        path[length - 1].taken++;
    return length;
}

/** Say what happened: run the path again, aloud. */
static void tell(size_t length)
{
    size_t complete = 0;
    const char *reason = failure;

    printf("  %s: context: place, word: before -> after\n", reason);
    telling = true;
    run(length, &complete);
    telling = false;
}

bool explore(const struct explore *scenario)
{
    size_t length = 0, runs = 0, complete = 0;

    now_exploring = scenario;
    states = 0;
    free(table);
    table = calloc((size_t)1 << TABLE_LOG2, sizeof(struct key));
    if (table == NULL)
        abort();
    do {
        length = run(length, &complete);
        runs++;
        if (failure != NULL)
            break;
        length = back(length);
    } while (length > 0);

    all_states += states;
    printf("%s: %zu states, %zu runs, %zu to the end: %s\n", scenario->name, states, runs, complete,
           failure != NULL ? failure : "holds");
    if (failure != NULL && !scenario->fails)
        tell(length);
    return scenario->fails ? failure != NULL : failure == NULL && complete > 0;
}

size_t explore_amount(void)
{
    return all_states;
}
