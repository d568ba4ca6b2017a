/*
 * Bounds by response-time analysis, core by core: how late a thread can begin to run after it became ready, and how late
 * it can wait again, in every run in which no thread computes longer and no source comes more often than in the
 * recording (and a margin more).
 */
#ifndef TAKT_TOOLS_REPLAY_BOUND_H
#define TAKT_TOOLS_REPLAY_BOUND_H

#include "replay.h"

#define TT_UNBOUNDED INT64_MAX

/** What comes again and again on a core: a thread's jobs, an interrupt's handlers. */
struct tt_demand {
    uint32_t thing; /* thread; TT_NOBODY: interrupts of a number */
    uint32_t number;
    uint8_t core;
    int64_t longest;  /* ns of computing in one job; TT_UNBOUNDED: one never ended */
    int64_t *arrival; /* ns, rising */
    size_t count, room;
    int64_t apart;  /* ns: arrivals are at least so far apart, whatever was recorded; 0: nothing is known */
    int64_t jitter; /* ns: but each may be later than that by up to this */
    uint32_t woken; /* threads: arrivals by handlers of one and the same line, that of... */
    uint32_t by;    /* ... this number */
    unsigned requests; /* for locks between cores, in one job at most */
    uint64_t locks;    /* for which */
    int64_t spins;     /* ns: so long it waits for them at most; part of the longest */
    int64_t section;   /* ns: the longest wait and section; no other thread of the core runs meanwhile */
    bool inside;       /* an interrupt of the kernel's own: its timer, its doorbell */
    bool plain;        /* threads: it never yields, has no slice, and nobody changes what it is */
};

/** A mutex: how long each thread held it at most. */
struct tt_hold {
    uint32_t mutex, thread;
    int64_t longest;
};

struct tt_demands {
    struct tt_demand *demand;
    size_t count, room;
    struct tt_hold *hold;
    size_t holds, holds_room;
    unsigned margin; /* per cent that are added to each longest */
    int64_t ends;
    const char
        *contract; /* demands are those of this file, where it says something; NULL: of the recording */
};

/** Threads that come only when one line does come as often as that may: after lines' `apart` have changed. */
void tt_demands_follow(struct tt_demands *demands);

/** Locks between cores make the longest jobs longer: spins.c. */
void tt_spins_take(struct tt_demands *demands, const struct tt_replay *replay);

/** What a recording demands. */
void tt_demands_take(struct tt_demands *demands, const struct tt_replay *replay, unsigned margin);
void tt_demands_free(struct tt_demands *demands);

struct tt_bound {
    int64_t latency, response; /* ns; TT_UNBOUNDED: not proved */
};

/** Of a thread with these settings of all. */
struct tt_bound tt_bound_of(const struct tt_demands *demands, const struct tt_replay *replay,
                            const struct tt_setting *setting, uint32_t thread);

#endif
