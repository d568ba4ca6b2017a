/*
 * What the parts of paper 2's experiment share: a periodic interrupt, the most urgent thread that it wakes, the moments
 * that are noted between the two, and what else the core has to do meanwhile.
 */
#ifndef LATENCY_H
#define LATENCY_H

#include <takt/takt.h>
#include <takt/window.h>

#include "../common/histogram.h"
#include "../common/table.h"

#include "latency_clock.h"

/* Priorities, the most urgent first. */
#define LATENCY_PRIORITY_SAMPLER  0
#define LATENCY_PRIORITY_SERVED   2 /* threads that other interrupts wake */
#define LATENCY_PRIORITY_KERNEL   4 /* who broadcasts, deletes, clears, copies */
#define LATENCY_PRIORITY_WAITERS  8 /* whom it does that to */
#define LATENCY_PRIORITY_FILES    12
#define LATENCY_PRIORITY_MESSAGES 16 /* hackbench */
#define LATENCY_PRIORITY_CROWD    20
#define LATENCY_PRIORITY_REST     24 /* computes, for ever */

#define LATENCY_GROUPS  20u /* of hackbench */
#define LATENCY_PARTY   20u /* senders, and receivers, of a group */
#define LATENCY_CROWD   1000u
#define LATENCY_BYTES   100u
#define LATENCY_BUCKETS 100u /* of latency against time */
#define LATENCY_RAN     6u

/** From the interrupt to the thread, split as the paper's figure 7 does. */
enum latency_part {
    LATENCY_TO_HANDLER,   /* from the hardware's expiry to the handler's first statement */
    LATENCY_HANDLER,      /* to its last */
    LATENCY_TO_SCHEDULER, /* to where a thread is chosen */
    LATENCY_SCHEDULING,   /* the choice */
    LATENCY_SWITCH,       /* to the thread's first statement */
    LATENCY_WHOLE,
    LATENCY_PARTS
};

/** What was noted of one interrupt, in units of latency_clock(). */
struct latency_sample {
    latency_clock_t
        moment[LATENCY_PARTS]; /* at which each part begins; the last: the thread's first statement */
    const struct takt_context *interrupted;      /* a thread's: its first member */
    const struct takt_context *ran[LATENCY_RAN]; /* switched to between the interrupt and the thread */
    unsigned switches;
};

/** What was measured under one load. Values are latency_value_of() spans. */
struct latency_figures {
    struct takt_histogram part[LATENCY_PARTS];
    int64_t bucket_max[LATENCY_BUCKETS];
    struct latency_sample worst;
    struct takt_window window[TAKT_WINDOWS]; /* with CONFIG_TAKT_WINDOWS */
    uint32_t missed;  /* interrupts that came while the one before was still on its way */
    uint64_t done;    /* by the load */
    takt_time_t span; /* in which it was done */
};

/** What is done under a load: bits. */
#define LATENCY_LOAD_REST     1u   /* a thread computes */
#define LATENCY_LOAD_CROWD    2u   /* 1,000 threads wait, half of them with deadlines */
#define LATENCY_LOAD_MESSAGES 4u   /* hackbench */
#define LATENCY_LOAD_LINES    8u   /* interrupts of another source, a short handler */
#define LATENCY_LOAD_KERNEL   16u  /* long work of kernel and subsystems */
#define LATENCY_LOAD_HANDLERS 32u  /* long handlers */
#define LATENCY_LOAD_TIMERS   64u  /* timers and deadlines of the kernel */
#define LATENCY_LOAD_FILES    128u /* files are written, read, renamed, where there is a file system */

struct latency_load {
    const char *name, *title;
    unsigned does;
};

enum latency_loads {
    LATENCY_IDLE,
    LATENCY_UNLOADED,
    LATENCY_THREADS,
    LATENCY_FULL,
    LATENCY_TIMERS,
    LATENCY_HEAVY,
    LATENCY_LOADS
};
extern const struct latency_load latency_loads[LATENCY_LOADS];
extern struct latency_figures latency_figures[LATENCY_LOADS];

/** What the board says of itself. */
struct latency_board {
    const char *source; /* of the interrupt */
    const char *expiry; /* how its hardware expiry is known */
    const char *time_kind, *time_note;
    struct takt_column unit;    /* title ignored: how a value is printed */
    const char *histogram_unit; /* of a value as it is */
    uint32_t seconds;           /* measured under each load, unless the command says otherwise */
    unsigned source_line, source_priority;
    unsigned lines[2], line_priority; /* that software raises */
};
extern struct latency_board latency_board;

struct latency_arguments {
    uint32_t rate, seconds, loads; /* loads: a bit each */
    bool verdict;                  /* a demand that is missed is a failure */
};
extern struct latency_arguments latency_arguments;

/* board_*.c */

/** Find out what is only known at run time. Call class: thread. */
void latency_board_look(void);
/** Let the interrupt come so often, beginning with the next period. */
void latency_source_start(uint32_t rate);
void latency_source_stop(void);
/** The other source: lines[0] is raised so often; its handler says when it has seen to it. */
void latency_other_start(takt_time_t period);
void latency_other_stop(void);
void latency_other_clear(void);
/** Compute, in a thread or a handler, for so many turns of a loop (on sim: ns). */
void latency_compute(uint32_t turns);
/** From one moment to a later one, as a value; 0 if it is not later. */
int64_t latency_value_of(latency_clock_t from, latency_clock_t to);

/* sample.c */

/** Attach the handler; the calling thread takes the samples. */
void latency_sample_begin(void);
/** Take so many samples; part of them of the load's whole, for latency against time. */
void latency_sample(struct latency_figures *figures, uint32_t samples, uint32_t before, uint32_t whole);

/* keep.c: recordings of worst cases */

void latency_keep_begin(void);
/** The last sample was the worst so far. @return whether it was recorded: the source was started anew */
bool latency_keep(const struct latency_figures *figures);
void latency_keep_end(void);

/* loads */

void latency_must(int result, const char *what);
/** Start and end what a load does; nothing of it is left when it has ended. */
void latency_load_begin(unsigned does);
void latency_load_end(unsigned does);

/** Make and start threads [first, first + count) of the crew; entry gets the thread's number from 0. */
void latency_crew_start(unsigned first, unsigned count, const char *name, takt_prio_t priority,
                        void (*entry)(void *));
void latency_crew_join(unsigned first, unsigned count);
#define LATENCY_CREW_MESSAGES 0u
#define LATENCY_CREW_CROWD    (LATENCY_GROUPS * LATENCY_PARTY * 2)
#define LATENCY_CREW_OTHERS   (LATENCY_CREW_CROWD + LATENCY_CROWD)
#define LATENCY_CREW          (LATENCY_CREW_OTHERS + 8)

void latency_messages_begin(void);
void latency_messages_end(void);
/** Messages received so far. */
uint64_t latency_messages_done(void);
void latency_crowd_begin(void);
void latency_crowd_end(void);
/** Connect the handler of lines[number], and let it come; in a thread where interrupts have threads. */
void latency_connect(unsigned number, void (*handler)(void *));
void latency_disconnect(unsigned number);
void latency_lines_begin(bool long_ones);
void latency_lines_end(bool long_ones);
void latency_timers_begin(void);
void latency_timers_end(void);
void latency_kernel_begin(void);
void latency_kernel_end(void);
void latency_files_begin(void);
void latency_files_end(void);

/* report */

void latency_report_head(void);
void latency_report_progress(unsigned load, unsigned percent);
/** Print everything and write the result. @return whether that succeeded, and the demands hold that have to */
bool latency_report(void);

#endif
