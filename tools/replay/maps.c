/*
 * Which maps are tried.
 *
 * Of each core, those threads may change that run again and again; who runs once or twice, to start or end the others,
 * keeps its place, and the levels of the others stay between such. Up to EXACT threads: every order of levels, shared ones
 * included. Beyond: from the recorded map on, neighbouring levels are put together, each time those two that save the
 * most switches. In both cases each thread's threshold is raised, alone and with the others, in the recorded map. Every map
 * is replayed; one in which a call would have given another result than recorded says nothing and is left out.
 */
#include "maps.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

#define EXACT     5 /* threads of a core: 541 orders */
#define SELDOM    2u
#define LEVEL_MAX 255

/** The threads of a core that may change, and the levels that they may have. */
struct group {
    uint32_t member[EXACT + 64];
    unsigned count;
    unsigned first, last; /* levels */
};

static size_t things_of(const struct tt_maps *maps)
{
    return maps->replay->score.things + 1;
}

static int64_t worst_of(const struct tt_maps *maps, const struct tt_map *map)
{
    int64_t worst = 0;

    for (unsigned i = 0; i < maps->members; i++) {
        if (map->latency[maps->member[i]] > worst)
            worst = map->latency[maps->member[i]];
    }
    return worst;
}

static bool fits(const struct tt_maps *maps, const struct tt_map *map)
{
    for (size_t i = 0; i < maps->budgets->count; i++) {
        if (map->latency[maps->budgets->budget[i].thread] > maps->budgets->budget[i].latency)
            return false;
    }
    return true;
}

static unsigned changes_of(const struct tt_maps *maps, const struct tt_setting *setting)
{
    unsigned changes = 0;

    for (unsigned i = 0; i < maps->members; i++) {
        const struct tt_setting *before = &maps->replay->setting[maps->member[i]],
                                *after = &setting[maps->member[i]];

        changes += before->priority != after->priority;
        changes += after->threshold != before->threshold && after->threshold != after->priority;
    }
    return changes;
}

static void keep(struct tt_maps *maps, const struct tt_setting *setting, const struct tt_play *play)
{
    struct tt_map map = {0};
    struct tt_sums sums;

    tt_measure(&sums, maps->replay, play->event, play->count, NULL);
    map.switches = sums.switches;
    map.setting = tt_must(malloc(things_of(maps) * sizeof(*map.setting)));
    memcpy(map.setting, setting, things_of(maps) * sizeof(*map.setting));
    map.latency = tt_must(calloc(things_of(maps), sizeof(*map.latency)));
    for (uint32_t i = 0; i < maps->replay->score.things; i++)
        map.latency[i] = sums.thread[i].worst;
    tt_sums_free(&sums);
    map.worst = worst_of(maps, &map);
    map.fits = fits(maps, &map);
    map.changes = changes_of(maps, setting);
    for (unsigned i = 0; i < maps->members; i++)
        map.thresholds |= setting[maps->member[i]].threshold < setting[maps->member[i]].priority;
    maps->map = tt_grow(maps->map, maps->count, &maps->room, sizeof(map));
    maps->map[maps->count++] = map;
}

/* @return its place among the maps; -1: it says nothing */
static long try(struct tt_maps *maps, const struct tt_setting *setting)
{
    struct tt_play *play;
    bool says;

    for (size_t i = 0; i < maps->count; i++) {
        if (memcmp(maps->map[i].setting, setting, things_of(maps) * sizeof(*setting)) == 0)
            return (long)i;
    }
    if (maps->tries == maps->tries_max)
        return -1;
    maps->tries++;
    play = tt_replay_play(maps->replay, setting);
    says = play != NULL && play->complete && play->differs == 0;
    if (says)
        keep(maps, setting, play);
    else
        maps->silent++;
    if (play != NULL)
        tt_play_free(play);
    return says ? (long)maps->count - 1 : -1;
}

