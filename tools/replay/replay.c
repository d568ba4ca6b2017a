/*
 * The way to a replay that can be trusted.
 *
 * First it is played guided: every thread and handler computes until the recorded time of what it did next, so
 * the replay keeps step with the recording whatever the kernel's steps cost. That yields how much each has computed, and,
 * from the times between events with nothing but the kernel's steps between them, what these cost (fit.c). Guided once
 * more with these costs it yields the computing exactly. Then it is played free: nothing is taken from the recording
 * but computing, calls, and interrupts from outside. Only if that is the recording again, event for event, is a
 * changed replay worth anything.
 *
 * Where steps do not always cost the same (a cache line that another core has had, a board with caches), two events that
 * lie close together may come the other way round. So if the free replay is not the recording to the nanosecond, each step
 * of the kernel gets the time that it took (steps.c), and it is played free again: then what does not follow from the
 * computing, the calls and the interrupts still shows. A changed replay does the same for as long as a core's events come
 * as they came; from there on each step takes what it costs.
 */
#include "replay.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ROUNDS      3
#define STEP_ROUNDS 24 /* each comes at least one event farther */

static struct tt_setting *settings_of(const struct tt_score *score)
{
    struct tt_setting *setting = tt_must(calloc(score->things + 1, sizeof(*setting)));

    for (uint32_t i = 0; i < score->things; i++)
        setting[i] = (struct tt_setting){.core = score->thing[i].core,
                                         .priority = score->thing[i].base,
                                         .threshold = score->thing[i].threshold,
                                         .slice = score->thing[i].slice};
    return setting;
}

/* The acts go where the playing process can note what it measures. */
static void share_acts(struct tt_score *score)
{
    size_t size = score->acts * sizeof(*score->act);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        memory = NULL;
    memcpy(tt_must(memory), score->act, size);
    free(score->act);
    score->act = memory;
}

static void say_event(const struct tt_replay *replay, const struct tt_event *event, const char *who)
{
    const struct tt_trace *trace = replay->trace;

    fprintf(stderr, "  %s %12.3f us  core %u%s %s %s=%s", who, (double)event->time / 1000.0, event->core,
            event->handler ? " handler" : "", tt_event_name(event->event), tt_argument_name(event->event, 0),
            tt_is_object(event->event, 0) ? tt_name(trace, event->core, event->a) : "");
    if (!tt_is_object(event->event, 0))
        fprintf(stderr, "%d", (int)event->a);
    if (tt_is_object(event->event, 1))
        fprintf(stderr, " %s=%s\n", tt_argument_name(event->event, 1), tt_name(trace, event->core, event->b));
    else
        fprintf(stderr, " %s=%d\n", tt_argument_name(event->event, 1), (int)event->b);
}

static void say_difference(const struct tt_replay *replay, const struct tt_play *play,
                           const struct tt_agreement *match)
{
    fprintf(
        stderr,
        "takt-trace: an unchanged replay is not what was recorded, so nothing it says could be relied on. "
        "After %zu events that are the same, each within %.3f us:\n",
        match->matched, (double)match->drift / 1000.0);
    if (match->at < replay->trace->count)
        say_event(replay, &replay->trace->event[match->at], "recorded");
    if (match->at_played != SIZE_MAX)
        say_event(replay, &play->event[match->at_played], "replayed");
    else
        fprintf(stderr, "  replayed  nothing more\n");
}

/* Guided rounds, until the costs stay. @return 0; -1: said */
static int find_costs(struct tt_replay *replay)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t before[TT_COSTS];
        struct tt_play *play =
            tt_play(replay, replay->setting, &(struct tt_way){true, true, false, replay->trace->end});

        if (play == NULL)
            return -1;
        memcpy(before, replay->cost, sizeof(before));
        tt_fit(replay, play);
        tt_play_free(play);
        if (memcmp(before, replay->cost, sizeof(before)) == 0)
            return 0;
    }
    return 0;
}

/* What ends itself may take longer when it is changed; the rest lasts as long as it was recorded. */
static struct tt_play *play_free(struct tt_replay *replay, const struct tt_setting *setting)
{
    struct tt_way way = {.stepped = replay->steps != NULL, .limit = 10 * replay->trace->end + 1000000};

    for (unsigned c = 0; c < replay->score.cores; c++) {
        if (replay->score.core[c].present && !replay->score.core[c].stops)
            way.limit = replay->trace->end;
    }
    return tt_play(replay, setting, &way);
}

/* Guided rounds, until the steps are known up to the end. @return 0; -1: said */
static int find_steps(struct tt_replay *replay)
{
    bool learns = true;

    for (unsigned round = 0; learns && round < STEP_ROUNDS; round++) {
        struct tt_play *play =
            tt_play(replay, replay->setting, &(struct tt_way){true, true, true, replay->trace->end});

        if (play == NULL)
            return -1;
        learns = tt_steps_learn(replay, play);
        tt_play_free(play);
    }
    return 0;
}

/* @return 0; 1: it is not the recording, and match says where; -1: said */
static int play_unchanged(struct tt_replay *replay, struct tt_agreement *match)
{
    if (replay->unchanged != NULL)
        tt_play_free(replay->unchanged);
    replay->unchanged = play_free(replay, replay->setting);
    if (replay->unchanged == NULL)
        return -1;
    tt_agree(match, replay, replay->unchanged);
    replay->drift = match->drift;
    return match->same ? 0 : 1;
}

static int check_unchanged(struct tt_replay *replay)
{
    struct tt_agreement match;
    int result = play_unchanged(replay, &match);

    if (result < 0 || (result == 0 && match.drift == 0))
        return result;
    if (find_steps(replay) != 0)
        return -1;
    result = play_unchanged(replay, &match);
    if (result == 1)
        say_difference(replay, replay->unchanged, &match);
    return result == 0 ? 0 : -1;
}

static const uint32_t usual[TT_COSTS] = {
#define TAKT_COST(name, value, what) value,
#include "../../port/sim/costs.def"
#undef TAKT_COST
};

int tt_replay_open(struct tt_replay *replay, const struct tt_trace *trace)
{
    *replay = (struct tt_replay){.trace = trace};
    if (tt_banner(trace, stderr)) {
        fprintf(stderr, "takt-trace: what is missing or damaged cannot be replayed. Record it anew.\n");
        return -1;
    }
    if (tt_score_make(&replay->score, trace) != 0)
        return -1;
    share_acts(&replay->score);
    replay->setting = settings_of(&replay->score);
    memcpy(replay->cost, usual, sizeof(usual));
    return find_costs(replay) == 0 ? check_unchanged(replay) : -1;
}

struct tt_play *tt_replay_play(struct tt_replay *replay, const struct tt_setting *setting)
{
    return play_free(replay, setting);
}

void tt_replay_close(struct tt_replay *replay)
{
    if (replay->unchanged != NULL)
        tt_play_free(replay->unchanged);
    if (replay->score.act != NULL)
        munmap(replay->score.act, replay->score.acts * sizeof(*replay->score.act));
    replay->score.act = NULL;
    tt_score_free(&replay->score);
    tt_steps_free(replay->steps);
    free(replay->setting);
}
