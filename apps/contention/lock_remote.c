/*
 * remote-mutex: a mutex of the kernel that lives on core 0, asked for by the other cores.
 *
 * Each task of another core has a proxy thread on core 0. The task gives the proxy's semaphore and sleeps;
 * the proxy locks the mutex on its behalf and gives the task's semaphore; the task's next give of the proxy's
 * semaphore is the release. So the mutex is handed over directly, and inheritance works on its home core as
 * for any thread. The form at its best: a proxy is more urgent than the tasks of core 0, so it runs as soon
 * as the doorbell rings; but it asks for the mutex with its task's own priority, or core 0's tasks would
 * always be last in its queue.
 */
#include "locks.h"

#include "../common/text.h"

/* What a task of another core needs on core 0, and on its own: one side writes each. */
struct home {
    struct takt_sem asked; /* a request, then its release */
    struct takt_remote grant;
    struct takt_thread proxy;
} __attribute__((aligned(CONTENTION_LINE)));

struct away {
    struct takt_sem granted;
    struct takt_remote ask;
} __attribute__((aligned(CONTENTION_LINE)));

static struct takt_mutex mutex;
static struct takt_word grants CONTENTION_SHARED;
static struct home home[CONTENTION_CORES][CONTENTION_TASKS];
/* A second row even with one core, where nobody is away: the compiler sees accesses beyond the first. */
static struct away away[CONTENTION_CORES > 1 ? CONTENTION_CORES : 2][CONTENTION_TASKS];
static uintptr_t stacks[CONTENTION_CORES][CONTENTION_TASKS][CONTENTION_STACK / sizeof(uintptr_t)];

unsigned contention_remote_slots(unsigned cores)
{
    return (cores - 1) * CONTENTION_TASKS + 1; /* and the semaphore by which runs end */
}

static const char *name_of(char name[16], const char *what, unsigned core, unsigned task)
{
    struct takt_text text;

    takt_text_begin(&text, name, 16);
    takt_text_add(&text, what);
    takt_text_int(&text, core);
    takt_text_char(&text, '-');
    takt_text_int(&text, task);
    return name;
}

static void proxy(void *arg)
{
    struct home *h = arg;
    unsigned index = (unsigned)(h - &home[0][0]);
    char name[16];

    name_of(name, "granted", index / CONTENTION_TASKS, index % CONTENTION_TASKS);
    contention_must(takt_remote_find(&h->grant, name, TAKT_S(5)), "finding another core's semaphore");
    for (;;) {
        contention_must(takt_sem_take(&h->asked, TAKT_FOREVER), "takt_sem_take");
        contention_must(takt_thread_set_priority(&h->proxy, CONTENTION_PRIORITY_WORKER),
                        "takt_thread_set_priority");
        contention_must(takt_mutex_lock(&mutex, TAKT_FOREVER), "takt_mutex_lock");
        contention_must(takt_remote_sem_give(&h->grant), "takt_remote_sem_give");
        contention_must(takt_thread_set_priority(&h->proxy, CONTENTION_PRIORITY_PROXY),
                        "takt_thread_set_priority");
        contention_must(takt_sem_take(&h->asked, TAKT_FOREVER), "takt_sem_take");
        contention_must(takt_mutex_unlock(&mutex), "takt_mutex_unlock");
    }
}

static void make_proxy(unsigned core, unsigned task)
{
    struct home *h = &home[core][task];
    char name[16];
    struct takt_thread_attr attr = {.name = "proxy",
                                    .entry = proxy,
                                    .arg = h,
                                    .stack = stacks[core][task],
                                    .stack_size = CONTENTION_STACK,
                                    .priority = CONTENTION_PRIORITY_PROXY};

    contention_must(takt_sem_init(&h->asked, 0, 2), "takt_sem_init");
    contention_must(takt_remote_export_sem(&h->asked, name_of(name, "asked", core, task)),
                    "offering a semaphore");
    contention_must(takt_thread_create(&h->proxy, &attr), "takt_thread_create");
    contention_must(takt_thread_start(&h->proxy), "takt_thread_start");
}

static bool used(void)
{
    return takt_core_count() > 1 && contention_remote_slots(takt_core_count()) <= CONFIG_TAKT_REMOTE_SLOTS;
}

static void export_home(void)
{
    contention_must(takt_mutex_init(&mutex, 0), "takt_mutex_init");
    for (unsigned core = 1; core < takt_core_count(); core++)
        for (unsigned task = 0; task < CONTENTION_TASKS; task++)
            make_proxy(core, task);
}

static void export_away(unsigned core)
{
    char name[16];

    for (unsigned task = 0; task < CONTENTION_TASKS; task++) {
        struct takt_sem *granted = &away[core][task].granted;

        contention_must(takt_sem_init(granted, 0, 1), "takt_sem_init");
        contention_must(takt_remote_export_sem(granted, name_of(name, "granted", core, task)),
                        "offering a semaphore");
    }
}

void contention_remote_export(unsigned core)
{
    if (used() && core == 0)
        export_home();
    else if (used())
        export_away(core);
}

void contention_remote_find(unsigned core)
{
    char name[16];

    for (unsigned task = 0; core != 0 && used() && task < CONTENTION_TASKS; task++)
        contention_must(
            takt_remote_find(&away[core][task].ask, name_of(name, "asked", core, task), TAKT_S(5)),
            "finding core 0's semaphore");
}

static void acquire(struct contention_worker *worker)
{
    struct away *a = &away[worker->core][worker->task];

    if (worker->core == 0) {
        contention_must(takt_mutex_lock(&mutex, TAKT_FOREVER), "takt_mutex_lock");
        return;
    }
    contention_must(takt_remote_sem_give(&a->ask), "takt_remote_sem_give");
    contention_must(takt_sem_take(&a->granted, TAKT_FOREVER), "takt_sem_take");
}

static void release(struct contention_worker *worker)
{
    if (worker->core == 0)
        contention_must(takt_mutex_unlock(&mutex), "takt_mutex_unlock");
    else
        contention_must(takt_remote_sem_give(&away[worker->core][worker->task].ask), "takt_remote_sem_give");
}

const struct contention_lock contention_remote = {
    .name = "remote-mutex", .acquire = acquire, .release = release, .grants = &grants, .on_several = true};