/* A thread's level; its threshold goes with it. */
static void set_level(struct tt_setting *setting, unsigned level)
{
    setting->priority = setting->threshold = level;
}

/* Levels from the last on, so that who shares the least urgent one stays there. */
static void try_order(struct tt_maps *maps, const struct group *group, const unsigned *rank, unsigned ranks,
                      struct tt_setting *setting)
{
    if (ranks > group->last - group->first + 1)
        return;
    for (unsigned i = 0; i < group->count; i++)
        set_level(&setting[group->member[i]], group->last - (ranks - 1 - rank[i]));
    (void)try(maps, setting);
}

/* Each thread's rank from 0 on, every rank taken: all orders with ties. */
static void try_orders(struct tt_maps *maps, const struct group *group, struct tt_setting *setting)
{
    unsigned rank[EXACT] = {0}, total = 1;

    for (unsigned i = 0; i < group->count; i++)
        total *= group->count;
    for (unsigned code = 0; code < total; code++) {
        unsigned rest = code, seen = 0, ranks = 0;

        for (unsigned i = 0; i < group->count; i++, rest /= group->count) {
            rank[i] = rest % group->count;
            seen |= 1u << rank[i];
            ranks = rank[i] + 1 > ranks ? rank[i] + 1 : ranks;
        }
        if (seen == (1u << ranks) - 1)
            try_order(maps, group, rank, ranks, setting);
    }
}

/* The members' levels, rising. @return how many */
static unsigned levels_of(const struct group *group, const struct tt_setting *setting, unsigned *level)
{
    unsigned count = 0;

    for (unsigned candidate = 0; candidate <= LEVEL_MAX; candidate++) {
        bool any = false;

        for (unsigned i = 0; i < group->count; i++)
            any |= setting[group->member[i]].priority == candidate;
        if (any)
            level[count++] = candidate;
    }
    return count;
}

static void put_together(const struct group *group, struct tt_setting *setting, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < group->count; i++) {
        if (setting[group->member[i]].priority == from)
            set_level(&setting[group->member[i]], to);
    }
}

/* The two neighbours that save most. @return the map's place; -1: none saves within the budgets */
static long try_neighbours(struct tt_maps *maps, const struct group *group, const struct tt_setting *setting,
                           struct tt_setting *trial)
{
    unsigned level[LEVEL_MAX + 1], levels = levels_of(group, setting, level);
    long best = -1;

    for (unsigned i = 0; i + 1 < levels; i++) {
        long place;

        memcpy(trial, setting, things_of(maps) * sizeof(*trial));
        put_together(group, trial, level[i], level[i + 1]);
        place = try(maps, trial);
        if (place >= 0 && maps->map[place].fits &&
            (best < 0 || maps->map[place].switches < maps->map[best].switches))
            best = place;
    }
    return best;
}

static void try_merges(struct tt_maps *maps, const struct group *group, struct tt_setting *setting)
{
    size_t size = things_of(maps) * sizeof(*setting);
    struct tt_setting *trial = tt_must(malloc(size));
    long best;

    while ((best = try_neighbours(maps, group, setting, trial)) >= 0)
        memcpy(setting, maps->map[best].setting, size);
    free(trial);
}

/* The recorded levels, with thresholds up to the most urgent member's. */
static void try_thresholds(struct tt_maps *maps, const struct group *group, struct tt_setting *setting)
{
    unsigned most = LEVEL_MAX, sets = group->count <= EXACT ? 1u << group->count : group->count + 1;

    for (unsigned i = 0; i < group->count; i++)
        most = setting[group->member[i]].priority < most ? setting[group->member[i]].priority : most;
    for (unsigned set = 1; set < sets; set++) {
        for (unsigned i = 0; i < group->count; i++) {
            struct tt_setting *one = &setting[group->member[i]];
            bool raised = group->count <= EXACT ? (set >> i & 1) != 0 : i == set - 1;

            one->threshold = raised ? most : one->priority;
        }
        (void)try(maps, setting);
    }
}

