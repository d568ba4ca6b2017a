/*
 * One walk over the recording feeds all that is counted. Between two marks, the walk before the first is still needed:
 * it says who runs and who waits for what; then the counting begins anew.
 */
#include "stats.h"

#include <string.h>

struct walk {
    struct tt_stats *stats;
    const struct tt_trace *trace;
    struct tt_match cycle, from, to;
    bool cycles, window;
    bool begun, ended;
};

static void restart(struct tt_stats *stats, int64_t now)
{
    tt_model_restart(&stats->model, now);
    tt_blame_free(&stats->blame);
    tt_blame_begin(&stats->blame);
    tt_inversions_restart(&stats->inversions);
    memset(stats->cycle, 0, sizeof(stats->cycle));
    memset(stats->events, 0, sizeof(stats->events));
}

static void step(struct walk *walk, const struct tt_event *event)
{
    struct tt_stats *stats = walk->stats;

    tt_blame_before(&stats->blame, &stats->model, event);
    tt_model_step(&stats->model, event);
    tt_blame_after(&stats->blame, &stats->model, event);
    tt_inversions_step(&stats->inversions, &stats->model, event);
    stats->events[event->core][event->event]++;
    if (walk->cycles && tt_matches(&walk->cycle, walk->trace, event))
        tt_cycle_step(&stats->cycle[event->core], stats->model.core[event->core].switches, event->time);
}

/* @return whether the walk is over */
static bool mark(struct walk *walk, const struct tt_event *event)
{
    if (!walk->begun && tt_matches(&walk->from, walk->trace, event)) {
        walk->begun = true;
        restart(walk->stats, event->time);
    } else if (walk->begun && tt_matches(&walk->to, walk->trace, event)) {
        walk->ended = true;
        tt_model_stop(&walk->stats->model, event->time);
    }
    return walk->ended;
}

static int wish_for(struct walk *walk, const struct tt_stats_wish *wish)
{
    const char *comma = wish->between != NULL ? strchr(wish->between, ',') : NULL;

    walk->cycles = wish->cycle != NULL;
    if (walk->cycles)
        walk->cycle = tt_match_of(wish->cycle, strlen(wish->cycle));
    walk->window = wish->between != NULL;
    if (!walk->window)
        return 0;
    if (comma == NULL) {
        fprintf(stderr,
                "takt-trace: --between takes two events with a comma between them: --between start,stop\n");
        return -1;
    }
    walk->from = tt_match_of(wish->between, (size_t)(comma - wish->between));
    walk->to = tt_match_of(comma + 1, strlen(comma + 1));
    return 0;
}

static int go(struct walk *walk)
{
    for (size_t i = 0; i < walk->trace->count; i++) {
        step(walk, &walk->trace->event[i]);
        if (walk->window && mark(walk, &walk->trace->event[i]))
            return 0;
    }
    tt_model_end(&walk->stats->model);
    if (!walk->window)
        return 0;
    fprintf(stderr, "takt-trace: there is no event '%s'%s in this recording.\n",
            walk->begun ? walk->to.text : walk->from.text, walk->begun ? " behind the first" : "");
    return -1;
}

int tt_stats_take(struct tt_stats *stats, const struct tt_trace *trace, const struct tt_stats_wish *wish)
{
    struct walk walk = {.stats = stats, .trace = trace};
    const struct tt_stats_wish all = {0};

    memset(stats, 0, sizeof(*stats));
    if (wish_for(&walk, wish != NULL ? wish : &all) != 0)
        return -1;
    tt_model_begin(&stats->model, trace);
    tt_blame_begin(&stats->blame);
    if (go(&walk) == 0)
        return 0;
    tt_stats_drop(stats);
    return -1;
}

void tt_stats_drop(struct tt_stats *stats)
{
    tt_model_free(&stats->model);
    tt_blame_free(&stats->blame);
    tt_inversions_free(&stats->inversions);
}
