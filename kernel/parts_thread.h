/*
 * The parts of the kernel that concern one thread, or look at all of them, as the rest of the kernel asks for them: see
 * parts.h, which includes this.
 */
#ifndef TAKT_PARTS_THREAD_H
#define TAKT_PARTS_THREAD_H

/* threshold.c: a thread that has begun stands at its threshold, if that is more urgent than its priority */

#if CONFIG_TAKT_THRESHOLD
/** Its threshold or base changes. One that had none counts as begun if it runs. */
static inline void takt_threshold_change(const struct takt_core *core, struct takt_thread *thread)
{
    if (!(thread->special & TAKT_SPECIAL_THRESHOLD))
        thread->started = thread == core->current;
}

static inline unsigned takt_threshold_of(const struct takt_thread *thread)
{
    return thread->threshold;
}

static inline unsigned takt_threshold_special(const struct takt_thread *thread)
{
    return thread->threshold < thread->base ? TAKT_SPECIAL_THRESHOLD : 0;
}

static inline unsigned takt_level_of(const struct takt_thread *thread)
{
    if (thread->started && thread->threshold < thread->effective)
        return thread->threshold;
    return thread->effective;
}

/** Has it still to begin? */
static inline bool takt_threshold_waits(const struct takt_thread *thread)
{
    return (thread->special & TAKT_SPECIAL_THRESHOLD) && !thread->started;
}

/** It begins to run, or goes on. @return whether its level is another from here on */
static inline bool takt_threshold_begin(struct takt_thread *thread)
{
    if (!takt_threshold_waits(thread))
        return false;
    thread->started = true;
    return thread->threshold < thread->effective;
}

/** It waits, or gives way. */
static inline void takt_threshold_end(struct takt_thread *thread)
{
    thread->started = false;
}

static inline bool takt_threshold_valid(const struct takt_thread_attr *attr)
{
    return !attr->has_threshold || attr->threshold <= attr->priority;
}

static inline void takt_threshold_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    thread->threshold = attr->has_threshold ? attr->threshold : attr->priority;
}

/** The base priority changes. */
static inline void takt_threshold_follow(struct takt_thread *thread, unsigned priority)
{
    if (thread->threshold == thread->base || thread->threshold > priority)
        thread->threshold = (uint16_t)priority;
}

static inline bool takt_threshold_right(const struct takt_thread *thread)
{
    return thread->threshold <= thread->base;
}
#else
static inline void takt_threshold_change(const struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline unsigned takt_threshold_of(const struct takt_thread *thread)
{
    return thread->base;
}

static inline unsigned takt_threshold_special(const struct takt_thread *thread)
{
    (void)thread;
    return 0;
}

static inline unsigned takt_level_of(const struct takt_thread *thread)
{
    return thread->effective;
}

static inline bool takt_threshold_begin(struct takt_thread *thread)
{
    (void)thread;
    return false;
}

static inline bool takt_threshold_waits(const struct takt_thread *thread)
{
    (void)thread;
    return false;
}

static inline void takt_threshold_end(struct takt_thread *thread)
{
    (void)thread;
}

static inline bool takt_threshold_valid(const struct takt_thread_attr *attr)
{
    (void)attr;
    return true;
}

static inline void takt_threshold_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    (void)thread;
    (void)attr;
}

static inline void takt_threshold_follow(struct takt_thread *thread, unsigned priority)
{
    (void)thread;
    (void)priority;
}

static inline bool takt_threshold_right(const struct takt_thread *thread)
{
    (void)thread;
    return true;
}
#endif

/* slice.c: each thread's own share among equals */

#if CONFIG_TAKT_SLICE
/** A thread's next share is a whole one. Kernel lock. */
void takt_slice_restart(struct takt_core *core, struct takt_thread *thread);
/** The timer's interrupt: begin the current thread's share; if it is over, the next of the level is due. Kernel lock. */
void takt_slice_expire(struct takt_core *core, uint64_t now);
void takt_slice_init(struct takt_thread *thread, const struct takt_thread_attr *attr);

/** It runs: its share begins, if it has not, in the timer's interrupt. */
static inline void takt_slice_begin(const struct takt_core *core, const struct takt_thread *thread)
{
    if (!core->slicing && (thread->special & TAKT_SPECIAL_SLICED))
        takt_port_timer_raise();
}

/** At a switch: note that prev's share stops here, and begin next's. Masked. */
static inline void takt_slice_switch(struct takt_core *core, const struct takt_thread *prev,
                                     const struct takt_thread *next)
{
    if (core->slicing) {
        if (prev == next)
            return;
        core->slice_stop = takt_port_counter();
        core->slicing = false;
    }
    takt_slice_begin(core, next);
}

/** A whole share, counter units; 0: none. */
static inline uint64_t takt_slice_of(const struct takt_thread *thread)
{
    return thread->slice;
}

static inline unsigned takt_slice_special(const struct takt_thread *thread)
{
    return thread->slice != 0 ? TAKT_SPECIAL_SLICED : 0;
}

static inline bool takt_slice_valid(const struct takt_thread_attr *attr)
{
    return attr->slice >= 0;
}

/** When the running share is over. */
static inline uint64_t takt_slice_end(const struct takt_core *core)
{
    return core->slicing ? core->slice_end : TAKT_NEVER;
}
#else
static inline uint64_t takt_slice_of(const struct takt_thread *thread)
{
    (void)thread;
    return 0;
}

static inline unsigned takt_slice_special(const struct takt_thread *thread)
{
    (void)thread;
    return 0;
}

