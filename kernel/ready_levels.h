/*
 * The ready levels: threads in and out, and the first; sched.c says what they are. Under the kernel lock, or in a
 * masked step.
 *
 * Inline, because the paths from one thread to another consist of little else.
 */
#ifndef TAKT_KERNEL_READY_LEVELS_H
#define TAKT_KERNEL_READY_LEVELS_H

/* The bitmap: level l is the bit l % 32 from the top of word l / 32. */

#if TAKT_LEVEL_WORDS == 1

/** The most urgent level with a ready thread, else TAKT_NO_LEVEL. With 32 levels, one instruction that counts zeros. */
static inline unsigned takt_level_first(const struct takt_core *core)
{
    return core->ready[0] == 0 ? TAKT_NO_LEVEL : (unsigned)__builtin_clz(core->ready[0]);
}

static inline void takt_level_mark(struct takt_core *core, unsigned level)
{
    core->ready[0] |= 0x80000000u >> level;
}

static inline void takt_level_unmark(struct takt_core *core, unsigned level)
{
    core->ready[0] &= ~(0x80000000u >> level);
}

#else

static inline unsigned takt_level_first(const struct takt_core *core)
{
    unsigned word;

    if (core->words == 0)
        return TAKT_NO_LEVEL;
    word = (unsigned)__builtin_clz(core->words);
    return word * 32 + (unsigned)__builtin_clz(core->ready[word]);
}

static inline void takt_level_mark(struct takt_core *core, unsigned level)
{
    core->ready[level / 32] |= 0x80000000u >> level % 32;
    core->words |= 0x80000000u >> level / 32;
}

static inline void takt_level_unmark(struct takt_core *core, unsigned level)
{
    core->ready[level / 32] &= ~(0x80000000u >> level % 32);
    if (core->ready[level / 32] == 0)
        core->words &= ~(0x80000000u >> level / 32);
}

#endif

/** The thread that should run. */
static inline struct takt_thread *takt_ready_first(const struct takt_core *core)
{
    return core->level[takt_level_first(core)];
}

/** To the tail or the head of a level. */
static inline void takt_level_insert(struct takt_core *core, struct takt_thread *thread, unsigned level,
                                     bool at_head)
{
    struct takt_thread *first = core->level[level];

    thread->level = (uint16_t)level;
    if (first == NULL) {
        thread->link.next = thread;
        thread->link.prev = thread;
        core->level[level] = thread;
        takt_level_mark(core, level);
        return;
    }
    thread->link.next = first;
    thread->link.prev = first->link.prev;
    first->link.prev->link.next = thread;
    first->link.prev = thread;
    if (at_head)
        core->level[level] = thread;
}

static inline void takt_ready_remove(struct takt_core *core, struct takt_thread *thread)
{
    struct takt_thread *next = thread->link.next;
    unsigned level = thread->level;

    if (next == thread) {
        core->level[level] = NULL;
        takt_level_unmark(core, level);
        return;
    }
    next->link.prev = thread->link.prev;
    thread->link.prev->link.next = next;
    if (core->level[level] == thread)
        core->level[level] = next;
}

/** The first thread of all moves up to a level where none is ready, as the levels above its own are empty. */
static inline void takt_ready_rise(struct takt_core *core, struct takt_thread *first, unsigned level)
{
    struct takt_thread *next = first->link.next;

    if (next == first) {
        core->level[first->level] = NULL;
        takt_level_unmark(core, first->level);
    } else {
        next->link.prev = first->link.prev;
        first->link.prev->link.next = next;
        core->level[first->level] = next;
    }
    first->level = (uint16_t)level;
    first->link.next = first;
    first->link.prev = first;
    core->level[level] = first;
    takt_level_mark(core, level);
}

/** A ready thread goes to the tail of its level. @return whether another one is there */
static inline bool takt_ready_pass(struct takt_core *core, struct takt_thread *thread)
{
    takt_mask_t old = takt_port_mask();
    struct takt_thread *next = thread->link.next;

    core->level[thread->level] = next;
    takt_port_unmask(old);
    return next != thread;
}

/** The idle thread stands alone beyond the levels. */
static inline void takt_ready_init(struct takt_core *core)
{
    core->idle.link.next = &core->idle;
    core->idle.link.prev = &core->idle;
    core->level[TAKT_NO_LEVEL] = &core->idle;
}

#endif
