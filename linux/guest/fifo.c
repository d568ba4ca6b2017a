/*
 * fifo PRIORITY -p PID: make a thread real-time (SCHED_FIFO).
 * fifo PRIORITY COMMAND...: run a command so.
 *
 * A guest's busybox has no chrt, and a set-up that is an ordinary thread starves once a load of hundreds runs.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sched_param param = {0};
    if (argc < 3) {
        fprintf(stderr, "fifo PRIORITY -p PID, or fifo PRIORITY COMMAND...\n");
        return 2;
    }
    bool other = strcmp(argv[2], "-p") == 0 && argc == 4;
    param.sched_priority = atoi(argv[1]);
    if (sched_setscheduler(other ? atoi(argv[3]) : 0, SCHED_FIFO, &param) != 0) {
        perror("fifo");
        return 1;
    }
    if (!other) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
    }
    return other ? 0 : 127;
}
