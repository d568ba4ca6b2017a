/*
 * The sim port, as the kernel sees it. The cores are contexts in one host thread, and an interrupt happens
 * only where a core passes a choice point (port/sim/choose.c), so none of the words below needs an atomic
 * access.
 */
#ifndef TAKT_PORT_H
#define TAKT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include <takt/atomic.h>
#include <takt/port_context.h>
#include <takt/types.h>

#define TAKT_PORT_IRQ_LINES      64
#define TAKT_PORT_IRQ_PRIORITIES 8
#define TAKT_PORT_IRQ_KERNEL     0

typedef uint32_t takt_mask_t;

/** The part of a virtual core that is used too often for a call. */
struct takt_sim_head {
    struct takt_core *kernel;
    uint32_t masked;
    uint32_t depth;  /* handlers that are active */
    bool switch_due; /* a switch is pended */
    bool watched;    /* no handler and no other thread has run since takt_port_watch() */
    uint8_t id;
};

/** The virtual core that runs. */
extern struct takt_sim_head *takt_sim_current;
extern unsigned takt_sim_cores;

extern void (*takt_sim_on_mask)(const char *site);

/** Interrupts were opened: the choice point, then what is pending. */
void takt_sim_open(const char *site);

/** Between two steps: if interrupts are open, a choice point, then what is pending. */
void takt_sim_step(const char *site);

static inline struct takt_core *takt_port_core(void)
{
    return takt_sim_current->kernel;
}

static inline unsigned takt_port_core_id(void)
{
    return takt_sim_current->id;
}

static inline unsigned takt_port_core_count(void)
{
    return takt_sim_cores;
}

static inline takt_mask_t takt_sim_mask(const char *site)
{
    takt_mask_t old = takt_sim_current->masked;

    takt_sim_current->masked = 1;
    if (old == 0 && takt_sim_on_mask != NULL)
        takt_sim_on_mask(site);
    return old;
}

static inline void takt_sim_unmask(takt_mask_t old, const char *site)
{
    if (old == 0)
        takt_sim_open(site);
}

#define takt_port_mask()      takt_sim_mask(TAKT_SITE)
#define takt_port_unmask(old) takt_sim_unmask((old), TAKT_SITE)
#define takt_port_step()      takt_sim_step(TAKT_SITE)

static inline uint32_t takt_port_watch(const uint32_t *word)
{
    takt_sim_current->watched = true;
    return *word;
}

static inline bool takt_sim_commit(uint32_t *word, uint32_t value, const char *site)
{
    takt_sim_step(site);
    if (!takt_sim_current->watched)
        return false;
    *word = value;
    return true;
}

#define takt_port_commit(word, value) takt_sim_commit((word), (value), TAKT_SITE)

/* For the recorder: nothing comes between calls of the port, so there is nothing to hold back. */
#define TAKT_PORT_QUIET
#define takt_port_quiet_mask()      0
#define takt_port_quiet_unmask(old) ((void)(old))

static inline bool takt_port_in_handler(void)
{
    return takt_sim_current->depth != 0;
}

static inline void takt_port_pend_switch(void)
{
    takt_sim_current->switch_due = true;
}

static inline void takt_sim_switch(const char *site)
{
    takt_sim_current->switch_due = true;
    takt_sim_step(site);
}

#define takt_port_switch() takt_sim_switch(TAKT_SITE)

/* The counter counts nanoseconds. */
static inline uint64_t takt_port_from_ns(takt_time_t ns)
{
    return (uint64_t)ns;
}

static inline takt_time_t takt_port_to_ns(uint64_t units)
{
    return units > INT64_MAX ? INT64_MAX : (takt_time_t)units;
}

uint64_t takt_port_counter(void);
/** memcpy() that takes its time, and in the middle of which an interrupt can arrive. */
void takt_port_copy(void *to, const void *from, size_t size);
void takt_port_timer_set(uint64_t when);
void takt_port_timer_raise(void);
void takt_port_context_init(struct takt_context *context, void *stack, size_t size, void (*entry)(void));
void takt_port_start(struct takt_context *first) __attribute__((noreturn));
void takt_port_idle(void);
void takt_port_relax(void);
int takt_port_try_add(struct takt_word *word);
void takt_port_doorbell(unsigned to);
void takt_port_stop(void) __attribute__((noreturn));
void *takt_port_segment(size_t *size);

/** The core takes no further step: as takt_sim_crash(). */
#define TAKT_PORT_FENCES
bool takt_port_fence(unsigned core);

#endif
