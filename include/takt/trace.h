/*
 * The trace: what a core's threads, handlers and objects did, and when. Each core records into memory of its own;
 * nothing is shared, so recording on one core never waits for another.
 *
 * Built in by CONFIG_TAKT_TRACE; without it every function here is an empty inline and answers -ENOTSUP, so an
 * application needs no condition. docs/tracing.md shows a first recording.
 */
#ifndef TAKT_TRACE_H
#define TAKT_TRACE_H

#include <takt/types.h>

#include <takt/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What happens when the memory is full. */
enum takt_trace_mode {
    TAKT_TRACE_FLIGHT, /**< the oldest packet is overwritten: the newest events are kept */
    TAKT_TRACE_ONCE,   /**< recording stops: the oldest are kept */
    TAKT_TRACE_STREAM  /**< events are lost, and counted, until takt_trace_drain() has made room */
};

/** Groups of events that are switched on and off together: bits of takt_trace_start() and takt_trace_groups(). */
#define TAKT_TRACE_GROUP_always  0x1u /* what a recording cannot do without */
#define TAKT_TRACE_GROUP_switch  0x2u /* threads: switch, ready, priority, slice, life */
#define TAKT_TRACE_GROUP_irq     0x4u /* handlers in and out, doorbells */
#define TAKT_TRACE_GROUP_object  0x8u /* calls on semaphores, mutexes, queues, ... */
#define TAKT_TRACE_GROUP_timer   0x10u
#define TAKT_TRACE_GROUP_llq     0x20u
#define TAKT_TRACE_GROUP_cross   0x40u  /* requests and channels between cores */
#define TAKT_TRACE_GROUP_user    0x80u  /* marks and counters of the application */
#define TAKT_TRACE_GROUP_call    0x100u /* where each call begins: for takt-trace replay and advise */
#define TAKT_TRACE_GROUP_message 0x200u /* messages by number, where they enter and leave queues */
#define TAKT_TRACE_GROUP_idle    0x400u /* each time that a core goes to sleep */
#define TAKT_TRACE_GROUP_window  0x800u /* longest masked windows (CONFIG_TAKT_TRACE_WINDOWS) */
#define TAKT_TRACE_GROUP_all     0xfffu

/** Where a stream goes. @return 0, or a negative errno: the packet is offered again later */
typedef int (*takt_trace_sink_t)(void *context, const void *bytes, size_t size);

#if CONFIG_TAKT_TRACE

/**
 * Begin to record on the calling core, with an empty memory. What the core's threads and objects are at that moment
 * goes into the table; so an object whose memory has ended has to be deleted first. Call class: thread, before start.
 * Bound: the packets' number and the table's size.
 * @param groups events to record: bits TAKT_TRACE_GROUP_*; 0 stands for all
 */
void takt_trace_start(enum takt_trace_mode mode, uint32_t groups);

/**
 * Packets of a recording that the calling core made before it was reset, and that can still be saved: it has not
 * begun to record since. Only on boards with memory that a reset leaves alone; with an image of the same
 * configuration. Call class: thread, before start. Bound: the packets' number.
 */
uint32_t takt_trace_kept(void);

/** End recording on the calling core; what was recorded stays. Call class: any. Bound: constant. */
void takt_trace_stop(void);

/** Change which groups of events are recorded; 0: none for now. Call class: any. Bound: constant. */
void takt_trace_groups(uint32_t groups);

/**
 * Leave an object's events out, on the calling core: those in which it stands first.
 * Call class: thread, before start. Bound: CONFIG_TAKT_TRACE_MUTED.
 * @return 0; -ENOSPC: CONFIG_TAKT_TRACE_MUTED objects are muted already
 */
int takt_trace_mute(const void *object);

/** Undo it. @return 0; -ENOENT: it was not muted. Call class and bound as takt_trace_mute(). */
int takt_trace_unmute(const void *object);

/**
 * The same of events that begin with a number: an interrupt's line (TAKT_TRACE_GROUP_irq), a mark's or a counter's
 * number (TAKT_TRACE_GROUP_user). Muted objects and numbers are counted together.
 * @return 0; -ENOSPC as takt_trace_mute(); -EINVAL: the group has no such events
 */
int takt_trace_mute_number(uint32_t group, unsigned number);
int takt_trace_unmute_number(uint32_t group, unsigned number);

/**
 * Name an object, as tables and pictures shall call it. Objects that are not named are called by their kind and
 * address; threads have their names.
 * Call class: thread, before start. Bound: the objects that are known.
 * @param name at most 23 bytes are kept; copied
 * @return 0; -ENOSPC: the table (CONFIG_TAKT_TRACE_OBJECTS) is full
 */
int takt_trace_name(const void *object, const char *name);

/**
 * Declare a mark or a counter of the application's, and name it. Call class and errors as takt_trace_name().
 * @param number 1 to 65535, the application's own
 */
int takt_trace_mark_name(uint16_t number, const char *name);
int takt_trace_counter_name(uint16_t number, const char *name);

/** Record a point in time, or a number. Call class: any. Bound: constant. */
void takt_trace_mark(uint16_t number, uint32_t value);
void takt_trace_counter(uint16_t number, uint32_t value);

/**
 * Write what all cores of this image have recorded as one file of results. Stop the cores' recording first.
 * Call class: thread. Bound: the memory's size.
 * @return as takt_result_write()
 */
int takt_trace_save(const char *name);

/**
 * Hand the calling core's full packets to a sink, the region's head and table first, and make room. With `all` the
 * open packet goes as well. Call class: thread; one at a time. Bound: the packets' number.
 * @return packets handed over; or the sink's error
 */
int takt_trace_drain(takt_trace_sink_t sink, void *context, bool all);

/** Events of the calling core that found no room since the start. Call class: any. */
uint32_t takt_trace_lost(void);

#else

static inline void takt_trace_start(enum takt_trace_mode mode, uint32_t groups)
{
    (void)mode;
    (void)groups;
}

static inline uint32_t takt_trace_kept(void)
{
    return 0;
}

static inline void takt_trace_stop(void)
{
}

static inline void takt_trace_groups(uint32_t groups)
{
    (void)groups;
}

static inline int takt_trace_mute(const void *object)
{
    (void)object;
    return -ENOTSUP;
}

static inline int takt_trace_unmute(const void *object)
{
    (void)object;
    return -ENOTSUP;
}

static inline int takt_trace_mute_number(uint32_t group, unsigned number)
{
    (void)group;
    (void)number;
    return -ENOTSUP;
}

static inline int takt_trace_unmute_number(uint32_t group, unsigned number)
{
    return takt_trace_mute_number(group, number);
}

static inline int takt_trace_name(const void *object, const char *name)
{
    (void)object;
    (void)name;
    return -ENOTSUP;
}

static inline int takt_trace_mark_name(uint16_t number, const char *name)
{
    (void)number;
    (void)name;
    return -ENOTSUP;
}

static inline int takt_trace_counter_name(uint16_t number, const char *name)
{
    return takt_trace_mark_name(number, name);
}

static inline void takt_trace_mark(uint16_t number, uint32_t value)
{
    (void)number;
    (void)value;
}

static inline void takt_trace_counter(uint16_t number, uint32_t value)
{
    takt_trace_mark(number, value);
}

static inline int takt_trace_save(const char *name)
{
    (void)name;
    return -ENOTSUP;
}

static inline int takt_trace_drain(takt_trace_sink_t sink, void *context, bool all)
{
    (void)sink;
    (void)context;
    (void)all;
    return -ENOTSUP;
}

static inline uint32_t takt_trace_lost(void)
{
    return 0;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
