/*
 * Plain threads contend for one lock, and a checker that does not trust the lock looks on.
 *
 * The checker has a count of those inside, which must be 0 on entry, a sum that is added to without an
 * atomic, so that a lost exclusion loses additions (and is a race that ThreadSanitizer reports), and for the
 * library's lock the passes of each request. It has to accept the corrected engine and to reject the listing
 * as printed: lock=listing succeeds only when two owners were seen.
 *
 *   stress [lock=llq|listing] [engine=linked|announce|bakery] [block=0|1] [overtakings=N] [contexts=N]
 *          [acquisitions=N of each] [timed=0|1] [inside=N additions in a section]
 *
 * timed=1: two of three requests have a short deadline, so that requests are abandoned, passed over and taken
 * up again at all times.
 */
#include "llq_test.h"
#include "paper_listing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONTEXTS 16
#define LENDS                                                                                                \
    1024 /* every so many sections the owner lends its processor, so that the others come and wait */

static LLQ_MEMORY(words, CONTEXTS);
static struct listing_lock listing;

static struct run {
    bool is_listing, timed;
    unsigned contexts;
    unsigned long acquisitions, inside;
    struct llq_attr attr;
} run = {.contexts = 2, .acquisitions = 500000, .inside = 4};

static struct takt_word owners LLQ_ALIGNED;
static volatile uint64_t sum
    LLQ_ALIGNED; /* volatile: each addition is a load and a store; no atomic on purpose */

struct worker {
    struct llq_context context;
    pthread_t thread;
    unsigned id;
    unsigned long granted, abandoned, contended;
    uint32_t most_passed;
};

static struct worker workers[CONTEXTS];
static pthread_barrier_t begin;

static void two_owners(void)
{
    if (run.is_listing) {
        printf("| the paper's listing as printed, on threads | | stress: two owners |\namount: 1 listing "
               "rejected\n");
        fflush(stdout);
        _exit(EXIT_SUCCESS);
    }
    LLQ_FAIL("two owners at a time");
}

static void section(void)
{
    if (TAKT_ADD(&owners, 1, relaxed) != 0)
        two_owners();
    if (sum / run.inside % LENDS == 0)
        sched_yield();
    for (unsigned long i = 0; i < run.inside; i++)
        sum = sum + 1;
    if (TAKT_ADD(&owners, UINT32_MAX, relaxed) != 1)
        two_owners();
}

/** Every third request waits for ever, the others 0 to 3 us. */
static int64_t deadline(const struct worker *worker)
{
    unsigned long number = worker->granted + worker->abandoned;

    if (!run.timed || number % 3 == 0)
        return LLQ_FOREVER;
    return llq_port_now() + (int64_t)(number % 4) * 1000;
}

/** As cheap a look as can be: what is tried is not to be slowed down by it. */
static bool is_held(const struct llq *lock, const struct worker *worker)
{
    if (run.attr.engine == LLQ_BAKERY)
        return llq_owner(lock, &worker->context) >= 0;
    return TAKT_LOAD(&lock->tail, relaxed) != 0; /* relaxed: only counted */
}

static void request(struct worker *worker)
{
    struct llq *lock = (struct llq *)words;
    struct llq_token token;
    bool contended = is_held(lock, worker);
    int result = llq_acquire(lock, &worker->context, deadline(worker), &token);

    worker->contended += contended;
    if (result == -ETIMEDOUT) {
        worker->abandoned++;
        return;
    }
    LLQ_REQUIRE(result == 0, "acquire fails");
    section();
    if (llq_passed(&worker->context) > worker->most_passed)
        worker->most_passed = llq_passed(&worker->context);
    LLQ_REQUIRE(llq_release(lock, &worker->context, &token) == 0, "release fails");
    worker->granted++;
}

static void *work(void *argument)
{
    struct worker *worker = argument;

    pthread_barrier_wait(&begin);
    while (worker->granted < run.acquisitions) {
        if (!run.is_listing) {
            request(worker);
            continue;
        }
        listing_acquire(&listing, worker->id + 1);
        section();
        listing_release(&listing, worker->id + 1);
        worker->granted++;
    }
    return NULL;
}

