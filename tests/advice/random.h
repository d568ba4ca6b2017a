/*
 * A random application (random.c), and what of it crosses cores or ends (random_cross.c). All of it follows from the seed.
 */
#ifndef TAKT_TESTS_ADVICE_RANDOM_H
#define TAKT_TESTS_ADVICE_RANDOM_H

#include <takt/channel.h>
#include <takt/llq.h>
#include <takt/takt.h>
#include <takt/trace.h>

#define THREADS    10u /* of a core, at first; beside those of random_cross.c */
#define CROSSING   5u
#define STEPS      1500u
#define QUEUES     2u
#define SEMS       3u
#define MUTEXES    2u
#define LINES      2u
#define LOCKS      2u
#define PRIORITIES 9u /* below the conductor's 0 */
#define STACK      (TAKT_STACK_MIN + 4096)

enum kind {
    WORK,
    SLEEP,
    SEND,
    RECEIVE,
    GIVE,
    TAKE,
    TRY,
    LOCK,
    SET,
    WAIT,
    YIELD,
    ALLOC,
    /* random_cross.c */
    FAR_GIVE,
    FAR_TAKE,
    FAR_RESUME,
    FAR_SUSPEND,
    FAR_READY,
    FAR_AWAIT,
    FAR_SEND,
    FAR_RECEIVE,
    FAR_LOCK,
    OWN_OBJECT,
    DOOM,
    DOOMED,
    KINDS
};

struct step {
    enum kind kind;
    unsigned which;
    takt_time_t time;
};

struct member {
    struct takt_thread thread;
    uintptr_t stack[STACK / sizeof(uintptr_t)];
    struct step step[STEPS];
    unsigned steps, number;
    struct world *world;
    unsigned priority, threshold;
    takt_time_t slice;
    char name[4];
    bool first; /* more urgent than all others, whatever changes */
    struct takt_sem own;
};

struct world {
    uint64_t random;
    unsigned core, members;
    struct member member[THREADS + CROSSING];
    struct takt_queue queue[QUEUES];
    uintptr_t store[QUEUES][TAKT_QUEUE_WORDS(4, 512)];
    struct takt_sem sem[SEMS], rare;
    struct takt_mutex mutex[MUTEXES];
    struct takt_event event;
    struct takt_pool pool;
    uintptr_t blocks[TAKT_POOL_WORDS(16, 2)];
    struct takt_timer timer;
    takt_time_t period;
    bool ended;
    struct {
        uint64_t period, next;
    } line[LINES];
    struct takt_thread conductor;
    uintptr_t stack[4 * STACK / sizeof(uintptr_t)];
    /* random_cross.c */
    struct takt_sem far, asleep, doomed;
    struct takt_thread *sleeper;
    struct takt_remote far_sem, far_thread, far_asleep;
    struct takt_channel in, out;
    struct takt_llq lock[LOCKS];
};

void must(int result, const char *file, int line);
#define MUST(call) must((call), __FILE__, __LINE__)

unsigned below(struct world *w, unsigned limit);
void add(struct member *m, enum kind kind, unsigned which, takt_time_t time);
void add_work(struct world *w, struct member *m);
/** Recordings of several runs can be compared: no addresses. */
void name(const void *object, const char *kind, unsigned number);

/** Draw the threads of random_cross.c, behind the others. */
void cross_draw(struct world *w);
/** A step of any thread that crosses cores, or that is about an object that ends. */
void cross_add_own(struct world *w, struct member *m);
/** Before start: make what is this core's. */
void cross_make(struct world *w);
/** By the conductor: the threads are created; find what the others made. */
void cross_find(struct world *w);
void cross_carry_out(struct member *m, const struct step *step);

#endif
