/*
 * The library's port to Takt: a context is a core.
 *
 * Preemption is turned off by the kernel's gate (kernel/llq_gate.c) before it calls the library and on again
 * after release, and the gate traces, because it knows the thread; so mask and trace are empty here.
 * takt_port_relax() may sleep until an event on cores that can; the port that does so gives the event with
 * its stores.
 */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include <takt/timer.h>

#include <takt_port.h>

/* A waiter of the kernel's gate sleeps there, not in the library. */
#define LLQ_PORT_BLOCKS   UINT32_MAX
#define LLQ_PORT_PATIENCE 0
#define LLQ_PORT_FENCES

bool takt_llq_suspect(unsigned core, uint32_t epoch, uint32_t turn);
bool takt_llq_fence(unsigned core, uint32_t epoch);
void takt_llq_ring(unsigned core);
void takt_llq_recovered(const struct llq *lock, unsigned core);

static inline void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    (void)word;
    (void)seen;
    (void)deadline;
    takt_port_relax();
}

static inline void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
{
    (void)lock;
    (void)word;
    takt_llq_ring(id);
}

static inline bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
{
    return takt_llq_suspect(id, epoch, turn);
}

static inline bool llq_port_fence(uint32_t id, uint32_t epoch)
{
    return takt_llq_fence(id, epoch);
}

static inline void llq_port_mask(void)
{
}

static inline void llq_port_unmask(void)
{
}

static inline void llq_port_relax(uint32_t turn)
{
    (void)turn;
    takt_port_relax();
}

static inline void llq_port_wake(void)
{
}

static inline int64_t llq_port_now(void)
{
    return takt_now();
}

/* The rest is traced by the gate, which knows the thread. */
static inline void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id,
                                  uint32_t value)
{
    (void)id;
    if (event == LLQ_RECOVERED)
        takt_llq_recovered(lock, value);
}

#endif
