/*
 * The analysis; docs/llq.md derives each term. Notation: k is the task's core, q a lock, L a section, h a
 * hand-over, K the cap of overtakings, N the requests of a job.
 *
 * Everything that a request can wait for is found before any task is looked at, in this order, so that there
 * is nothing to iterate but the response times:
 *
 *   longest  L of core j for lock q: over the core's tasks
 *   wait     of spin locks: (L + h) of each other core once, K times the largest of them, and h
 *   hold     of block locks: from the grant to the release. The holder has the ceiling of its core, but when
 *            the grant arrives the core may be in one spin request, and the holders of other block locks
 *            may stand before it at the ceiling
 *   wait     of block locks: as of spin locks, with hold for L
 */
#include "blocking.h"

#include <string.h>

#define ITERATIONS_MAX 1000000u /* more: no bound; a safe answer */

struct waits {
    int64_t longest[BLOCKING_LOCKS][BLOCKING_CORES]; /* 0: the core does not use the lock */
    int64_t hold[BLOCKING_LOCKS][BLOCKING_CORES];
    int64_t wait[BLOCKING_LOCKS][BLOCKING_CORES];
};

static int64_t plus(int64_t a, int64_t b)
{
    int64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? BLOCKING_NEVER : sum;
}

static int64_t times(int64_t a, int64_t b)
{
    int64_t product;

    return __builtin_mul_overflow(a, b, &product) ? BLOCKING_NEVER : product;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void find_longest(const struct blocking_set *set, struct waits *waits)
{
    for (unsigned t = 0; t < set->task_count; t++) {
        const struct blocking_task *task = &set->task[t];

        for (unsigned q = 0; q < set->lock_count; q++) {
            int64_t *longest = &waits->longest[q][task->core];

            if (task->use[q].requests > 0)
                *longest = larger(*longest, task->use[q].section);
        }
    }
}

/*
 * S = sum of (L + h) over the other cores that use q, + K times the largest, + h. The sum ends when the last of
 * them grants the lock; the section begins a hand-over later. Who asks just after its own release sees that
 * it is needed: the lock is on its way to the next then.
 */
static int64_t wait_of(const struct blocking_lock *lock, const int64_t *length, unsigned core)
{
    int64_t sum = 0, largest = 0;

    for (unsigned other = 0; other < BLOCKING_CORES; other++) {
        int64_t one = length[other] > 0 ? plus(length[other], lock->handover) : 0;

        if (other == core)
            continue;
        sum = plus(sum, one);
        largest = larger(largest, one);
    }
    if (largest == 0)
        return 0;
    return plus(plus(sum, times(lock->cap, largest)), lock->handover);
}

static void find_waits(const struct blocking_set *set, struct waits *waits, bool blocks)
{
    for (unsigned q = 0; q < set->lock_count; q++) {
        if (set->lock[q].blocks != blocks)
            continue;
        for (unsigned core = 0; core < BLOCKING_CORES; core++)
            waits->wait[q][core] = wait_of(&set->lock[q], blocks ? waits->hold[q] : waits->longest[q], core);
    }
}

/* A grant of block lock q finds its core in a spin request, and others at the ceiling. */
static int64_t find_late(const struct blocking_set *set, const struct waits *waits, unsigned q, unsigned core)
{
    int64_t spinning = 0, before = 0;

    for (unsigned r = 0; r < set->lock_count; r++) {
        int64_t length = waits->longest[r][core];

        if (r == q || length == 0)
            continue;
        if (set->lock[r].blocks)
            before = plus(before, length);
        else
            spinning = larger(spinning, plus(waits->wait[r][core], length));
    }
    return plus(spinning, before);
}

static void find_holds(const struct blocking_set *set, struct waits *waits)
{
    for (unsigned q = 0; q < set->lock_count; q++) {
        for (unsigned core = 0; core < BLOCKING_CORES; core++) {
            int64_t length = waits->longest[q][core];

            waits->hold[q][core] = length == 0 ? 0 : plus(length, find_late(set, waits, q, core));
        }
    }
}

static void find_all(const struct blocking_set *set, struct waits *waits)
{
    memset(waits, 0, sizeof(*waits));
    find_longest(set, waits);
    find_waits(set, waits, false);
    find_holds(set, waits);
    find_waits(set, waits, true);
}

/* Tasks of one priority can each delay the other for a whole job, so both count as more urgent. */
static bool less_urgent(const struct blocking_task *task, const struct blocking_task *than)
{
    return task->core == than->core && task->priority > than->priority;
}

/* The gate of the core: a less urgent task may just have been granted the lock. Only the locks' users count. */
static int64_t gate(const struct blocking_set *set, const struct waits *waits,
                    const struct blocking_task *task, unsigned q)
{
    int64_t longest = 0;

    for (unsigned t = 0; t < set->task_count; t++) {
        if (less_urgent(&set->task[t], task) && set->task[t].use[q].requests > 0)
            longest = larger(longest, set->task[t].use[q].section);
    }
    return longest == 0 ? 0 : plus(longest, find_late(set, waits, q, task->core));
}

static void find_own_waiting(const struct blocking_set *set, const struct waits *waits,
                             struct blocking_task *task)
{
    task->spin = 0;
    task->sleep = 0;
    for (unsigned q = 0; q < set->lock_count; q++) {
        int64_t requests = task->use[q].requests, wait = waits->wait[q][task->core];

        if (requests == 0)
            continue;
        if (set->lock[q].blocks)
            task->sleep = plus(task->sleep, times(requests, plus(gate(set, waits, task, q), wait)));
        else
            task->spin = plus(task->spin, times(requests, wait));
    }
}

/* How long one request of a less urgent task can keep the core: in spin mode with its wait. */
static void find_request(const struct blocking_set *set, const struct waits *waits,
                         const struct blocking_task *task, int64_t *spinning, int64_t *raised)
{
    for (unsigned q = 0; q < set->lock_count; q++) {
        int64_t section = task->use[q].section;

        if (task->use[q].requests == 0)
            continue;
        if (set->lock[q].blocks)
            *raised = larger(*raised, section);
        else
            *spinning = larger(*spinning, plus(waits->wait[q][task->core], section));
    }
}

/*
 * Less urgent tasks begin a request only while the job is not there or sleeps. Each time it comes back it can
 * meet one spin request, and one granted section of each of them.
 */
static int64_t find_blocking(const struct blocking_set *set, const struct waits *waits,
                             const struct blocking_task *task)
{
    int64_t returns = 1, spinning = 0, raised = 0;

    for (unsigned q = 0; q < set->lock_count; q++)
        returns += set->lock[q].blocks ? task->use[q].requests : 0;
    for (unsigned t = 0; t < set->task_count; t++) {
        int64_t one = 0;

        if (!less_urgent(&set->task[t], task))
            continue;
        find_request(set, waits, &set->task[t], &spinning, &one);
        raised = plus(raised, one);
    }
    return times(returns, plus(spinning, raised));
}

/* C': execution with all waiting, as if the job computed meanwhile. */
static int64_t demand(const struct blocking_task *task)
{
    return plus(task->wcet, plus(task->spin, task->sleep));
}

static int64_t interference(const struct blocking_set *set, const struct blocking_task *task, int64_t window)
{
    int64_t sum = 0;

    for (unsigned t = 0; t < set->task_count; t++) {
        const struct blocking_task *other = &set->task[t];

        if (other == task || other->core != task->core || less_urgent(other, task))
            continue;
        sum = plus(sum, times((window - 1) / other->period + 1, demand(other)));
    }
    return sum;
}

/* R = C' + B + sum of ceil(R / T) C' over the more urgent; the smallest solution, if it keeps the deadline. */
static int64_t find_response(const struct blocking_set *set, const struct blocking_task *task)
{
    int64_t own = plus(demand(task), task->blocking), response = own;

    for (unsigned i = 0; i < ITERATIONS_MAX && response <= task->deadline; i++) {
        int64_t next = plus(own, interference(set, task, response));

        if (next == response)
            return response;
        response = next;
    }
    return BLOCKING_NEVER;
}

bool blocking_analyse(struct blocking_set *set)
{
    struct waits waits;
    bool all = true;

    find_all(set, &waits);
    for (unsigned t = 0; t < set->task_count; t++) {
        find_own_waiting(set, &waits, &set->task[t]);
        set->task[t].blocking = find_blocking(set, &waits, &set->task[t]);
    }
    for (unsigned t = 0; t < set->task_count; t++) {
        struct blocking_task *task = &set->task[t];

        task->response = find_response(set, task);
        task->holds = task->response <= task->deadline;
        all = all && task->holds;
    }
    return all;
}

unsigned blocking_lock_cores(const struct blocking_set *set, unsigned lock)
{
    uint64_t cores = 0;

    for (unsigned t = 0; t < set->task_count; t++) {
        if (set->task[t].use[lock].requests > 0)
            cores |= UINT64_C(1) << set->task[t].core;
    }
    return (unsigned)__builtin_popcountll(cores);
}

int64_t blocking_lock_section(const struct blocking_set *set, unsigned lock)
{
    int64_t longest = 0;

    for (unsigned t = 0; t < set->task_count; t++) {
        if (set->task[t].use[lock].requests > 0)
            longest = larger(longest, set->task[t].use[lock].section);
    }
    return longest;
}

int64_t blocking_lock_bound(const struct blocking_set *set, unsigned lock)
{
    unsigned cores = blocking_lock_cores(set, lock);

    if (cores < 2)
        return 0;
    return times(cores - 1 + set->lock[lock].cap,
                 plus(blocking_lock_section(set, lock), set->lock[lock].handover));
}
