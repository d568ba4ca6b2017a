/*
 * A core that stores nonsense all over the shared segment, while the others use every service of it. They may
 * get errors, and lose messages; they may not crash, hang, write outside the buffers that they hand in, or
 * lose the order of their own private state. What they get must be one of the results that the headers list.
 *
 * The words are drawn by the run's seed, or by wild=, a number: any word of the fixed part, and of the arenas
 * what lies first; half of the values are small numbers or near ones, since those pass more checks.
 */
#include "cross_test.h"

#include "cross.h"

#include <string.h>

#define GUARD    0xa5a5a5a5u
#define SPOILT   4096 /* bytes of the arenas that are aimed at */
#define CAPACITY 4

static unsigned long rounds(void)
{
    return cross_number("rounds", 2000);
}
static struct takt_word over, writes, good_results, errors;

static struct takt_sem sems[CONFIG_TAKT_CORES];
static struct takt_channel inboxes[CONFIG_TAKT_CORES];

struct message {
    uint32_t before, words[5], after;
};

static bool one_of(int result, const int *results)
{
    TAKT_ADD(result == 0 ? &good_results : &errors, 1, relaxed);
    for (; *results != 1; results++) {
        if (result == *results)
            return true;
    }
    return false;
}

static const int asked[] = {0, -EINVAL, -ESTALE, -EHOSTDOWN, 1};
static const int found[] = {0, -EAGAIN, -ETIMEDOUT, -EBADMSG, 1};
static const int sent[] = {0, -EAGAIN, -ESTALE, -EHOSTDOWN, -EBADMSG, -EPERM, 1};
static const int received[] = {0, -EAGAIN, -ETIMEDOUT, -EBADMSG, 1};
static const int offered[] = {0, -EEXIST, -ENOSPC, 1};

static void name_of(char name[8], char first, unsigned core)
{
    memcpy(name, "x-00", 5);
    name[0] = first;
    name[2] = (char)('0' + core / 10);
    name[3] = (char)('0' + core % 10);
}

static void ask(unsigned core)
{
    struct takt_remote remote;
    char name[8];
    int result;

    name_of(name, 's', core);
    result = takt_remote_find(&remote, name, TAKT_NO_WAIT);
    EXPECT(one_of(result, found));
    if (result != 0)
        return;
    EXPECT(remote.core < takt_core_count() && remote.slot < TAKT_SLOTS);
    EXPECT(one_of(takt_remote_sem_give(&remote), asked));
    (void)takt_sem_take(&sems[takt_core_id()], TAKT_NO_WAIT);
}

static void send(unsigned core)
{
    struct takt_channel channel;
    struct message message = {0};
    char name[8];
    int result;

    name_of(name, 'c', core);
    result = takt_channel_attach(&channel, name, TAKT_NO_WAIT);
    EXPECT(one_of(result, found));
    /* a channel of another size is a good channel of somebody else: then this one has been spoilt into it */
    if (result == 0 && channel.size <= sizeof(message))
        EXPECT(one_of(takt_channel_send(&channel, &message), sent));
}

static void receive(void)
{
    struct message message = {.before = GUARD, .after = GUARD};
    unsigned from = 0;
    int result = takt_channel_receive(&inboxes[takt_core_id()], message.words, &from, TAKT_US(5));

    EXPECT(one_of(result, received));
    EXPECT(message.before == GUARD && message.after == GUARD);
    EXPECT(from < takt_core_count());
}

static void offer(void)
{
    static struct takt_sem spare[CONFIG_TAKT_CORES];

    EXPECT_EQ(takt_sem_init(&spare[takt_core_id()], 0, 1), 0);
    EXPECT(one_of(takt_remote_export_sem(&spare[takt_core_id()], "spare"), offered));
    (void)takt_remote_withdraw("spare");
}

static void victim(void *arg)
{
    uint32_t draws = takt_core_id();

    (void)arg;
    cross_wait(&writes, 1);
    for (unsigned long i = 0; i < rounds(); i++) {
        unsigned other = cross_random(&draws) % takt_core_count();

        ask(other);
        send(other);
        receive();
        offer();
        EXPECT_EQ(takt_core_check(), 0);
        EXPECT_EQ(takt_sem_check(&sems[takt_core_id()]), 0);
    }
    TAKT_ADD(&over, 1, release); /* pairs with cross_wait() */
    if (takt_core_id() != 0)
        takt_thread_exit(0);
    cross_wait(&over, takt_core_count() - 1);
    takt_printf("%u words spoilt, %u good results, %u errors\n", (unsigned)TAKT_LOAD(&writes, relaxed),
                (unsigned)TAKT_LOAD(&good_results, relaxed), (unsigned)TAKT_LOAD(&errors, relaxed));
    EXPECT(TAKT_LOAD(&writes, relaxed) > 0 && TAKT_LOAD(&good_results, relaxed) > 0 &&
           TAKT_LOAD(&errors, relaxed) > 0);
    cross_end("wild", rounds() * (takt_core_count() - 1), "rounds");
}

static uint32_t nonsense(uint32_t now, uint32_t draw)
{
    switch (draw % 4) {
    case 0:
        return draw >> 8;
    case 1:
        return draw >> 20;
    case 2:
        return now + 1;
    default:
        return now ^ (1u << (draw >> 8) % 32);
    }
}

/* Any word of the fixed part, or of what lies first in some core's arena. */
static struct takt_word *aim(const struct takt_segment *segment, uint32_t *draws)
{
    uint32_t fixed = (uint32_t)TAKT_AT_ARENAS(segment->cores), at = cross_random(draws) % (fixed + SPOILT);

    if (at >= fixed)
        at = takt_segment_arena(segment, cross_random(draws) % segment->cores) +
             (at - fixed) % segment->arena_size;
    return takt_segment_at(segment, at / 4 * 4);
}

/* Most words are put back a little later, so that there is something left to spoil. */
static void wild(void *arg)
{
    const struct takt_segment *segment = &takt_cross()->segment;
    uint32_t draws = (uint32_t)cross_number("wild", cross_seed());

    (void)arg;
    for (;;) {
        struct takt_word *word = aim(segment, &draws);
        uint32_t good = TAKT_LOAD(word, relaxed);

        TAKT_STORE(word, nonsense(good, cross_random(&draws)), relaxed);
        TAKT_ADD(&writes, 1, release); /* pairs with cross_wait() */
        if (cross_random(&draws) % 4 == 0)
            takt_port_doorbell(cross_random(&draws) % segment->cores);
        if (cross_random(&draws) % 8 == 0)
            (void)takt_sleep(TAKT_US(20));
        if (cross_random(&draws) % 64 != 0)
            TAKT_STORE(word, good, relaxed);
    }
}

void takt_main(unsigned core)
{
    char name[8];

    cross_begin(core);
    if (core == takt_core_count() - 1) {
        (void)cross_thread("wild", wild, NULL, 5);
        return;
    }
    EXPECT_EQ(takt_sem_init(&sems[core], 0, 3), 0);
    name_of(name, 's', core);
    EXPECT(one_of(takt_remote_export_sem(&sems[core], name), offered));
    name_of(name, 'c', core);
    EXPECT(one_of(takt_channel_create(&inboxes[core], name, sizeof(((struct message *)0)->words), CAPACITY),
                  offered));
    (void)cross_thread("victim", victim, NULL, 5);
}
