/*
 * Threads and slices.
 *
 * The threads live as long as the run. Each sleeps on its own semaphore until it has a part in a slice, then all of
 * them meet at a barrier, so that none begins while another is still being woken. The conductor sleeps, looks at the
 * threads' counts twice, says stop, and waits for the last one; the rate is what all did over the time that really went
 * by between the looks.
 *
 * The counter's speed and that of bench_work() are measured at the start: the work as the least of many tries, since
 * whatever disturbs a try makes it longer.
 */
#include "bench.h"

#include "../../apps/common/stats.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#define CALIBRATION_TURNS 20000u
#define CALIBRATION_TRIES 200u
#define CALIBRATION_NS    50000000

struct bench_run bench_run;

static struct bench_worker workers[BENCH_THREADS];
static pthread_barrier_t begin;
static sem_t done;
static int64_t ticks_per_ms, work_ticks; /* of CALIBRATION_TURNS */

__attribute__((noinline)) void bench_work(uint32_t turns)
{
    for (; turns > 0; turns--)
        __asm__ volatile("" : "+r"(turns));
}

static int64_t clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleep_ns(int64_t ns)
{
    struct timespec rest = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};

    while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
        continue;
}

static void calibrate(void)
{
    int64_t ns = clock_ns(), ticks = bench_ticks();

    while (clock_ns() - ns < CALIBRATION_NS)
        continue;
    ticks_per_ms = takt_stats_ratio(bench_ticks() - ticks, clock_ns() - ns, 1000000);
    work_ticks = INT64_MAX;
    for (unsigned i = 0; i < CALIBRATION_TRIES; i++) {
        ticks = bench_ticks();
        bench_work(CALIBRATION_TURNS);
        ticks = bench_ticks() - ticks;
        work_ticks = ticks < work_ticks ? ticks : work_ticks;
    }
}

static uint32_t turns(uint32_t cycles)
{
    return (uint32_t)((int64_t)cycles * CALIBRATION_TURNS / work_ticks);
}

static void pin(unsigned id)
{
    cpu_set_t allowed, one;
    unsigned skip = id % BENCH_PROCESSORS, cpu = 0;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return;
    for (; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && skip-- == 0)
            break;
    }
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    (void)pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

static void *work(void *arg)
{
    struct bench_worker *worker = arg;

    pin(worker->id);
    for (;;) {
        while (sem_wait(&worker->go) != 0)
            continue;
        (void)pthread_barrier_wait(&begin);
        bench_run.lock->run(worker, bench_run.timed);
        (void)sem_post(&done);
    }
    return NULL;
}

static unsigned processors(void)
{
    cpu_set_t allowed;

    CPU_ZERO(&allowed);
    (void)sched_getaffinity(0, sizeof(allowed), &allowed);
    return (unsigned)CPU_COUNT(&allowed);
}

void bench_begin(void)
{
    if (processors() < BENCH_PROCESSORS)
        bench_fail("two processors are needed", "taskset or the machine gives one");
    calibrate();
    if (sem_init(&done, 0, 0) != 0)
        bench_fail("sem_init", strerror(errno));
    for (unsigned i = 0; i < BENCH_THREADS; i++) {
        int failed;

        workers[i].id = i;
        if (sem_init(&workers[i].go, 0, 0) != 0)
            bench_fail("sem_init", strerror(errno));
        failed = pthread_create(&workers[i].thread, NULL, work, &workers[i]);
        if (failed != 0)
            bench_fail("pthread_create", strerror(failed));
    }
}

static void prepare(const struct bench_lock *lock, const struct bench_shape *shape, bool timed)
{
    bench_run.lock = lock;
    bench_run.timed = timed;
    bench_run.section_turns = turns(shape->section);
    bench_run.think_turns = turns(shape->think);
    bench_run.released = 0;
    bench_run.last = BENCH_THREADS;
    TAKT_STORE(&bench_run.stop, 0, relaxed); /* relaxed, both: the barrier publishes them */
    TAKT_STORE(&bench_run.count, 0, relaxed);
    lock->make(shape->threads);
    for (unsigned i = 0; i < shape->threads; i++) {
        struct bench_worker *worker = &workers[i];

        if (llq_context_init(&worker->context, i, shape->threads, 0) != 0 ||
            llq_set_priority(&worker->context, i) != 0)
            bench_fail(lock->name, "the library refuses a thread");
        TAKT_STORE(&worker->grants, 0, relaxed); /* relaxed: as above */
        worker->most_passed = 0;
        if (timed) {
            memset(&worker->waits, 0, sizeof(worker->waits));
            memset(&worker->handovers, 0, sizeof(worker->handovers));
        }
    }
}

