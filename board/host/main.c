/*
 * The start and the end of a run. The process's first thread is no core: it starts the cores, waits until one
 * of them ends the run or a person does (Ctrl-C), has the cores leave, and ends the process from a whole
 * stack, so that what the C library and its tools do at an end (coverage, leak check) finds nobody running.
 *
 * Races: several cores may end the run at once; the first one's status and message count (compare and swap).
 * The first thread has all signals blocked from the start, and the cores inherit that, so a signal to the
 * process waits until sigwait() takes it, and the cores' own two are only ever open on cores.
 *
 * A core that does not leave (a loop with interrupts masked) is waited for one second.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/syscall.h>

#include <takt/atomic.h>
#include <takt/core.h>

#include "board.h"
#include "host.h"

#define PATIENCE 1000u /* ms */

static struct {
    struct takt_word asked, told;
    int status;
    const char *why;
    pid_t first_thread;
} end;

static char segment[CONFIG_TAKT_SEGMENT_SIZE] __attribute__((aligned(4096)));
static struct takt_board_processors processors;

void *takt_port_segment(size_t *size)
{
    *size = sizeof(segment);
    return segment;
}

void takt_board_end(int status, const char *why)
{
    (void)takt_port_mask();
    /* relaxed: whoever wins is alone with status and why */
    if (TAKT_CAS(&end.asked, 0, 1, relaxed)) {
        end.status = status;
        end.why = why;
        /* release: status and why come before; pairs with wait_for_end() */
        TAKT_STORE(&end.told, 1, release);
        (void)syscall(SYS_tgkill, getpid(), end.first_thread, SIGTERM);
    }
    takt_host_leave();
}

void takt_exit(int status)
{
    takt_board_end(status, NULL);
}

static void *core_main(void *arg)
{
    unsigned core = (unsigned)(uintptr_t)arg;

    if (!takt_host_attach(core))
        takt_board_end(1, "the host has no timer left for a core (ulimit -i says how many there are)");
    takt_core_start();
}

static bool start_core(unsigned core)
{
    pthread_attr_t attributes;
    pthread_t thread;
    cpu_set_t set;
    bool started;

    (void)pthread_attr_init(&attributes);
    if (processors.count != 0) {
        CPU_ZERO(&set);
        CPU_SET(processors.number[core % processors.count], &set);
        (void)pthread_attr_setaffinity_np(&attributes, sizeof(set), &set);
    }
    started = pthread_create(&thread, &attributes, core_main, (void *)(uintptr_t)core) == 0;
    (void)pthread_attr_destroy(&attributes);
    return started;
}

static void wait_for_end(void)
{
    sigset_t set;
    int number;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
    (void)sigwait(&set, &number);
    /* relaxed: as in takt_board_end() */
    if (TAKT_CAS(&end.asked, 0, 1, relaxed)) {
        end.status = number == SIGINT ? TAKT_BOARD_INTERRUPTED : 128 + number;
        end.why = "interrupted";
        return;
    }
    /* acquire: pairs with takt_board_end() */
    while (TAKT_LOAD(&end.told, acquire) == 0)
        (void)sched_yield();
}

static int run(const struct takt_board_options *options)
{
    bool left;

    takt_host_cores = options->cores;
    takt_host_crowded = options->cores > processors.count;
    if (takt_host_crowded)
        (void)fprintf(stderr, "host: %u cores share %u processors: times of this run mean nothing\n",
                      options->cores, processors.count);
    takt_host_work_calibrate();
    end.first_thread = gettid();
    for (unsigned core = 0; core < options->cores; core++) {
        if (!start_core(core)) {
            (void)fprintf(stderr, "host: no POSIX thread for core %u (ulimit -u says how many there are)\n",
                          core);
            return 1;
        }
    }
    wait_for_end();
    left = takt_host_halt(PATIENCE);
    if (end.why != NULL)
        (void)fprintf(stderr, "host: %s\n", end.why);
    if (!left)
        _exit(end.status);
    return end.status;
}

int main(int count, char **words)
{
    struct takt_board_options options = {.cores = CONFIG_TAKT_CORES};
    int status = takt_board_arguments(count, words, &options);
    sigset_t all;

    if (status >= 0)
        return status;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, NULL);
    takt_board_processors(&processors);
    if (!takt_host_counter_begin(options.start)) {
        (void)fprintf(stderr, "--start %lld: the clock would end within a day; give less\n",
                      (long long)options.start);
        return TAKT_BOARD_USAGE;
    }
    takt_board_check_counters(&processors, &options);
    if (options.doctor) {
        takt_board_doctor(&processors);
        return 0;
    }
    return run(&options);
}
