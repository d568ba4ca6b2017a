/*
 * What a worker does, compiled once for all locks: the section and the loops around it. The lock comes
 * in by two function pointers, so the call costs every lock the same.
 *
 * The section reads and writes every word of one piece of the shared memory. Every core walks over the whole
 * memory, its tasks in turns. The cores begin at equal distances from each other: side by side, the one in
 * front would always find pieces that are long cold, the one behind those that are just written, and their
 * times would differ for a reason that is not the lock's.
 *
 * On an emulator that lets another core on only where one gives way, the section does so every CONTENTION_GIVE_WAY words,
 * whatever the lock: else a core would make all of its requests in one turn, and no lock would ever be contended.
 *
 * Words are read and written relaxed: the lock under test alone orders them. So are the words of the run:
 * `over` and `left` only end loops, and what a worker leaves behind is handed over by the semaphores at the
 * run's end.
 */
#include "contention.h"

#include <takt_port.h>

struct contention_run contention_run CONTENTION_SHARED;
struct contention_shared contention_shared CONTENTION_SHARED;

static struct takt_word memory[CONTENTION_MEMORY / sizeof(struct takt_word)] CONTENTION_SHARED;

/* Not inlined: every lock is timed around the same instructions at the same address. */
static void section(const struct contention_worker *worker) __attribute__((noinline));

static void section(const struct contention_worker *worker)
{
    unsigned words = contention_run.bytes / sizeof(struct takt_word);

    if (words > 0) {
        uint32_t pieces = CONTENTION_MEMORY / contention_run.bytes;
        uint32_t first = worker->core * pieces / contention_run.cores;
        uint32_t piece = (first + worker->done * contention_run.tasks + worker->task) % pieces;
        struct takt_word *word = &memory[piece * words];

        /* relaxed, no pair: the lock orders them */
        for (unsigned i = 0; i < words; i++) {
            TAKT_STORE(&word[i], TAKT_LOAD(&word[i], relaxed) + 1, relaxed);
            if (contention_gives_way(i))
                takt_port_relax();
        }
    }
    if (contention_run.hold > 0)
        takt_work(contention_run.hold);
}

/* Whether the worker has to leave; its count is noted when it first sees that the slice or a core's share is
 * over. */
static inline bool leave(struct contention_worker *worker)
{
    /* relaxed, no pair: see above */
    if (!worker->over_seen && TAKT_LOAD(&contention_shared.over, relaxed) != 0) {
        worker->over_seen = true;
        worker->at_over = worker->done;
    }
    return worker->share == 0 ? worker->over_seen : worker->done == worker->share;
}

/*
 * Tasks of one core take turns of a few requests: none of them keeps the core for long while its neighbours'
 * requests are not made. Giving way after every single one would leave the lock free half of the time, and the
 * cores' times would differ by what differs between the machine's processors, not by the lock.
 */
static inline void next_task(const struct contention_worker *worker)
{
    if (contention_run.tasks > 1 && worker->done % CONTENTION_TURN == 0 && !contention_run_lock()->plain)
        takt_yield();
}

/* Where cores take turns: is a request of another core under way when this one is made? */
static void meet(struct contention_worker *worker)
{
    uint32_t others = 0;

    if (CONTENTION_GIVE_WAY == 0)
        return;
    for (unsigned core = 0; core < contention_run.cores; core++) {
        if (core != worker->core)
            others += TAKT_LOAD(&contention_shared.core[core].asking, relaxed); /* relaxed: a look */
    }
    worker->contended += others != 0;
    /* relaxed, as in part(): a count, nothing is handed over; the looks above are its pairs */
    (void)TAKT_ADD(&contention_shared.core[worker->core].asking, 1, relaxed);
}

static void part(const struct contention_worker *worker)
{
    if (CONTENTION_GIVE_WAY != 0) /* relaxed: as above */
        (void)TAKT_ADD(&contention_shared.core[worker->core].asking, UINT32_MAX, relaxed);
}

static void loop_timed(struct contention_worker *worker)
{
    const struct contention_lock *lock = contention_run_lock();

    while (!leave(worker)) {
        int64_t request, time;

        meet(worker);
        request = contention_clock();
        lock->acquire(worker);
        section(worker);
        lock->release(worker);
        time = contention_clock() - request;
        part(worker);
        worker->sum += time;
        worker->done++;
        if (worker->histogram != NULL)
            takt_histogram_add(worker->histogram, time);
        next_task(worker);
    }
}

/*
 * The grants that passed a request are counted from just before the call, the only moment that is the same
 * for all locks: what passes between this look and the lock's first instruction counts too, so a core that
 * the machine stops there shows a large number without any fault of the lock. A lock that knows when a
 * request was registered tells besides what passed it from there on.
 *
 * The count of grants is read and written in two steps: with two owners at a time one of them would be lost,
 * which the conductor sees when it compares it with the requests.
 */
static void count(struct contention_worker *worker, const struct contention_lock *lock, uint32_t before)
{
    uint32_t mine = TAKT_LOAD(lock->grants, relaxed); /* relaxed, as the next line: only the holder writes */
    uint32_t queued = lock->passed != NULL ? lock->passed(worker) : 0;

    TAKT_STORE(lock->grants, mine + 1, relaxed);
    if (mine - before > worker->passed)
        worker->passed = mine - before;
    if (queued > worker->queued)
        worker->queued = queued;
}

