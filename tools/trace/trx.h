/*
 * ThreadX's trace buffer as a file (.trx), as common/inc/tx_trace.h of ThreadX describes it: a control header, a registry
 * of objects, events of 32 bytes in a ring. All in the target's byte order, which the first word tells.
 */
#ifndef TAKT_TOOLS_TRACE_TRX_H
#define TAKT_TOOLS_TRACE_TRX_H

#include <stdint.h>

#define TT_TRX_MAGIC   0x54585442u
#define TT_TRX_HANDLER 0xffffffffu /* the event's thread: none, an interrupt */
#define TT_TRX_INIT    0xf0f0f0f0u /* before threads run */
#define TT_TRX_IDLE    0xf0f0f0f1u /* Takt's readers call so what runs when no thread does */
#define TT_TRX_NAME    32u
#define TT_TRX_USER    4096u /* user events from here on */

struct tt_trx_header {
    uint32_t magic, mask, base, objects;
    uint16_t reserved, name_size;
    uint32_t objects_end, events, events_end, oldest, reserved_words[3];
};

/** Behind it, name_size bytes of a name. */
struct tt_trx_object {
    uint8_t available, type, level_high, level_low; /* of threads: 0x80 set in level_high */
    uint32_t address, value[2];
};

struct tt_trx_event {
    uint32_t thread, level, id, time, info[4];
};

enum tt_trx_type {
    TT_TRX_THREAD = 1,
    TT_TRX_TIMER,
    TT_TRX_QUEUE,
    TT_TRX_SEMAPHORE,
    TT_TRX_MUTEX,
    TT_TRX_FLAGS,
    TT_TRX_BLOCKS,
    TT_TRX_BYTES
};

enum tt_trx_id {
    TT_TRX_RESUME = 1,
    TT_TRX_SUSPEND = 2,
    TT_TRX_ENTER = 3,
    TT_TRX_EXIT = 4,
    TT_TRX_SLICE = 5,
    TT_TRX_RUNNING = 6,
    TT_TRX_ALLOCATE = 10,
    TT_TRX_RELEASE = 17,
    TT_TRX_FLAGS_GET = 32,
    TT_TRX_FLAGS_SET = 36,
    TT_TRX_MUTEX_GET = 52,
    TT_TRX_MUTEX_PUT = 57,
    TT_TRX_FRONT_SEND = 63,
    TT_TRX_RECEIVE = 68,
    TT_TRX_SEND = 69,
    TT_TRX_CEILING_PUT = 80,
    TT_TRX_GET = 83,
    TT_TRX_PUT = 88,
    TT_TRX_CREATE = 100,
    TT_TRX_ENDED = 102,
    TT_TRX_THRESHOLD = 107,
    TT_TRX_PRIORITY = 108,
    TT_TRX_RELINQUISH = 109,
    TT_TRX_ACTIVATE = 122
};

_Static_assert(sizeof(struct tt_trx_header) == 48, "as ThreadX's");
_Static_assert(sizeof(struct tt_trx_object) == 16, "and a name");
_Static_assert(sizeof(struct tt_trx_event) == 32, "as ThreadX's");

#endif
