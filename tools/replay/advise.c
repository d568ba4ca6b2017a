/*
 * takt-trace advise: which threads could share a level or get a threshold, what that saves, what it costs, and which of it
 * is proven. Every map that it names has been replayed on the kernel.
 */
#include "../trace/commands.h"

#include "bound.h"
#include "maps.h"
#include "pairs.h"
#include "promise.h"

#include <stdlib.h>
#include <string.h>

#define TRIES   2000u
#define MARGIN  20u /* per cent */
#define REFUSED 3u  /* maps that are named with the budget that they break */

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

/* "A1 B2 C=D4": the members from the most urgent on. */
static void print_map(const struct tt_maps *maps, const struct tt_setting *setting)
{
    for (unsigned level = 0; level <= 255; level++) {
        unsigned found = 0;

        for (unsigned i = 0; i < maps->members; i++) {
            const struct tt_thing *thing = &maps->replay->score.thing[maps->member[i]];

            if (setting[maps->member[i]].priority == level)
                printf("%s%s", found++ != 0 ? "=" : "", thing->name);
        }
        if (found != 0)
            printf("%u ", level);
    }
    for (unsigned i = 0; i < maps->members; i++) {
        const struct tt_setting *one = &setting[maps->member[i]];

        if (one->threshold < one->priority)
            printf("%s's threshold %u ", maps->replay->score.thing[maps->member[i]].name, one->threshold);
    }
}

static int by_switches(const void *a, const void *b)
{
    const struct tt_map *x = *(const struct tt_map *const *)a, *y = *(const struct tt_map *const *)b;

    if (x->switches != y->switches)
        return x->switches < y->switches ? -1 : 1;
    if (x->worst != y->worst)
        return x->worst < y->worst ? -1 : 1;
    return x->changes < y->changes ? -1 : x->changes > y->changes;
}

/* From the fewest switches on; at last NULL. */
static const struct tt_map **sorted(const struct tt_maps *maps)
{
    const struct tt_map **map = malloc((maps->count + 1) * sizeof(void *));

    if (map == NULL)
        exit(2);
    for (size_t i = 0; i < maps->count; i++)
        map[i] = &maps->map[i];
    map[maps->count] = NULL;
    qsort(map, maps->count, sizeof(void *), by_switches);
    return map;
}

static void print_line(const struct tt_maps *maps, const struct tt_map *map)
{
    printf("%10llu %14.3f  ", (unsigned long long)map->switches, us(map->worst));
    print_map(maps, map->setting);
    printf("%s\n", map == &maps->map[0] ? "(as recorded)" : "");
}

static void print_best(const struct tt_maps *maps, const struct tt_map *const *map)
{
    printf("\nno other map has both fewer switches and a lower worst latency than one of these:\n%10s %14s  "
           "%s\n",
           "switches", "latency us", "map");
    print_line(maps, &maps->map[0]);
    for (; *map != NULL; map++) {
        if (tt_map_is_best(maps, *map) && *map != &maps->map[0])
            print_line(maps, *map);
    }
}

static void print_bound(int64_t bound)
{
    if (bound == TT_UNBOUNDED)
        printf(" %12s", "not proved");
    else
        printf(" %12.3f", us(bound));
}

/* @return threads without a bound */
static unsigned print_threads(const struct tt_maps *maps, const struct tt_map *map,
                              const struct tt_demands *demands)
{
    unsigned unproved = 0;

    printf("\n%-20s %12s %12s %12s %12s\n", "from ready to run us", "recorded", "then", "bound", "budget");
    for (unsigned i = 0; i < maps->members; i++) {
        uint32_t thread = maps->member[i];
        int64_t budget = tt_budget_of(maps->budgets, thread);
        struct tt_bound bound = tt_bound_of(demands, maps->replay, map->setting, thread);

        printf("%-20s %12.3f %12.3f", maps->replay->score.thing[thread].name,
               us(maps->map[0].latency[thread]), us(map->latency[thread]));
        print_bound(bound.latency);
        if (budget >= 0)
            printf(" %12.3f%s", us(budget),
                   bound.latency != TT_UNBOUNDED && bound.latency > budget ? " (the bound is above it)" : "");
        putchar('\n');
        unproved += bound.latency == TT_UNBOUNDED;
    }
    return unproved;
}

/* How late a thread waits again, at most. */
static void print_responses(const struct tt_maps *maps, const struct tt_map *map,
                            const struct tt_demands *demands)
{
    printf("\n%-25s %12s\n", "from ready to waiting us", "bound");
    for (unsigned i = 0; i < maps->members; i++) {
        struct tt_bound bound = tt_bound_of(demands, maps->replay, map->setting, maps->member[i]);

        printf("%-25s", maps->replay->score.thing[maps->member[i]].name);
        print_bound(bound.response);
        putchar('\n');
    }
}

