/*
 * Runs: how the conductor on core 0 lets the workers of all cores go, and hears when they have ended.
 *
 * A run's description and the workers' results are plain memory. They are safe because at each moment one
 * side touches them: the conductor writes, gives the semaphores of the other managers, and looks again only
 * after each manager has given its semaphore back. Giving and taking across cores orders what was written
 * before.
 *
 * Managers are more urgent than workers, so that the end of a slice does not wait for workers that never
 * sleep. A manager is woken once, by the last of its workers: woken by each, it would hold its core up while
 * the other core still contends, and the cores' times would differ for a reason that is not the lock's.
 */
#include "contention.h"

#include "../common/text.h"

struct core {
    struct takt_sem begin, ended; /* by the conductor; by the last of the core's workers */
    struct takt_thread manager, thread[CONTENTION_TASKS];
    struct takt_sem go[CONTENTION_TASKS];
    struct takt_remote remote; /* core 0: the other core's begin; others: core 0's quiet */
    uintptr_t manager_stack[CONTENTION_STACK / sizeof(uintptr_t)];
    uintptr_t stack[CONTENTION_TASKS][CONTENTION_STACK / sizeof(uintptr_t)];
} __attribute__((aligned(CONTENTION_LINE)));

static struct core cores[CONTENTION_CORES];
static struct takt_sem quiet; /* core 0: another core's workers have ended */
static struct takt_remote others[CONTENTION_CORES];
static struct contention_worker workers[2][CONTENTION_CORES][CONTENTION_TASKS] CONTENTION_SHARED;
static void (*conductor_script)(void);

void contention_failed(int result, const char *what)
{
    takt_printf("contention: %s failed with %d. The result would be worth nothing; stopping.\n", what,
                result);
    takt_exit(1);
}

struct contention_worker *contention_worker(bool plain, unsigned core, unsigned task)
{
    return &workers[plain][core][task];
}

static const char *begin_name(char name[16], unsigned core)
{
    struct takt_text text;

    takt_text_begin(&text, name, 16);
    takt_text_add(&text, "begin");
    takt_text_int(&text, core);
    return name;
}

static void worker_thread(void *arg)
{
    struct contention_worker *worker = arg;
    struct core *core = &cores[worker->core];

    for (;;) {
        contention_must(takt_sem_take(&core->go[worker->task], TAKT_FOREVER), "takt_sem_take");
        if (contention_loop(worker))
            contention_must(takt_sem_give(&core->ended), "takt_sem_give");
    }
}

static void workers_go(unsigned core)
{
    for (unsigned task = 0; task < contention_run.tasks; task++)
        contention_must(takt_sem_give(&cores[core].go[task]), "takt_sem_give");
}

/* Differs if an image has anything of it elsewhere. */
static uintptr_t layout(void)
{
    return ((uintptr_t)&contention_run * 3) ^ ((uintptr_t)&contention_shared * 5) ^ ((uintptr_t)workers * 7) ^
           sizeof workers;
}

static void manager_thread(void *arg)
{
    struct core *me = arg;
    unsigned core = (unsigned)(me - cores);

    contention_locks_find(core);
    contention_must(takt_remote_find(&me->remote, "quiet", TAKT_S(5)), "finding core 0's semaphore");
    for (;;) {
        contention_must(takt_sem_take(&me->begin, TAKT_FOREVER), "takt_sem_take");
        contention_must(contention_shared.layout == layout() ? 0 : -EBADMSG, "comparing the cores' images");
        workers_go(core);
        contention_must(takt_sem_take(&me->ended, TAKT_FOREVER), "takt_sem_take");
        contention_must(takt_remote_sem_give(&me->remote), "takt_remote_sem_give");
    }
}

static void conductor_thread(void *arg)
{
    char name[16];

    (void)arg;
    contention_locks_find(0);
    for (unsigned core = 1; core < takt_core_count(); core++)
        contention_must(takt_remote_find(&others[core], begin_name(name, core), TAKT_S(5)),
                        "finding another core's semaphore");
    conductor_script();
    takt_exit(0);
}

static void slice(void)
{
    if (contention_run.requests > 0)
        return;
    contention_must(takt_sleep(contention_run.slice), "takt_sleep");
    TAKT_STORE(&contention_shared.over, 1,
               relaxed); /* relaxed, read by the workers' leave(): it only ends loops */
}

static void run_threads(void)
{
    for (unsigned core = 1; core < contention_run.cores; core++)
        contention_must(takt_remote_sem_give(&others[core]), "takt_remote_sem_give");
    workers_go(0);
    slice();
    contention_must(takt_sem_take(&cores[0].ended, TAKT_FOREVER), "takt_sem_take");
    for (unsigned core = 1; core < contention_run.cores; core++)
        contention_must(takt_sem_take(&quiet, TAKT_FOREVER), "takt_sem_take");
}

/* All cores of Takt sleep meanwhile, but for the conductor's few looks after the slice. */
static void run_plain(void)
{
    contention_plain_go();
    slice();
    while (!contention_plain_over())
        contention_must(takt_sleep(TAKT_US(200)), "takt_sleep");
}

void contention_run_make(void)
{
    /* relaxed: handed over with the rest of the run */
    TAKT_STORE(&contention_shared.arrived, 0, relaxed);
    TAKT_STORE(&contention_shared.over, 0, relaxed);
    for (unsigned core = 0; core < contention_run.cores; core++)
        TAKT_STORE(&contention_shared.core[core].left, contention_run.tasks, relaxed);
    if (contention_run_lock()->plain)
        run_plain();
    else
        run_threads();
}

static void start(struct takt_thread *thread, const char *name, void (*entry)(void *), void *arg,
                  uintptr_t *stack, takt_prio_t priority)
{
    struct takt_thread_attr attr = {.name = name,
                                    .entry = entry,
                                    .arg = arg,
                                    .stack = stack,
                                    .stack_size = CONTENTION_STACK,
                                    .priority = priority};

    contention_must(takt_thread_create(thread, &attr), "takt_thread_create");
    contention_must(takt_thread_start(thread), "takt_thread_start");
}

static void make_workers(unsigned core)
{
    struct core *me = &cores[core];

    contention_must(takt_sem_init(&me->ended, 0, 1), "takt_sem_init");
    for (unsigned task = 0; task < CONTENTION_TASKS; task++) {
        struct contention_worker *worker = &workers[0][core][task];

        worker->core = core;
        worker->task = task;
        contention_must(takt_sem_init(&me->go[task], 0, 1), "takt_sem_init");
        start(&me->thread[task], "worker", worker_thread, worker, me->stack[task],
              CONTENTION_PRIORITY_WORKER);
    }
}

void contention_run_begin(unsigned core, void (*conductor)(void))
{
    struct core *me = &cores[core];
    char name[16];

    make_workers(core);
    if (core == 0) {
        conductor_script = conductor;
        contention_shared.layout = layout();
        contention_must(takt_sem_init(&quiet, 0, CONTENTION_CORES), "takt_sem_init");
        contention_must(takt_remote_export_sem(&quiet, "quiet"), "offering a semaphore");
    } else {
        contention_must(takt_sem_init(&me->begin, 0, 1), "takt_sem_init");
        contention_must(takt_remote_export_sem(&me->begin, begin_name(name, core)), "offering a semaphore");
    }
    start(&me->manager, core == 0 ? "conductor" : "manager", core == 0 ? conductor_thread : manager_thread,
          me, me->manager_stack, CONTENTION_PRIORITY_MANAGER);
}