static bool may_change(const struct tt_maps *maps, const struct tt_sums *sums, uint32_t place, unsigned core)
{
    const struct tt_thing *thing = &maps->replay->score.thing[place];

    return thing->core == core && thing->kind == TAKT_TRACE_THREAD && !thing->idle && thing->met &&
           (sums->thread[place].switches > SELDOM || tt_budget_of(maps->budgets, place) >= 0);
}

static void find_group(const struct tt_maps *maps, const struct tt_sums *sums, unsigned core,
                       struct group *group)
{
    unsigned least = 0, most = LEVEL_MAX;

    *group = (struct group){.first = 0, .last = LEVEL_MAX};
    for (uint32_t i = 0; i < maps->replay->score.things; i++) {
        unsigned level = maps->replay->setting[i].priority;

        if (!may_change(maps, sums, i, core) ||
            group->count == sizeof(group->member) / sizeof(group->member[0]))
            continue;
        group->member[group->count++] = i;
        least = level > least ? level : least;
        most = level < most ? level : most;
    }
    for (uint32_t i = 0; i < maps->replay->score.things; i++) {
        const struct tt_thing *thing = &maps->replay->score.thing[i];
        unsigned level = maps->replay->setting[i].priority;

        if (thing->core == core && thing->kind == TAKT_TRACE_THREAD && thing->met && !thing->idle &&
            level < most && level + 1 > group->first)
            group->first = level + 1;
    }
    group->last = least;
}

static void try_core(struct tt_maps *maps, const struct group *group)
{
    size_t size = things_of(maps) * sizeof(struct tt_setting);
    struct tt_setting *setting = tt_must(malloc(size));

    memcpy(setting, maps->replay->setting, size);
    try_thresholds(maps, group, setting);
    memcpy(setting, maps->replay->setting, size);
    if (group->count <= EXACT)
        try_orders(maps, group, setting);
    else
        try_merges(maps, group, setting);
    free(setting);
}

int tt_maps_try(struct tt_maps *maps, struct tt_replay *replay, const struct tt_budgets *budgets,
                unsigned tries)
{
    struct group *group = tt_must(calloc(TT_CORES, sizeof(*group)));
    struct tt_sums sums;
    long recorded;

    *maps = (struct tt_maps){.replay = replay, .budgets = budgets, .tries_max = tries};
    maps->member = tt_must(calloc(things_of(maps), sizeof(*maps->member)));
    tt_measure(&sums, replay, replay->unchanged->event, replay->unchanged->count, NULL);
    for (unsigned c = 0; c < replay->score.cores; c++) {
        find_group(maps, &sums, c, &group[c]);
        for (unsigned i = 0; i < group[c].count; i++)
            maps->member[maps->members++] = group[c].member[i];
    }
    tt_sums_free(&sums);
    recorded = try(maps, replay->setting);
    for (unsigned c = 0; recorded >= 0 && c < replay->score.cores; c++) {
        if (group[c].count > 1)
            try_core(maps, &group[c]);
    }
    free(group);
    return recorded >= 0 ? 0 : -1;
}

void tt_maps_free(struct tt_maps *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        free(maps->map[i].setting);
        free(maps->map[i].latency);
    }
    free(maps->map);
    free(maps->member);
}

/* With the same figures, in the same way, and with less to change. */
static bool is_simpler(const struct tt_map *other, const struct tt_map *map)
{
    return (other->changes == 0 || other->thresholds == map->thresholds) &&
           (other->changes < map->changes || (other->changes == map->changes && other < map));
}

bool tt_map_is_best(const struct tt_maps *maps, const struct tt_map *map)
{
    for (size_t i = 0; i < maps->count; i++) {
        const struct tt_map *other = &maps->map[i];

        if (other->switches > map->switches || other->worst > map->worst)
            continue;
        if (other->switches < map->switches || other->worst < map->worst || is_simpler(other, map))
            return false;
    }
    return true;
}
