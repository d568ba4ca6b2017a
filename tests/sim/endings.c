/*
 * The ways in which a run on sim can end, one for each value of how=; command.sh knows what is right for each.
 *
 * how=race is the planted bug: two cores count in a shared word with a load and a store where an add belongs, so
 * some seeds lose a count, and the same seed loses it again.
 */
#include <takt/takt.h>
#include <takt_sim.h>

#include <string.h>

#define STACK  65536
#define ROUNDS 20u

static struct takt_thread first[CONFIG_TAKT_CORES], second;
static _Alignas(64) unsigned char stacks[CONFIG_TAKT_CORES + 1][STACK];
static struct takt_sem never[CONFIG_TAKT_CORES];
static struct takt_mutex mutex;
static _Alignas(64) struct takt_word count, started, finished;

static bool is(const char *how)
{
    return strcmp(takt_argument("how", ""), how) == 0;
}

/* The cores start together, however long each took to attach. */
static void race(void)
{
    (void)TAKT_ADD(&started, 1, relaxed); /* relaxed: a number, and nothing that comes with it */
    while (TAKT_LOAD(&started, relaxed) != takt_core_count())
        (void)takt_sleep(TAKT_US(1));
    for (unsigned i = 0; i < ROUNDS; i++)
        TAKT_STORE(&count, TAKT_LOAD(&count, relaxed) + 1, relaxed); /* the bug: not one step */
    (void)TAKT_ADD(&finished, 1, release);                           /* pairs with the load below */
    if (takt_core_id() != 0)
        return;
    while (TAKT_LOAD(&finished, acquire) != takt_core_count()) /* pairs with the add above */
        (void)takt_sleep(TAKT_US(1));
    takt_printf("counted %u of %u in %lld ns\n", (unsigned)TAKT_LOAD(&count, relaxed),
                ROUNDS * takt_core_count(), (long long)takt_now());
    TAKT_ASSERT(TAKT_LOAD(&count, relaxed) == ROUNDS * takt_core_count()); /* relaxed: all have finished */
    takt_exit(0);
}

static void wait_for_owner(void *arg)
{
    (void)arg;
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
}

static void end(void *arg)
{
    (void)arg;
    if (is("exit") && takt_core_id() == 0)
        takt_exit(41);
    if (is("panic") || (is("one") && takt_core_id() == 0))
        TAKT_ASSERT(is("nothing"));
    if (is("race"))
        race();
    if (is("crash") && takt_core_id() == 0)
        takt_sim_crash(0);
    if (is("stall"))
        for (;;)
            __asm__ volatile("");
    if (is("busy"))
        for (;;)
            takt_work(TAKT_MS(1));
    if (is("wait") && takt_core_id() == 0)
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    if (is("overflow") && takt_core_id() == 0)
        memset(stacks[0], 0, sizeof(uintptr_t)); /* as a frame would that went past the stack's low end */
    if (!is("return"))
        (void)takt_sem_take(&never[takt_core_id()], TAKT_FOREVER);
}

static void start(struct takt_thread *thread, const char *name, void (*entry)(void *), void *stack,
                  takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .name = name,
        .entry = entry,
        .stack = stack,
        .stack_size = STACK,
        .priority = priority,
    };

    TAKT_ASSERT(takt_thread_create(thread, &attr) == 0 && takt_thread_start(thread) == 0);
}

void takt_main(unsigned core)
{
    TAKT_ASSERT(takt_sem_init(&never[core], 0, 1) == 0);
    if (is("early"))
        takt_exit(46);
    start(&first[core], "first", end, stacks[core], 5);
    if (core != 0 || !is("wait"))
        return;
    TAKT_ASSERT(takt_mutex_init(&mutex, 0) == 0);
    start(&second, "second", wait_for_owner, stacks[CONFIG_TAKT_CORES], 6);
}
