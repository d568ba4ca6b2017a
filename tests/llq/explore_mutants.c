/*
 * Does the exploration find faults? Faults planted in single operations (not atomic, blind, left out, with another value);
 * the paper's listing as printed; and the six orders of a linked queue of which it is known what their loss does: it has to
 * do this. Weakened orders of the lock itself are the matter of explore_orders.c.
 */
#include "explore/kill.h"
#include "explore/robust.h"
#include "explore/world.h"
#include "announce.h"
#include "llq_test.h"

#include <string.h>

/* Faults planted in operations. */

static bool on_tail(const struct explore_op *op, enum explore_kind kind)
{
    return op->kind == kind && op->word == &world_lock->tail;
}

/** A word of some node: they all lie behind the lock's head. */
static bool on_node(const struct explore_op *op, enum explore_kind kind)
{
    return op->kind == kind && op->word > &world_lock->grants;
}

static bool on_link(const struct explore_op *op, enum explore_kind kind)
{
    return on_node(op, kind) && (op->word - &world_lock->grants) % 2 == 1;
}

static bool on_state(const struct explore_op *op, enum explore_kind kind)
{
    return on_node(op, kind) && (op->word - &world_lock->grants) % 2 == 0;
}

static void entering_in_two_steps(struct explore_op *op)
{
    op->split = on_tail(op, EXPLORE_EXCHANGE);
}

static void freeing_blindly(struct explore_op *op)
{
    op->blind = on_tail(op, EXPLORE_CAS) && op->value == 0;
}