/* A clock in the loop tells nothing where time is real. */
static int64_t exact_clock(void)
{
    return contention_board.longest_section == NULL ? 0 : contention_clock();
}

static void loop_counted(struct contention_worker *worker)
{
    const struct contention_lock *lock = contention_run_lock();

    while (!leave(worker)) {
        uint32_t before = TAKT_LOAD(lock->grants, relaxed);
        int64_t asked, waited;

        meet(worker);
        asked = exact_clock();
        lock->acquire(worker);
        waited = exact_clock() - asked;
        worker->waited = waited > worker->waited ? waited : worker->waited;
        count(worker, lock, before);
        section(worker);
        lock->release(worker);
        part(worker);
        worker->done++;
        next_task(worker);
    }
}

/* Core 0 is the most urgent and asks now and then, the others are less urgent by their number and ask at once again. */
static void think(struct contention_worker *worker)
{
    if (worker->core != 0)
        return;
    worker->draws = worker->draws * 1664525u + 1013904223u;
    takt_work((takt_time_t)(worker->draws >> 8) % (2 * contention_run.think));
}

static void be_as_urgent_as(unsigned core)
{
    unsigned priority = CONTENTION_PRIORITY_WORKER + core;

    if (priority > CONFIG_TAKT_LEVELS - 1)
        priority = CONFIG_TAKT_LEVELS - 1;
    contention_must(takt_thread_set_priority(takt_self(), (takt_prio_t)priority), "takt_thread_set_priority");
}

static void loop_mixed(struct contention_worker *worker)
{
    const struct contention_lock *lock = contention_run_lock();

    be_as_urgent_as(worker->core);
    while (!leave(worker)) {
        uint32_t before = TAKT_LOAD(lock->grants, relaxed);
        int64_t asked;

        meet(worker);
        asked = contention_clock();
        lock->acquire(worker);
        takt_histogram_add(worker->histogram, contention_clock() - asked);
        count(worker, lock, before);
        section(worker);
        lock->release(worker);
        part(worker);
        worker->done++;
        think(worker);
    }
    be_as_urgent_as(0);
}

static void loop_bare(struct contention_worker *worker)
{
    const struct contention_lock *lock = contention_run_lock();

    while (!leave(worker)) {
        lock->acquire(worker);
        section(worker);
        lock->release(worker);
        worker->done++;
        next_task(worker);
    }
}

/* Some ports take interrupts at their calls alone: without one in the loop the slice would never end. */
static void loop_gap(struct contention_worker *worker)
{
    int64_t last = contention_clock();

    while (!leave(worker)) {
        int64_t now = contention_clock();

        if (now - last > worker->gap)
            worker->gap = now - last;
        last = now;
        takt_port_relax();
    }
}

/* The word is the next core's in turn: how long a line takes from core to core is what no lock can be below. */
static void loop_passing(struct contention_worker *worker)
{
    struct takt_word *word = &contention_shared.passing;
    uint32_t seen;

    while (!leave(worker)) {
        seen = TAKT_LOAD(word, acquire); /* pairs with the next line's release, of the core before */
        if (seen % contention_run.cores == worker->core) {
            TAKT_STORE(word, seen + 1, release);
            worker->done++;
        } else {
            takt_port_relax();
        }
    }
}

/* The workers that one waits for are on other cores and, behind a Takt thread, on its own. */
static void pause_for(bool plain)
{
    if (plain) {
        contention_plain_pause();
    } else {
        takt_port_relax();
        takt_yield();
    }
}

static void arrive(void)
{
    uint32_t all = contention_run.cores * (contention_run_lock()->plain ? 1 : contention_run.tasks);

    /* relaxed: the start is aligned by it, nothing is handed over; each other's additions are its pairs */
    (void)TAKT_ADD(&contention_shared.arrived, 1, relaxed);
    while (TAKT_LOAD(&contention_shared.arrived, relaxed) < all)
        pause_for(contention_run_lock()->plain);
}

static void reset(struct contention_worker *worker)
{
    uint32_t tasks = contention_run.tasks, requests = contention_run.requests;

    worker->share = requests / tasks + (worker->task < requests % tasks);
    worker->done = 0;
    worker->at_over = 0;
    worker->over_seen = false;
    worker->passed = 0;
    worker->queued = 0;
    worker->contended = 0;
    worker->waited = 0;
    worker->sum = 0;
    worker->gap = 0;
}

bool contention_loop(struct contention_worker *worker)
{
    static void (*const loops[])(struct contention_worker *) = {loop_timed, loop_counted, loop_bare,
                                                                loop_mixed, loop_gap,     loop_passing};
    bool last;

    reset(worker);
    if (!contention_run_lock()->plain || worker->task == 0)
        arrive();
    worker->began = contention_clock();
    loops[contention_run.mode](worker);
    worker->ended = contention_clock();
    if (!worker->over_seen)
        worker->at_over = worker->done;
    /* acq_rel: what the core's other workers did was written before; pairs with their subtractions */
    last = TAKT_ADD(&contention_shared.core[worker->core].left, UINT32_MAX, acq_rel) == 1;
    if (last)
        TAKT_STORE(&contention_shared.over, 1, relaxed); /* relaxed, read by leave(): it only ends loops */
    return last;
}
