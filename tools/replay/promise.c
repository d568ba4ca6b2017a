/*
 * The contract is what the bounds assume: each thread's longest computing time, margin included, and each interrupt's
 * shortest distance, which the margin makes shorter, and what the check itself will take. The core's own timer and doorbell are not sources from outside.
 *
 * Threads of one name on one core cannot be told apart at run time, so none of them is in it; that is said. Threads that
 * compute without an end have no limit, and are left out as they have no bound.
 */
#include "promise.h"

#include "contract.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_alone(const struct tt_demands *demands, const struct tt_replay *replay, size_t which)
{
    const struct tt_demand *one = &demands->demand[which];

    for (size_t i = 0; i < demands->count; i++) {
        const struct tt_demand *other = &demands->demand[i];

        if (i != which && other->thing != TT_NOBODY && other->core == one->core &&
            strcmp(replay->score.thing[other->thing].name, replay->score.thing[one->thing].name) == 0)
            return false;
    }
    return true;
}

static int64_t least_distance(const struct tt_demand *demand)
{
    int64_t least = TT_UNBOUNDED;

    for (size_t i = 1; i < demand->count; i++) {
        int64_t distance = demand->arrival[i] - demand->arrival[i - 1];

        least = distance < least ? distance : least;
    }
    return least;
}

/* What the check itself takes of a job: the timer's interrupt, where the thread begins, and once more where it goes on. */
static int64_t check_takes(const struct tt_demands *demands, const struct tt_replay *replay, uint8_t core)
{
    int64_t longest = (int64_t)replay->cost[TT_COST_irq_entry] + replay->cost[TT_COST_irq_exit] +
                      4 * (int64_t)replay->cost[TT_COST_step];

    for (size_t i = 0; i < demands->count; i++) {
        const struct tt_demand *demand = &demands->demand[i];

        if (demand->inside && demand->core == core && demand->number == replay->score.core[core].tick &&
            demand->longest > longest)
            longest = demand->longest;
    }
    return 2 * longest;
}

/* @return false: it promises nothing */
static bool term_of(struct tt_term *term, const struct tt_demands *demands, const struct tt_replay *replay,
                    size_t which)
{
    const struct tt_demand *demand = &demands->demand[which];

    *term = (struct tt_term){.core = demand->core, .number = demand->number};
    if (demand->thing == TT_NOBODY) {
        term->ns = least_distance(demand);
        if (term->ns == TT_UNBOUNDED || demand->inside)
            return false;
        term->ns = (int64_t)((double)term->ns * 100.0 / (100.0 + demands->margin));
        return term->ns > 0;
    }
    if (demand->longest == TT_UNBOUNDED || demand->longest == 0 || replay->score.thing[demand->thing].idle)
        return false;
    if (!is_alone(demands, replay, which)) {
        fprintf(stderr,
                "takt-trace: several threads of core %u are called %s; the contract leaves them out.\n",
                demand->core, replay->score.thing[demand->thing].name);
        return false;
    }
    snprintf(term->name, sizeof(term->name), "%s", replay->score.thing[demand->thing].name);
    term->ns = demand->longest + check_takes(demands, replay, demand->core);
    return true;
}

static unsigned write_terms(FILE *file, const struct tt_demands *demands, const struct tt_replay *replay)
{
    unsigned count = 0;
    struct tt_term term;

    fprintf(file,
            "/*\n * What the bounds of takt-trace advise rest on, with a margin of %u %%: ns that a thread "
            "computes at most "
            "from ready\n * to waiting, ns between two of an interrupt at least. takt_contract(program FILE) "
            "in CMake has "
            "the kernel check it.\n */\n",
            demands->margin);
    for (size_t i = 0; i < demands->count; i++) {
        if (!term_of(&term, demands, replay, i))
            continue;
        tt_contract_write(file, &term);
        count++;
    }
    return count;
}

int tt_promise_write(const struct tt_demands *demands, const struct tt_replay *replay,
                     const struct tt_arguments *arguments)
{
    const char *path = tt_option(arguments, "--contract", 0);
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    unsigned count;

    if (path == NULL)
        return 0;
    if (file == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
        return -1;
    }
    count = write_terms(file, demands, replay);
    if (fclose(file) != 0) {
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
        return -1;
    }
    printf("\n%s: a contract of %u lines, with a margin of %u %%\n", path, count, demands->margin);
    return 0;
}

static void allow(struct tt_demand *demand, const struct tt_replay *replay,
                  const struct tt_contract *contract)
{
    const char *name = demand->thing == TT_NOBODY ? "" : replay->score.thing[demand->thing].name;
    const struct tt_term *term = tt_contract_term(contract, demand->core, name, demand->number);

    if (term == NULL)
        return;
    if (demand->thing == TT_NOBODY)
        demand->apart = term->ns;
    else
        demand->longest = term->ns;
}

int tt_promise_take(struct tt_demands *demands, const struct tt_replay *replay,
                    const struct tt_arguments *arguments)
{
    const char *path = tt_option(arguments, "--under", 0);
    struct tt_contract contract;

    if (path == NULL)
        return 0;
    if (tt_contract_read(&contract, path) != 0)
        return -1;
    for (size_t i = 0; i < demands->count; i++)
        allow(&demands->demand[i], replay, &contract);
    tt_contract_free(&contract);
    tt_demands_follow(demands);
    demands->contract = path;
    return 0;
}
