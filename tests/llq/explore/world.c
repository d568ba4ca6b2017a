/* The linked engine's contexts and what is held against them; see world.h. */
#include "world.h"

#include "../llq_test.h"
#include "../paper_listing.h"

#include <string.h>

static LLQ_MEMORY(words, EXPLORE_CONTEXTS);
struct llq *const world_lock = (struct llq *)words;
static struct listing_lock listing;
struct corrected_lock world_corrected;
static struct llq_context context[EXPLORE_CONTEXTS];
static const struct world *world;
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
    bool tail = op->word == &world_lock->tail;

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

/* What llq_passed() says is from two relaxed reads: it may differ from what was seen here, but never be more than the
 * bound. */
static void check_passed(unsigned id)
{
    for (unsigned i = 0; i < contexts; i++)
        checker.passed[i] += i != id && checker.waits[i];
    if (checker.passed[id] > contexts - 1)
        explore_fail("passed by more than m - 1 grants");
    if (llq_passed(&context[id]) > contexts - 1)
        explore_fail("more than m - 1 grants were counted");
}

/** Between the grant and the release, whoever gives them. */
static void section(void)
{
    if (++checker.inside > 1)
        explore_fail("two owners");
    explore_data();
    explore_point();
    explore_data();
    checker.inside--;
}

static void granted(unsigned id)
{
    check_order(id);
    check_passed(id);
    if (context[id].version <= checker.version)
        explore_fail("the number of a grant is not new");
    checker.version = (uint8_t)context[id].version;
    forget(id);
    checker.waits[id] = false;
    section();
}

/** Nothing else of a context outlives a request, and is used in the next. */
static uint64_t known(unsigned id, const char *rest)
{
    return (uint64_t)strlen(rest) << 8 | context[id].left << 4 | context[id].depth;
}

static int engine_acquire(unsigned id, char how)
{
    if (how == 'h' || how == 'k')
        return 0;
    if (how == 'y')
        return llq_linked_try(world_lock, &context[id]);
    return llq_linked_acquire(world_lock, &context[id], how == 't' ? EXPLORE_DEADLINE : LLQ_FOREVER);
}

static void engine_request(unsigned id, char how)
{
    int result = engine_acquire(id, how);

    if (how == 'k')
        return;
    if (result == 0) {
        granted(id);
        result = llq_linked_release(world_lock, &context[id], context[id].version);
    } else if (result == -ETIMEDOUT && how == 't') {
        checker.waits[id] = false;
        result = 0;
    } else if (result == -EAGAIN && how == 'y') {
        result = 0;
    }
    if (result != 0)
        explore_fail("a call failed");
}

/** A lock that is only just being made is none yet. */
static int contract_acquire(unsigned id, struct llq_token *token)
{
    int result;

    for (uint32_t turn = 0;; turn++) {
        result = llq_acquire(world_lock, &context[id], LLQ_FOREVER, token);
        if (result != -EBADMSG)
            return result;
        explore_relax(turn);
    }
}

static void look(unsigned id)
{
    int owner;

    for (uint32_t turn = 0;; turn++) {
        owner = llq_owner(world_lock, &context[id]);
        if (owner != -EBADMSG)
            break;
        explore_relax(turn);
    }
    if (owner != -ENOENT)
        explore_fail("an owner where nobody was");
}

static void contract_request(unsigned id, char how)
{
    struct llq_token token;

    if (how == 'i') {
        if (llq_init(world_lock, contexts, NULL) != 0)
            explore_fail("init failed");
        return;
    }
    if (how == 'o') {
        look(id);
        return;
    }
    if (contract_acquire(id, &token) != 0)
        explore_fail("acquire failed");
    granted(id);
    if (llq_release(world_lock, &context[id], &token) != 0)
        explore_fail("release failed");
}

static void listing_request(unsigned id)
{
    listing_acquire(&listing, id + 1);
    section();
    listing_release(&listing, id + 1);
}

static void corrected_request(unsigned id)
{
    corrected_acquire(&world_corrected, id + 1);
    section();
    if (TAKT_LOAD(&world_corrected.owner, relaxed) != id + 1) /* relaxed: its own */
        explore_fail("the owner's name was overwritten");
    corrected_release(&world_corrected, id + 1);
}

static void body(unsigned id)
{
    for (const char *how = world->plan[id]; *how != '\0'; how++) {
        explore_request(known(id, how));
        if (world->calls == WORLD_ENGINE)
            engine_request(id, *how);
        else if (world->calls == WORLD_CONTRACT)
            contract_request(id, *how);
        else if (world->calls == WORLD_LISTING)
            listing_request(id);
        else
            corrected_request(id);
    }
}

static void prepare(void)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        words[i].value = LLQ_HELD;
    listing = (struct listing_lock){0};
    world_corrected = (struct corrected_lock){.owner_late = world->calls == WORLD_OWNER_LATE};
    if (*world->plan[0] != 'i')
        LLQ_REQUIRE(llq_init(world_lock, contexts, NULL) == 0, "init fails");
    for (unsigned i = 0; i < contexts; i++)
        LLQ_REQUIRE(llq_context_init(&context[i], i, contexts, 0) == 0, "context fails");
    if (*world->plan[0] == 'h' || *world->plan[0] == 'k')
        LLQ_REQUIRE(llq_linked_acquire(world_lock, &context[0], LLQ_FOREVER) == 0, "the first acquire fails");
}

static void finish(void)
{
    int expected = *world->plan[0] == 'k' ? -EBUSY : 0;

    if (llq_check(world_lock, &context[0]) != expected)
        explore_fail("the lock is not at rest at the end");
}

struct explore world_scenario(const struct world *which, void (*mutate)(struct explore_op *))
{
    world = which;
    contexts = 0;
    while (world->plan[contexts] != NULL)
        contexts++;
    return (struct explore){
        .name = world->name,
        .contexts = contexts,
        .prepare = prepare,
        .body = body,
        .finish = finish,
        .mutate = mutate,
        .observe = observe,
        .checker = &checker,
        .checker_size = sizeof(checker),
        .constants = words,
        .constant_count = *world->plan[0] == 'i' ? 0 : LLQ_LINE / sizeof(words[0]),
        .bound = world->bound != 0 ? world->bound : EXPLORE_UNBOUNDED,
    };
}
