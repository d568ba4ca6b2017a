/* What was measured: for each setup (cores, tasks a core) and lock, kept until it is printed and written. */
#ifndef TAKT_CONTENTION_FIGURES_H
#define TAKT_CONTENTION_FIGURES_H

#include "contention.h"

#define CONTENTION_SETUPS 4u
#define CONTENTION_ROUNDS 101u  /* most rounds of throughput slices, and most windows */
#define CONTENTION_PER_US 10000 /* mean times are kept in 1/10000 us */

/** What the command line asks for. */
struct contention_arguments {
    unsigned cores;
    unsigned bytes;
    bool long_form, verdict, quick, tasks;
    bool lock[CONTENTION_LOCKS];
    struct contention_sizes sizes;
};

extern struct contention_arguments contention_arguments;

/** Read them; a bad one ends the run with a message. Before start. */
void contention_arguments_read(void);

/** Distribution of a worker's or a lock's requests, ns. */
struct contention_spread {
    uint64_t count;
    int64_t median, p99, p999, worst;
    int64_t mean; /* 1/10000 us */
};

/** What one worker did. */
struct contention_share {
    uint32_t got; /* acquisitions when the first core had made its share, over all repeats */
    struct contention_spread spread;
};

/** One lock in one setup. */
struct contention_figures {
    bool measured;
    /* the paper's shape; means of the repeats, 1/10000 us */
    int64_t mean, core_mean[CONTENTION_CORES];
    int64_t delta;   /* of the cores' means: core 0 less core 1; of more cores: slowest less fastest */
    int64_t divided; /* a core's time for its requests / (requests * tasks) */
    unsigned deltas; /* runs, the repeats first */
    int64_t run_delta[CONTENTION_REPEATS], run_mean[CONTENTION_REPEATS];
    struct contention_share share[CONTENTION_CORES][CONTENTION_TASKS];
    /* the long form */
    struct contention_spread spread;
    struct takt_histogram histogram;
    uint32_t passed, queued; /* as a worker's */
    int64_t waited;          /* as a worker's */
    uint64_t counted;        /* requests whose passing grants were counted */
    /* throughput: requests a second in each round */
    unsigned rounds;
    int64_t rate[CONTENTION_ROUNDS];
};

/** Cores and tasks of a core. */
struct contention_setup {
    unsigned cores, tasks;
    char name[24];
    struct contention_figures of[CONTENTION_LOCKS];
};

extern struct contention_setup contention_setups[CONTENTION_SETUPS];
extern unsigned contention_setup_count;

/** The setup of so many tasks on all cores. */
struct contention_setup *contention_on_all(unsigned tasks);

/* Mixed priorities (CONFIG_TAKT_CONTENTION_MIXED): core 0 the most urgent, and so on. */
#define CONTENTION_MIXES 6u

/** A lock there, and a core's waits for it. */
struct contention_mix {
    enum contention_kind kind;
    bool llq;
    unsigned overtakings; /* K */
    struct contention_mixed {
        struct takt_histogram waits;
        uint32_t queued, passed; /* as a worker's, most */
    } of[CONTENTION_CORES];
};

/** For the verdicts: what the setups alone do not tell. */
struct contention_long_run {
    /* 1 and 4 tasks, in each window: most to fewest acquisitions of a core, in 1/10000, and most less fewest
     */
    int64_t share[2][CONTENTION_ROUNDS], apart[2][CONTENTION_ROUNDS];
    int64_t bare[CONTENTION_ROUNDS];  /* LLQ / ticket with sections of no bytes, in 1/1000 */
    int64_t bytes[CONTENTION_ROUNDS]; /* and with the pieces' */
    int64_t way[CONTENTION_ROUNDS];   /* a word's way from core to core beside each ratio, 1/10 ns */
    unsigned ways;
};

extern struct contention_long_run contention_long_run;

/** The largest gap between two looks at the clock on each core, ns; 0: not real. */
extern int64_t contention_gaps[CONTENTION_CORES];

/* measure*.c; conductor */

/** Whose cores and tasks the next runs have. */
void contention_run_in(const struct contention_setup *setup);
/** Whether the times of a lock's single requests go into its histograms. */
void contention_keep_times(struct contention_setup *setup, enum contention_kind kind, bool keep);

void contention_measure_gaps(void);
void contention_measure_paper(struct contention_setup *setup);
void contention_measure_setups(void);
void contention_measure_long_run(void);

#if CONFIG_TAKT_CONTENTION_MIXED
void contention_measure_mixed(void);
/** NULL: there is no such lock, or nothing was measured. */
const struct contention_mix *contention_mix(unsigned number);
#else
static inline void contention_measure_mixed(void)
{
}

static inline const struct contention_mix *contention_mix(unsigned number)
{
    (void)number;
    return NULL;
}
#endif

/** What a histogram of times in ns tells. */
struct contention_spread contention_spread_of(const struct takt_histogram *histogram);

/** One run of the given mode and size, requests 0: a slice. */
void contention_run_as(enum contention_kind kind, enum contention_mode mode, uint32_t requests,
                       unsigned bytes, takt_time_t slice);
/** Requests a second of the last run. */
int64_t contention_rate(void);
/** Where cores take turns: of the requests so far that were timed or counted, on several cores. */
struct contention_meetings {
    uint64_t requests, met; /* those that were made while another core's was under way */
};
extern struct contention_meetings contention_meetings;
/** Whether at least half of them met; always where cores run at the same time. */
bool contention_met_enough(void);
/** Requests of the last run. */
uint64_t contention_done(void);

/* report*.c; conductor */

void contention_report_head(void);
void contention_report(void);
/** How the run ended. */
struct contention_end {
    bool all;   /* verdicts hold */
    bool bound; /* no request waited longer than the bound, in grants, and in time where time is exact */
};

/** Print the verdicts, write the result. */
struct contention_end contention_report_end(void);

#endif
