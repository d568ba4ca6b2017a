/*
 * What periods, watchdogs and contracts are made of: an account of a thread's computing time against a limit, and a
 * notice to the application. No interface of its own; every member is private to the kernel (kernel/meter.c,
 * kernel/notice.c).
 */
#ifndef TAKT_METER_H
#define TAKT_METER_H

#include <takt/types.h>

/** Something that the timer interrupt tells the application. */
struct takt_notice {
    struct takt_notice *volatile next;
    struct takt_notice *volatile *link; /* what points here; NULL: nothing is to be told */
    void (*tell)(struct takt_notice *notice);
};

/** How long a thread has computed in one activation. */
struct takt_meter {
    struct takt_notice notice;  /* first: found from it */
    struct takt_meter *next;    /* of the same thread */
    struct takt_thread *thread; /* NULL: of none */
    uint64_t limit;             /* counter units */
    uint64_t begun;             /* the thread's running time when the activation began */
    uint64_t worst;             /* the longest activation that was over the limit */
    uint32_t breaches;
    bool each_wait; /* an activation ends when the thread waits, not only when it is told so */
    bool fresh;     /* the activation has not run yet */
    bool over;      /* it is over its limit, and that has been noted */
    void (*breach)(struct takt_meter *meter, uint64_t used); /* that is noted so; kernel lock */
};

#endif
