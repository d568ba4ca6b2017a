/*
 * What the files of the POSIX layer have in common. Private to posix/.
 *
 * One section guards it all. The tables and the objects of a POSIX program change inside a section of takt_klock
 * (takt_posix_enter(), takt_posix_leave()) and nowhere else. A program's threads live on one core, and no interrupt handler
 * enters: what comes at a time is done by a thread of the layer (timer.c).
 *
 * One way to wait. A POSIX wait can end in five ways: it is granted, its time passes, its thread is cancelled, a
 * signal comes, or the clock that its deadline is told in is set. Takt's own objects know the first two. So a thread waits
 * for a semaphore of its own, and a record of the wait (struct takt_posix_wait), on its stack, says what for: wait.c.
 * Objects are then plain data, with a queue of such records.
 *
 * Inside the layer an error is a positive error number, as pthread functions return it; functions that set errno do so in
 * their last step (takt_posix_result()).
 */
#ifndef TAKT_POSIX_PRIVATE_H
#define TAKT_POSIX_PRIVATE_H

#include <takt/posix/types.h>

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <takt/klock.h>
#include <takt/sem.h>
#include <takt/thread.h>
#include <takt/timer.h>

/* Priorities: 1 to 32 of SCHED_FIFO and SCHED_RR; SCHED_OTHER's lies below. */
#define TAKT_POSIX_OTHER 0
#define TAKT_POSIX_MIN   1
#define TAKT_POSIX_MAX   32

#define TAKT_POSIX_VALID 0x7a6b7458u /* in objects whose memory says whether they have been set up */

/** When a wait ends, in one of two clocks. */
struct takt_posix_until {
    takt_time_t at; /* TAKT_FOREVER: never */
    bool realtime;  /* CLOCK_REALTIME, which can be set; else CLOCK_MONOTONIC */
};

/* What ends a wait besides its grant and its time; struct takt_posix_wait's ends */
#define TAKT_POSIX_CANCELS    1u /* it is a cancellation point */
#define TAKT_POSIX_INTERRUPTS 2u /* EINTR after a signal's handler, unless all were SA_RESTART */
#define TAKT_POSIX_NO_RESTART 4u /* EINTR after any handler */
#define TAKT_POSIX_TELLS      8u /* ECANCELED is returned: the caller has to clean up before it acts on it */

/** A wait, on the stack of its thread. */
struct takt_posix_wait {
    struct takt_posix_wait *next, *prev;
    struct takt_posix_queue *queue; /* NULL: for time or a signal alone, or it is over */
    struct takt_posix_thread *thread;
    struct takt_posix_wait *outer; /* that a signal handler interrupted */
    struct takt_posix_until until;
    unsigned ends;
    int result;
    volatile bool over; /* set last, inside the section; read by the thread outside of it */
    /** Of the object: a wait that is not granted leaves the queue. Inside the section. NULL: nothing to do. */
    void (*quit)(struct takt_posix_wait *wait);
    pthread_mutex_t *mutex; /* that it waits for, or will come back with */
    void *object;           /* else, to quit() */
    unsigned depth;         /* of the mutex, once it is owned */
    bool writes;            /* for a read-write lock */
    union {
        const char *from; /* message to send */
        char *to;         /* place for one */
    } message;
    size_t length;
    unsigned priority; /* of the message */
};

/** A signal on its way. */
struct takt_posix_signal {
    struct takt_posix_signal *next;
    int number, code;
    union sigval value;
    bool queued;
    bool pooled;       /* from the pool of sigqueue() */
    unsigned overruns; /* of a timer: expirations since it was queued */
    unsigned *told;    /* where these go when the signal is taken */
};

/** Signals that wait to be taken: of a thread, or of the process. */
struct takt_posix_pending {
    uint64_t set; /* bit n - 1: signal n */
    struct takt_posix_signal *first;
};

enum takt_posix_state {
    TAKT_POSIX_FREE,
    TAKT_POSIX_CLAIMED, /* being made */
    TAKT_POSIX_ALIVE,
    TAKT_POSIX_ENDED, /* to be joined or detached */
    TAKT_POSIX_GONE,  /* nobody asks for it any more; its stack may be in use for an instant yet */
};

