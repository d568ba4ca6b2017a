/*
 * Which events a person means by a text: the name or number of a mark; or an event by its name or two letters, and
 * behind a colon, if it stands there, the name of an object or thread that it speaks of. "cycle", "7", "RO",
 * "queue_receive:queue A".
 */
#ifndef TAKT_TOOLS_TRACE_MATCH_H
#define TAKT_TOOLS_TRACE_MATCH_H

#include "trace.h"

struct tt_match {
    char text[64];
    size_t object; /* where it begins in text; 0: any */
};

/** size: of the part of text that counts. */
struct tt_match tt_match_of(const char *text, size_t size);
bool tt_matches(const struct tt_match *match, const struct tt_trace *trace, const struct tt_event *event);

#endif
