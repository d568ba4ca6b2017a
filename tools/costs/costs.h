/*
 * takt-costs: from what an emulator counted (tools/takt-count.c) and what the benchmarks told on their consoles, to a
 * table beside other kernels' figures, a result file, and a comparison with the figures kept in the tree.
 *
 * A row is one figure: its section and name say what it is, bench/peers.txt gives its title and what others take. A
 * figure that has no row there is an error, and so is a row of a section that was measured but got no figure: a
 * benchmark that silently measures less must not pass.
 *
 * All figures are hundredths.
 */
#ifndef TAKT_TOOLS_COSTS_H
#define TAKT_TOOLS_COSTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define COSTS_NAME   32
#define COSTS_TITLE  96
#define COSTS_PEERS  3
#define COSTS_ROWS   160
#define COSTS_SITES  256
#define COSTS_PHASES 8
#define COSTS_NONE   INT64_MIN

/** A row of the figures. */
struct costs_row {
    char section[COSTS_NAME], name[COSTS_NAME], title[COSTS_TITLE];
    int64_t peers[COSTS_PEERS], peer_exceptions;          /* COSTS_NONE: not known */
    enum { COSTS_OPEN, COSTS_BELOW, COSTS_AT_MOST } goal; /* against the best of the peers, or `wanted` */
    int64_t wanted;                                       /* COSTS_NONE: the best of the peers */
    bool measured;
    int64_t value, spread, exceptions; /* exceptions: COSTS_NONE where none are counted */
    int64_t baseline, baseline_exceptions;
};

/** A place in the code that masks interrupts. */
struct costs_site {
    uint32_t address; /* in its program */
    char where[COSTS_TITLE];
    uint64_t windows[COSTS_PHASES], longest[COSTS_PHASES];
};

extern struct costs_row costs_rows[COSTS_ROWS];
extern unsigned costs_row_count;
extern struct costs_site costs_sites[COSTS_SITES];
extern unsigned costs_site_count;

/** Say what is wrong, where, and end with status 2. */
void costs_fail(const char *file, unsigned line, const char *what) __attribute__((noreturn));

/* rows.c */

void costs_read_rows(const char *name);
/** The row; it has to be there. */
struct costs_row *costs_row(const char *section, const char *name, const char *file, unsigned line);
/** A figure was measured: the largest counts, and how far they lie apart. */
void costs_measured(struct costs_row *row, int64_t least, int64_t most, int64_t exceptions);
/** The least of the peers, or COSTS_NONE. */
int64_t costs_best(const struct costs_row *row);
/** Fail if a section that has a figure has a row without one. */
void costs_all_measured(void);
/** 123.4 to 12340; COSTS_NONE for "-". @return false: neither */
bool costs_number(const char *text, int64_t *value);

/* log.c, console.c: one run of a benchmark */

void costs_read_log(const char *prefix);
void costs_read_console(const char *prefix);

/* sample.c: the delay of interrupts that arrive at every point of a workload */

void costs_sample_start(int64_t count);
void costs_sample_arrival(int64_t count);
void costs_sample_period(int64_t period);
/** All is read: work the delays out. */
void costs_sample_end(void);
/** How many were looked at. */
extern unsigned costs_samples;

/* baseline.c */

void costs_read_baseline(const char *name);
void costs_write_baseline(const char *name, const char *board);
/** Print what grew. @return whether nothing did by more than 2 % */
bool costs_compare(const char *file, bool whole);

/* page.c */

void costs_write_page(const char *name, const char *board);

/* report.c */

/** What was measured, and where its result goes. */
struct costs_about {
    const char *board, *folder, *configuration;
    bool quick;
};

/** Print the tables, and write the result file. @return whether every demand is met */
bool costs_report(const struct costs_about *about);

#endif
