/*
 * Do two processors count alike? One asks, the other answers with its counter; the answer lies between the
 * asking and its arrival, so the middle is wrong by at most half the way there and back. Of many rounds the
 * quickest counts. The two threads have to run at the same time: on a busy machine that takes a while, hence
 * the limit.
 *
 * Races: the exchange is one word a direction, each written by one side; a round's answer is stored before
 * its number.
 */
#include "host.h"

#include <pthread.h>
#include <sched.h>

#define ROUNDS 300u
#define LIMIT  TAKT_MS(100)

struct exchange {
    struct takt_word asked __attribute__((aligned(64)));
    struct takt_word answered __attribute__((aligned(64)));
    uint64_t counter;
    uint64_t until;
    int processor;
};

static bool pin(int processor)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return pthread_setaffinity_np(pthread_self(), sizeof(set), &set) == 0;
}

static bool wait_for(struct takt_word *word, uint32_t value, uint64_t until)
{
    /* acquire: pairs with the release of the other side's store */
    while (TAKT_LOAD(word, acquire) != value) {
        takt_host_pause();
        if (takt_port_counter() > until)
            return false;
    }
    return true;
}

static void *answer(void *arg)
{
    struct exchange *x = arg;

    (void)pin(x->processor);
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        if (!wait_for(&x->asked, round, x->until))
            break;
        x->counter = takt_port_counter();
        /* release: the counter is stored before; pairs with wait_for() */
        TAKT_STORE(&x->answered, round, release);
    }
    return NULL;
}

static bool ask(struct exchange *x, takt_time_t *skew, takt_time_t *error)
{
    uint64_t best = UINT64_MAX;
    int64_t off = 0;

    for (uint32_t round = 1; round <= ROUNDS; round++) {
        uint64_t asked = takt_port_counter(), arrived;

        /* release: the last round's answer has been read; pairs with wait_for() */
        TAKT_STORE(&x->asked, round, release);
        if (!wait_for(&x->answered, round, x->until))
            break;
        arrived = takt_port_counter();
        if (arrived - asked < best) {
            best = arrived - asked;
            off = (int64_t)(x->counter - asked - best / 2);
        }
    }
    *skew = off < 0 ? -takt_port_to_ns((uint64_t)-off) : takt_port_to_ns((uint64_t)off);
    *error = takt_port_to_ns(best / 2) + 1;
    return best != UINT64_MAX;
}

bool takt_host_skew(int one, int other, takt_time_t *skew, takt_time_t *error)
{
    struct exchange x = {.processor = other, .until = takt_port_counter() + takt_port_from_ns(LIMIT)};
    cpu_set_t before;
    pthread_t thread;
    bool found;

    if (pthread_getaffinity_np(pthread_self(), sizeof(before), &before) != 0)
        return false;
    if (!pin(one) || pthread_create(&thread, NULL, answer, &x) != 0)
        return false;
    found = ask(&x, skew, error);
    (void)pthread_join(thread, NULL);
    (void)pthread_setaffinity_np(pthread_self(), sizeof(before), &before);
    return found;
}
