/*
 * Paper 1's experiment: threads on one core and on several ask for one lock around a piece of shared memory,
 * again and again, and every lock does the same work, compiled once.
 *
 * Who does what. Each core has a manager thread and four workers; a worker is one of the paper's tasks. The
 * manager of core 0 is the conductor: it says what the next run is (struct contention_run), wakes the
 * managers of the other cores by their semaphores, lets its own workers go, and waits until all have ended.
 * Between runs every core sleeps, so that the description of a run and the workers' results are touched by
 * one side at a time: the semaphores between the cores order them.
 *
 * Where the shared memory is: what cores share is marked CONTENTION_SHARED. In one image that all cores run these are
 * static variables like others; with an image a core the board's linker script puts them at the same place for both
 * (board/mps2-an521/amp.ld). So a run names its lock by number: each image has its own functions. That the images agree on
 * the places is checked before the first run.
 */
#ifndef TAKT_CONTENTION_H
#define TAKT_CONTENTION_H

#include <takt/atomic.h>
#include <takt/takt.h>

#include "../common/histogram.h"

#define CONTENTION_CORES   CONFIG_TAKT_CORES
#define CONTENTION_TASKS   4u
#define CONTENTION_TURN    8u      /* requests that a task makes before it gives way to its neighbours */
#define CONTENTION_MEMORY  204800u /* bytes, the paper's */
#define CONTENTION_REPEATS 1000u   /* most repeats of a run */
#ifdef CONTENTION_GIVE_WAY         /* words of a section after which its core gives way; 0: never */
#define contention_gives_way(word) ((word) % CONTENTION_GIVE_WAY == CONTENTION_GIVE_WAY - 1)
#else
#define CONTENTION_GIVE_WAY        0u
#define contention_gives_way(word) ((void)(word), false)
#endif
#define CONTENTION_LINE   64 /* bytes that words of different use are apart */
#define CONTENTION_SHARED __attribute__((section(".bss.shared"), aligned(CONTENTION_LINE)))

#define CONTENTION_PRIORITY_MANAGER 1
#define CONTENTION_PRIORITY_PROXY   2
#define CONTENTION_PRIORITY_WORKER  3
#define CONTENTION_STACK            (TAKT_STACK_MIN + 8192)

/** The locks, in the order of the tables. */
enum contention_kind {
    CONTENTION_LLQ,
    CONTENTION_MUTEX,  /* the kernel's, one core */
    CONTENTION_REMOTE, /* the kernel's on core 0, asked for by the inbox */
    CONTENTION_CAS,    /* a word behind a local mutex */
    CONTENTION_TAS,
    CONTENTION_TICKET,
    CONTENTION_MCS,
    CONTENTION_PTHREAD,
    CONTENTION_PTHREAD_PI,
    CONTENTION_LOCKS,
    CONTENTION_ORDERED =
        CONTENTION_LOCKS /* and so on: the LLQ in priority order (lock_mixed.c), in a table of its own */
};

/** What a run does with each request. */
enum contention_mode {
    CONTENTION_TIMED,   /* its time into the worker's histogram */
    CONTENTION_COUNTED, /* the grants that passed it */
    CONTENTION_BARE,    /* nothing: for throughput and shares */
    CONTENTION_MIXED,   /* its wait for the grant, and the grants that passed it; cores differ in urgency */
    CONTENTION_GAP,     /* no lock at all: the largest gap between two looks at the clock */
    CONTENTION_PASSING  /* no lock at all: a word that goes from core to core */
};

/** A worker: what it did in the last run, and what a lock needs of it. */
struct contention_worker {
    unsigned core, task;
    uint32_t share;   /* requests to make, 0: until stopped */
    uint32_t done;    /* requests made */
    uint32_t at_over; /* of these, when the slice was over or the first core had made its share */
    bool over_seen;
    uint32_t passed; /* most grants to others between a request's call and its own grant */
    uint32_t queued; /* the same from its registration, where the lock tells it */
    uint32_t
        contended; /* requests that were made while another core's was under way (where cores take turns) */
    int64_t sum;   /* time of all requests */
    int64_t began, ended;
    int64_t gap;
    struct takt_histogram *histogram;
    struct takt_llq_token token;
    uint32_t ticket;
    uint32_t draws; /* by chance, how long it computes between requests */
    int64_t waited; /* longest time from a request's call to its grant, where the board's time is exact */
} __attribute__((aligned(CONTENTION_LINE)));

/** A lock under test. */
struct contention_lock {
    const char *name;
    void (*acquire)(struct contention_worker *worker);
    void (*release)(struct contention_worker *worker);
    uint32_t (*passed)(struct contention_worker *worker); /* from the registration, or NULL */
    struct takt_word *grants;                             /* counted by the holder, beside the lock */
    bool on_one, on_several;                              /* cores that it is for */
    bool plain;                                           /* its workers are POSIX threads */
};

/** The run that all cores make. Written by the conductor while they sleep. */
struct contention_run {
    enum contention_kind kind; /* of the lock */
    enum contention_mode mode;
    unsigned cores, tasks;
    uint32_t requests; /* of each core, 0: until the slice is over */
    unsigned bytes;    /* of a piece */
    takt_time_t hold;  /* further computation inside, ns */
    takt_time_t slice;
    takt_time_t think; /* mixed: mean computation of the urgent core between its requests */
};

extern struct contention_run contention_run;

