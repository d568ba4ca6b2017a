/* The contexts of locks that are not simply linked, and what is held against them; see robust.h. */
#include "robust.h"

#include "../llq_test.h"

#include "announce.h"

#include <string.h>

static LLQ_MEMORY(words, EXPLORE_CONTEXTS);
struct llq *const robust_lock = (struct llq *)words;
static struct llq_context context[EXPLORE_CONTEXTS];
static const struct robust *robust;
static unsigned contexts;

/** What the lock is held against. Requests are known by their registration: what the lock word says. */
static struct checker {
    uint8_t deaths;
    uint8_t inside;                             /* number of the context, + 1 */
    bool untold;                                /* an owner died, and nobody has repaired since */
    bool dead;                                  /* somebody did not repair */
    uint8_t count, order[2 * EXPLORE_CONTEXTS]; /* who waits, oldest first */
    uint8_t passed[EXPLORE_CONTEXTS], overtaken[EXPLORE_CONTEXTS];
} checker;

static void registered(unsigned id)
{
    checker.order[checker.count++] = (uint8_t)id;
    checker.passed[id] = checker.overtaken[id] = 0;
}

/** @return whether it was there */
static bool forget(unsigned id)
{
    unsigned kept = 0, count = checker.count;

    for (unsigned i = 0; i < count; i++) {
        if (checker.order[i] != id)
            checker.order[kept++] = checker.order[i];
    }
    for (unsigned i = kept; i < count; i++)
        checker.order[i] = 0;
    checker.count = (uint8_t)kept;
    return kept < count;
}

/** A context got the lock: all who were there before it were overtaken, all who wait were passed. */
static void granted(unsigned id)
{
    unsigned before = 0;

    while (before < checker.count && checker.order[before] != id)
        before++;
    for (unsigned i = 0; i < checker.count; i++) {
        unsigned other = checker.order[i];

        if (other == id)
            continue;
        if (i < before && ++checker.overtaken[other] > robust->attr.overtakings)
            explore_fail("overtaken too often");
        if (++checker.passed[other] > contexts - 1 + robust->attr.overtakings)
            explore_fail("passed by more than m - 1 + K grants");
    }
    (void)forget(id);
}

/* The announce engine. All that decides is in the lock word. */

static unsigned owner_of(uint32_t word)
{
    uint32_t owner = word & LLQ_WORD_OWNER;

    return owner == LLQ_WORD_DEAD ? 0 : owner;
}

static uint32_t life_of(uint32_t word)
{
    return word >> LLQ_WORD_EPOCH & ((1u << LLQ_EPOCH_BITS) - 1);
}

static bool is_bit_set(uint32_t word, unsigned id)
{
    return (word >> (LLQ_WORD_WAITS + id) & 1) != 0;
}

static void word_changed(uint32_t before, uint32_t after)
{
    unsigned owner = owner_of(after);

    for (unsigned id = 0; id < contexts; id++) {
        if (!is_bit_set(before, id) && is_bit_set(after, id))
            registered(id);
    }
    if (owner != 0 && (owner != owner_of(before) || life_of(after) != life_of(before))) {
        granted(owner - 1);
        /* who is granted the lock and is dead is an owner that died */
        if (explore_life_is_over(owner - 1, life_of(after)))
            checker.untold = true;
    }
    for (unsigned id = 0; id < contexts; id++) {
        if (is_bit_set(before, id) && !is_bit_set(after, id))
            (void)forget(id);
    }
}

static void observe(unsigned id, const struct explore_op *op, uint32_t before, bool stored)
{
    (void)id;
    if (robust->attr.engine == LLQ_ANNOUNCE && stored && op->word == &robust_lock->tail)
        word_changed(before, op->value);
}

static void died(unsigned id)
{
    uint32_t word = robust_lock->tail.value;

    checker.deaths++;
    if (checker.inside == id + 1)
        checker.inside = 0;
    if (robust->attr.engine == LLQ_ANNOUNCE && owner_of(word) == id + 1 && life_of(word) == explore_life(id))
        checker.untold = true;
}

/* The contexts. */

static void section(unsigned id)
{
    if (checker.inside != 0)
        explore_fail("two owners");
    checker.inside = (uint8_t)(id + 1);
    explore_data();
    explore_point();
    explore_data();
    if (checker.inside != id + 1)
        explore_fail("two owners");
}