static void look(unsigned threads, uint32_t grants[BENCH_THREADS])
{
    for (unsigned i = 0; i < threads; i++)
        grants[i] = TAKT_LOAD(&workers[i].grants, relaxed); /* relaxed: a look */
}

/* @return how long what is counted took, in ns */
static int64_t conduct(unsigned threads, int64_t ns, struct bench_slice *slice)
{
    uint32_t before[BENCH_THREADS];
    int64_t began, took;

    if (pthread_barrier_init(&begin, NULL, threads + 1) != 0)
        bench_fail("pthread_barrier_init", strerror(errno));
    for (unsigned i = 0; i < threads; i++)
        (void)sem_post(&workers[i].go);
    (void)pthread_barrier_wait(&begin);
    sleep_ns(ns / 4);
    look(threads, before);
    began = clock_ns();
    sleep_ns(ns);
    look(threads, slice->grants);
    took = clock_ns() - began;
    TAKT_STORE(&bench_run.stop, 1, relaxed); /* relaxed: the semaphore orders what the threads wrote */
    for (unsigned i = 0; i < threads; i++) {
        slice->grants[i] -= before[i];
        while (sem_wait(&done) != 0)
            continue;
    }
    (void)pthread_barrier_destroy(&begin);
    return took;
}

int64_t bench_tenths(int64_t ticks)
{
    return takt_stats_ratio(ticks, ticks_per_ms, 10000000);
}

static void gather(unsigned threads, int64_t took, struct bench_slice *slice)
{
    int64_t sum = 0;

    slice->passed = 0;
    for (unsigned i = 0; i < threads; i++) {
        sum += slice->grants[i];
        if (workers[i].most_passed > slice->passed)
            slice->passed = workers[i].most_passed;
    }
    slice->rate = takt_stats_ratio(sum, took, 1000000000);
}

/* Each thread has counted its acquisitions, and all together what they did under the lock. */
static void check_exclusion(const struct bench_lock *lock, unsigned threads)
{
    uint32_t all[BENCH_THREADS], sum = 0;

    look(threads, all);
    for (unsigned i = 0; i < threads; i++)
        sum += all[i];
    if (TAKT_LOAD(&bench_run.count, relaxed) != sum) /* relaxed: all threads have ended the slice */
        bench_fail(lock->name, "two threads held the lock at a time: counts were lost");
}

void bench_slice(const struct bench_lock *lock, const struct bench_shape *shape, int64_t ns, bool timed,
                 struct bench_slice *slice, struct takt_histogram *waits, struct takt_histogram *handovers)
{
    prepare(lock, shape, timed);
    gather(shape->threads, conduct(shape->threads, ns, slice), slice);
    if (timed)
        check_exclusion(lock, shape->threads);
    for (unsigned i = 0; timed && i < shape->threads; i++) {
        takt_histogram_merge(waits, &workers[i].waits);
        takt_histogram_merge(handovers, &workers[i].handovers);
    }
}

/* Two threads pass a word to each other, as often as they can. */

static struct takt_word turn BENCH_ALIGNED;

static void pass_make(unsigned threads)
{
    (void)threads;
    TAKT_STORE(&turn, 0, relaxed); /* relaxed: the barrier publishes it */
}

static void pass_run(struct bench_worker *worker, bool timed)
{
    uint32_t passes = 0;

    (void)timed;
    while (TAKT_LOAD(&bench_run.stop, relaxed) == 0) { /* relaxed: as in bench_loop() */
        if (TAKT_LOAD(&turn, relaxed) != worker->id)   /* relaxed, both: nothing but the word itself passes */
            continue;
        TAKT_STORE(&turn, 1 - worker->id, relaxed);
        TAKT_STORE(&worker->grants, ++passes, relaxed);
    }
}

int64_t bench_way(void)
{
    static const struct bench_lock passing = {.name = "a word's way", .make = pass_make, .run = pass_run};
    static const struct bench_shape two = {.threads = 2};
    struct bench_slice slice;

    bench_slice(&passing, &two, 1000000, false, &slice, NULL, NULL);
    return takt_stats_ratio(10000000000, slice.rate, 1);
}
