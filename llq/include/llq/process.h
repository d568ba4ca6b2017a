/*
 * LLQ between processes of one Linux machine: who is alive.
 *
 * The lock and the table below lie in memory that the processes share (shm_open() and mmap()). A process joins
 * the table as a context; after that a robust lock survives its death by any means, kill -9 included: whoever waits
 * for a lock of a process that is gone gets it with -EOWNERDEAD.
 *
 * Gone is what the kernel says is gone, never what is only silent: a process that is stopped, swapped out or slow
 * keeps its lock. A process is known by its number and the time of its start, so that another one that got the
 * same number is not taken for it. All processes must see each other's numbers: one PID namespace, /proc
 * mounted.
 *
 * A process may join as several contexts, for several of its threads. A thread that ends while its process lives
 * does not count as gone.
 */
#ifndef LLQ_PROCESS_H
#define LLQ_PROCESS_H

#include <stdint.h>

#include <takt/atomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A context's entry, in shared memory; zeroed memory is an empty one. Every member is private to the library. */
struct llq_process {
    struct takt_word pid;                 /* 0: nobody yet; a bit says that it is joining */
    struct takt_word epoch;               /* which life of the context this is */
    struct takt_word born_low, born_high; /* when the process started, in the kernel's ticks */
};

/**
 * Join as a context. From here on this process's robust locks ask the table; a process uses one table.
 *
 * Call class: any thread. Bound: constant, with system calls.
 * @param table    one entry for each context, in the shared memory
 * @param contexts entries of the table
 * @param id       as which context, 0 to contexts - 1
 * @param epoch    where the epoch for llq_context_init() goes
 * @return 0; -EBUSY: a living process is that context; -EINVAL: no table, id out of range, or another table is in
 *         use; a negative errno of the system: /proc cannot be read
 */
int llq_process_join(struct llq_process *table, unsigned contexts, unsigned id, uint32_t *epoch);

#ifdef __cplusplus
}
#endif

#endif
