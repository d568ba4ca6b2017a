/*
 * The race of kernel/remote.c that only real processors have: each side stores its word, and then loads the
 * other's. Without both fences a processor may load before its store is seen, both sides miss each other, and
 * a request waits for the next one. Here nothing comes next: one thread asks twice, the second time while the
 * other one is looking for the first, and then waits until both requests have been carried out.
 *
 * The real files, on two plain threads with a doorbell that is one word, so that a round takes less than a
 * microsecond and nothing on the way (a signal, a system call) does a fence's work. Taken out, the fences are
 * missed within a second on x86.
 */
#include "cross.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <stdlib.h>

#define ROUNDS   400000u
#define PATIENCE 30 /* s; then a request counts as lost */
#define TARGET   0u
#define SOURCE   1u

static unsigned char memory[CONFIG_TAKT_SEGMENT_SIZE] __attribute__((aligned(4096)));
static struct takt_cross crosses[2];
static __thread unsigned self;
static struct takt_word bells, stop;
static struct takt_word carried_out __attribute__((aligned(64)));

/* What kernel/remote.c needs and this test has no use for. */

struct takt_cross *takt_cross(void)
{
    return &crosses[self];
}

struct takt_core *takt_port_core(void)
{
    return NULL;
}

struct takt_thread *takt_self(void)
{
    return NULL;
}

int takt_mutex_lock(struct takt_mutex *mutex, takt_deadline_t deadline)
{
    (void)mutex;
    (void)deadline;
    abort();
}

int takt_mutex_unlock(struct takt_mutex *mutex)
{
    (void)mutex;
    abort();
}

int takt_thread_resume(struct takt_thread *thread)
{
    (void)thread;
    abort();
}

int takt_cross_ready(struct takt_cross *cross)
{
    (void)cross;
    abort();
}

int takt_cross_find(struct takt_cross *cross, const char *name, uint32_t kinds, takt_deadline_t deadline,
                    struct takt_found *found)
{
    (void)cross, (void)name, (void)kinds, (void)deadline, (void)found;
    abort();
}

int takt_cross_place(const struct takt_cross *cross, const char *name, bool asked, struct takt_found *what)
{
    (void)cross, (void)name, (void)asked, (void)what;
    abort();
}

void takt_cross_offer(struct takt_cross *cross, const struct takt_found *what, const char *name, void *object)
{
    (void)cross, (void)what, (void)name, (void)object;
    abort();
}

/* The doorbell: one writer for each of the two directions, and only one is used after the start. */

void takt_port_doorbell(unsigned core)
{
    (void)core;
}

void takt_cross_ring(const struct takt_cross *cross, unsigned core)
{
    (void)cross;
    (void)core;
    /* release: a doorbell shows the handler what was stored before it; pairs with target() */
    TAKT_STORE(&bells, TAKT_LOAD(&bells, relaxed) + 1, release);
}

int takt_sem_give_many(struct takt_sem *sem, uint32_t number)
{
    (void)sem;
    /* release: pairs with wait_for() */
    TAKT_STORE(&carried_out, TAKT_LOAD(&carried_out, relaxed) + number, release);
    return 0;
}

static void *target(void *arg)
{
    uint32_t heard = 0, rung, idle = 0;

    (void)arg;
    self = TARGET;
    while (TAKT_LOAD(&stop, relaxed) == 0) {
        rung = TAKT_LOAD(&bells, acquire); /* pairs with takt_cross_ring() */
        if (rung == heard) {
            if (++idle % 4096 == 0)
                (void)sched_yield();
            continue;
        }
        heard = rung;
        takt_remote_serve(&crosses[TARGET]);
    }
    return NULL;
}

/* Patience is time, not turns: on a machine that has much else to do the other thread may not run for seconds. */
static bool wait_for(uint32_t number)
{
    time_t end = 0;

    for (uint32_t turn = 1; TAKT_LOAD(&carried_out, acquire) != number; turn++) {
        if (turn % 4096 != 0)
            continue;
        (void)sched_yield();
        if (end == 0)
            end = time(NULL) + PATIENCE;
        else if (time(NULL) > end)
            return false;
    }
    return true;
}

/* Asks, asks again a little later, and waits for both; the little is another one each round. */
static uint32_t ask_twice(const struct takt_remote *remote)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        if (takt_remote_sem_give(remote) != 0)
            return round;
        for (volatile uint32_t turn = 0; turn < round % 256; turn++)
            continue;
        if (takt_remote_sem_give(remote) != 0 || !wait_for(2 * (round + 1)))
            return round;
    }
    return ROUNDS;
}

static struct takt_remote offer(void)
{
    struct takt_segment *segment = &crosses[TARGET].segment;
    struct takt_found what = {.kind = TAKT_KIND_SEM};
    struct takt_slot slot = {&carried_out, takt_directory_next(segment, 0), TAKT_KIND_SEM};

    takt_remote_bind(&crosses[TARGET], 0, &slot);
    takt_directory_publish(segment, &what, "sem");
    return (struct takt_remote){
        .core = TARGET, .slot = 0, .kind = TAKT_KIND_SEM, .generation = slot.generation};
}

static bool attach(void)
{
    if (takt_segment_view(&crosses[TARGET].segment, memory, sizeof(memory), 2, TARGET) != 0 ||
        takt_segment_view(&crosses[SOURCE].segment, memory, sizeof(memory), 2, SOURCE) != 0)
        return false;
    takt_segment_create(&crosses[TARGET].segment);
    (void)takt_segment_join(&crosses[SOURCE].segment);
    takt_segment_admit(&crosses[TARGET].segment);
    return takt_segment_join(&crosses[SOURCE].segment) == 0;
}

int main(void)
{
    struct takt_remote remote;
    pthread_t thread;
    uint32_t rounds;

    self = SOURCE;
    if (!attach()) {
        printf("cross/requests: no segment for two cores\n");
        return 1;
    }
    remote = offer();
    if (pthread_create(&thread, NULL, target, NULL) != 0)
        return 1;
    rounds = ask_twice(&remote);
    TAKT_STORE(&stop, 1, relaxed);
    (void)pthread_join(thread, NULL);
    if (rounds < ROUNDS)
        printf("cross/requests: round %u: of %u requests %u were carried out\n", rounds, 2 * (rounds + 1),
               TAKT_LOAD(&carried_out, relaxed));
    printf("cross/requests: two plain threads\namount: %u rounds\n", rounds);
    return rounds != ROUNDS;
}