/** Stop the experiment: what a service that cannot fail here returned. */
void contention_failed(int result, const char *what) __attribute__((noreturn));

/* Words that the cores share while a run is on, each on its line. */
struct contention_shared {
    struct takt_word passing __attribute__((aligned(CONTENTION_LINE))); /* how often it was passed on */
    struct takt_word arrived __attribute__((aligned(CONTENTION_LINE))); /* workers at the start */
    struct takt_word over
        __attribute__((aligned(CONTENTION_LINE))); /* the slice, or the first core's share */
    struct {
        struct takt_word left __attribute__((aligned(CONTENTION_LINE))); /* its workers that still ask */
        struct takt_word asking; /* its requests under way (where cores take turns) */
    } core[CONTENTION_CORES];
    uintptr_t layout; /* where an image thinks that all this is: core 0's, before other cores start a run */
};

extern struct contention_shared contention_shared;

/* locks.c, lock_*.c */

const struct contention_lock *contention_lock(enum contention_kind kind);

/** The lock of the run. */
static inline const struct contention_lock *contention_run_lock(void)
{
    return contention_lock(contention_run.kind);
}

/** Whether the lock can be used by so many cores here; if not, why, or NULL when it is not meant for them. */
bool contention_lock_usable(enum contention_kind kind, unsigned cores, const char **why);

/** Before the core starts: make the core's part of each lock, and offer it. Then, by its manager: find the
 * rest. */
void contention_locks_export(unsigned core);
void contention_locks_find(unsigned core);

/* lock_mixed.c: the same lock in priority order, K = 0, 1, 3 and 15 */
#if CONFIG_TAKT_CONTENTION_MIXED
#define CONTENTION_ORDERS 4u
extern const unsigned contention_overtakings[CONTENTION_ORDERS];
const struct contention_lock *contention_ordered(unsigned number);
void contention_ordered_begin(unsigned core);
void contention_ordered_find(unsigned core);
#else
static inline const struct contention_lock *contention_ordered(unsigned number)
{
    (void)number;
    return NULL;
}

static inline void contention_ordered_begin(unsigned core)
{
    (void)core;
}

static inline void contention_ordered_find(unsigned core)
{
    (void)core;
}
#endif

/* work.c: the same for all locks */

/** Do a worker's part of the run. @return whether it was the last of its core */
bool contention_loop(struct contention_worker *worker);

/* run.c */

/** Before the core starts: make its manager and its workers. The conductor, core 0's manager, runs the
 * experiment. */
void contention_run_begin(unsigned core, void (*conductor)(void));

/** A worker of the core that made the last run; plain: of the POSIX threads. */
struct contention_worker *contention_worker(bool plain, unsigned core, unsigned task);

/** Make the run that contention_run describes. Conductor. */
void contention_run_make(void);

/** Stop with a message when a result is not 0. */
static inline void contention_must(int result, const char *what)
{
    if (result != 0)
        contention_failed(result, what);
}

/* board_<board>.c */

/** What the experiment must know of the board. */
struct contention_board {
    const char *time_kind, *time_note;
    bool real;  /* time is real: verdicts on it make sense */
    bool turns; /* cores take turns, so it has to be seen that they contend at all */
    /* Where time can be exact: the longest section and the longest hand-over, said before anything is measured; or NULL */
    takt_time_t (*longest_section)(unsigned bytes, takt_time_t hold);
    takt_time_t (*longest_handover)(unsigned cores);
};

extern const struct contention_board contention_board;

/** How much is measured. */
struct contention_sizes {
    uint32_t requests; /* the paper's shape: of each core */
    unsigned repeats;  /* of it, in the tables */
    unsigned runs;     /* of it, for the median of the deviations */
    uint32_t enough;   /* the long form: requests of a lock, after which it is left out */
    unsigned rounds;   /* most slices of a lock for that */
    unsigned counts;   /* slices of a lock in which the grants that pass are counted; the LLQ has as many as
                          rounds */
    unsigned rates;    /* slices of a lock for its rate */
    unsigned ratios;   /* pairs of slices of LLQ and ticket lock */
    unsigned windows;  /* in which the cores' shares are compared */
    takt_time_t slice, window;
    takt_time_t hold;  /* computation inside a section */
    takt_time_t think; /* mixed priorities: between the urgent core's requests, the mean */
};

/** What the board does by default with so many cores. Sizes that the board can't judge stay 0. */
void contention_sizes_default(struct contention_sizes *sizes, unsigned cores);

/** The clock that requests are timed by, ns; the same for Takt's threads and for plain ones. */
int64_t contention_clock(void);

/** Facts of the machine and of the board for the head of the result; text lives as long as the program. */
struct contention_machine {
    const char *seed;  /* decimal, or NULL: chance has no part */
    const char *costs; /* of the cost table that time comes from, or NULL */
    const char *load;  /* of the machine before the experiment */
    bool exact; /* time follows from what runs alone, so that waits are held against the bound in time, too */
};

/** Find them out. Before start. */
void contention_machine_look(struct contention_machine *machine);

/* plain_<board>.c: POSIX threads beside Takt, where there are any */

/** Called on each core before it starts; core 0's call makes the threads. */
void contention_plain_begin(unsigned core);
/** Whether there are any. */
bool contention_plain(void);
/** One turn of a loop in which such a thread waits for another. */
void contention_plain_pause(void);
/** Let them make the run; whether all of them have ended it. */
void contention_plain_go(void);
bool contention_plain_over(void);

#endif
