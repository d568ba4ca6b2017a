/*
 * The start and the end of a run. The process's first thread is no core: it starts the cores, waits until one
 * of them ends the run or a person does (Ctrl-C), has the cores leave, and ends the process from a whole
 * stack, so that what the C library and its tools do at an end (coverage, leak check) finds nobody running.
 *
 * Races: several cores may end the run at once; the first one's status and message count (compare and swap).
 * The first thread blocks the signals that end a run from the start, and the cores inherit that, so one to the
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

#include "../common/options.h"
#include "board.h"
#include "host.h"

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)
#define PATIENCE   1000u /* ms */

static struct {
    struct takt_word asked, told;
    int status;
    const char *why;
    pid_t first_thread;
} end;

static struct {
    unsigned cores;
    takt_time_t start, look;
} options = {.cores = CONFIG_TAKT_CORES};

static struct takt_processors processors;

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
        takt_board_end(TAKT_BOARD_FAILED,
                       "the host has no timer left for a core (ulimit -i says how many there are)");
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

/* Signals that end the run. */
static sigset_t ends(void)
{
    sigset_t set;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
    return set;
}

static int wait_for_end(void)
{
    sigset_t set = ends();
    int number;

    (void)sigwait(&set, &number);
    /* relaxed: as in takt_board_end() */
    if (TAKT_CAS(&end.asked, 0, 1, relaxed)) {
        end.why = "interrupted";
        return 128 + number;
    }
    /* acquire: pairs with takt_board_end() */
    while (TAKT_LOAD(&end.told, acquire) == 0)
        (void)sched_yield();
    return end.status;
}

static bool start_cores(void)
{
    for (unsigned core = 0; core < options.cores; core++) {
        if (!start_core(core)) {
            (void)fprintf(stderr, "host: no POSIX thread for core %u (ulimit -u says how many there are)\n",
                          core);
            return false;
        }
    }
    return true;
}

static int run(void)
{
    int status = TAKT_BOARD_FAILED;
    bool left;

    takt_host_cores = options.cores;
    takt_host_crowded = processors.count != 0 && options.cores > processors.count;
    if (takt_host_crowded)
        (void)fprintf(stderr, "host: %u cores share %u processors: times of this run mean nothing\n",
                      options.cores, processors.count);
    takt_host_work_calibrate();
    end.first_thread = gettid();
    if (start_cores())
        status = wait_for_end();
    left = takt_host_halt(PATIENCE);
    if (end.why != NULL)
        (void)fprintf(stderr, "host: %s\n", end.why);
    if (!left)
        _exit(status);
    return status;
}

static bool take_cores(const char *text)
{
    uint64_t number;

    if (!takt_option_number(text, 1, CONFIG_TAKT_CORES, &number))
        return false;
    options.cores = (unsigned)number;
    return true;
}

static bool take_start(const char *text)
{
    uint64_t number;

    if (!takt_option_number(text, 0, INT64_MAX, &number) || !takt_host_counter_fits((takt_time_t)number))
        return false;
    options.start = (takt_time_t)number;
    return true;
}

static bool take_doctor(const char *text)
{
    uint64_t number;

    if (!takt_option_number(text, 1, 3600, &number))
        return false;
    options.look = TAKT_S(number);
    return true;
}

static const struct takt_option known[] = {
    {"--cores", "N", "cores of this run (default: all that it is built for)", take_cores,
     "1 to CONFIG_TAKT_CORES, which is " TEXT(CONFIG_TAKT_CORES) " here"},
    {"--start", "NS", "first time of the clock, to begin just before some limit", take_start,
     "nanoseconds, at least a day before the clock ends"},
    {"--doctor", "SECONDS", "look at this machine for so long, report, and run nothing", take_doctor,
     "1 to 3600"},
    {0},
};

int main(int count, char **words)
{
    sigset_t set = ends();

    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    takt_host_signals(false);
    (void)signal(SIGPIPE, SIG_IGN); /* a console that nobody reads is no reason to end */
    takt_host_counter_calibrate();
    takt_options_take(count, words, known);
    takt_processors_find(&processors);
    if (!takt_processors_agree(&processors, options.cores))
        takt_host_counter_distrust();
    takt_host_counter_begin(options.start);
    if (options.look == 0)
        return run();
    takt_processors_report(&processors, options.look);
    return 0;
}