static void trying_blindly(struct explore_op *op)
{
    op->blind = on_tail(op, EXPLORE_CAS) && op->value != 0;
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

static void passed_is_out_at_once(struct explore_op *op)
{
    if (on_state(op, EXPLORE_EXCHANGE) && op->value == LLQ_SKIP)
        op->value = LLQ_STAYS;
}

static void passing_in_two_steps(struct explore_op *op)
{
    op->split = on_state(op, EXPLORE_EXCHANGE) && op->value == LLQ_SKIP;
}

static void linking_to_nobody(struct explore_op *op)
{
    if (on_link(op, EXPLORE_STORE) && op->value != 0)
        op->value = 0;
}

static void link_is_kept(struct explore_op *op)
{
    if (on_link(op, EXPLORE_STORE) && op->value == 0)
        op->value = op->word->value;
}

static void deadline_is_not_published(struct explore_op *op)
{
    if (on_state(op, EXPLORE_STORE) && op->value == LLQ_WAITING)
        op->value = LLQ_STAYS;
}

static void state_stays_held(struct explore_op *op)
{
    if (on_state(op, EXPLORE_STORE) && op->value == LLQ_STAYS)
        op->value = LLQ_HELD;
}

static void grants_are_not_counted(struct explore_op *op)
{
    if (op->kind == EXPLORE_STORE && op->word == &world_lock->grants)
        op->value--;
}

static void freeing_without_effect(struct explore_op *op)
{
    if (on_tail(op, EXPLORE_CAS) && op->value == 0)
        op->value = op->expected;
}

/* The same in the announce engine's word, and the bakery's. */

static bool changes_word(const struct explore_op *op)
{
    return op->kind == EXPLORE_CAS && op->word == &robust_lock->tail;
}

static bool changes_owner(const struct explore_op *op)
{
    return ((op->expected ^ op->value) & LLQ_WORD_OWNER) != 0;
}

static void word_entering_blindly(struct explore_op *op)
{
    op->blind = changes_word(op) && op->expected == 0;
}

static void word_handing_over_blindly(struct explore_op *op)
{
    op->blind = changes_word(op) && changes_owner(op) && op->expected != 0;
}

static void word_registering_blindly(struct explore_op *op)
{
    op->blind =
        changes_word(op) && !changes_owner(op) && (op->value & ~op->expected & LLQ_WORD_ALL_WAIT) != 0;
}

static void word_leaving_blindly(struct explore_op *op)
{
    op->blind =
        changes_word(op) && !changes_owner(op) && (op->expected & ~op->value & LLQ_WORD_ALL_WAIT) != 0;
}

static void word_repaired_by_itself(struct explore_op *op)
{
    if (changes_word(op))
        op->value &= ~LLQ_WORD_INCONSISTENT;
}

static void overtakings_are_not_counted(struct explore_op *op)
{
    if (op->kind == EXPLORE_CAS && op->value - op->expected == 1u << LLQ_MINE_OVERTAKEN)
        op->value = op->expected;
}

static void choosing_is_not_said(struct explore_op *op)
{
    if (op->kind == EXPLORE_STORE && op->word > &robust_lock->grants && op->value == 1)
        op->value = 0;
}

static const struct planted {
    const char *name;
    void (*mutate)(struct explore_op *);
} planted[] =
    {
        {"the tail is exchanged in two steps", entering_in_two_steps},
        {"the tail is freed without compare-and-swap", freeing_blindly},
        {"the tail stays when the last one leaves", freeing_without_effect},
        {"a try enters whatever the tail is", trying_blindly},
        {"a grant without compare-and-swap", granting_blindly},
        {"a waiter leaves without compare-and-swap", leaving_blindly},
        {"an old place is taken up without compare-and-swap", taking_up_blindly},
        {"a passed node is free before the walk is over", passed_is_out_at_once},
        {"a node is passed over in two steps", passing_in_two_steps},
        {"the link is not written", linking_to_nobody},
        {"the link of a request that is over is kept", link_is_kept},
        {"a request with a deadline does not say so", deadline_is_not_published},
        {"the state of a released node stays", state_stays_held},
        {"grants are not counted", grants_are_not_counted},
},
  planted_others[] = {
      {"announce: a free lock is entered without compare-and-swap", word_entering_blindly},
      {"announce: a grant without compare-and-swap", word_handing_over_blindly},
      {"announce: a registration without compare-and-swap", word_registering_blindly},
      {"announce: a request is abandoned without compare-and-swap", word_leaving_blindly},
      {"announce: a death is not told", word_repaired_by_itself},
      {"announce: overtakings are not counted", overtakings_are_not_counted},
      {"bakery: a context does not say that it chooses", choosing_is_not_said},
};

/* The listing, corrected as far as it must be, and what the loss of each of its orders does. */

static bool by_tail(const struct explore_op *op, enum explore_kind kind)
{
    return op->kind == kind && op->word == &world_corrected.tail;
}

static bool by_node(const struct explore_op *op, enum explore_kind kind, bool link)
{
    ptrdiff_t place = op->word - &world_corrected.node[0].next;

    return op->kind == kind && place >= 0 && (place % 2 == 0) == link;
}

static void relax_if(struct explore_op *op, bool here)
{
    if (here)
        op->order = memory_order_relaxed;
}

static void link_relaxed(struct explore_op *op)
{
    relax_if(op, by_node(op, EXPLORE_STORE, true));
}

static void link_read_relaxed(struct explore_op *op)
{
    relax_if(op, by_node(op, EXPLORE_LOAD, true));
}

static void exchange_relaxed(struct explore_op *op)
{
    relax_if(op, by_tail(op, EXPLORE_EXCHANGE));
}

static void freeing_relaxed(struct explore_op *op)
{
    relax_if(op, by_tail(op, EXPLORE_CAS));
}

static void grant_relaxed(struct explore_op *op)
{
    relax_if(op, by_node(op, EXPLORE_STORE, false));
}

static void waiting_relaxed(struct explore_op *op)
{
    relax_if(op, by_node(op, EXPLORE_LOAD, false));
}

#define LOST      "nobody can go on: a grant is lost"
#define UNORDERED "two sections without an order"

static const struct listing_fault {
    const char *name;
    void (*mutate)(struct explore_op *);
    const char *effect;
    enum world_calls calls;
} listing_faults[] = {
    {"corrected listing: relaxed link", link_relaxed, LOST, WORLD_CORRECTED},
    {"corrected listing: relaxed read of the link", link_read_relaxed, LOST, WORLD_CORRECTED},
    {"corrected listing: relaxed exchange", exchange_relaxed, UNORDERED, WORLD_CORRECTED},
    {"corrected listing: relaxed freeing", freeing_relaxed, UNORDERED, WORLD_CORRECTED},
    {"corrected listing: relaxed grant", grant_relaxed, UNORDERED, WORLD_CORRECTED},
    {"corrected listing: relaxed wait", waiting_relaxed, UNORDERED, WORLD_CORRECTED},
    {"corrected listing: owner written after the tail is freed", NULL, "the owner's name was overwritten",
     WORLD_OWNER_LATE},
    {"the paper's listing as printed", NULL, UNORDERED, WORLD_LISTING},
};

/* The tables. */

static unsigned killed, alive;

static void plant(const struct planted *fault, uint32_t scenarios)
{
    const char *where = "", *how = kill_fault(fault->mutate, scenarios, &where);

    printf("| %s | | ", fault->name);
    if (how != NULL)
        printf("exploration, %s: %s |\n", where, how);
    else
        printf("NOT FOUND |\n");
    killed += how != NULL;
    alive += how == NULL;
}

static void plant_each(void)
{
    for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++)
        plant(&planted[i], (1u << KILL_LINKED) - 1);
    for (size_t i = 0; i < sizeof(planted_others) / sizeof(planted_others[0]); i++)
        plant(&planted_others[i], ((1u << KILL_ALL) - 1) & ~((1u << KILL_LINKED) - 1));
}

