/*
 * The machine that plays a score: the kernel itself, on the simulator's virtual cores. It keeps its state in static
 * memory, so it plays once in a process (play.c).
 */
#ifndef TAKT_TOOLS_REPLAY_MACHINE_H
#define TAKT_TOOLS_REPLAY_MACHINE_H

#include "score.h"

#define TAKT_COST(name, value, what) TT_COST_##name,
enum tt_cost {
#include "../../port/sim/costs.def"
    TT_COSTS
};
#undef TAKT_COST

/** What a replayed event had cost its core so far: how often each of the simulator's costs was charged. */
struct tt_charge {
    uint32_t times[TT_COSTS];
    uint32_t freed; /* changes wherever time passes that is not the kernel's: computing, waiting */
};

/** Who is at work on a core: a thread, by its thing; or a handler, by its number. */
struct tt_who {
    uint32_t thread;
    uint32_t number[32];
    unsigned depth; /* of handlers */
};

/** A handler begins or ends. */
static inline void tt_who_hears(struct tt_who *who, unsigned event, uint32_t number)
{
    if (event == TAKT_TRACE_EVENT_irq_enter)
        who->number[who->depth++ % 32] = number;
    else if (event == TAKT_TRACE_EVENT_irq_exit && who->depth != 0)
        who->depth--;
}

/** As a place among so many things, and TT_WHO more. */
#define TT_WHO 65u
static inline uint32_t tt_who_place(const struct tt_who *who, uint32_t things)
{
    if (who->depth != 0)
        return things + who->number[(who->depth - 1) % 32] % (TT_WHO - 1);
    return who->thread < things ? who->thread : things + TT_WHO - 1;
}

/** A step of the kernel, which ends with an event: by how much it lasted longer than it costs, ns. */
struct tt_step {
    uint16_t event;
    int32_t extra;
    uint32_t who;
    uint32_t next; /* place of the next one by the same, and 1; 0: there is none */
};

/** Those of each core, in order. */
struct tt_steps {
    struct {
        struct tt_step *step;
        size_t count, room;
        uint32_t *first; /* of each who, as next */
    } core[TT_CORES];
    bool heard[TT_CORES][TAKT_TRACE_EVENTS]; /* events that are counted here */
};

/** A thread as it is to be played. */
struct tt_setting {
    unsigned core;
    unsigned priority, threshold;
    int64_t slice;
};

/** What to play, and what came of it. Memory that is shared between the process that plays and the one that asked. */
struct tt_play {
    /* asked */
    bool guided; /* computing lasts until the recorded time of what follows, and is measured: acts' work */
    uint32_t cost[TT_COSTS];
    struct tt_setting *setting;   /* of each thing */
    const struct tt_steps *steps; /* NULL: each takes what it costs */
    size_t room;                  /* for events */
    int64_t limit;                /* ns: the machine is stopped at this time */
    /* answered */
    struct tt_event *event;
    struct tt_charge *charge; /* of each event; NULL: not wanted */
    size_t count;
    bool full;              /* there was no room for all events */
    bool complete;          /* each core came to its recording's end */
    uint32_t differs;       /* calls that gave another result than recorded */
    uint32_t first_differs; /* the first such act */
    uint32_t unplayed;      /* acts that were not come to */
};

/** Play. @return 0: to the end */
int tt_machine_play(struct tt_score *score, struct tt_play *play);

#endif
