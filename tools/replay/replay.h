/*
 * A recording that is replayed: its score, what the kernel's steps cost in it, and how far a replay agrees with it.
 */
#ifndef TAKT_TOOLS_REPLAY_REPLAY_H
#define TAKT_TOOLS_REPLAY_REPLAY_H

#include "machine.h"

struct tt_replay {
    const struct tt_trace *trace;
    struct tt_score score; /* its acts are in memory that the playing process shares */
    uint32_t cost[TT_COSTS];
    double misfit;              /* ns by which the kernel's steps differ from these costs, on average */
    struct tt_setting *setting; /* as recorded, of each thing */
    struct tt_steps *steps;     /* NULL: each takes what it costs */
    struct tt_play *unchanged;  /* the replay that agreed */
    int64_t drift;              /* ns: the most by which an event of it is early or late */
};

/**
 * Prepare: make the score, find the costs, and replay unchanged.
 * @return 0; -1: it is not possible, or the replay differs; why was said on the standard error
 */
int tt_replay_open(struct tt_replay *replay, const struct tt_trace *trace);
void tt_replay_close(struct tt_replay *replay);

/**
 * Play with other settings. The answer's events are mapped memory: tt_play_free().
 * @return NULL: the kernel stopped; said on the standard error
 */
struct tt_play *tt_replay_play(struct tt_replay *replay, const struct tt_setting *setting);
void tt_play_free(struct tt_play *play);

/** How to play. */
struct tt_way {
    bool guided;   /* as struct tt_play has it */
    bool charges;  /* note each event's */
    bool stepped;  /* by the replay's steps */
    int64_t limit; /* ns */
};

/** Play in a process of its own. @return NULL: as tt_replay_play() */
struct tt_play *tt_play(struct tt_replay *replay, const struct tt_setting *setting, const struct tt_way *way);

/** What the kernel's steps cost in the recording; charged: a guided replay with charges. */
void tt_fit(struct tt_replay *replay, const struct tt_play *charged);

/** Where two sequences of events part. */
struct tt_agreement {
    bool same;
    size_t at, at_played; /* the first events that differ: places; SIZE_MAX: one of them has ended */
    int64_t drift;
    size_t matched;
};

/** Are two the same, but for their times? */
bool tt_is_same(const struct tt_replay *replay, const struct tt_event *x, const struct tt_event *y);

/** Is what lies between two events of a core nothing but steps of its kernel? By their charges. */
bool tt_is_step(const struct tt_charge *before, const struct tt_charge *after);

/**
 * How long each step of the kernel took in the recording, beside what it costs (steps.c). played: guided, with charges.
 * @return whether anything was learnt that the play did not know
 */
bool tt_steps_learn(struct tt_replay *replay, const struct tt_play *played);
void tt_steps_free(struct tt_steps *steps);

/** Whether an event is compared: those that tell of the recorder or of the processor alone are not. */
bool tt_is_heard(const struct tt_replay *replay, const struct tt_event *event);

/** Compare a replay with the recording, each core's events in order. */
void tt_agree(struct tt_agreement *match, const struct tt_replay *replay, const struct tt_play *play);

#endif
