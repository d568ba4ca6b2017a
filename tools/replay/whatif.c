/*
 * takt-trace replay: an unchanged replay that must be the recording, and one with what --set says; both in figures.
 */
#include "../trace/commands.h"
#include "../trace/read.h"
#include "../trace/write.h"

#include "measure.h"
#include "move.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

static double part(int64_t sum, uint64_t count)
{
    return count != 0 ? us(sum) / (double)count : 0;
}

static void print_costs(const struct tt_replay *replay)
{
    static const char *const names[TT_COSTS] = {
#define TAKT_COST(name, value, what) #name,
#include "../../port/sim/costs.def"
#undef TAKT_COST
    };

    printf("costs in this recording, ns:");
    for (unsigned k = 0; k < TT_COSTS; k++) {
        if (k != TT_COST_own && k != TT_COST_remote && k != TT_COST_relax && k != TT_COST_doorbell)
            printf(" %s %u", names[k], replay->cost[k]);
    }
    printf("; the kernel's steps differ from them by %.1f on average\n", replay->misfit);
}

static void print_runs(const struct tt_sums *before, const struct tt_sums *after)
{
    printf("\n%-24s %14s %14s\n", "", "recorded", "changed");
    printf("%-24s %14llu %14llu\n", "context switches", (unsigned long long)before->switches,
           (unsigned long long)after->switches);
    printf("%-24s %14.3f %14.3f\n", "span us", us(before->span), us(after->span));
    printf("%-24s %14.3f %14.3f\n", "threads ran us", us(before->busy), us(after->busy));
    if (before->cycles == 0)
        return;
    printf("%-24s %14llu %14llu\n", "cycles", (unsigned long long)before->cycles,
           (unsigned long long)after->cycles);
    printf("%-24s %14.2f %14.2f\n", "switches a cycle",
           (double)before->cycle_switches / (double)before->cycles,
           after->cycles == 0 ? 0 : (double)after->cycle_switches / (double)after->cycles);
    printf("%-24s %14.3f %14.3f\n", "time a cycle us, median", us(tt_cycle_median(before)),
           us(tt_cycle_median(after)));
}

static void print_threads(const struct tt_replay *replay, const struct tt_sums *before,
                          const struct tt_sums *after)
{
    printf("\nfrom ready to running, us\n%-5s %-20s %10s %10s %10s %10s\n", "core", "thread", "mean", "worst",
           "mean", "worst");
    for (uint32_t i = 0; i < replay->score.things; i++) {
        const struct tt_thing *thing = &replay->score.thing[i];
        const struct tt_latency *x = &before->thread[i], *y = &after->thread[i];

        if (thing->kind != TAKT_TRACE_THREAD || thing->idle || !thing->met)
            continue;
        printf("%-5u %-20s %10.3f %10.3f %10.3f %10.3f\n", thing->core, thing->name, part(x->sum, x->times),
               us(x->worst), part(y->sum, y->times), us(y->worst));
    }
}

static void print_doubts(const struct tt_replay *replay, const struct tt_play *play)
{
    if (play->differs != 0) {
        const struct tt_act *act = &replay->score.act[play->first_differs];

        printf("\n%u calls gave another result than recorded, the first the one that was recorded at %.3f us "
               "(%s). The "
               "threads go on as if it had not: what follows may be wrong.\n",
               play->differs, us(act->begin), tt_event_name(act->kind));
    }
    if (!play->complete)
        printf("\nThe changed run did not come to the recording's end: %u calls were not made.\n",
               play->unplayed);
}

/* The run as a recording: the recorded one's tables, and times as the target counts them. */
static int write_run(const struct tt_replay *replay, const struct tt_play *play, const char *path)
{
    struct tt_trace run;
    int result;

    tt_moved_trace(replay, &run);
    run.event = tt_must(malloc((play->count + 1) * sizeof(*run.event)));
    run.count = play->count;
    memcpy(run.event, play->event, play->count * sizeof(*run.event));
    for (size_t i = 0; i < run.count; i++)
        run.event[i].time += run.begin;
    result = tt_write(&run, 1.0, path);
    free(run.event);
    tt_moved_free(replay, &run);
    return result;
}

static int report(struct tt_replay *replay, const struct tt_play *play, const struct tt_arguments *arguments)
{
    const char *cycle = tt_option(arguments, "--cycle", 0), *out = tt_option(arguments, "--out", 0);
    struct tt_sums before, after;
    int status = 0;

    tt_measure(&before, replay, replay->trace->event, replay->trace->count, cycle);
    tt_measure(&after, replay, play->event, play->count, cycle);
    printf("unchanged, the replay is the recording: %zu events in the same order, each within %.3f us\n",
           replay->unchanged->count, us(replay->drift));
    print_costs(replay);
    print_runs(&before, &after);
    print_threads(replay, &before, &after);
    print_doubts(replay, play);
    if (out != NULL)
        status = write_run(replay, play, out);
    tt_sums_free(&before);
    tt_sums_free(&after);
    return status == 0 ? 0 : 2;
}

int tt_replay_command(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    struct tt_replay replay;
    struct tt_setting *setting;
    struct tt_play *play = NULL;
    int status = 2;

    if (tt_replay_open(&replay, trace) == 0) {
        setting = tt_settings(&replay, arguments);
        if (setting != NULL && tt_move(&replay, setting) == 0)
            play = tt_replay_play(&replay, setting);
        if (play != NULL) {
            status = report(&replay, play, arguments);
            tt_play_free(play);
        }
        free(setting);
    }
    tt_replay_close(&replay);
    return status;
}
