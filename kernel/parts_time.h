/*
 * The parts of the kernel that watch over time, as the rest of the kernel asks for them: see parts.h, which includes this
 * by way of parts_thread.h.
 */
#ifndef TAKT_PARTS_TIME_H
#define TAKT_PARTS_TIME_H

/* notice.c: what the application is told in the timer interrupt */

#if CONFIG_TAKT_NOTICE
/** It is to be told. Anywhere, masked or not. */
void takt_notice_add(struct takt_core *core, struct takt_notice *notice);
/** It is not, any more. */
void takt_notice_drop(struct takt_notice *notice);
/** Tell one, with the kernel lock dropped meanwhile. @return false: there is none */
bool takt_notice_tell(struct takt_core *core);

/** For the trace: counter units as ns, in 32 bits. */
static inline uintptr_t takt_trace_span(uint64_t units)
{
    takt_time_t ns = takt_port_to_ns(units);

    return ns > UINT32_MAX ? UINT32_MAX : (uintptr_t)ns;
}
#else
static inline bool takt_notice_tell(struct takt_core *core)
{
    (void)core;
    return false;
}
#endif

/* meter.c: computing time of activations, against limits; under the kernel lock */

#if CONFIG_TAKT_METER
/** A meter, filled in but for what says where it stands, counts for this thread from now on. */
void takt_meter_attach(struct takt_core *core, struct takt_meter *meter, struct takt_thread *thread);
/** It counts no more, and its notice is forgotten. */
void takt_meter_detach(struct takt_meter *meter);
/** The activation ends; what the thread computes from here on belongs to the next one. */
void takt_meter_renew(struct takt_core *core, struct takt_meter *meter);
/** The thread, which has meters, stops being ready: activations that a wait ends do. */
void takt_meter_waits(struct takt_core *core, struct takt_thread *thread);
/** The thread ended. */
void takt_meter_end(struct takt_thread *thread);
/** The timer's interrupt: note limits that are passed, and when the next one is. */
void takt_meter_expire(struct takt_core *core, uint64_t now);

static inline unsigned takt_meter_special(const struct takt_thread *thread)
{
    return thread->meters != NULL ? TAKT_SPECIAL_METERED : 0;
}

/** At a switch. Masked. */
static inline void takt_meter_switch(struct takt_core *core, const struct takt_thread *prev,
                                     const struct takt_thread *next)
{
    if (prev == next)
        return;
    core->metering = false;
    if (next->special & TAKT_SPECIAL_METERED)
        takt_port_timer_raise();
}

/** When the running thread passes its limit. */
static inline uint64_t takt_meter_next(const struct takt_core *core)
{
    return core->metering ? core->meter_end : TAKT_NEVER;
}
#else
static inline void takt_meter_waits(struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline void takt_meter_end(struct takt_thread *thread)
{
    (void)thread;
}

static inline void takt_meter_expire(struct takt_core *core, uint64_t now)
{
    (void)core;
    (void)now;
}

static inline unsigned takt_meter_special(const struct takt_thread *thread)
{
    (void)thread;
    return 0;
}

static inline void takt_meter_switch(struct takt_core *core, const struct takt_thread *prev,
                                     const struct takt_thread *next)
{
    (void)core;
    (void)prev;
    (void)next;
}

static inline uint64_t takt_meter_next(const struct takt_core *core)
{
    (void)core;
    return TAKT_NEVER;
}
#endif

/* contract.c: what advice rests on, checked */

#if CONFIG_TAKT_CONTRACT
/** The core starts: take the contract that the application was built with, if it was. */
void takt_contract_begin(struct takt_core *core);
/** A thread was made: is it in the contract? */
void takt_contract_meet(struct takt_core *core, struct takt_thread *thread);
/** An interrupt came: the first thing of its handler. */
void takt_contract_line(unsigned number);
#else
static inline void takt_contract_line(unsigned number)
{
    (void)number;
}

static inline void takt_contract_begin(struct takt_core *core)
{
    (void)core;
}

static inline void takt_contract_meet(struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}
#endif

#endif
