/*
 * The watchdog: a thread that neither works nor calls anything would hold the whole simulation for ever, for
 * nothing else runs in its host thread. After 10 s of processor time in which no core's clock moved and
 * neither another core nor another thread came on, the run is ended, and says who it was.
 *
 * This is the simulator's only signal, and it only ever ends the run: it looks at the simulation once a
 * second of processor time (a debugger's halt does not count) and changes nothing, so a run that goes on is
 * not touched by it. It has a stack of its own, for the thread that hangs may have overrun its own.
 */
#include "sim.h"

#include <takt/thread.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define STALL_SECONDS 10u

static char signal_stack[65536];
static unsigned limit_seconds, seconds, stalled;
static uint64_t seen_turns, seen_clock, seen_core;

static void end(const char *why, unsigned after)
{
    fflush(stdout);
    fprintf(stderr, "sim: %s for %u s of host time: core %u, thread %s\n", why, after, takt_sim_current->id,
            takt_self() != NULL ? takt_thread_name(takt_self()) : "(starting)");
    takt_sim_report_cores();
    takt_sim_replay();
    fflush(stderr);
    _Exit(3);
}

static void look(int number)
{
    (void)number;
    stalled++;
    if (seen_turns != takt_sim.turns || seen_clock != takt_sim_core()->clock ||
        seen_core != takt_sim_current->id)
        stalled = 0;
    seen_turns = takt_sim.turns;
    seen_clock = takt_sim_core()->clock;
    seen_core = takt_sim_current->id;
    if (stalled == STALL_SECONDS)
        end("no progress", STALL_SECONDS);
    if (++seconds == limit_seconds)
        end("--limit: the run went on", seconds);
}

void takt_sim_watch(unsigned limit)
{
    const stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof(signal_stack)};
    const struct itimerval every = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
    struct sigaction action;

    limit_seconds = limit;
    memset(&action, 0, sizeof(action));
    action.sa_handler = look;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    if (sigaltstack(&stack, NULL) != 0 || sigaction(SIGPROF, &action, NULL) != 0 ||
        setitimer(ITIMER_PROF, &every, NULL) != 0)
        perror("sim: no watchdog");
}
