/*
 * What the lock between cores costs: uncontended, the engine alone (llq/linked.h) and the kernel's object with all of
 * its contract (rank, token, owner, preemption), without a deadline and with one; and its hand-over from one core to
 * another, from before the release to the waiting core's next instruction of its own. Core 0 counts all but the last, in
 * which core 1 waits.
 *
 * A hand-over is counted over both cores: under an emulator that counts instructions the cores take turns, and a core
 * gives its turn up where it waits. So core 0 gives way right after its release, and nothing else of it is in the span.
 */
#include <takt/takt.h>

#include <linked.h>

#include "line.h"
#include "place.h"

#define TIMES 20
#define STACK (16 * TAKT_STACK_MIN)

static LLQ_MEMORY(words, CONFIG_TAKT_CORES);
static struct llq_context context;
static struct takt_llq locks[2]; /* handles of the cores 0 and 1 */
static struct takt_thread threads[2];
static _Alignas(16) unsigned char stacks[2][STACK];
static struct takt_word asked, got; /* rounds of core 1: it asks next; it had the lock */

static void must(int result, const char *what)
{
    if (result == 0)
        return;
    takt_printf("FAIL: %s gave %d on core %u\n", what, result, takt_core_id());
    takt_exit(1);
}

static TAKT_PLACED void engine(struct llq *lock)
{
    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(llq_engine);
        (void)llq_linked_acquire(lock, &context, LLQ_FOREVER);
        (void)llq_linked_release(lock, &context, context.version);
        TAKT_TO(llq_engine);
    }
    must(llq_check(lock, &context), "llq_check");
}

static TAKT_PLACED void contract(void)
{
    struct takt_llq_token token;

    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(llq_contract);
        (void)takt_llq_acquire(&locks[0], TAKT_FOREVER, &token);
        (void)takt_llq_release(&locks[0], &token);
        TAKT_TO(llq_contract);
    }
}

/* Every other request goes by records; this one because it has a deadline. */
static TAKT_PLACED void recorded(void)
{
    struct takt_llq_token token;

    for (unsigned i = 0; i < TIMES; i++) {
        TAKT_FROM(llq_recorded);
        (void)takt_llq_acquire(&locks[0], TAKT_S(1), &token);
        (void)takt_llq_release(&locks[0], &token);
        TAKT_TO(llq_recorded);
    }
}

static void wait_for(struct takt_word *word, uint32_t value)
{
    /* acquire: pairs with tell() */
    while (TAKT_LOAD(word, acquire) != value)
        bench_give_way();
}

static void tell(struct takt_word *word, uint32_t value)
{
    TAKT_STORE(word, value, release); /* release: pairs with wait_for() */
}

/* Core 0 holds the lock until core 1 stands in its queue. */
static TAKT_PLACED void hand_over(void)
{
    struct takt_llq_token token;

    for (uint32_t i = 1; i <= TIMES; i++) {
        must(takt_llq_acquire(&locks[0], TAKT_FOREVER, &token), "takt_llq_acquire");
        tell(&asked, i);
        for (unsigned turn = 0; turn < 100; turn++)
            bench_give_way();
        TAKT_FROM(llq_hand_over);
        (void)takt_llq_release(&locks[0], &token);
        bench_give_way();
        wait_for(&got, i);
    }
}

static TAKT_PLACED void ask(void)
{
    struct takt_llq_token token;

    for (uint32_t i = 1; i <= TIMES; i++) {
        wait_for(&asked, i);
        (void)takt_llq_acquire(&locks[1], TAKT_FOREVER, &token);
        TAKT_TO(llq_hand_over);
        must(takt_llq_release(&locks[1], &token), "takt_llq_release");
        tell(&got, i);
    }
}

static void first(void *arg)
{
    (void)arg;
    must(llq_init((struct llq *)words, CONFIG_TAKT_CORES, NULL), "llq_init");
    must(llq_context_init(&context, 0, CONFIG_TAKT_CORES, 0), "llq_context_init");
    engine((struct llq *)words);
    contract();
    recorded();
    hand_over();
    takt_printf("amount: %u operations, %u times each\n", 4u, (unsigned)TIMES);
    takt_exit(0);
}

static void second(void *arg)
{
    (void)arg;
    must(takt_llq_attach(&locks[1], "counted", TAKT_FOREVER), "takt_llq_attach");
    ask();
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "lock",
        .entry = core == 0 ? first : second,
        .stack_size = STACK,
        .priority = 5,
    };

    if (core > 1)
        return;
    if (core == 0)
        must(takt_llq_create(&locks[0], "counted", &(struct llq_attr){.rank = 1}), "takt_llq_create");
    attr.stack = stacks[core];
    must(takt_thread_create(&threads[core], &attr), "takt_thread_create");
    must(takt_thread_start(&threads[core]), "takt_thread_start");
}
