/* How a score is made: what its parts share. score.c walks over the events, calls.c and handlers.c know what they mean. */
#ifndef TAKT_TOOLS_REPLAY_MAKING_H
#define TAKT_TOOLS_REPLAY_MAKING_H

#include "score.h"

#define FRAMES 32
#define TICK   4u /* priorities of interrupts: the timer's, where others begin; and the least urgent */
#define LEAST  7u

/** A handler, or the code of the thread below all handlers. */
struct frame {
    struct tt_row *chain; /* NULL: the kernel's own handlers have none */
    uint32_t line;        /* of a handler from outside; TT_NOBODY: another */
    uint32_t timer;       /* whose function it is; TT_NOBODY: none */
    uint32_t open;        /* act that has begun; 0: none */
    bool ticks;
};

/** What a thread knows of the time. */
struct clock {
    int64_t read, deadline,
        ahead; /* it read; its last deadline; how far that lay ahead of what it had read */
    bool has_read, has_deadline, has_ahead;
};

struct making {
    struct tt_score *score;
    struct {
        struct frame frame[FRAMES];
        unsigned depth;
        uint32_t running;
        int64_t with[2];
        unsigned withs;
        int64_t left; /* time of the last event, if a handler ended there; else -1 */
        uint32_t left_number;
        bool begun, ended;
    } core[TT_CORES];
    uint32_t *open;      /* act that each thing, as a thread, has begun */
    struct clock *clock; /* of each thing, as a thread */
    const struct tt_event *event;
    bool failed;
};

/** The recording cannot be replayed: say why, and where. */
void tt_make_fail(struct making *making, const char *what);
/** The thing of an id on the event's core; one that is in no table is made. */
uint32_t tt_make_thing(struct making *making, uint32_t id, unsigned kind);
uint32_t tt_make_act(struct tt_score *score, struct tt_row *chain, const struct tt_act *act);
/** Whoever is at work on the event's core, and the act that it has begun. */
struct frame *tt_make_frame(struct making *making);
uint32_t *tt_make_open(struct making *making);
/** An act of theirs. @return its place; 0: nobody can have done it */
uint32_t tt_make_put(struct making *making, uint32_t thing);

struct call;
/** The call that begins with an event. @return NULL: none does */
const struct call *tt_call_of(unsigned event);
void tt_call_begin(struct making *making, const struct call *call);
void tt_call_end(struct making *making);
void tt_call_clock(struct making *making);

void tt_handler_enter(struct making *making);
void tt_handler_leave(struct making *making);
/** A timer's function begins. */
void tt_handler_expire(struct making *making);
/** @return whether the event is the end of a timer's function */
bool tt_handler_returns(struct making *making);

#endif
