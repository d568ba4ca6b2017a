/*
 * A recording in the host's memory: all cores' events, in the order of their time.
 *
 * Reading never trusts a length or an id: what does not fit is told (struct tt_trace's faults and losses) and left
 * out. Everything is linear in the recording's size.
 */
#ifndef TAKT_TOOLS_TRACE_H
#define TAKT_TOOLS_TRACE_H

#include "../../trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define TT_CORES    64
#define TT_NO_LEVEL 255 /* a priority that is not known */

struct tt_event {
    int64_t time; /* ns since the recording's first event */
    uint32_t a, b;
    uint16_t event, more;
    uint8_t core, handler;
};

/** An object, or a number that records speak of and no table explains. */
struct tt_object {
    uint32_t id;
    uint8_t core, kind, state, base, effective;
    uint32_t value, limit, now;
    uint32_t order; /* in which they were told */
    char name[TAKT_TRACE_NAME + 16];
};

struct tt_core {
    bool present;
    uint32_t configuration, run;
    uint64_t span; /* ns of 2^32 units */
    char board[13];
    struct tt_event *event; /* while they are read; then they are among the trace's */
    size_t count, room;
    int64_t first, last;      /* times of its own events */
    struct tt_object *object; /* by rising id */
    size_t objects, objects_room;
    uint32_t objects_lost;
    size_t packets, open, unsealed; /* open: its core stopped in the middle; unsealed: without a check sum */
    uint64_t lost;                  /* events, as the core counted them */
    uint32_t first_sequence, next_sequence;
    size_t missing; /* packets between those that are there */
};

struct tt_trace {
    struct tt_core core[TT_CORES];
    unsigned cores; /* highest number + 1 */
    struct tt_event *event;
    size_t count;
    int64_t begin; /* ns, in the cores' own time, that is 0 in events */
    size_t bad_packets, bad_regions, bad_records, bad_objects;
    int64_t end;
};

/**
 * Read recordings: files that were saved, streams, images of memory; several are taken together. Recordings of other
 * kernels are read as well (import.h).
 * @return 0; -1: nothing can be used, and why was said on the standard error
 */
int tt_read(struct tt_trace *trace, const char *const *paths, unsigned count);
void tt_free(struct tt_trace *trace);

/** Events that are missing in all. */
uint64_t tt_losses(const struct tt_trace *trace);

/**
 * The object that an id of a core's record means: itself, or the one that holds it (a wait is recorded at an object's
 * queue). @return NULL: none
 */
const struct tt_object *tt_object(const struct tt_trace *trace, unsigned number, uint32_t id);

/** Its name, or the id in figures. The text lasts until the fourth call from now. */
const char *tt_name(const struct tt_trace *trace, unsigned core, uint32_t id);

/** Names of an event and of its arguments. */
const char *tt_event_name(unsigned event);
const char *tt_event_short(unsigned event); /* two letters, or none */
const char *tt_argument_name(unsigned event, unsigned which);

/** Name of what an event says beside its arguments; "": nothing. */
const char *tt_more_name(unsigned event);

/** Why the thread that a switch leaves runs no more, as the kernel told. */
const char *tt_why(const struct tt_event *event);

/** Whether an argument is the id of an object. */
bool tt_is_object(unsigned event, unsigned which);

/** Say what is missing or wrong in a recording, in lines for a person. @return whether anything was */
bool tt_banner(const struct tt_trace *trace, FILE *out);

#endif
