/*
 * What the rest of the kernel asks of the parts that Kconfig can leave out: for each part its functions, or what
 * is left of them without it. So no other file asks whether a part is there.
 *
 * Private to kernel/; included by kernel.h alone.
 */
#ifndef TAKT_PARTS_H
#define TAKT_PARTS_H

/* waitq.c: wait queues; under the kernel lock. Without them threads wait for time alone. */

#if CONFIG_TAKT_WAITQ
void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head);
void takt_waitq_remove(struct takt_thread *thread);

/** Insert into an empty queue. */
static inline void takt_waitq_put(struct takt_waitq *queue, struct takt_thread *thread)
{
    thread->waiting_in = queue;
    thread->link.next = thread;
    thread->link.prev = thread;
    thread->group.next = thread;
    thread->group.prev = thread;
    queue->head = thread;
}

/** Remove the only waiter. */
static inline void takt_waitq_take(struct takt_waitq *queue, struct takt_thread *only)
{
    queue->head = NULL;
    only->waiting_in = NULL;
}

int takt_waitq_check(const struct takt_waitq *queue);

static inline struct takt_waitq *takt_waits_in(const struct takt_thread *thread)
{
    return thread->waiting_in;
}
#else
static inline void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head)
{
    (void)queue;
    (void)thread;
    (void)at_head;
}

static inline void takt_waitq_remove(struct takt_thread *thread)
{
    (void)thread;
}

static inline void takt_waitq_put(struct takt_waitq *queue, struct takt_thread *thread)
{
    (void)queue;
    (void)thread;
}

static inline void takt_waitq_take(struct takt_waitq *queue, struct takt_thread *only)
{
    (void)queue;
    (void)only;
}

static inline struct takt_waitq *takt_waits_in(const struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}
#endif

/* posts.c: the core's own inbox */

#if CONFIG_TAKT_POSTS
/** Nothing is posted yet. */
void takt_post_init(struct takt_core *core);
/** The next posted object, which is then posted no more; NULL: none. Masked. */
struct takt_post *takt_post_take(struct takt_core *core);
#else
static inline void takt_post_init(struct takt_core *core)
{
    (void)core;
}

static inline struct takt_post *takt_post_take(struct takt_core *core)
{
    (void)core;
    return NULL;
}
#endif

/* Deadlines of waits, and what else there is in the heap. */

#if CONFIG_TAKT_TIMER || CONFIG_TAKT_COND
/** Of a thread. */
static inline void takt_tnode_init(struct takt_tnode *node)
{
    node->expire = takt_wait_timeout;
}

static inline void takt_tnode_expire(struct takt_core *core, struct takt_tnode *node)
{
    node->expire(core, node);
}
#else
static inline void takt_tnode_init(struct takt_tnode *node)
{
    (void)node;
}

static inline void takt_tnode_expire(struct takt_core *core, struct takt_tnode *node)
{
    takt_wait_timeout(core, node);
}
#endif

#if CONFIG_TAKT_TIMER_HEAP
/** It starts after all that have started. */
static inline void takt_tnode_number(struct takt_core *core, struct takt_tnode *node)
{
    node->order = core->timer_order++;
}
#else
static inline void takt_tnode_number(struct takt_core *core, struct takt_tnode *node)
{
    (void)core;
    (void)node;
}
#endif

/* inherit.c, mutex.c: effective priorities; under the kernel lock. Without mutexes nothing is inherited. */

#if CONFIG_TAKT_MUTEX
/** What a thread's effective priority has to be: base, and the waiters of all that it holds. */
unsigned takt_inherited(const struct takt_thread *thread);
/** Make a thread's effective priority right, and those of the owners along its chain. */
void takt_inherit(struct takt_core *core, struct takt_thread *thread);
/** The owner lets go, whatever the depth; the next waiter owns it. */
void takt_mutex_give_up(struct takt_core *core, struct takt_mutex *mutex);
/** A waiting thread that stands in no queue wants the mutex: it owns it and wakes, or waits for it. */
void takt_mutex_enter(struct takt_core *core, struct takt_mutex *mutex, struct takt_thread *thread);
/** The owner ended: all that it holds passes on. */
void takt_mutex_orphan(struct takt_core *core, struct takt_thread *owner);
/** A gate's owner changes, whoever waits; NULL: nobody. The caller sees to the priorities. */
void takt_mutex_move(struct takt_mutex *mutex, struct takt_thread *thread);
/** Does its owner, directly or along a chain, wait for a mutex of the thread? */
bool takt_mutex_waits_for(const struct takt_mutex *mutex, const struct takt_thread *thread);
/** The current thread waits for a mutex that has an owner; drops the kernel lock. @return as takt_mutex_lock() */
int takt_mutex_wait(struct takt_core *core, struct takt_mutex *mutex, takt_deadline_t deadline);

/** In the flags of a mutex that is the gate of a lock between cores (llq_block.c). */
#define TAKT_MUTEX_GATE 0x80u

/** The owner of the mutex that a thread waits for, or NULL. */
static inline struct takt_thread *takt_blocked_by(const struct takt_thread *thread)
{
    return thread->blocked_on == NULL ? NULL : thread->blocked_on->owner;
}

/** It waits no more. @return the mutex that it waited for, or NULL */
static inline struct takt_mutex *takt_blocked_end(struct takt_thread *thread)
{
    struct takt_mutex *mutex = thread->blocked_on;

    thread->blocked_on = NULL;
    return mutex;
}

