/*
 * Does the exploration find faults? Three tables.
 *
 * 1. Each order of the linked engine weakened by one step, at each place where it stands: acq_rel to acquire and to
 *    release, release and acquire to relaxed. The places are not listed here: they are those that the scenarios come
 *    by. Each weakening has to be found, or has to be on the list of the harmless with its argument.
 * 2. Faults planted in single operations: not atomic, blind, left out, with another value.
 * 3. The six orders of a linked queue of which it is known what their loss does, and that it does this.
 *
 * A place is named by its line's text, so that moving lines changes nothing here.
 */
#include "explore/world.h"
#include "llq_test.h"

#include <string.h>

#define SITES 64

/** Small enough that a survivor costs seconds, and together they come by every operation. */
static const struct world worlds[] = {
    {"a lock being made", {"iw", "w"}, WORLD_CONTRACT, 0},
    {"a lock being made, looked at", {"i", "o"}, WORLD_CONTRACT, 0},
    {"one with a deadline", {"t", "ww"}, WORLD_ENGINE, 0},
    {"two requests each", {"ww", "ww"}, WORLD_ENGINE, 0},
    {"a holder that keeps it, two with deadlines", {"k", "t", "t"}, WORLD_ENGINE, 0},
    {"tries", {"yw", "yy"}, WORLD_ENGINE, 0},
    {"a holder, two with deadlines", {"h", "t", "t"}, WORLD_ENGINE, 0},
    {"an abandoned request, then a try", {"tyw", "ww"}, WORLD_ENGINE, 0},
    {"a holder, one asks again", {"h", "tw", "w"}, WORLD_ENGINE, 0},
    {"a holder, one is passed over and tries", {"h", "ty", "w"}, WORLD_ENGINE, 0},
    {"three", {"w", "w", "w"}, WORLD_ENGINE, 0},
};

#define WORLDS (sizeof(worlds) / sizeof(worlds[0]))

/* The places. */

struct site {
    char name[160];
    enum explore_kind kind;
    memory_order order;
};

static struct site sites[SITES];
static unsigned site_count;

static void survey(struct explore_op *op)
{
    for (unsigned i = 0; i < site_count; i++) {
        if (strcmp(sites[i].name, op->site) == 0 && sites[i].kind == op->kind)
            return;
    }
    LLQ_REQUIRE(site_count < SITES && strlen(op->site) < sizeof(sites[0].name), "more places than SITES");
    sites[site_count].kind = op->kind;
    sites[site_count].order = op->order;
    strcpy(sites[site_count++].name, op->site);
}

/** The text of the line, from the first TAKT_ on. */
static void text_of(const struct site *site, char *text, size_t size)
{
    char file[256], line[256] = "";
    const char *colon = strrchr(site->name, ':'), *slash;
    FILE *source;

    slash = strrchr(site->name, '/');
    slash = slash == NULL ? site->name : slash + 1;
    snprintf(file, sizeof(file), "%s/%.*s", LLQ_SOURCE, (int)(colon - slash), slash);
    source = fopen(file, "r");
    LLQ_REQUIRE(source != NULL, "the engine's source is not where it was built from");
    for (long number = strtol(colon + 1, NULL, 10); number > 0 && fgets(line, sizeof(line), source) != NULL;
         number--)
        continue;
    fclose(source);
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, size, "%s", strstr(line, "TAKT_") != NULL ? strstr(line, "TAKT_") : line);
}

/* Weakened orders. */

static struct weakening {
    const struct site *site;
    memory_order to;
} weakening;

static void weaken(struct explore_op *op)
{
    if (op->kind == weakening.site->kind && strcmp(op->site, weakening.site->name) == 0)
        op->order = weakening.to;
}

static const char *order_name(memory_order order)
{
    switch (order) {
    case memory_order_relaxed:
        return "relaxed";
    case memory_order_acquire:
        return "acquire";
    case memory_order_release:
        return "release";
    default:
        return "acq_rel";
    }
}

/** Weakenings of which it was argued that they do no harm: kept out of the code for what the argument costs. */
static const struct harmless {
    const char *text; /* begins the line's */
    memory_order to;
    const char *argument;
} harmless[] = {
    {NULL, memory_order_relaxed, NULL},
};

static const char *argument_for(const char *text, memory_order to)
{
    for (size_t i = 0; harmless[i].text != NULL; i++) {
        if (harmless[i].to == to && strncmp(text, harmless[i].text, strlen(harmless[i].text)) == 0)
            return harmless[i].argument;
    }
    return NULL;
}

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

static const struct planted {
    const char *name;
    void (*mutate)(struct explore_op *);
} planted[] = {
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
};

/** @return what the fault does in the first world that shows it; NULL: it was not seen */
static const char *kill(void (*mutate)(struct explore_op *), const char **where)
{
    for (size_t i = 0; i < WORLDS; i++) {
        struct explore scenario = world_scenario(&worlds[i], mutate);
        struct explore_result result = explore(&scenario);

        *where = worlds[i].name;
        if (result.failure != NULL)
            return result.failure;
    }
    return NULL;
}

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

static unsigned killed, argued, alive;

static void weaken_to(const struct site *site, memory_order to)
{
    char text[200];
    const char *where, *how, *argument;

    text_of(site, text, sizeof(text));
    argument = argument_for(text, to);
    weakening = (struct weakening){site, to};
    how = kill(weaken, &where);
    printf("| %s %s | %s to %s | ", site->name, text, order_name(site->order), order_name(to));
    if (how != NULL)
        printf("exploration, %s: %s |\n", where, how);
    else
        printf("%s |\n", argument != NULL ? argument : "NOT FOUND");
    killed += how != NULL;
    argued += how == NULL && argument != NULL;
    alive += how == NULL && argument == NULL;
    if (how != NULL && argument != NULL) {
        printf("    which was argued to be harmless: %s\n", argument);
        alive++;
    }
}

static void weaken_each(void)
{
    for (size_t i = 0; i < WORLDS; i++) {
        struct explore scenario = world_scenario(&worlds[i], survey);
        struct explore_result result = explore(&scenario);

        LLQ_REQUIRE(result.failure == NULL, "a world fails without a fault: llq-explore tells more");
    }
    for (unsigned i = 0; i < site_count; i++) {
        if (sites[i].order == memory_order_acq_rel) {
            weaken_to(&sites[i], memory_order_acquire);
            weaken_to(&sites[i], memory_order_release);
        } else if (sites[i].order != memory_order_relaxed) {
            weaken_to(&sites[i], memory_order_relaxed);
        }
    }
}

static void plant_each(void)
{
    for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
        const char *where, *how = kill(planted[i].mutate, &where);

        printf("| %s | | ", planted[i].name);
        if (how != NULL)
            printf("exploration, %s: %s |\n", where, how);
        else
            printf("NOT FOUND |\n");
        killed += how != NULL;
        alive += how == NULL;
    }
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
    weaken_each();
    plant_each();
    listing_each();
    printf("%u killed, %u argued to be harmless, %.1f s\namount: %u faults\n", killed, argued,
           llq_test_seconds(), killed + argued + alive);
    LLQ_REQUIRE(alive == 0, "a planted fault was not found (above)");
    return EXIT_SUCCESS;
}
