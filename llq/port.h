/*
 * What a port gives the library: primitives, found in llq_port.h by the include path, so that they inline.
 *
 *   void llq_port_mask(void)            from here to the matching unmask, nested, nothing else runs on this
 *   void llq_port_unmask(void)          context's processor; empty where the caller sees to it
 *   void llq_port_relax(uint32_t turn)  one turn of a loop that waits for another context's store; turn
 *                                       counts from 0 in each wait; may return at any time
 *   void llq_port_wake(void)            a word that another context may wait for was stored
 *   int64_t llq_port_now(void)          nanoseconds that never run back, the time of deadlines
 *   void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id, uint32_t value)
 *
 * A kernel that is not Takt writes these six, and nothing else.
 */
#ifndef LLQ_PORT_INTERFACE_H
#define LLQ_PORT_INTERFACE_H

#include <llq/llq.h>

/** What a trace is told; the value is given in brackets. */
enum llq_port_event {
    LLQ_REQUESTED, /* a request begins (rank) */
    LLQ_GRANTED,   /* the context owns the lock (grants that passed it) */
    LLQ_ABANDONED, /* the request ended without a grant (0) */
    LLQ_RELEASED   /* the lock was handed on or is free (number of the grant) */
};

#include <llq_port.h>

#endif
