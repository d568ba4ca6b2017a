/*
 * The search. It keeps one path of choices. To go back it runs the scenario from the beginning along the path with
 * its last choice changed; a run is some dozens of operations, so that costs less than keeping states would.
 */
#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH      4096
#define OPTIONS    256
#define TABLE_LOG2 25

/** What can happen next. */
struct option {
    uint8_t who;
    enum { GOES_ON, DEADLINE_PASSES, DIES, IS_BORN } what;
    uint8_t variant;
    bool deviates; /* counts against the bound */
};

/** A choice on the path: how many there were, and which one is taken. */
struct choice {
    uint8_t count, taken;
};

static struct choice path[DEPTH];
static struct key *table;
static size_t filled; /* of the table, by all explorations */
static uint64_t exploration;
static size_t all_states, all_executions;

/** Of the exploration that runs. */
static struct limits {
    unsigned bound;
    size_t depth; /* of a schedule */
    bool counts;  /* deviations and depth are part of the state */
} limits;

/** Of the run. */
static struct {
    unsigned deviations, births;
    unsigned last; /* who went on last */
} spent;

static bool can_go_on(unsigned id)
{
    const struct coroutine *c = &coroutines[id];

    if (c->done || c->dead)
        return false;
    if ((!c->waits && !c->asleep) || (c->asks && c->deaths != deaths))
        return true;
    /* who sleeps and looks for the dead now and then comes to see the words, too; not before there is one: else a
     * wake-up that is lost would not be found */
    for (unsigned i = 0; (!c->asleep || (c->asks && deaths > 0)) && i < MEMORY_WORDS; i++) {
        if ((c->watched >> i & 1) != 0 && memory_later(i, c->first[i]))
            return true;
    }
    return false;
}

static unsigned add(struct option options[], unsigned count, struct option option)
{
    if (option.deviates && limits.bound != EXPLORE_UNBOUNDED && spent.deviations >= limits.bound)
        return count;
    if (count == OPTIONS - 1) {
        fprintf(stderr, "%s: too many choices at once\n", now_exploring->name);
        exit(EXIT_FAILURE);
    }
    options[count] = option;
    return count + 1;
}

/** All that the context can do next. */
static unsigned add_context(struct option options[], unsigned count, unsigned id, bool preempts)
{
    const struct coroutine *c = &coroutines[id];
    unsigned variants = c->pending == NULL || now_exploring->strong ? 1 : memory_variants(id, c->pending);
    bool goes_on = can_go_on(id);
    bool lives = !c->done && !c->dead;
    bool passes = lives && (c->waits || c->asleep) && c->has_deadline && !c->passed;

    for (unsigned i = 0; goes_on && i < variants; i++)
        count = add(options, count, (struct option){(uint8_t)id, GOES_ON, (uint8_t)i, preempts || i > 0});
    for (unsigned i = 0; passes && i < variants; i++)
        count =
            add(options, count, (struct option){(uint8_t)id, DEADLINE_PASSES, (uint8_t)i, preempts || i > 0});
    if (lives && deaths < now_exploring->deaths)
        count = add(options, count, (struct option){(uint8_t)id, DIES, 0, true});
    if (c->dead && spent.births < now_exploring->births)
        count = add(options, count, (struct option){(uint8_t)id, IS_BORN, 0, preempts});
    return count;
}

/** What can happen next; the context that went on last comes first, so that the first path is the plainest. */
static unsigned find_options(struct option options[])
{
    bool preempts = can_go_on(spent.last);
    unsigned count = add_context(options, 0, spent.last, false);

    for (unsigned id = 0; id < now_exploring->contexts; id++) {
        if (id != spent.last)
            count = add_context(options, count, id, preempts);
    }
    return count;
}

/** Dying is no way on, and nobody has to be born. */
static bool somebody_can(const struct option options[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (options[i].what == GOES_ON || options[i].what == DEADLINE_PASSES)
            return true;
    }
    return false;
}

/** A life may also begin when all is over. */
static bool nobody_is_born(const struct option options[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (options[i].what == IS_BORN)
            return false;
    }
    return true;
}

static void die(struct coroutine *c, unsigned id)
{
    deaths++;
    c->dead = true;
    if (telling)
        printf("    context %u dies\n", id);
    if (now_exploring->died != NULL)
        now_exploring->died(id);
}

static void be_born(struct coroutine *c, unsigned id)
{
    spent.births++;
    if (telling)
        printf("    context %u begins a new life\n", id);
    operations_be_born(c);
}

static void take(const struct option *option)
{
    struct coroutine *c = &coroutines[option->who];

    spent.deviations += option->deviates;
    if (option->what == DIES) {
        die(c, option->who);
        return;
    }
    if (option->what == IS_BORN) {
        be_born(c, option->who);
        return;
    }
    if (option->what == DEADLINE_PASSES) {
        c->passed = true;
        if (telling)
            printf("    context %u: its deadline passes\n", option->who);
    }
    spent.last = option->who;
    c->variant = option->variant;
    operations_go_on(c);
}