struct takt_posix_thread {
    struct takt_thread takt; /* first */
    struct takt_sem wake;
    struct takt_posix_wait *wait;   /* the innermost */
    struct takt_posix_mutex *held;  /* mutexes owned */
    struct takt_posix_queue joiner; /* who joins it */
    struct takt_posix_thread *joins;
    enum takt_posix_state state;
    bool used; /* takt has been a thread */
    bool detached;
    bool cancelled, cancel_off, cancel_at_once;
    bool leaves; /* in its cleanup handlers and destructors, or beyond */
    bool exits;
    unsigned turn; /* how often this place was used */
    int policy, base, priority;
    takt_time_t slice; /* under SCHED_RR and SCHED_OTHER */
    void *(*start)(void *);
    void *arg, *value;
    struct takt_posix_cleanup *cleanup;
    const void *specific[CONFIG_TAKT_POSIX_KEYS];
    uint64_t mask; /* signals that are blocked */
    struct takt_posix_pending pending;
    uint64_t awaits;                  /* sigwait(): these, */
    struct takt_posix_wait *awaiting; /* in this wait, */
    struct takt_posix_signal awaited; /* and this came */
};

extern struct takt_posix_thread takt_posix_threads[CONFIG_TAKT_POSIX_THREADS];

/* section.c */

/** Enter the section. Call class: thread. */
void takt_posix_enter(void);
/** Leave it; a signal that has come meanwhile is delivered to the caller. */
void takt_posix_leave(void);
/** Leave it, and no more. */
void takt_posix_leave_quietly(void);
/** The calling thread; NULL: it is none of the layer's. */
struct takt_posix_thread *takt_posix_self(void);
/** As functions return it that set errno. */
int takt_posix_result(int error);

/* wait.c; inside the section */

/**
 * The calling thread begins to wait: until and ends may be set afterwards.
 * @param queue where, or NULL
 */
void takt_posix_wait_begin(struct takt_posix_wait *wait, struct takt_posix_queue *queue);
/**
 * Leave the section, and wait.
 * @return what the grant gave; ETIMEDOUT; EINTR; ECANCELED (TAKT_POSIX_TELLS; else the thread has ended)
 */
int takt_posix_wait_end(struct takt_posix_wait *wait);
/** End another thread's wait. */
void takt_posix_grant(struct takt_posix_wait *wait, int result);
/** It moves to another queue, where it is nobody's to end but by a grant. */
void takt_posix_move(struct takt_posix_wait *wait, struct takt_posix_queue *queue);
/** Its thread's priority has changed. */
void takt_posix_requeue(struct takt_posix_wait *wait);
/** The thread ends in a signal's handler: what that interrupted is waited for no more. */
void takt_posix_waits_end(struct takt_posix_thread *thread);
/** Let the thread look at what has happened: signals, cancellation, its deadline. */
void takt_posix_poke(struct takt_posix_thread *thread);

/* priority.c; inside the section */

/** Make a thread's priority right, and those along the chain of inheriting mutexes that it waits for. */
void takt_posix_priority_update(struct takt_posix_thread *thread);
/** Whether a policy exists and has the priority. */
bool takt_posix_policy_has(int policy, int priority);
/** The thread's policy, priority and slice go to the kernel. */
void takt_posix_schedule(struct takt_posix_thread *thread, int policy, int priority);
takt_prio_t takt_posix_level(int priority);

/* thread.c, pool.c */

/** How a thread of the layer's own making is made. */
struct takt_posix_make {
    void *(*start)(void *);
    void *arg;
    int policy, priority;
    bool detached;
    void *stack; /* NULL: from the pool */
    size_t stack_size;
    uint64_t mask;
};

/** Outside the section. @return 0; EAGAIN */
int takt_posix_make(const struct takt_posix_make *make, pthread_t *id);
/** The thread of an id, inside the section; NULL: there is none (any more). */
struct takt_posix_thread *takt_posix_find(pthread_t id);
pthread_t takt_posix_id(const struct takt_posix_thread *thread);
/** A place for a thread, and its stack; outside the section. NULL: none is left. */
struct takt_posix_thread *takt_posix_claim(void);
void *takt_posix_pool_stack(const struct takt_posix_thread *thread);
/** The attributes are such as a thread can be made with. @return 0; EINVAL; EAGAIN */
int takt_posix_attr_make(const pthread_attr_t *attr, struct takt_posix_make *make);

/* cancel.c, key.c, mutex.c */

