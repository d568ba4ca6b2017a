/*
 * trace-scale TAKT-TRACE: a recording of 1,000,000 events is loaded and linted in a second of processor time, and four
 * times the events take about four times that. Processor time, so that what else the machine does hardly counts;
 * the best of three runs. A sanitizer's build is held to a wider limit.
 */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT 10.0
#else
#define LIMIT 1.0
#endif

#define MILLION 1000000L
#define RUNS    3

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* @return processor time of takt-trace lint; -1: it found faults in a sound recording, or did not run */
static double lint_once(const char *tool, const char *file)
{
    struct rusage usage;
    int status;
    pid_t child;

    fflush(stdout); /* what is not out yet would be written twice */
    child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL)
            _exit(127);
        execl(tool, tool, "lint", file, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return -1.0;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static double lint(const char *tool, long events, unsigned cores)
{
    char file[] = "/tmp/takt-scale-XXXXXX";
    int handle = mkstemp(file);
    double best = -1.0;

    if (handle < 0 || generate(file, events, cores) < 0)
        return -1.0;
    for (int i = 0; i < RUNS; i++) {
        double took = lint_once(tool, file);

        if (took < 0.0) {
            best = -1.0;
            break;
        }
        if (best < 0.0 || took < best)
            best = took;
    }
    close(handle);
    unlink(file);
    return best;
}

int main(int argc, char **argv)
{
    int failed = 0;

    for (unsigned cores = 1; argc == 2 && cores <= 4; cores *= 4) {
        double quarter = lint(argv[1], MILLION / 4, cores), whole = lint(argv[1], MILLION, cores);

        printf("%u cores: 250,000 events %.3f s, 1,000,000 events %.3f s (limit %.1f s)\n", cores, quarter,
               whole, LIMIT);
        failed |= quarter < 0.0 || whole < 0.0 || whole > LIMIT;
        failed |= whole > quarter * 8.0 + 0.05; /* a quadratic step would take 16 times as long */
    }
    printf("amount: %d recordings\n", argc == 2 ? 4 : 0);
    return failed;
}
