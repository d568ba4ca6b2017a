/*
 * Runs a program of sim with many seeds, one process a seed, as many at a time as there are processors.
 *
 * A process a seed costs about a millisecond and gives what a loop inside one process cannot: each run starts from
 * the same memory, so that the printed command replays it exactly, and a run that crashes or hangs is a result like
 * any other. Cores and start of the counter go through the given lists in turn.
 *
 * A program that succeeds says choices=N on a line of its own; the sum is the amount of the suite. The driver fails
 * when a run failed (it prints that run's output and its command) and when nothing was run.
 *
 * usage: seeds-driver [--name N] [--from N] [--count N] [--jobs N] [--cores A,B..] [--start A,B..] -- PROGRAM ARGS
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define ARGS_MAX 32
#define LIST_MAX 32

struct list {
    const char *item[LIST_MAX];
    unsigned count;
};

struct job {
    pid_t pid; /* 0: free */
    uint64_t seed;
    FILE *output;
};

static const char *name = "seeds";
static uint64_t from = 1, count = 1000;
static unsigned jobs;
static struct list cores, starts;
static char **program;
static struct job running[JOBS_MAX];
static uint64_t choices, done, failed;

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s: %s\n", name, what, detail);
    exit(2);
}

static uint64_t number(const char *option, const char *text)
{
    char *end;
    uint64_t value;

    errno = 0;
    value = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0')
        die("not a number", option);
    return value;
}

static void split(struct list *list, char *text)
{
    for (char *item = strtok(text, ","); item != NULL; item = strtok(NULL, ",")) {
        if (list->count == LIST_MAX)
            die("list too long", item);
        list->item[list->count++] = item;
    }
}

static void option(const char *key, char *value)
{
    if (strcmp(key, "--name") == 0)
        name = value;
    else if (strcmp(key, "--from") == 0)
        from = number(key, value);
    else if (strcmp(key, "--count") == 0)
        count = number(key, value);
    else if (strcmp(key, "--jobs") == 0)
        jobs = (unsigned)number(key, value);
    else if (strcmp(key, "--cores") == 0)
        split(&cores, value);
    else if (strcmp(key, "--start") == 0)
        split(&starts, value);
    else
        die("unknown option (known: --name --from --count --jobs --cores --start)", key);
}

static void parse(int argc, char **argv)
{
    int i = 1;

    for (; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2)
        option(argv[i], argv[i + 1]);
    if (i + 1 >= argc || strcmp(argv[i], "--") != 0)
        die("the program is missing", "write it after --");
    program = argv + i + 1;
    if (jobs == 0)
        jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
}

/* The command of a seed; text holds the seed's digits. */
static void command(const char **args, uint64_t seed, char *text, size_t room)
{
    unsigned n = 0;

    while (program[n] != NULL && n < ARGS_MAX - 8) {
        args[n] = program[n];
        n++;
    }
    snprintf(text, room, "%llu", (unsigned long long)seed);
    args[n++] = "--seed";
    args[n++] = text;
    if (cores.count != 0) {
        args[n++] = "--cores";
        args[n++] = cores.item[seed % cores.count];
    }
    if (starts.count != 0) {
        args[n++] = "--start";
        args[n++] = starts.item[seed / (cores.count + 1) % starts.count];
    }
    args[n] = NULL;
}

static void begin(struct job *job, uint64_t seed)
{
    const char *args[ARGS_MAX];
    char text[24];

    command(args, seed, text, sizeof text);
    job->seed = seed;
    job->output = tmpfile();
    if (job->output == NULL)
        die("no temporary file", strerror(errno));
    job->pid = fork();
    if (job->pid < 0)
        die("fork", strerror(errno));
    if (job->pid != 0)
        return;
    dup2(fileno(job->output), STDOUT_FILENO);
    dup2(fileno(job->output), STDERR_FILENO);
    execv(args[0], (char **)args); /* POSIX promises not to change them */
    perror(args[0]);
    _exit(127);
}

static void report(struct job *job, int status)
{
    const char *args[ARGS_MAX];
    char text[24], buffer[4096];
    size_t length;

    printf("%s: seed %llu failed (%s %d); its output:\n", name, (unsigned long long)job->seed,
           WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    rewind(job->output);
    while ((length = fread(buffer, 1, sizeof buffer, job->output)) != 0)
        fwrite(buffer, 1, length, stdout);
    command(args, job->seed, text, sizeof text);
    printf("command:");
    for (const char **arg = args; *arg != NULL; arg++)
        printf(" %s", *arg);
    printf("\n");
}

static uint64_t choices_of(FILE *output)
{
    char line[512];
    unsigned long long value = 0;

    rewind(output);
    while (fgets(line, sizeof line, output) != NULL)
        (void)sscanf(line, "choices=%llu", &value);
    return value;
}

static void end(void)
{
    int status;
    pid_t pid = wait(&status);
    uint64_t made;

    for (struct job *job = running; job < running + jobs; job++) {
        if (job->pid != pid || pid <= 0)
            continue;
        made = choices_of(job->output);
        if (status != 0 || made == 0) {
            report(job, status);
            failed++;
        }
        choices += made;
        done++;
        fclose(job->output);
        job->pid = 0;
    }
}

static struct job *free_job(void)
{
    for (struct job *job = running; job < running + jobs; job++) {
        if (job->pid == 0)
            return job;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct timespec t0, t1;

    parse(argc, argv);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    fflush(stdout);
    for (uint64_t begun = 0; done < count;) {
        struct job *job = begun < count && failed == 0 ? free_job() : NULL;

        if (job != NULL)
            begin(job, from + begun++);
        else if (begun > done)
            end();
        else
            break; /* after a failure: nothing more is begun */
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("%s: %llu seeds from %llu, %llu choices, %.1f s, %llu failed\n", name, (unsigned long long)done,
           (unsigned long long)from, (unsigned long long)choices,
           (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9,
           (unsigned long long)failed);
    printf("amount: %llu seeds\n", (unsigned long long)done);
    return failed != 0 || done != count || choices == 0;
}