static inline void takt_slice_restart(struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline void takt_slice_begin(const struct takt_core *core, const struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline void takt_slice_switch(struct takt_core *core, const struct takt_thread *prev,
                                     const struct takt_thread *next)
{
    (void)core;
    (void)prev;
    (void)next;
}

static inline void takt_slice_expire(struct takt_core *core, uint64_t now)
{
    (void)core;
    (void)now;
}

static inline void takt_slice_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    (void)thread;
    (void)attr;
}

static inline bool takt_slice_valid(const struct takt_thread_attr *attr)
{
    (void)attr;
    return true;
}

static inline uint64_t takt_slice_end(const struct takt_core *core)
{
    (void)core;
    return TAKT_NEVER;
}
#endif

#include "parts_time.h"

/* What makes a thread more than a priority, in one byte: a switch looks at that alone. */

#if TAKT_SPECIAL
static inline bool takt_is_special(const struct takt_thread *thread)
{
    return thread->special != 0;
}

/** Its slice, threshold or base has changed. */
static inline void takt_special_update(struct takt_thread *thread)
{
    thread->special =
        (uint8_t)(takt_slice_special(thread) | takt_threshold_special(thread) | takt_meter_special(thread));
}
#else
static inline bool takt_is_special(const struct takt_thread *thread)
{
    (void)thread;
    return false;
}

static inline void takt_special_update(struct takt_thread *thread)
{
    (void)thread;
}
#endif

/* run_time.c: how long each thread has run */

#if CONFIG_TAKT_RUN_TIME
/** The running thread is switched away from. */
static inline void takt_run_time_switch(struct takt_core *core, struct takt_thread *prev)
{
    uint64_t now = takt_port_counter();

    prev->run_time += now - core->switched_at;
    core->switched_at = now;
}

/** The first thread is about to run. */
void takt_run_time_start(struct takt_core *core);
#else
static inline void takt_run_time_switch(struct takt_core *core, struct takt_thread *prev)
{
    (void)core;
    (void)prev;
}

static inline void takt_run_time_start(struct takt_core *core)
{
    (void)core;
}
#endif

/* suspend.c */

#if CONFIG_TAKT_SUSPEND
void takt_suspend_init(struct takt_thread *thread);
#else
static inline void takt_suspend_init(struct takt_thread *thread)
{
    (void)thread;
}
#endif

/* end.c, join.c: the end of a thread */

#if CONFIG_TAKT_THREAD_END
static inline __attribute__((noreturn)) void takt_thread_returned(void)
{
    takt_thread_exit(0);
}
#else
static inline __attribute__((noreturn)) void takt_thread_returned(void)
{
    TAKT_PANIC("a thread's function returned (CONFIG_TAKT_THREAD_END=n)");
}
#endif

#if CONFIG_TAKT_JOIN
/** The thread ended: those who join it wake. */
void takt_join_end(struct takt_core *core, struct takt_thread *thread, int value);
#else
static inline void takt_join_end(struct takt_core *core, struct takt_thread *thread, int value)
{
    (void)core;
    (void)thread;
    (void)value;
}
#endif

/* list.c: every thread of the core */

#if CONFIG_TAKT_THREAD_LIST
/** A thread was made. Takes the kernel lock. */
void takt_list_add(struct takt_core *core, struct takt_thread *thread);
/** It ended. Kernel lock. */
void takt_list_remove(struct takt_core *core, struct takt_thread *thread);

static inline const struct takt_thread *takt_list_first(const struct takt_core *core)
{
    return core->threads;
}

static inline const struct takt_thread *takt_list_next(const struct takt_thread *thread)
{
    return thread->all_next;
}
#else
static inline void takt_list_add(struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline void takt_list_remove(struct takt_core *core, struct takt_thread *thread)
{
    (void)core;
    (void)thread;
}

static inline const struct takt_thread *takt_list_first(const struct takt_core *core)
{
    (void)core;
    return NULL;
}

static inline const struct takt_thread *takt_list_next(const struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}
#endif

/* names */

#if CONFIG_TAKT_THREAD_NAME
static inline void takt_name_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    thread->name = attr->name != NULL ? attr->name : "thread";
}
#else
static inline void takt_name_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    (void)thread;
    (void)attr;
}
#endif

/* stack.c */

#if CONFIG_TAKT_STACK_FILL || CONFIG_TAKT_STACK_CHECK
/** Remember the thread's stack, and fill it as far as is configured. */
void takt_stack_init(struct takt_thread *thread, const struct takt_thread_attr *attr);
/** Assert that the thread kept to its stack. */
void takt_stack_check(const struct takt_thread *thread);
#else
static inline void takt_stack_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    (void)thread;
    (void)attr;
}

static inline void takt_stack_check(const struct takt_thread *thread)
{
    (void)thread;
}
#endif

/* idle.c */

#if CONFIG_TAKT_IDLE_HOOK
/** Tell the application that the core has nothing to do. */
void takt_idle_tell(const struct takt_core *core);
#else
static inline void takt_idle_tell(const struct takt_core *core)
{
    (void)core;
}
#endif

/* panic_text.c */

#if CONFIG_TAKT_PANIC_TEXT
/** Say what happened, once a core. Masked. */
void takt_panic_tell(const char *reason, const char *file, int line);
#else
static inline void takt_panic_tell(const char *reason, const char *file, int line)
{
    (void)reason;
    (void)file;
    (void)line;
}
#endif

#endif
