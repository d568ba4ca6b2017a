/* How a score is made: what its parts share. score.c walks over the events, calls.c and handlers.c know what they mean. */
#ifndef TAKT_TOOLS_REPLAY_MAKING_H
#define TAKT_TOOLS_REPLAY_MAKING_H

#include "score.h"

#define FRAMES 32
#define TICK   4u /* priorities of interrupts: the timer's, where others begin; and the least urgent */
#define LEAST  7u

/** The call that a thread or a handler is in. */
struct under_way {
    uint32_t act;    /* 0: none */
    uint32_t asked;  /* act: its last request for a lock between cores */
    int64_t with[2]; /* arguments of the call that follows */
    unsigned withs;
    unsigned inner; /* calls that the kernel itself made in it, and that have not ended */
    bool reads;     /* the kernel is about to read the clock for it */
};

/** A handler, or the code of the thread below all handlers. */
struct frame {
    struct tt_row *chain; /* NULL: the kernel's own handlers have none */
    uint32_t line;        /* of a handler from outside; TT_NOBODY: another */
    uint32_t timer;       /* whose function it is; TT_NOBODY: none */
    struct under_way open;
    bool own; /* the kernel's: the timer's, the doorbell's */
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
        int64_t left; /* time of the last event, if a handler ended there; else -1 */
        uint32_t left_number;
        uint32_t
            serving; /* slot that another core asked for, and that is carried out next; TT_NOBODY: none */
        uint32_t channel; /* of the last message, among the score's channels */
        int64_t rung,
            answered; /* when a recorded core rang it last, when its doorbell's handler began last; -1: never */
        bool begun, ended;
    } core[TT_CORES];
    struct under_way *open; /* of each thing, as a thread */
    struct clock *clock;    /* of each thing, as a thread */
    bool *empty;            /* of each event: a handler begins in which the timer does not tick */
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
struct under_way *tt_make_open(struct making *making);
/** The same, also where it is not known who is at work. */
struct under_way *tt_make_arguments(struct making *making);
/** An act of theirs. @return its place; 0: nobody can have done it */
uint32_t tt_make_put(struct making *making, uint32_t thing);

struct call;
/** The call that begins with an event. @return NULL: none does */
const struct call *tt_call_of(unsigned event);
void tt_call_begin(struct making *making, const struct call *call);
void tt_call_end(struct making *making);
void tt_call_clock(struct making *making);

/* What crosses cores (cross.c). */

/** Is the act a call in which the kernel makes calls of its own? */
bool tt_cross_has_inner(const struct tt_act *act);
/** Such a call begins. ends: the event that has its result. */
void tt_cross_inner(struct making *making, struct under_way *open, unsigned ends);
/** An event that may be the end of one. ends: what ends the call around it. @return whether it is not that */
bool tt_cross_ends_inner(struct making *making, struct under_way *open, unsigned ends);
/** A call has begun; if it crosses cores, what it is about is looked at. */
void tt_cross_asks(struct making *making, struct under_way *open);
/** The end of a wait for a message that began before the recording did. @return false: it is none */
bool tt_cross_received(struct making *making);
/** The doorbell's handler carries out a request, and by which object. */
void tt_cross_served(struct making *making);
void tt_cross_gave(struct making *making);
/** A message enters or leaves a lane. */
void tt_cross_message(struct making *making);
/** A core was rung. */
void tt_cross_rings(struct making *making);
/** @return whether the doorbell's handler, which begins, is one that follows from what is recorded */
bool tt_cross_rung(struct making *making);
/** A request for a lock was given up. */
void tt_cross_abandoned(struct making *making);
/** All was seen. */
void tt_cross_close(struct tt_score *score);

void tt_handler_enter(struct making *making);
void tt_handler_leave(struct making *making);
/** A timer's function begins. */
void tt_handler_expire(struct making *making);
/** @return whether the event is the end of a timer's function */
bool tt_handler_returns(struct making *making);

#endif
