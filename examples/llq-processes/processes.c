/*
 * Processes that share an account under a robust LLQ, and one of them is killed in the middle of a transfer.
 *
 * The parent makes the shared memory and starts a process for each context. The first one takes the lock, takes money
 * from one side, and is killed with SIGKILL before it adds it to the other. The next one gets the lock with
 * -EOWNERDEAD, sees that a transfer was not finished, finishes it, declares the account consistent, and goes on;
 * so does a new process in the place of the one that died.
 *
 * Build it against an installed Takt: cc processes.c $(pkg-config --cflags --libs takt-llq)
 */
#define _GNU_SOURCE
#include <llq/llq.h>
#include <llq/process.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONTEXTS  3
#define TRANSFERS 1000
#define TOTAL     1000000L

/* All of it is shared. Zeroed memory is an empty table of processes. */
struct shared {
    LLQ_MEMORY(words, CONTEXTS);
    struct llq_process processes[CONTEXTS];
    long left, right; /* together TOTAL, but in the middle of a transfer */
    int recovered;
};

static struct shared *shared;

static void must(int result, const char *what)
{
    if (result == 0)
        return;
    fprintf(stderr, "%s: %s\n", what, strerror(-result));
    _exit(1);
}

static void repair(void)
{
    shared->right = TOTAL - shared->left;
    shared->recovered++;
}

/* Taken from the left first: what is missing on the right then tells how far a transfer had come. */
static void transfer(struct llq_context *context, bool die)
{
    struct llq *lock = (struct llq *)shared->words;
    struct llq_token token;
    int result = llq_acquire(lock, context, LLQ_FOREVER, &token);

    if (result == -EOWNERDEAD) {
        repair();
        result = llq_consistent(lock, context, &token);
    }
    must(result, "llq_acquire");
    shared->left--;
    if (die)
        raise(SIGKILL);
    shared->right++;
    must(llq_release(lock, context, &token), "llq_release");
}

static void work(unsigned id, bool die)
{
    struct llq_context context;
    uint32_t epoch;

    must(llq_process_join(shared->processes, CONTEXTS, id, &epoch), "llq_process_join");
    must(llq_context_init(&context, id, CONTEXTS, epoch), "llq_context_init");
    for (int i = 0; i < TRANSFERS; i++)
        transfer(&context, die && i == TRANSFERS / 2);
}

static pid_t start(unsigned id, bool die)
{
    pid_t pid = fork();

    if (pid < 0)
        must(-errno, "fork");
    if (pid == 0) {
        work(id, die);
        _exit(0);
    }
    return pid;
}

/* How it ended: 0, its status, or minus the signal. */
static int end_of(pid_t pid)
{
    int status;

    if (waitpid(pid, &status, 0) != pid)
        must(-errno, "waitpid");
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static void make_shared(void)
{
    const struct llq_attr robust = {.engine = LLQ_ANNOUNCE, .robust = true, .block = true};
    char name[64];
    int file;

    snprintf(name, sizeof(name), "/llq-processes-%ld", (long)getpid());
    file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 || ftruncate(file, sizeof(*shared)) != 0)
        must(-errno, name);
    (void)shm_unlink(name); /* children inherit the mapping; strangers would open the name */
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED)
        must(-errno, "mmap");
    shared->left = TOTAL;
    must(llq_init((struct llq *)shared->words, CONTEXTS, &robust), "llq_init");
}

int main(void)
{
    pid_t pids[CONTEXTS];
    int ends[CONTEXTS], failed = 0;

    make_shared();
    for (unsigned id = 0; id < CONTEXTS; id++)
        pids[id] = start(id, id == 0);
    for (unsigned id = 0; id < CONTEXTS; id++)
        ends[id] = end_of(pids[id]);
    printf("process 0 ended by signal %d, the others with %d and %d\n", -ends[0], ends[1], ends[2]);
    failed = end_of(start(0, false));
    printf("its successor ended with %d; recovered %d time(s); left %ld + right %ld = %ld\n", failed,
           shared->recovered, shared->left, shared->right, shared->left + shared->right);
    return failed != 0 || ends[0] != -SIGKILL || ends[1] != 0 || ends[2] != 0 || shared->recovered != 1 ||
           shared->left + shared->right != TOTAL;
}
