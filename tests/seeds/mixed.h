/*
 * The mixed scenario: everything that the kernel offers, used at random by several threads on several cores.
 *
 * Nothing here is chosen to be likely to break; the seed decides what each thread does, which core goes on at each
 * choice point, and when interrupts come. What makes it a test is that the books must balance: every operation that
 * reported success is counted where it happened, and at the end what was given, sent, taken and received is compared
 * with what is left in the objects. Besides, after every operation all invariants of the core are checked.
 *
 * The counters are plain: on sim nothing happens between two choice points, and none lies inside an increment.
 */
#ifndef MIXED_H
#define MIXED_H

#include <takt/takt.h>
#include <takt_sim.h>

#define MIXED_WORKERS 8
#define MIXED_SEMS    2
#define MIXED_MUTEXES 3
#define MIXED_QUEUES  2
#define MIXED_TIMERS  2
#define MIXED_LINES   3
#define MIXED_BLOCKS  3
#define MIXED_LARGEST 100 /* bytes of the longest message */

/** Random numbers of one user: a thread, or the handlers of a core. */
struct mixed_random {
    uint64_t state;
};

/** A mutex, and who is inside by the test's own account. */
struct mixed_guard {
    struct takt_mutex mutex;
    const struct takt_thread *inside;
};

/** A message: who sent it does not matter, that it is whole and arrives once does. */
struct mixed_message {
    uint32_t number, check;
    unsigned char filling[MIXED_LARGEST - 8];
};

struct mixed_queue {
    struct takt_queue queue;
    uint32_t sent, received, next;
    uint64_t sum_sent, sum_received;
};

/** A core's objects and their books. */
struct mixed_world {
    unsigned core;
    struct takt_thread worker[MIXED_WORKERS], supervisor;
    struct mixed_random random[MIXED_WORKERS + 1]; /* the last: supervisor and handlers */
    struct takt_sem sem[MIXED_SEMS];               /* 0: never full, so its books are exact; 1: small */
    uint32_t given[MIXED_SEMS], taken[MIXED_SEMS];
    struct mixed_guard guard[MIXED_MUTEXES];
    struct takt_mutex monitor;
    struct takt_cond changed;
    uint32_t stock, produced, consumed;
    struct mixed_queue queue[MIXED_QUEUES];
    struct takt_event event;
    struct takt_pool pool;
    void *kept; /* a block that a handler left for the next one */
    struct takt_timer timer[MIXED_TIMERS];
    uint64_t operations;
    bool quiet; /* handlers and timers' functions do nothing any more */
    /* between cores; across.c */
    struct takt_sem inbox;
    uint32_t inbox_taken, sent_to[CONFIG_TAKT_CORES];
    struct takt_remote peer[CONFIG_TAKT_CORES];
    struct takt_channel own, to[CONFIG_TAKT_CORES];
    uint32_t channel_sent[CONFIG_TAKT_CORES], channel_received[CONFIG_TAKT_CORES];
    struct takt_llq lock;
};

extern struct mixed_world mixed_worlds[CONFIG_TAKT_CORES];

/** The calling core's. */
static inline struct mixed_world *mixed_world(void)
{
    return &mixed_worlds[takt_core_id()];
}

/** SplitMix64. */
static inline uint64_t mixed_next(struct mixed_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/** 0 to below - 1. */
static inline unsigned mixed_below(struct mixed_random *random, unsigned below)
{
    return (unsigned)(mixed_next(random) % below);
}

/** Once in so many. */
static inline bool mixed_once_in(struct mixed_random *random, unsigned number)
{
    return mixed_below(random, number) == 0;
}

/** A deadline of any kind, never far. */
takt_deadline_t mixed_wait(struct mixed_random *random);

/** Say what is wrong and where, and end the run as failed. */
void mixed_fail(const char *what, const char *file, int line, long value) __attribute__((noreturn));

#define MIXED_CHECK(condition) ((condition) ? (void)0 : mixed_fail(#condition, __FILE__, __LINE__, 0))

/** Fail unless result is one of those listed. */
#define MIXED_RESULT(result, ...)                                                                            \
    mixed_result((result), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int),     \
                 __FILE__, __LINE__)
void mixed_result(int result, const int *allowed, size_t count, const char *file, int line);

/* local.c: operations of threads; each is one or a few calls */
void mixed_operate(struct mixed_world *world, struct mixed_random *random);
/** Maybe lock a mutex that the ending thread leaves locked. */
void mixed_leave_locked(struct mixed_world *world, struct mixed_random *random);

/* any.c: operations of handlers, timers' functions and threads alike */
void mixed_any(struct mixed_world *world, struct mixed_random *random);
void mixed_timer_function(struct takt_timer *timer, void *arg);
void mixed_handler(void *arg);

/* message.c: whole messages, and their books */
int mixed_send(struct mixed_queue *queue, takt_deadline_t deadline, bool front);
int mixed_receive(struct mixed_queue *queue, takt_deadline_t deadline);
int mixed_peek(struct mixed_queue *queue);

/* across.c: what goes between cores */
void mixed_across_init(struct mixed_world *world);
/** Find the others' objects; called by the supervisor before the workers begin. */
void mixed_across_find(struct mixed_world *world);
void mixed_across(struct mixed_world *world, struct mixed_random *random);
/** After all cores have ended their work: do the books balance? */
void mixed_across_account(struct mixed_world *world);
/** This core has nothing more to send; wait until no core has. */
void mixed_across_end(struct mixed_world *world);

/* account.c */
void mixed_invariants(struct mixed_world *world);
void mixed_account(struct mixed_world *world);

#endif
