/*
 * The ready threads in a plain list, most urgent first (CONFIG_TAKT_LOCK_MASK): what ready_levels.h does without its table
 * and its bitmap. The idle thread is the last, and always there, so the list is never empty.
 *
 * Under the kernel lock. Insertion and removal grow with the ready threads that stand before; the first is at hand.
 */
#ifndef TAKT_KERNEL_READY_PLAIN_H
#define TAKT_KERNEL_READY_PLAIN_H

/* plain.c: lists of threads by effective priority */

/** Behind or before those of the same priority. */
void takt_plain_insert(struct takt_thread **head, struct takt_thread *thread, bool at_head);
void takt_plain_remove(struct takt_thread **head, struct takt_thread *thread);

/** The thread that should run. */
static inline struct takt_thread *takt_ready_first(const struct takt_core *core)
{
    return core->ready;
}

static inline void takt_level_insert(struct takt_core *core, struct takt_thread *thread, unsigned level,
                                     bool at_head)
{
    thread->level = (uint16_t)level;
    takt_plain_insert(&core->ready, thread, at_head);
}

static inline void takt_ready_remove(struct takt_core *core, struct takt_thread *thread)
{
    takt_plain_remove(&core->ready, thread);
}

/** For thresholds alone, which are not there. */
static inline void takt_ready_rise(struct takt_core *core, struct takt_thread *first, unsigned level)
{
    (void)core;
    (void)first;
    (void)level;
}

/** A ready thread goes behind those of its priority. @return whether another one is the first then */
static inline bool takt_ready_pass(struct takt_core *core, struct takt_thread *thread)
{
    takt_mask_t old = takt_port_mask();
    bool passed;

    takt_plain_remove(&core->ready, thread);
    takt_plain_insert(&core->ready, thread, false);
    passed = core->ready != thread;
    takt_port_unmask(old);
    return passed;
}

static inline void takt_ready_init(struct takt_core *core)
{
    core->ready = &core->idle;
}

#endif
