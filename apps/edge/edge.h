/*
 * Paper 4's experiment: a picture is read from a root on flash, its edges are found, and the result is written back, with
 * each of the paper's reductions off and on.
 *
 * The flash is the model of fs/flash (docs/fs.md), filled from images that mkfs.jffs2 and sumtool made (images.py). Where
 * time is real, times are this machine's and say nothing of flash: reading the model is as fast as memory. What
 * carries over to a device are bytes: read from flash before the root can be used, held in memory, written.
 */
#ifndef EDGE_H
#define EDGE_H

#include <stdbool.h>

#include <takt/fs.h>
#include <takt/takt.h>

#include "picture.h"

#define EDGE_RUNS_MAX 100
#define EDGE_SETTINGS 7

/** One row: which of the reductions are on. */
struct edge_setting {
    const char *name;
    bool summary; /* the image says what is in its blocks */
    bool later;   /* data is checked in the background, not at mount */
    bool mapped;  /* flash is read where it is */
    bool large;   /* nodes of 64 KiB */
    bool split;   /* only the basic root is mounted at start */
};

extern const struct edge_setting edge_settings[EDGE_SETTINGS];

/** What was measured of a setting. Times in ns, best and worst of the runs. */
struct edge_figures {
    uint32_t image;                    /* bytes of the images on flash */
    uint32_t ready_bytes, ready_reads; /* read from flash until the root is ready, if it is not mapped */
    uint32_t memory_basic, memory_all; /* records of the mounts: at ready, and once all roots are there */
    int64_t ready;                     /* from the first call until the start script was read */
    int64_t read[2], filter[2], write[2], whole[2];
    uint32_t written; /* bytes programmed by all runs */
    uint32_t erased;  /* blocks */
    uint32_t sum;     /* checksum of the result */
};

/* The roots, on flash models: basic or whole, and extended. */

/** Fill the flashes and count from zero. @return 0; -ENOENT: an image is not there, said on the console */
int edge_roots_fill(const struct edge_setting *setting, struct edge_figures *figures);
/** Mount what is mounted at start, and read the start script. @return 0 or a negative errno, said on the console */
int edge_roots_start(const struct edge_setting *setting, struct edge_figures *figures);
/** Touch a file that only the extended root has. @return as above */
int edge_roots_extend(struct edge_figures *figures);
/** Give the background its turn: until nothing is left to check or to collect. */
void edge_roots_settle(void);
/** Unmount, and tell what was programmed and erased. */
void edge_roots_end(struct edge_figures *figures);

/** Read, filter, write, so many times. @return 0 or a negative errno, said on the console */
int edge_run(struct edge_figures *figures, unsigned runs);
/** The last result, to be kept as a file. */
const uint8_t *edge_result(uint32_t *size);

/** Tables and the result file. @return whether all was well */
bool edge_report(const struct edge_figures *figures, unsigned runs);

/* Given by the board. */

/** Whether code takes time here, and what kind of time that is. */
struct edge_board {
    bool timed;
    const char *time_kind, *time_note;
};
extern const struct edge_board edge_board;

/** Now, ns. */
int64_t edge_clock(void);
/** Read a file of the machine. @return its bytes; -ENOENT; -ENOSPC: it is longer than size */
long edge_file_read(const char *path, uint8_t *to, size_t size);
/** Write one. @return 0 or a negative errno */
int edge_file_write(const char *path, const uint8_t *from, size_t size);

#endif