/** Two contexts find most; a late initialisation needs two that queue and one that hands over. */
static struct explore_result explore_listing(const struct listing_fault *fault, bool shrink)
{
    static struct world listing[] = {
        {"the listing, two contexts", {"ww", "ww"}, WORLD_CORRECTED, 0},
        {"the listing, three contexts", {"w", "w", "w"}, WORLD_CORRECTED, 0},
    };
    struct explore_result result = {0};

    for (size_t i = 0; i < sizeof(listing) / sizeof(listing[0]) && result.failure == NULL; i++) {
        struct explore scenario;

        listing[i].calls = fault->calls;
        scenario = world_scenario(&listing[i], fault->mutate);
        result = explore(&scenario);
        if (result.failure != NULL && shrink)
            LLQ_REQUIRE(explore_shrink(&scenario) > 0, "a failure that was found is not found again");
    }
    return result;
}

static void listing_each(void)
{
    struct explore_result whole =
        explore_listing(&(struct listing_fault){"", NULL, "", WORLD_CORRECTED}, false);

    LLQ_REQUIRE(whole.failure == NULL, "the corrected listing fails without a fault");
    for (size_t i = 0; i < sizeof(listing_faults) / sizeof(listing_faults[0]); i++) {
        const struct listing_fault *fault = &listing_faults[i];
        struct explore_result result = explore_listing(fault, false);
        bool found = result.failure != NULL && strcmp(result.failure, fault->effect) == 0;

        printf("| %s | | %s%s |\n", fault->name, found ? "exploration: " : "NOT FOUND, but ",
               result.failure != NULL ? result.failure : "it holds");
        killed += found;
        alive += !found;
    }
    printf("\nOne of them, made short:\n");
    (void)explore_listing(&listing_faults[0], true);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    llq_test_seconds();
    printf("| fault | | killed by |\n|---|---|---|\n");
    plant_each();
    listing_each();
    printf("%u killed, %.1f s\namount: %u faults\n", killed, llq_test_seconds(), killed + alive);
    LLQ_REQUIRE(alive == 0, "a planted fault was not found (above)");
    return EXIT_SUCCESS;
}
