/*
 * The lock in all interleavings of short scenarios: two owners, a lost grant, a request passed by more than m
 * - 1 grants or out of its turn, a lock that is not at rest at the end. The same scenarios with a fault
 * planted in an operation, and the paper's listing, have to be found wrong; else the explorer proves nothing.
 *
 * A plan says what each context does, one letter a request: w waits for ever, t has a deadline that may pass
 * at any time, y tries; h at the beginning: it holds the lock already.
 */
#include "explore.h"
#include "llq_test.h"
#include "paper_listing.h"

#include <string.h>

static LLQ_MEMORY(words, EXPLORE_CONTEXTS);
static struct llq *const lock = (struct llq *)words;
static struct listing_lock listing;
static struct llq_context context[EXPLORE_CONTEXTS];
static const char *const *plan;
static unsigned contexts;

/** What the lock is held against. */
static struct checker {
    uint8_t inside;
    uint8_t count, order[2 * EXPLORE_CONTEXTS]; /* who registered, oldest first */
    bool waits[EXPLORE_CONTEXTS];               /* its request has not ended */
    uint8_t passed[EXPLORE_CONTEXTS];
    uint8_t version; /* of the last grant */
} checker;

static void forget(unsigned id)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < checker.count; i++) {
        if (checker.order[i] != id)
            checker.order[kept++] = checker.order[i];
    }
    checker.count = (uint8_t)kept;
    checker.order[kept] = 0;
}

static void request_begins(unsigned id, bool takes_up_its_place)
{
    if (!takes_up_its_place) {
        forget(id);
        checker.order[checker.count++] = (uint8_t)id;
    }
    checker.waits[id] = true;
    checker.passed[id] = 0;
}

static void observe(unsigned id, const struct explore_op *op, uint32_t before, bool stored)
{
    bool taken_up = op->kind == EXPLORE_CAS && op->expected == LLQ_LEFT && op->value == LLQ_WAITING;
    bool tail = op->word == &lock->tail || op->word == &listing.tail;

    (void)before;
    if (tail && stored && op->value == id + 1)
        request_begins(id, false);
    else if (taken_up && stored)
        request_begins(id, true);
}

static void check_order(unsigned id)
{
    for (unsigned i = 0; i < checker.count && checker.order[i] != id; i++) {
        if (checker.waits[checker.order[i]])
            explore_fail("a grant out of turn");
    }
}

static void check_passed(unsigned id)
{
    for (unsigned i = 0; i < contexts; i++)
        checker.passed[i] += i != id && checker.waits[i];
    if (checker.passed[id] > contexts - 1)
        explore_fail("passed by more than m - 1 grants");
    if (llq_passed(&context[id]) > checker.passed[id])
        explore_fail("more grants were counted than passed");
}

static void section(unsigned id)
{
    if (++checker.inside > 1)
        explore_fail("two owners");
    check_order(id);
    check_passed(id);
    if (context[id].version <= checker.version)
        explore_fail("the number of a grant is not new");
    checker.version = (uint8_t)context[id].version;
    forget(id);
    checker.waits[id] = false;
    explore_point();
    checker.inside--;
}

/** Nothing else of a context outlives a request, and is used in the next. */
static uint64_t known(unsigned id, const char *rest)
{
    return (uint64_t)strlen(rest) << 8 | context[id].left << 4 | context[id].depth;
}

static int request(unsigned id, char how)
{
    if (how == 'h')
        return 0;
    if (how == 'y')
        return llq_linked_try(lock, &context[id]);
    return llq_linked_acquire(lock, &context[id], how == 't' ? EXPLORE_DEADLINE : LLQ_FOREVER);
}

static void body(unsigned id)
{
    for (const char *how = plan[id]; *how != '\0'; how++) {
        int result;

        explore_request(known(id, how));
        result = request(id, *how);
        if (result == 0) {
            section(id);
            result = llq_linked_release(lock, &context[id], context[id].version);
        } else if (result == -ETIMEDOUT && *how == 't') {
            checker.waits[id] = false;
            result = 0;
        } else if (result == -EAGAIN && *how == 'y') {
            result = 0;
        }
        if (result != 0)
            explore_fail("a call failed");
    }
}

/** The contract's calls instead of the engine's. */
static void body_contract(unsigned id)
{
    struct llq_token token;

    for (const char *how = plan[id]; *how != '\0'; how++) {
        explore_request(known(id, how));
        if (llq_acquire(lock, &context[id], LLQ_FOREVER, &token) != 0)
            explore_fail("acquire failed");
        section(id);
        if (llq_release(lock, &context[id], &token) != 0)
            explore_fail("release failed");
    }
}

static void body_listing(unsigned id)
{
    for (const char *how = plan[id]; *how != '\0'; how++) {
        listing_acquire(&listing, id + 1);
        if (++checker.inside > 1)
            explore_fail("two owners");
        explore_point();
        checker.inside--;
        listing_release(&listing, id + 1);
    }
}

