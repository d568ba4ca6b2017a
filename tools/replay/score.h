/*
 * The score of a recording: for each thread, handler and timer, what it computed and called, in order. It is what a
 * replay plays on the real kernel. Everything else in a recording (who was ready when, who waited, who ran) follows
 * from it, and is derived anew.
 *
 * Plain data: the part that plays (machine.c) is built with the kernel's headers, the rest with the tools'.
 */
#ifndef TAKT_TOOLS_REPLAY_SCORE_H
#define TAKT_TOOLS_REPLAY_SCORE_H

#include "../trace/trace.h"

#define TT_NOBODY  UINT32_MAX
#define TT_RECEIVE TAKT_TRACE_EVENTS /* kind of an act: a call to receive from a channel */
#define TT_SLOTS   32u               /* objects of a core that others can ask for */

/** What a deadline that is a time was made from. */
enum tt_follows {
    TT_FIXED,    /* nothing that is known */
    TT_CLOCK,    /* the time that its thread read last */
    TT_DEADLINE, /* its thread's deadline before */
};

/** Something to do: a call, a mark, the end of a handler. kind is the event that tells of its beginning. */
struct tt_act {
    uint16_t kind;   /* 0: the recording ends here */
    bool initial;    /* it was under way when recording began */
    bool ended;      /* its result is in the recording */
    uint8_t follows; /* its deadline is a time: enum tt_follows */
    int32_t result;
    uint32_t thing; /* place in the score's things; TT_NOBODY: it has none */
    uint32_t b;     /* requests to other cores: the slot; their core is with[0] */
    uint32_t next;  /* place of the next one of the same chain; 0: none */
    int64_t with
        [2]; /* calls: arguments. irq_enter: when the handler before ended, if just before, else -1; its number */
    int64_t begin; /* ns: when it began */
    int64_t work;  /* ns of computing before it; filled in by a guided replay */
};

/** Acts in order, as places in the score's acts; 0: none. */
struct tt_row {
    uint32_t first, last;
};

/** A thread or an object. */
struct tt_thing {
    uint32_t id;
    uint8_t core, kind, state;
    bool idle, met;   /* met: the recording speaks of it */
    bool created;     /* while it was recorded */
    bool moved;       /* to another core than it was recorded on (move.c) */
    bool asked;       /* other cores ask for it */
    bool inside;      /* part of another one, which holds it */
    uint32_t holds;   /* channels: the semaphore; locks that threads sleep for: the gate. TT_NOBODY: none */
    uint32_t channel; /* place among the score's channels; TT_NOBODY: not known which it is */
    uint32_t value, limit; /* as struct takt_trace_object has them */
    int64_t start;         /* objects: count, depth, free blocks, bits when recording began */
    unsigned base;         /* threads */
    unsigned threshold;    /* threads; equal to the base: none */
    int64_t slice;         /* threads, ns; 0: none */
    size_t woken;          /* threads: place of the event that woke it first, and 1; 0: none */
    struct tt_row chain;   /* threads: all they do; timers: what their function does each time */
    const char *name;
};

/** An interrupt from outside: what its handler does each time. */
struct tt_line {
    uint32_t number;
    uint8_t core;
    uint8_t priority; /* lower is more urgent */
    bool told;        /* the recording says it; else it is from who interrupted whom */
    int64_t period;   /* ns; 0: it has none */
    struct tt_row chain;
};

/** What other cores ask for by its number. */
struct tt_slot {
    bool used;
    uint64_t by;      /* cores that ask, a bit each */
    uint32_t early;   /* requests that were recorded before the core's own recording began */
    uint32_t thing;   /* a semaphore, a thread, a channel's semaphore; TT_NOBODY: it did not come to that */
    uint32_t channel; /* place among the score's channels; TT_NOBODY: it is none */
};

/** A channel: a lane from each sending core. Messages are numbered. */
struct tt_channel {
    uint8_t owner, slot;
    uint32_t generation; /* of the slot */
    uint32_t thing;      /* the owner's; TT_NOBODY: it did nothing with it */
    uint32_t size, room; /* bytes of a message; messages of a lane */
    unsigned first;      /* core of the message that was received first */
    bool received;
    struct tt_lane {
        bool sent, received;
        uint32_t number;  /* of the first message that is received; without one, of the first that is sent */
        uint32_t pending; /* messages that it held when recording began */
    } lane[TT_CORES];
};

struct tt_score_core {
    bool present;
    bool stops;         /* recording is ended by an act */
    int64_t start, end; /* ns */
    uint32_t groups, mode;
    uint32_t current; /* thing that ran when recording began */
    uint32_t idle;    /* thing; TT_NOBODY: not in the table */
    uint32_t tick;    /* number of the timer's interrupt */
    uint32_t bell;    /* of the doorbell's */
    struct tt_slot slot[TT_SLOTS];
    struct tt_row
        timers; /* those that run when recording begins: with when they come next, and their period */
};

struct tt_score {
    const struct tt_trace *trace;
    struct tt_score_core core[TT_CORES];
    unsigned cores;
    struct tt_thing *thing;
    uint32_t things, things_room;
    uint32_t moved;      /* of these, to another core */
    uint32_t *things_of; /* for each core the place of its table's first object among the things */
    struct tt_line *line;
    uint32_t lines, lines_room;
    struct tt_channel *channel;
    uint32_t channels, channels_room;
    struct tt_act *act; /* from place 1 */
    uint32_t acts, acts_room;
};

/**
 * Make the score of a recording.
 * @return 0; -1: it cannot be replayed, and why was said on the standard error
 */
int tt_score_make(struct tt_score *score, const struct tt_trace *trace);
void tt_score_free(struct tt_score *score);

/** The thing that an id of a core's record means. @return TT_NOBODY: none is known */
uint32_t tt_score_thing(const struct tt_score *score, unsigned core, uint32_t id);

#endif
