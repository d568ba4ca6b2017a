/*
 * A robust lock between processes, some of which are killed with SIGKILL at any moment: inside, waiting, giving up,
 * recovering, joining.
 *
 *   kills=N contexts=M block=0|1 overtakings=K seed=S
 *
 * The processes count two numbers up under the lock, one after the other: whoever finds them different without being
 * told -EOWNERDEAD has seen a section that overlapped, or a death that was kept from it. After each kill:
 *
 * - every other process gets the lock again, twice, within seconds: so all that was registered before has been served;
 * - -EOWNERDEAD came exactly once if the dead one was in its section, and at most once if it was not (it may have been
 *   granted the lock without knowing);
 * - a new process takes the dead one's place.
 *
 * Every second dead process is not reaped before that, so that its number still stands for a zombie. Now and then one is
 * stopped, inside or not, for longer than anybody looks twice: that must not count as a death.
 */
#define _GNU_SOURCE
#include <llq/llq.h>
#include <llq/process.h>

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CONTEXTS 6u
#define PATIENCE 20 /* seconds in which everybody must have got the lock again */
#define STOPS    40 /* every so many kills one process is stopped for a while */

struct shared {
    LLQ_MEMORY(words, CONTEXTS);
    struct llq_process processes[CONTEXTS];
    struct takt_word stop, fault, recovered, abandoned;
    struct takt_word inside[CONTEXTS], grants[CONTEXTS];
    volatile uint64_t first, second;
};

static struct shared *shared;
static struct {
    unsigned long kills;
    unsigned contexts, overtakings;
    bool block;
    unsigned seed;
} run = {.kills = 300, .contexts = 4, .seed = 1};

static pid_t pids[CONTEXTS];
static unsigned random_state;

static unsigned chance(unsigned below)
{
    return (unsigned)rand_r(&random_state) % below;
}