static void prepare(void)
{
    LLQ_REQUIRE(llq_init(lock, contexts, NULL) == 0, "init fails");
    for (unsigned i = 0; i < contexts; i++)
        LLQ_REQUIRE(llq_context_init(&context[i], i, contexts, 0) == 0, "context fails");
    if (*plan[0] == 'h')
        LLQ_REQUIRE(llq_linked_acquire(lock, &context[0], LLQ_FOREVER) == 0, "the first acquire fails");
}

static void prepare_listing(void)
{
    listing = (struct listing_lock){0};
}

static void finish(void)
{
    if (llq_check(lock, &context[0]) != 0)
        explore_fail("the lock is not at rest at the end");
}

static void finish_listing(void)
{
}

/* Planted faults. */

static void entering_in_two_steps(struct explore_op *op)
{
    op->split = op->kind == EXPLORE_EXCHANGE && op->word == &lock->tail;
}

static void freeing_blindly(struct explore_op *op)
{
    op->blind = op->kind == EXPLORE_CAS && op->word == &lock->tail && op->value == 0;
}

static void granting_blindly(struct explore_op *op)
{
    op->blind = op->kind == EXPLORE_CAS && op->expected == LLQ_WAITING && op->value == LLQ_HELD;
}

static void leaving_blindly(struct explore_op *op)
{
    op->blind = op->kind == EXPLORE_CAS && op->value == LLQ_LEFT;
}

static void taking_up_blindly(struct explore_op *op)
{
    op->blind = op->kind == EXPLORE_CAS && op->expected == LLQ_LEFT;
}

static void skipped_is_idle_at_once(struct explore_op *op)
{
    if (op->kind == EXPLORE_EXCHANGE && op->value == LLQ_SKIP)
        op->value = LLQ_STAYS;
}

/** Plans end with NULL. */
struct scenario {
    const char *name;
    const char *plan[EXPLORE_CONTEXTS + 1];
    void (*body)(unsigned);
    void (*mutate)(struct explore_op *);
};

static const struct scenario scenarios[] = {
    {"two contexts, two requests each", {"ww", "ww"}, body, NULL},
    {"two contexts, two requests each, the contract's calls", {"ww", "ww"}, body_contract, NULL},
    {"two contexts, one with a deadline", {"t", "ww"}, body, NULL},
    {"two contexts with deadlines, that ask again", {"tt", "tt"}, body, NULL},
    {"two contexts, abandoned and taken up", {"ttw", "ww"}, body, NULL},
    {"two contexts that try", {"yw", "yy"}, body, NULL},
    {"an abandoned request, then a try", {"tyw", "ww"}, body, NULL},
    {"three contexts", {"w", "w", "w"}, body, NULL},
    {"a holder, two with deadlines", {"h", "t", "t"}, body, NULL},
    {"a holder, one abandons and asks again, one waits", {"h", "tw", "w"}, body, NULL},
    {"a holder, two that leave and ask again", {"h", "tt", "t"}, body, NULL},
    {"planted: the tail is exchanged in two steps", {"w", "w"}, body, entering_in_two_steps},
    {"planted: the tail is cleared blindly", {"w", "w"}, body, freeing_blindly},
    {"planted: a grant is made blindly", {"h", "t", "w"}, body, granting_blindly},
    {"planted: a waiter leaves blindly", {"w", "t"}, body, leaving_blindly},
    {"planted: a place is taken up blindly", {"w", "tw"}, body, taking_up_blindly},
    {"planted: a passed node is idle at once", {"h", "tt", "t"}, body, skipped_is_idle_at_once},
};

static unsigned count_contexts(const struct scenario *scenario)
{
    unsigned count = 0;

    while (scenario->plan[count] != NULL)
        count++;
    return count;
}

static bool explore_scenario(const struct scenario *scenario)
{
    contexts = count_contexts(scenario);
    plan = scenario->plan;
    return explore(&(struct explore){
        .name = scenario->name,
        .contexts = contexts,
        .prepare = prepare,
        .body = scenario->body,
        .finish = finish,
        .mutate = scenario->mutate,
        .observe = observe,
        .words = words,
        .word_count = LLQ_WORDS(contexts),
        .checker = &checker,
        .checker_size = sizeof(checker),
        .fails = scenario->mutate != NULL,
    });
}

static bool explore_listing(void)
{
    static const char *const two[] = {"w", "w"};

    contexts = 2;
    plan = two;
    return explore(&(struct explore){
        .name = "the paper's listing, two contexts",
        .contexts = 2,
        .prepare = prepare_listing,
        .body = body_listing,
        .finish = finish_listing,
        .observe = observe,
        .words = (struct takt_word *)&listing,
        .word_count = sizeof(listing) / sizeof(struct takt_word),
        .checker = &checker,
        .checker_size = sizeof(checker),
        .fails = true,
    });
}

int main(void)
{
    bool good = true;
    unsigned count = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    llq_test_seconds();
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++, count++)
        good &= explore_scenario(&scenarios[i]);
    good &= explore_listing();
    printf("%u scenarios, %.2f s\namount: %zu states\n", count + 1, llq_test_seconds(), explore_amount());
    LLQ_REQUIRE(good, "a scenario did not end as it has to (above)");
    return EXIT_SUCCESS;
}
