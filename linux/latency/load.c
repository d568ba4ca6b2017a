/*
 * hackbench of Debian's package rt-tests, again and again, in a process group of its own, which ends with the measurement:
 * also when that is interrupted or fails, so nothing is left running.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "latency.h"

static pid_t load;

static bool in_path(const char *program)
{
    char file[4096];
    const char *path = getenv("PATH");
    while (path != NULL && *path != 0) {
        int length = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", length, path, program);
        if (access(file, X_OK) == 0) {
            return true;
        }
        path += length + (path[length] == ':');
    }
    return false;
}

/* 20 groups of 20 senders and 20 receivers, as the paper's. */
static void run_hackbench(void)
{
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 1);
    dup2(nothing, 2);
    execlp("hackbench", "hackbench", "-g", "20", "-l", "1000", (char *)NULL);
    _exit(127);
}

static _Noreturn void run_load(void)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        pid_t child = fork();
        if (child == 0) {
            run_hackbench();
        }
        waitpid(child, NULL, 0);
    }
}

void latency_load_begin(void)
{
    if (latency_arguments.load == NULL) {
        return;
    }
    if (!in_path("hackbench")) {
        latency_die("hackbench is missing: apt-get install rt-tests");
    }
    load = fork();
    if (load < 0) {
        latency_die("cannot start the load: %s", strerror(errno));
    }
    if (load == 0) {
        run_load();
    }
    setpgid(load, load);
    atexit(latency_load_end);
}

void latency_load_end(void)
{
    if (load > 0) {
        kill(-load, SIGKILL);
        waitpid(load, NULL, 0);
        load = 0;
    }
}