static void print_proof(unsigned unproved, const struct tt_demands *demands)
{
    if (demands->contract != NULL)
        printf("\nA bound holds for every run within the contract %s; what that says nothing of computes no "
               "longer and "
               "comes no more often than in this recording.\n",
               demands->contract);
    else
        printf("\nA bound holds for every run in which no thread computes longer in one job, and no thread "
               "and no "
               "interrupt comes more often, than in this recording; %u %% are added to each longest time.\n",
               demands->margin);
    if (unproved != 0)
        printf("Not proved: threads that have to wait for one that never waited itself. Their figures are "
               "those of this "
               "recording's replay, and no more than that.\n");
}

static void print_lines(const struct tt_maps *maps, const struct tt_map *map)
{
    printf("\nwhat to change:\n");
    for (unsigned i = 0; i < maps->members; i++) {
        uint32_t thread = maps->member[i];
        const struct tt_setting *before = &maps->replay->setting[thread], *after = &map->setting[thread];
        const char *name = maps->replay->score.thing[thread].name;

        if (before->priority != after->priority)
            printf("  %s: .priority = %u, /* was %u */\n", name, after->priority, before->priority);
        if (after->threshold < after->priority && before->threshold != after->threshold)
            printf("  %s: .threshold = %u, .has_threshold = true,\n", name, after->threshold);
        if (after->threshold == after->priority && before->threshold < before->priority)
            printf("  %s: no .threshold\n", name);
    }
}

static void print_advice(const struct tt_maps *maps, const struct tt_map *map,
                         const struct tt_demands *demands)
{
    const struct tt_map *recorded = &maps->map[0];
    uint64_t saved = recorded->switches - map->switches;
    unsigned unproved;

    printf("\nadvice: ");
    print_map(maps, map->setting);
    if (map == recorded) {
        printf("\nLeave it as it is: no map with fewer context switches is within the budgets.\n");
    } else {
        printf("\n%llu context switches instead of %llu: %.1f %% fewer, and %.3f us of the core's time.\n",
               (unsigned long long)map->switches, (unsigned long long)recorded->switches,
               100.0 * (double)saved / (double)recorded->switches,
               us((int64_t)saved * maps->replay->cost[TT_COST_switch]));
    }
    unproved = print_threads(maps, map, demands);
    print_responses(maps, map, demands);
    print_proof(unproved, demands);
    if (map != recorded)
        print_lines(maps, map);
}

/* The same figures in another way: levels instead of thresholds, or the other way round. */
static void print_as_good(const struct tt_maps *maps, const struct tt_map *const *map,
                          const struct tt_map *chosen)
{
    for (; *map != NULL; map++) {
        if (*map == chosen || (*map)->switches != chosen->switches || (*map)->worst != chosen->worst ||
            !(*map)->fits || (*map)->thresholds == chosen->thresholds)
            continue;
        printf("\nas good: ");
        print_map(maps, (*map)->setting);
        print_lines(maps, *map);
        return;
    }
}

/* The first budget that a map's bounds do not prove; bound: TT_UNBOUNDED where there is none. @return NULL: all are */
static const struct tt_budget *unproved(const struct tt_maps *maps, const struct tt_map *map,
                                        const struct tt_demands *demands, int64_t *bound)
{
    for (size_t i = 0; i < maps->budgets->count; i++) {
        const struct tt_budget *budget = &maps->budgets->budget[i];

        *bound = tt_bound_of(demands, maps->replay, map->setting, budget->thread).latency;
        if (*bound == TT_UNBOUNDED || *bound > budget->latency)
            return budget;
    }
    return NULL;
}

static bool fits(const struct tt_maps *maps, const struct tt_map *map, const struct tt_demands *demands,
                 bool proved)
{
    int64_t bound;

    return map->fits && (!proved || unproved(maps, map, demands, &bound) == NULL);
}

/* @return NULL: none fits */
static const struct tt_map *choose_of(const struct tt_maps *maps, const struct tt_map *const *map,
                                      const struct tt_demands *demands, bool proved)
{
    const struct tt_map *recorded = &maps->map[0];

    for (; *map != NULL; map++) {
        if (fits(maps, *map, demands, proved))
            return (*map)->switches < recorded->switches || !fits(maps, recorded, demands, proved) ? *map
                                                                                                   : recorded;
    }
    return NULL;
}

