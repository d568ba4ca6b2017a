/*
 * One program for every configuration: each part of the kernel has a file here, which is built where the part is
 * there, and uses nothing but that part and what no configuration leaves out. So a part that secretly needs another
 * one fails to build or to run in some configuration (configurations.sh).
 *
 * A helper cannot count on being able to end, so helpers rest for ever when they are done.
 */
#ifndef PART_H
#define PART_H

#include <takt/takt.h>

/** Priority of the thread that runs the parts. */
#define PART_PRIORITY 4
#define PART_HIGHER   2
#define PART_LOWER    6

/** Note whether something holds. Any call class but handlers. */
#define CHECK(condition) part_check((condition), #condition, __FILE__, __LINE__)
void part_check(bool holds, const char *text, const char *file, int line);

/** Start a helper; one more urgent than the caller runs at once. */
struct takt_thread *part_helper(takt_prio_t priority, void (*entry)(void *), void *arg);
/** The same by attributes, whose stack is filled in; not started. */
struct takt_thread *part_create(struct takt_thread_attr attr);
/** A helper is done. */
void part_rest(void) __attribute__((noreturn));
/** Let less urgent helpers run, until each of them waits. */
void part_let_run(void);

void part_thread(void);
void part_sem(void);
void part_mutex(void);
void part_cond(void);
void part_queue(void);
void part_event(void);
void part_pool(void);
void part_timer(void);
void part_irq_thread(void);
void part_worker(void);
void part_threshold(void);
void part_slice(void);
void part_end(void);
void part_join(void);
void part_suspend(void);
void part_cross(void);
void part_channel(void);
void part_llq(void);
void part_small(void);

#endif
