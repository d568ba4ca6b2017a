/*
 * Common Trace Format 1.8, as far as kernels for small devices write it: integers, enumerations, floating point numbers,
 * texts, structures, arrays and sequences; no variants. The metadata becomes a tree of types, and a stream a sequence of
 * records, each an event's name and its leaf fields.
 */
#ifndef TAKT_TOOLS_TRACE_CTF_H
#define TAKT_TOOLS_TRACE_CTF_H

#include "trace.h"

#define TT_CTF_NAME   48u
#define TT_CTF_FIELDS 40u /* leaves of a record that are kept; others are read over */
#define TT_CTF_NONE   (-1)

enum tt_ctf_kind {
    TT_CTF_INTEGER,
    TT_CTF_FLOAT,
    TT_CTF_STRING,
    TT_CTF_STRUCT,
    TT_CTF_ARRAY,
    TT_CTF_SEQUENCE
};

struct tt_ctf_type {
    enum tt_ctf_kind kind;
    unsigned size, align;              /* bits; align: that of what is in it, too */
    unsigned depth;                    /* of types in it */
    bool is_signed, text, big, native; /* native: the trace's order of bytes */
    bool clock;                        /* its value is the clock's */
    int inner;                         /* of an array: its elements' type; of a structure: its first field */
    unsigned count;                    /* of an array */
    char length[TT_CTF_NAME];          /* of a sequence: the field that says how many */
};

struct tt_ctf_field {
    char name[TT_CTF_NAME];
    int type, next;
};

struct tt_ctf_event {
    char name[TT_CTF_NAME];
    uint64_t id, stream;
    int context, fields; /* types; TT_CTF_NONE: there are none */
};

struct tt_ctf_stream {
    uint64_t id;
    int packet_context, event_header, event_context;
};

struct tt_ctf {
    struct tt_ctf_type *type;
    struct tt_ctf_field *field;
    struct tt_ctf_event *event;
    struct tt_ctf_stream *stream;
    size_t types, fields, events, streams, type_room, field_room, event_room, stream_room;
    int packet_header;
    bool big;
    uint64_t frequency; /* of the clock; Hz */
};

/** A leaf. */
struct tt_ctf_value {
    const char *name;
    uint64_t value; /* of signed ones with the sign's bits */
    char text[TT_CTF_NAME];
};

struct tt_ctf_record {
    const struct tt_ctf_event *event;
    int64_t time; /* ns */
    uint32_t core;
    unsigned count;
    struct tt_ctf_value value[TT_CTF_FIELDS];
};

/** @return the value; NULL: the record has none of that name */
const struct tt_ctf_value *tt_ctf_value(const struct tt_ctf_record *record, const char *name);

/** Read metadata. @return 0; -1: it was said on the standard error what is not understood, and in which line */
int tt_ctf_parse(struct tt_ctf *ctf, const char *text, const char *path);
void tt_ctf_free(struct tt_ctf *ctf);

/** What is told of a stream. */
struct tt_ctf_told {
    void (*record)(void *context, const struct tt_ctf_record *record);
    void (*lost)(void *context, uint32_t core, uint64_t count); /* so many more than before */
    void *context;
};

/** Read a stream. @return whether it was well up to its end */
bool tt_ctf_decode(const struct tt_ctf *ctf, const unsigned char *byte, size_t size,
                   const struct tt_ctf_told *told);

/** Takt's events from the records of a kernel that it knows. */
struct tt_ctf_map;
struct tt_ctf_map *tt_ctf_map_begin(struct tt_trace *trace);
void tt_ctf_map_record(void *context, const struct tt_ctf_record *record);
void tt_ctf_map_lost(void *context, uint32_t core, uint64_t count);
/** @return events that Takt has nothing for */
uint64_t tt_ctf_map_end(struct tt_ctf_map *map);

#endif
