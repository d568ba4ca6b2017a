/*
 * What readers of all kinds of recordings share: the bytes at hand, and how a trace is built of them. A reader adds
 * objects and each core's events in the core's order; tt_settle() makes the rest.
 */
#ifndef TAKT_TOOLS_TRACE_READ_H
#define TAKT_TOOLS_TRACE_READ_H

#include "trace.h"

/** The bytes at hand. */
struct tt_input {
    const char *path;
    unsigned char *byte;
    size_t size;
    bool swap; /* the target's byte order is not this machine's */
};

static inline uint32_t tt_u32(const struct tt_input *in, uint32_t value)
{
    return in->swap ? __builtin_bswap32(value) : value;
}

static inline uint16_t tt_u16(const struct tt_input *in, uint16_t value)
{
    return in->swap ? __builtin_bswap16(value) : value;
}

/** @return memory; without it the program ends and says so */
void *tt_must(void *memory);
/** Room for one more than used. */
void *tt_grow(void *memory, size_t used, size_t *room, size_t size);

/** A core, from here on present. number: below TT_CORES. */
struct tt_core *tt_core_of(struct tt_trace *trace, unsigned number);
void tt_add_event(struct tt_core *core, const struct tt_event *event);
/** Of two with one id, tt_settle() keeps the one that was added last. */
void tt_add_object(struct tt_core *core, const struct tt_object *object);
/** An object with a name, of a reader whose recordings have no table. */
void tt_add_named(struct tt_core *core, unsigned number, uint32_t id, unsigned kind, const char *name);

/** All is added: objects by rising id, events in the order of their time. */
void tt_settle(struct tt_trace *trace);

/** Bytes of a file, and a 0 behind them. @return 0; -1: why not was said on the standard error */
int tt_load(struct tt_input *in);

/** Whether the bytes are ThreadX's; and the reading of them, as one core's. @return 0; -1: said why not */
bool tt_is_trx(const struct tt_input *in);
int tt_read_trx(struct tt_trace *trace, struct tt_input *in);

/** A folder in Common Trace Format. @return 0; -1: said why not */
bool tt_is_folder(const char *path);
int tt_read_ctf(struct tt_trace *trace, const char *folder);

/** Parts of Takt's own. Always well: what makes no sense is counted. */
void tt_read_takt(struct tt_trace *trace, struct tt_input *in);

#endif