static void fail(const char *why, long detail)
{
    printf("FAILED: %s (%ld)\n", why, detail);
    for (unsigned i = 0; i < run.contexts; i++) {
        if (pids[i] > 0)
            kill(pids[i], SIGKILL);
    }
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A process: the lock's user. What is wrong it says in `fault`, and ends. */

static void wrong(int what)
{
    TAKT_STORE(&shared->fault, (uint32_t)what, relaxed); /* relaxed: the parent looks until it sees it */
    _exit(1);
}

static void section(unsigned id)
{
    TAKT_STORE(&shared->inside[id], 1,
               relaxed); /* relaxed, as all of these: who looks does so after the death */
    if (shared->first != shared->second)
        wrong(1);
    shared->first = shared->first + 1;
    for (unsigned i = chance(200); i > 0; i--)
        __asm__ volatile("");
    shared->second = shared->second + 1;
    TAKT_STORE(&shared->inside[id], 0, relaxed);
}

static void repair(struct llq_context *context, const struct llq_token *token)
{
    (void)TAKT_ADD(&shared->recovered, 1, relaxed);
    shared->second = shared->first;
    if (llq_consistent((struct llq *)shared->words, context, token) != 0)
        wrong(2);
}

static void use(unsigned id, struct llq_context *context)
{
    struct llq *lock = (struct llq *)shared->words;
    struct llq_token token;
    int64_t deadline = chance(3) == 0 ? now() + chance(100000) : LLQ_FOREVER;
    int result = llq_acquire(lock, context, deadline, &token);

    if (result == -ETIMEDOUT) {
        (void)TAKT_ADD(&shared->abandoned, 1, relaxed);
        return;
    }
    if (result == -EOWNERDEAD)
        repair(context, &token);
    else if (result != 0)
        wrong(-result);
    section(id);
    if (llq_release(lock, context, &token) != 0)
        wrong(3);
    (void)TAKT_ADD(&shared->grants[id], 1, relaxed);
}

static void live(unsigned id)
{
    struct llq_context context;
    uint32_t epoch;
    int result;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    random_state = run.seed * 1000 + id + (unsigned)getpid();
    while ((result = llq_process_join(shared->processes, run.contexts, id, &epoch)) == -EBUSY)
        usleep(100); /* the one before is being taken apart */
    if (result != 0 || llq_context_init(&context, id, run.contexts, epoch) != 0 ||
        llq_set_priority(&context, id) != 0)
        wrong(4);
    while (TAKT_LOAD(&shared->stop, relaxed) == 0)
        use(id, &context);
    _exit(0);
}

/* The parent. */

static void start(unsigned id)
{
    fflush(stdout);
    pids[id] = fork();
    if (pids[id] < 0)
        fail("fork", errno);
    if (pids[id] == 0)
        live(id);
}

static void look_for_faults(void)
{
    uint32_t fault = TAKT_LOAD(&shared->fault, relaxed);

    if (fault != 0)
        fail("a process saw what must not be: 1: numbers differ, 2 to 4: a call refused, else errno", fault);
}

/* All but one get the lock twice. */
static void await_others(unsigned but, const char *when)
{
    uint32_t before[CONTEXTS];
    int64_t until = now() + (int64_t)PATIENCE * 1000000000;

    for (unsigned i = 0; i < run.contexts; i++)
        before[i] = TAKT_LOAD(&shared->grants[i], relaxed);
    for (unsigned i = 0; i < run.contexts;) {
        look_for_faults();
        if (i == but || TAKT_LOAD(&shared->grants[i], relaxed) - before[i] >= 2) {
            i++;
            continue;
        }
        if (now() > until)
            fail(when, i);
        usleep(50);
    }
}

static void await_death(unsigned id, int options)
{
    siginfo_t info;

    if (waitid(P_PID, (id_t)pids[id], &info, WEXITED | options) != 0)
        fail("waitid", errno);
}

/* @return 1 if somebody was told -EOWNERDEAD */
static uint32_t kill_one(unsigned id)
{
    uint32_t before = TAKT_LOAD(&shared->recovered, relaxed), told, inside;
    bool reap = chance(2) == 0;

    usleep(chance(300));
    kill(pids[id], SIGKILL);
    await_death(id, reap ? 0 : WNOWAIT);
    inside = TAKT_LOAD(&shared->inside[id], relaxed);
    await_others(id, "after a kill a process does not get the lock any more");
    told = TAKT_LOAD(&shared->recovered, relaxed) - before;
    if (told > 1 || told < inside)
        fail("an owner died inside (1) or not (0), and -EOWNERDEAD came another number of times",
             (long)inside * 1000 + told);
    if (!reap)
        await_death(id, 0);
    TAKT_STORE(&shared->inside[id], 0, relaxed);
    start(id);
    return told;
}

static void stop_one(unsigned id)
{
    uint32_t before = TAKT_LOAD(&shared->recovered, relaxed);

    kill(pids[id], SIGSTOP);
    usleep(20000);
    if (TAKT_LOAD(&shared->recovered, relaxed) != before)
        fail("a process that was only stopped was taken for dead", id);
    kill(pids[id], SIGCONT);
    await_others(run.contexts, "after a stop a process does not get the lock any more");
}

static void make(void)
{
    const struct llq_attr attr = {
        .engine = LLQ_ANNOUNCE, .robust = true, .block = run.block, .overtakings = run.overtakings};
    int result;

    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        fail("mmap", errno);
    result = llq_init((struct llq *)shared->words, run.contexts, &attr);
    if (result != 0)
        fail("llq_init", result);
}

static void end_all(void)
{
    struct llq_context context;

    TAKT_STORE(&shared->stop, 1, relaxed);
    for (unsigned i = 0; i < run.contexts; i++)
        await_death(i, 0);
    look_for_faults();
    if (llq_context_init(&context, 0, run.contexts, 0) != 0 ||
        llq_check((struct llq *)shared->words, &context) != 0)
        fail("the lock is not at rest afterwards", 0);
}

static void parse(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        unsigned long value =
            strchr(arguments[i], '=') != NULL ? strtoul(strchr(arguments[i], '=') + 1, NULL, 10) : 0;

        if (strncmp(arguments[i], "kills=", 6) == 0)
            run.kills = value;
        else if (strncmp(arguments[i], "contexts=", 9) == 0)
            run.contexts = (unsigned)value;
        else if (strncmp(arguments[i], "block=", 6) == 0)
            run.block = value != 0;
        else if (strncmp(arguments[i], "overtakings=", 12) == 0)
            run.overtakings = (unsigned)value;
        else if (strncmp(arguments[i], "seed=", 5) == 0)
            run.seed = (unsigned)value;
        else
            fail("arguments are kills, contexts, block, overtakings, seed", i);
    }
    if (run.kills == 0 || run.contexts < 2 || run.contexts > CONTEXTS)
        fail("kills is at least 1, contexts 2 to 6", run.contexts);
}

int main(int count, char **arguments)
{
    unsigned long told = 0, stopped = 0;

    parse(count, arguments);
    random_state = run.seed;
    make();
    for (unsigned i = 0; i < run.contexts; i++)
        start(i);
    await_others(run.contexts, "a process does not get the lock");
    for (unsigned long i = 1; i <= run.kills; i++) {
        told += kill_one(chance(run.contexts));
        if (i % STOPS == 0) {
            stop_one(chance(run.contexts));
            stopped++;
        }
    }
    end_all();
    printf("%lu acquisitions, %u abandoned, %lu of the dead had the lock, %lu stops survived\n",
           (unsigned long)shared->first, (unsigned)TAKT_LOAD(&shared->abandoned, relaxed), told, stopped);
    if (told == 0)
        fail("nobody died with the lock, so nothing was recovered", 0);
    printf("amount: %lu kills\n", run.kills);
    return 0;
}