/* One that is proved to keep the budgets goes before all that only kept them in their replay. */
static const struct tt_map *choose(const struct tt_maps *maps, const struct tt_map *const *map,
                                   const struct tt_demands *demands)
{
    const struct tt_map *chosen = choose_of(maps, map, demands, true);

    return chosen != NULL ? chosen : choose_of(maps, map, demands, false);
}

/* A map that keeps the budgets in its replay, but is not proved to. */
static void print_unproved(const struct tt_maps *maps, const struct tt_map *map,
                           const struct tt_demands *demands)
{
    int64_t bound;
    const struct tt_budget *budget = unproved(maps, map, demands, &bound);

    print_map(maps, map->setting);
    printf("(%llu switches): %s's ", (unsigned long long)map->switches,
           maps->replay->score.thing[budget->thread].name);
    if (bound == TT_UNBOUNDED)
        printf("latency is not proved\n");
    else
        printf("bound %.3f us > budget %.3f us\n", us(bound), us(budget->latency));
}

static void print_broken(const struct tt_maps *maps, const struct tt_map *map)
{
    for (size_t i = 0; i < maps->budgets->count; i++) {
        const struct tt_budget *budget = &maps->budgets->budget[i];

        if (map->latency[budget->thread] <= budget->latency)
            continue;
        print_map(maps, map->setting);
        printf("(%llu switches): %s would wait up to %.3f us, budget %.3f us\n",
               (unsigned long long)map->switches, maps->replay->score.thing[budget->thread].name,
               us(map->latency[budget->thread]), us(budget->latency));
        return;
    }
}

/* Maps that would save more, and why not: what stands before the chosen one. */
static void print_refused(const struct tt_maps *maps, const struct tt_map *const *map,
                          const struct tt_map *chosen, const struct tt_demands *demands)
{
    for (unsigned said = 0; *map != NULL && *map != chosen && said < REFUSED; map++) {
        bool proved = chosen != NULL && fits(maps, chosen, demands, true);

        if ((*map)->fits && (!proved || fits(maps, *map, demands, true)))
            continue;
        printf("%snot ", said++ == 0 ? "\n" : "");
        if ((*map)->fits)
            print_unproved(maps, *map, demands);
        else
            print_broken(maps, *map);
    }
}

static void report(const struct tt_maps *maps, const struct tt_demands *demands)
{
    const struct tt_map **map = sorted(maps);
    const struct tt_map *chosen = choose(maps, map, demands);

    printf("%u maps were replayed", maps->tries);
    if (maps->silent != 0)
        printf("; %u of them say nothing, because a call would have returned something else than recorded",
               maps->silent);
    if (maps->tries == maps->tries_max)
        printf("; there are more (--tries)");
    putchar('\n');
    tt_pairs_print(maps->replay);
    print_best(maps, map);
    if (chosen == NULL)
        printf("\nNo map is within the budgets.\n");
    else
        print_advice(maps, chosen, demands);
    if (chosen != NULL && chosen != &maps->map[0])
        print_as_good(maps, map, chosen);
    print_refused(maps, map, chosen, demands);
    free(map);
}

static bool take_number(const struct tt_arguments *arguments, const char *name, unsigned *number)
{
    const char *text = tt_option(arguments, name, 0);
    char *end;
    unsigned long value;

    if (text == NULL)
        return true;
    value = strtoul(text, &end, 10);
    if (end == text || *end != '\0' || value > 1000000) {
        fprintf(stderr, "takt-trace: %s takes a number up to 1000000, not '%s'.\n", name, text);
        return false;
    }
    *number = (unsigned)value;
    return true;
}

static int advise(struct tt_replay *replay, const struct tt_arguments *arguments)
{
    struct tt_budgets budgets = {0};
    struct tt_demands demands;
    struct tt_maps maps;
    unsigned tries = TRIES, margin = MARGIN;
    int status = -1;

    if (take_number(arguments, "--tries", &tries) && take_number(arguments, "--margin", &margin) &&
        tt_budgets_take(&budgets, replay, arguments) == 0) {
        status = tt_maps_try(&maps, replay, &budgets, tries + 1);
        if (status == 0) {
            tt_demands_take(&demands, replay, margin);
            status = tt_promise_take(&demands, replay, arguments);
            if (status == 0) {
                report(&maps, &demands);
                status = tt_promise_write(&demands, replay, arguments);
            }
            tt_demands_free(&demands);
        }
        tt_maps_free(&maps);
    }
    tt_budgets_free(&budgets);
    return status == 0 ? 0 : 2;
}

int tt_advise_command(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    struct tt_replay replay;
    int status = 2;

    if (tt_replay_open(&replay, trace) == 0)
        status = advise(&replay, arguments);
    tt_replay_close(&replay);
    return status;
}