static void owned(unsigned id, int result, char how, struct llq_token *token)
{
    if ((result == -EOWNERDEAD) != checker.untold)
        explore_fail(checker.untold ? "the death of an owner is not told" : "a death is told that was none");
    /* a hand-over is counted before it is made: who dies in between has counted one that was none */
    if (llq_passed(&context[id]) > contexts - 1 + robust->attr.overtakings + checker.deaths)
        explore_fail("more than m - 1 + K grants were counted");
    section(id);
    if (result == -EOWNERDEAD && how != 'd') {
        if (llq_consistent(robust_lock, &context[id], token) != 0)
            explore_fail("llq_consistent() failed");
        checker.untold = false;
    }
    checker.dead |= result == -EOWNERDEAD && how == 'd';
    checker.inside = 0;
    if (llq_release(robust_lock, &context[id], token) != 0)
        explore_fail("release failed");
}

/** Register, look once, withdraw. */
static int in_parts(unsigned id, struct llq_token *token)
{
    int result = llq_request(robust_lock, &context[id], token);

    if (result == -EINPROGRESS)
        result = llq_poll(robust_lock, &context[id], false, token);
    if (result == -EINPROGRESS)
        result = llq_cancel(robust_lock, &context[id], token);
    return result;
}

static int ask(unsigned id, char how, struct llq_token *token)
{
    if (how == 'y')
        return llq_try(robust_lock, &context[id], token);
    if (how == 'q')
        return in_parts(id, token);
    return llq_acquire(robust_lock, &context[id], how == 't' ? EXPLORE_DEADLINE : LLQ_FOREVER, token);
}

static bool may_fail_so(char how, int result)
{
    if (result == -ENOTRECOVERABLE)
        return checker.dead;
    return (how == 't' && result == -ETIMEDOUT) || (how == 'y' && result == -EAGAIN) ||
           (how == 'q' && result == -ECANCELED);
}

static void request(unsigned id, char how)
{
    struct llq_token token;
    int result = ask(id, how, &token);

    if (result == 0 || result == -EOWNERDEAD)
        owned(id, result, how, &token);
    else if (may_fail_so(how, result))
        (void)forget(id);
    else
        explore_fail("acquire failed");
}

static void body(unsigned id)
{
    const char *how = robust->plan[id];

    LLQ_REQUIRE(llq_context_init(&context[id], id, contexts, explore_life(id)) == 0, "context fails");
    if (*how >= '0' && *how <= '9')
        LLQ_REQUIRE(llq_set_priority(&context[id], (unsigned)(*how++ - '0')) == 0, "priority fails");
    for (; *how != '\0'; how++) {
        explore_request((uint64_t)strlen(how) << 8 | context[id].depth);
        request(id, *how);
    }
}

static void prepare(void)
{
    memset(words, 0, sizeof(words));
    LLQ_REQUIRE(llq_init(robust_lock, contexts, &robust->attr) == 0, "init fails");
}

static void finish(void)
{
    struct llq_context outside;
    int result;

    LLQ_REQUIRE(llq_context_init(&outside, 0, contexts, 0) == 0, "context fails");
    result = llq_check(robust_lock, &outside);
    if (checker.dead ? result != -ENOTRECOVERABLE : result != 0 && !checker.untold)
        explore_fail("the lock is not at rest at the end");
}

struct explore robust_scenario(const struct robust *which, void (*mutate)(struct explore_op *))
{
    robust = which;
    contexts = 0;
    while (robust->plan[contexts] != NULL)
        contexts++;
    return (struct explore){
        .name = robust->name,
        .contexts = contexts,
        .prepare = prepare,
        .body = body,
        .finish = finish,
        .mutate = mutate,
        .observe = observe,
        .died = died,
        .checker = &checker,
        .checker_size = sizeof(checker),
        .constants = words,
        .constant_count = LLQ_LINE / sizeof(words[0]),
        .deaths = robust->deaths,
        .births = robust->births,
        .bound = robust->bound != 0 ? robust->bound : EXPLORE_UNBOUNDED,
        .fences = robust->attr.block || robust->attr.engine == LLQ_BAKERY,
    };
}