static void key_of_context(struct key *key, unsigned id)
{
    const struct coroutine *c = &coroutines[id];

    key_add(key, (uint64_t)c->life << 2 | (uint64_t)c->done << 1 | c->dead);
    if (c->done || c->dead)
        return;
    key_add(key, c->seen.a);
    key_add(key, c->seen.b);
    key_add(key, (uint64_t)c->deaths << 5 | (uint64_t)c->asks << 4 | (uint64_t)c->asleep << 3 |
                     (uint64_t)c->waits << 2 | (uint64_t)c->has_deadline << 1 | c->passed);
    for (unsigned i = 0; c->watched >> i != 0 && i < MEMORY_WORDS; i++) {
        if ((c->watched >> i & 1) != 0)
            key_add(key, (uint64_t)i << 32 | memory_place(i, c->first[i]));
    }
}

static struct key key_of_state(size_t depth)
{
    struct key key = {1, 2};
    const unsigned char *checker = now_exploring->checker;

    key_add(&key, exploration);
    memory_key(&key);
    for (size_t i = 0; i < now_exploring->checker_size; i++)
        key_add(&key, checker[i]);
    for (unsigned id = 0; id < now_exploring->contexts; id++)
        key_of_context(&key, id);
    key_add(&key, (uint64_t)deaths << 32 | spent.births);
    if (limits.counts)
        key_add(&key, (uint64_t)spent.deviations << 40 | (uint64_t)spent.last << 32 | depth);
    else if (limits.bound != EXPLORE_UNBOUNDED)
        key_add(&key, (uint64_t)spent.deviations << 8 | spent.last);
    return key;
}

/** @return true if the state was not known */
static bool state_is_new(size_t depth, size_t *states)
{
    struct key key = key_of_state(depth);
    size_t i = key.a >> (64 - TABLE_LOG2);

    while (table[i].a != 0 || table[i].b != 0) {
        if (table[i].a == key.a && table[i].b == key.b)
            return false;
        i = (i + 1) % ((size_t)1 << TABLE_LOG2);
    }
    table[i] = key;
    ++*states;
    if (++filled > (size_t)3 << (TABLE_LOG2 - 2)) {
        fprintf(stderr, "%s: more states than the table holds; make the scenario shorter\n",
                now_exploring->name);
        exit(EXIT_FAILURE);
    }
    return true;
}

static void check_end(void)
{
    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        if (!coroutines[i].done && !coroutines[i].dead) {
            explore_fail("nobody can go on: a grant is lost");
            return;
        }
    }
    now_exploring->finish();
}

static void begin(void)
{
    memset(&spent, 0, sizeof(spent));
    deaths = 0;
    operations_begin();
}

/** Run along the path, and on from its end until all is done, known, too long or wrong. @return its length */
static size_t run(size_t length, struct explore_result *result)
{
    struct option options[OPTIONS];

    begin();
    for (size_t depth = 0; failure == NULL; depth++) {
        unsigned count = find_options(options);

        if (!somebody_can(options, count)) {
            check_end();
            if (failure != NULL || nobody_is_born(options, count)) {
                result->complete++;
                return depth;
            }
        }
        if (depth >= length) {
            if (depth >= limits.depth || !state_is_new(depth, &result->states))
                return depth;
            path[depth] = (struct choice){(uint8_t)count, 0};
            length = depth + 1;
        }
        take(&options[path[depth].taken]);
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

static void need_table(void)
{
    exploration++;
    if (table != NULL && filled < (size_t)1 << (TABLE_LOG2 - 2))
        return; /* the other explorations' keys do no harm */
    free(table);
    filled = 0;
    table = calloc((size_t)1 << TABLE_LOG2, sizeof(struct key));
    if (table == NULL) {
        fprintf(stderr, "explore: no memory for %zu MB of states\n",
                (sizeof(struct key) << TABLE_LOG2) >> 20);
        exit(EXIT_FAILURE);
    }
}

/** @return the length of the path to a failure; 0: there is none */
static size_t search_all(struct explore_result *result)
{
    size_t length = 0;

    *result = (struct explore_result){0};
    need_table();
    do {
        length = run(length, result);
        result->runs++;
        if (failure != NULL)
            break;
        length = back(length);
    } while (length > 0);
    result->failure = failure;
    all_states += result->states;
    all_executions += result->complete;
    return failure != NULL ? length : 0;
}

struct explore_result explore(const struct explore *scenario)
{
    struct explore_result result;

    now_exploring = scenario;
    limits = (struct limits){scenario->bound, DEPTH, false};
    memory_forget(scenario->fences);
    (void)search_all(&result);
    return result;
}

/** Run the path again, aloud. */
static void tell(size_t length)
{
    struct explore_result ignored = {0};

    telling = true;
    (void)run(length, &ignored);
    telling = false;
    printf("    -> %s\n", failure);
}

size_t explore_shrink(const struct explore *scenario)
{
    static struct choice shortest[DEPTH];
    struct explore_result result;
    size_t best = 0;

    now_exploring = scenario;
    memory_forget(scenario->fences);
    for (unsigned bound = 0; best == 0 && bound < 16 && bound <= scenario->bound; bound++) {
        size_t length;

        limits = (struct limits){bound, DEPTH, true};
        while ((length = search_all(&result)) > 0) {
            memcpy(shortest, path, length * sizeof(path[0]));
            best = length;
            limits.depth = length - 1;
        }
        if (best == 0)
            continue;
        printf("  %s: the shortest schedule found has %zu steps and %u deviations:\n", scenario->name, best,
               bound);
        memcpy(path, shortest, best * sizeof(path[0]));
        limits.depth = best;
        tell(best);
    }
    return best;
}

size_t explore_states(void)
{
    return all_states;
}

size_t explore_executions(void)
{
    return all_executions;
}
