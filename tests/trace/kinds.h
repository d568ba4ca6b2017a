/*
 * Two objects of every kind, made and never named, and what to do with one so that it is recorded. For the tests of the
 * recorder (kinds.c), which build on it.
 */
#ifndef TESTS_TRACE_KINDS_H
#define TESTS_TRACE_KINDS_H

#include <takt/takt.h>
#include <takt/trace.h>

#include "recorder.h"

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            takt_printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            takt_exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

struct kind {
    enum takt_trace_kind kind;
    uintptr_t (*id)(unsigned i); /* what recordings call number i */
    void (*use)(unsigned i);     /* events with it as their object, at least one */
    uint32_t value, limit,
        now[2]; /* what the table says; and when number 0 and 1 are as kinds_make() left them */
};

#define KINDS 8u

extern const struct kind kinds[KINDS];

/** Make them all. Of the calling core's; thread. */
void kinds_make(void);

/** The core's table's entry of an id; NULL: none. */
const struct takt_trace_object *kinds_entry(uint32_t id);

/** A core's records, whose memory has not been overwritten, and which records no more: call look for each. */
void kinds_records(unsigned core, void (*look)(const struct takt_trace_record *record, void *context),
                   void *context);

#endif