/** A waiter left the mutex, which may be NULL. */
static inline void takt_inherit_less(struct takt_core *core, const struct takt_mutex *mutex)
{
    if (mutex != NULL && mutex->owner != NULL)
        takt_inherit(core, mutex->owner);
}

static inline bool takt_blocked_right(const struct takt_thread *thread)
{
    return thread->blocked_on == NULL || thread->waiting_in == &thread->blocked_on->waiters;
}
#else
static inline unsigned takt_inherited(const struct takt_thread *thread)
{
    return thread->base;
}

static inline void takt_inherit(struct takt_core *core, struct takt_thread *thread)
{
    if (thread->effective != thread->base)
        takt_priority_change(core, thread, thread->base);
}

static inline void takt_mutex_orphan(struct takt_core *core, struct takt_thread *owner)
{
    (void)core;
    (void)owner;
}

static inline struct takt_thread *takt_blocked_by(const struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}

static inline struct takt_mutex *takt_blocked_end(struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}

static inline void takt_inherit_less(struct takt_core *core, const struct takt_mutex *mutex)
{
    (void)core;
    (void)mutex;
}

static inline bool takt_blocked_right(const struct takt_thread *thread)
{
    (void)thread;
    return true;
}
#endif

/* llq_block.c: locks between cores that threads sleep for; under the kernel lock */

#if CONFIG_TAKT_LLQ_BLOCK
/** The owner ended: locks between cores that it holds pass on. Before takt_mutex_orphan(). */
void takt_llq_orphan(struct takt_core *core, struct takt_thread *owner);
#else
static inline void takt_llq_orphan(struct takt_core *core, struct takt_thread *owner)
{
    (void)core;
    (void)owner;
}
#endif

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

/** It begins to run, or goes on. @return whether its level is another from here on */
static inline bool takt_threshold_begin(struct takt_thread *thread)
{
    if (thread->started)
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
/** Give a thread a whole new share. */
void takt_slice_restart(struct takt_core *core, struct takt_thread *thread);
/** At a switch: keep what is left of prev's share, begin next's. */
void takt_slice_switch(struct takt_core *core, struct takt_thread *prev, struct takt_thread *next,
                       uint64_t now);
/** If the current share is over, the next of the level is due. Kernel lock. */
void takt_slice_expire(struct takt_core *core, uint64_t now);
void takt_slice_init(struct takt_thread *thread, const struct takt_thread_attr *attr);

/** A whole share, counter units; 0: none. */
static inline uint64_t takt_slice_of(const struct takt_thread *thread)
{
    return thread->slice;
}

static inline unsigned takt_slice_special(const struct takt_thread *thread)
{
    return thread->slice != 0 ? TAKT_SPECIAL_SLICED : 0;
}

/** Whether a switch between the two has to do with slices. */
static inline bool takt_slice_concerns(const struct takt_thread *prev, const struct takt_thread *next)
{
    return prev->slice != 0 || next->slice != 0;
}

static inline bool takt_slice_valid(const struct takt_thread_attr *attr)
{
    return attr->slice >= 0;
}

/** When the running share is over. */
static inline uint64_t takt_slice_end(const struct takt_core *core)
{
    return core->slice_end;
}

static inline void takt_slice_start(struct takt_core *core)
{
    core->slice_end = TAKT_NEVER;
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

static inline void takt_slice_switch(struct takt_core *core, struct takt_thread *prev,
                                     struct takt_thread *next, uint64_t now)
{
    (void)core;
    (void)prev;
    (void)next;
    (void)now;
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

static inline bool takt_slice_concerns(const struct takt_thread *prev, const struct takt_thread *next)
{
    (void)prev;
    (void)next;
    return false;
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

static inline void takt_slice_start(struct takt_core *core)
{
    (void)core;
}
#endif

/* What makes a thread more than a priority, in one byte: a switch looks at that alone. */

#if CONFIG_TAKT_SLICE || CONFIG_TAKT_THRESHOLD
static inline bool takt_is_special(const struct takt_thread *thread)
{
    return thread->special != 0;
}

/** Its slice, threshold or base has changed. */
static inline void takt_special_update(struct takt_thread *thread)
{
    thread->special = (uint8_t)(takt_slice_special(thread) | takt_threshold_special(thread));
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
static inline void takt_run_time_switch(struct takt_core *core, struct takt_thread *prev, uint64_t now)
{
    prev->run_time += now - core->switched_at;
    core->switched_at = now;
}

/** The first thread is about to run. */
void takt_run_time_start(struct takt_core *core);
#else
static inline void takt_run_time_switch(struct takt_core *core, struct takt_thread *prev, uint64_t now)
{
    (void)core;
    (void)prev;
    (void)now;
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

/* cross.c: this core among others */

#if CONFIG_TAKT_CROSS
/**
 * Start of a core: core 0 makes the segment, the others join it. Whoever does not get in goes on alone and
 * says so on the console; its cross-core services try again or return -EHOSTDOWN. Call class: before start.
 */
void takt_cross_start(void);
/** This core stops: the others are told. */
void takt_cross_stop(void);
#else
static inline void takt_cross_start(void)
{
}

static inline void takt_cross_stop(void)
{
}
#endif

#endif
