/*
 * The eight tests of Thread-Metric, written anew from what its readme says of them, on a layer of the same calls.
 *
 * Rules kept: each test is an endless loop that counts; a reporter at priority 2 sleeps for the period, then looks at
 * the counters; the layer's calls are functions, never macros or inline; no time slicing; waits are of the kind "no
 * wait"; nothing is locked into a cache. Rules that differ: the period is an argument instead of 30 s (the figure told
 * is the time of one operation, so it does not enter), and the eight tests follow each other in one image. A test's
 * threads are suspended when its period is over, and each test has threads of its own.
 *
 * The figures of other kernels in bench/peers.txt were taken in the same way, with the original's tests.
 */
#ifndef METRIC_H
#define METRIC_H

#include <takt/takt.h>

#define METRIC_THREADS 5
#define METRIC_TESTS   8

/* A test. */
struct metric_test {
    const char *name, *title;
    void (*init)(void);
    /** What is counted, so far. */
    uint32_t (*count)(void);
    /** Whether the test's parts kept step. */
    bool (*right)(void);
};

extern const struct metric_test metric_basic, metric_cooperative, metric_preemptive, metric_interrupt_test,
    metric_interrupt_preemption, metric_message, metric_synchronization, metric_memory;

/** Whether each of n counters is within one of their mean. */
bool metric_in_step(const volatile uint32_t *counters, unsigned n);
uint32_t metric_sum(const volatile uint32_t *counters, unsigned n);

/* The layer, layer.c. Everything returns whether it succeeded. */

/** For the report: the layer's objects are new for the next test, the last one's threads are put aside. */
void metric_layer_begin(unsigned test);
void metric_layer_end(void);

/** A thread that is suspended until it is resumed. */
bool metric_thread_create(unsigned id, takt_prio_t priority, void (*entry)(void));
bool metric_thread_resume(unsigned id);
bool metric_thread_suspend(unsigned id);
void metric_thread_relinquish(void);

/** Messages of four words. */
bool metric_queue_create(void);
bool metric_queue_send(const uint32_t *message);
bool metric_queue_receive(uint32_t *message);

/** A semaphore with the count 1. */
bool metric_semaphore_create(void);
bool metric_semaphore_get(void);
bool metric_semaphore_put(void);

/** Blocks of 128 bytes. */
bool metric_pool_create(void);
bool metric_pool_allocate(void **block);
bool metric_pool_free(void *block);

/** What METRIC_INTERRUPT calls, in a handler. */
void metric_interrupt_attach(void (*handler)(void));
void metric_interrupt(void);

#endif