static void judge(void)
{
    unsigned long granted = 0, abandoned = 0, contended = 0;
    uint32_t most_passed = 0;

    for (unsigned i = 0; i < run.contexts; i++) {
        granted += workers[i].granted;
        abandoned += workers[i].abandoned;
        contended += workers[i].contended;
        most_passed = workers[i].most_passed > most_passed ? workers[i].most_passed : most_passed;
    }
    printf(
        "%u contexts: %lu requests met a queue, %lu abandoned, longest wait %u grants (bound %u), %.2f s\n",
        run.contexts, contended, abandoned, most_passed, run.contexts - 1 + run.attr.overtakings,
        llq_test_seconds());
    printf("amount: %lu acquisitions\n", granted);
    LLQ_REQUIRE(granted > 0 && granted == run.contexts * run.acquisitions, "not all acquisitions were made");
    LLQ_REQUIRE(sum == granted * run.inside, "additions were lost: sections overlapped");
    LLQ_REQUIRE(contended > 0, "nobody waited for another, so nothing was tried");
    LLQ_REQUIRE(most_passed <= run.contexts - 1 + run.attr.overtakings,
                "a request was passed by more than m - 1 + K grants");
    LLQ_REQUIRE(!run.timed || abandoned > 0, "nothing was abandoned, though it should have been");
    LLQ_REQUIRE(llq_check((struct llq *)words, &workers[0].context) == 0,
                "the lock is not at rest afterwards");
}

static enum llq_engine engine_of(const char *name)
{
    static const char *const names[] = {"linked", "announce", "bakery"};

    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0)
            return (enum llq_engine)i;
    }
    LLQ_FAIL("engine is linked, announce or bakery");
}

static void parse(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        const char *value = strchr(arguments[i], '=');

        LLQ_REQUIRE(value != NULL, "arguments are key=value; see the top of stress.c");
        value++;
        if (strncmp(arguments[i], "lock=", 5) == 0)
            run.is_listing = strcmp(value, "listing") == 0;
        else if (strncmp(arguments[i], "engine=", 7) == 0)
            run.attr.engine = engine_of(value);
        else if (strncmp(arguments[i], "block=", 6) == 0)
            run.attr.block = *value == '1';
        else if (strncmp(arguments[i], "overtakings=", 12) == 0)
            run.attr.overtakings = (unsigned)strtoul(value, NULL, 10);
        else if (strncmp(arguments[i], "timed=", 6) == 0)
            run.timed = *value == '1';
        else if (strncmp(arguments[i], "contexts=", 9) == 0)
            run.contexts = (unsigned)strtoul(value, NULL, 10);
        else if (strncmp(arguments[i], "acquisitions=", 13) == 0)
            run.acquisitions = strtoul(value, NULL, 10);
        else if (strncmp(arguments[i], "inside=", 7) == 0)
            run.inside = strtoul(value, NULL, 10);
        else
            LLQ_FAIL("unknown argument; see the top of stress.c");
    }
    LLQ_REQUIRE(run.inside > 0, "inside is at least 1");
    LLQ_REQUIRE(run.contexts >= 2 && run.contexts <= CONTEXTS, "contexts is 2 to 16");
    LLQ_REQUIRE(!run.is_listing || run.contexts <= LISTING_NODES, "the listing has nodes for 4 contexts");
}

int main(int count, char **arguments)
{
    parse(count, arguments);
    LLQ_REQUIRE(llq_init((struct llq *)words, run.contexts, &run.attr) == 0, "init fails");
    LLQ_REQUIRE(pthread_barrier_init(&begin, NULL, run.contexts) == 0, "no barrier");
    llq_test_seconds();
    for (unsigned i = 0; i < run.contexts; i++) {
        workers[i].id = i;
        if (run.is_listing)
            listing.node[i + 1].task_id = i;
        LLQ_REQUIRE(llq_context_init(&workers[i].context, i, run.contexts, 0) == 0, "context fails");
        LLQ_REQUIRE(llq_set_priority(&workers[i].context, i) == 0, "no priority");
    }
    if (run.is_listing)
        alarm(60); /* without exclusion its queue can break, and then all wait for ever */
    for (unsigned i = 0; i < run.contexts; i++)
        LLQ_REQUIRE(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "no thread");
    for (unsigned i = 0; i < run.contexts; i++)
        pthread_join(workers[i].thread, NULL);
    if (run.is_listing)
        LLQ_FAIL("two owners were not seen, so the checker proves nothing");
    judge();
    return EXIT_SUCCESS;
}