/** Cancellation is asked for, and the thread has it enabled. */
bool takt_posix_cancel_due(const struct takt_posix_thread *thread);
/** Act on it. */
void takt_posix_cancel_act(void) __attribute__((noreturn));
/** The cleanup handlers of a thread that ends. Outside the section. */
void takt_posix_cleanup_all(struct takt_posix_thread *thread);
/** The destructors of what it kept under keys. Outside the section. */
void takt_posix_keys_end(struct takt_posix_thread *thread);
/** The mutexes of a thread that ends, inside the section. */
void takt_posix_mutexes_end(struct takt_posix_thread *thread);
/** Let go of a mutex, whatever its depth; inside the section. */
void takt_posix_mutex_release(pthread_mutex_t *mutex);
/** A wait goes on for the mutex; inside the section. */
void takt_posix_mutex_move(pthread_mutex_t *mutex, struct takt_posix_wait *wait);
/** Take the mutex back, to this depth. @return as pthread_mutex_lock() */
int takt_posix_mutex_back(pthread_mutex_t *mutex, unsigned depth);

/* clock.c */

/** The time of a clock, ns; inside the section. @return 0; EINVAL: there is no such clock */
int takt_posix_clock_read(clockid_t clock_id, takt_time_t *now);
/** Whether it counts what threads run. */
bool takt_posix_clock_is_cpu(clockid_t clock_id);
/** ns; far times are TAKT_FOREVER, those before the clock began 0. The time is valid. */
takt_time_t takt_posix_ns(const struct timespec *time);
void takt_posix_timespec(takt_time_t ns, struct timespec *time);
/** Whether tv_nsec is one. */
bool takt_posix_time_valid(const struct timespec *time);
/** A deadline told in a clock; NULL: for ever. @return 0; EINVAL: no such clock, no such time */
int takt_posix_until(struct takt_posix_until *until, clockid_t clock, const struct timespec *time);
/** The instant as takt_now() counts; inside the section. */
takt_time_t takt_posix_when(const struct takt_posix_until *until);

/* signal.c, deliver.c */

/** Whether a signal waits that the thread would take. */
bool takt_posix_signal_due(const struct takt_posix_thread *thread);
/**
 * Handlers of all signals that are due to the caller run, outside the section.
 * @return 0: none ran; 1: all were SA_RESTART; 2: some were not
 */
int takt_posix_deliver(void);
/**
 * A signal comes; inside the section.
 * @param thread whose; NULL: the process's
 * @param signal its record; NULL: number alone
 */
void takt_posix_signal_send(struct takt_posix_thread *thread, int number, struct takt_posix_signal *signal);
/** The next pending signal of a set: the thread's, else the process's. @return its number, or 0 */
int takt_posix_signal_take(struct takt_posix_thread *thread, uint64_t set, struct takt_posix_signal *signal);
/** Take a record back, if it is on its way; inside the section. */
void takt_posix_signal_withdraw(struct takt_posix_signal *signal);
bool takt_posix_signal_valid(int number);

#define TAKT_POSIX_SIGNAL_BIT(number) (UINT64_C(1) << ((number)-1))

/* Signals that are never blocked, handled or ignored. */
#define TAKT_POSIX_FIXED (TAKT_POSIX_SIGNAL_BIT(SIGKILL) | TAKT_POSIX_SIGNAL_BIT(SIGSTOP))

/* notify.c, timer.c */

/** Who is told of an event, and how. */
struct takt_posix_notice {
    struct sigevent event;
    struct takt_posix_signal signal;
    struct takt_posix_make make; /* of SIGEV_THREAD */
    unsigned owed;               /* threads that could not be made yet */
    struct takt_posix_notice *next;
};

/** Whether an event can be told. @return 0; EINVAL */
int takt_posix_notice_init(struct takt_posix_notice *notice, const struct sigevent *event, int code);
/** Tell it once, and of so many that came too late; inside the section. */
void takt_posix_notice_send(struct takt_posix_notice *notice, unsigned late);
/** It is told no more. */
void takt_posix_notice_end(struct takt_posix_notice *notice);
/** The layer's thread makes the threads that are owed; outside the section. */
void takt_posix_notices_serve(void);

/** The layer's own thread has something to look at. */
void takt_posix_service_wake(void);
void takt_posix_service_start(void);

/** The process's alarm; s, 0 = none. @return s that were left of the last */
unsigned takt_posix_alarm_set(unsigned seconds);

#endif
