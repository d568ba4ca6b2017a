/*
 * Two cores update the same words at once, so that memory on which their atomic operations do not exclude each other
 * shows it.
 *
 * What it must tell apart. Where exclusive accesses are watched by each core alone (memory that is not shareable), every
 * operation succeeds and updates are lost: the sum is wrong. Where nobody watches them (no monitor on the path, caches
 * off), the store never succeeds, and a compiler's atomic addition would be a loop without end: so the first access of
 * all, and of each round, is takt_port_try_add(), which tries once and comes back. Where the memory's attributes forbid
 * them they fault: takt_port_try_add() survives that and says so, where the port can.
 *
 * What is updated. `sum` is raised by the port's single try, by addition and by compare-and-swap. `token` is exchanged:
 * each side gives numbers that nobody else gives, and adds up what it gives minus what it gets. All that was given is
 * either got by somebody or lies there at the end; so the changes of both sides together are the number that lies there.
 * A number that was overwritten, or got twice, breaks that.
 *
 * Races considered. Two cores that take their turns one after the other prove nothing: a token that came from the other
 * side shows that it was there meanwhile, and a contest in which that happened seldom does not count. A core that
 * gets its own token back gives way, some times, so that on an emulator where cores take turns they take them here. All
 * operations are relaxed: who reads the sums has seen, by acquire, that the other has ended (memory_test.c).
 *
 * Bound: CONFIG_TAKT_MEMORY_TEST_ROUNDS rounds of four updates; a try that fails is repeated TRIES times at most.
 */
#include "memory_contest.h"

#include <errno.h>

#include "port.h"

#define ROUNDS     CONFIG_TAKT_MEMORY_TEST_ROUNDS
#define RAISES     3u            /* of the sum, by one side in a round */
#define TRIES      10000u        /* of one update; a few fail while another core updates the same word */
#define GIVE_WAY   8u            /* times a contest */
#define MET_ENOUGH (ROUNDS / 8u) /* 2 or more: the first may be what the other left at its end */

void takt_contest_clear(struct takt_bout *bout)
{
    /* relaxed: published by the release of what tells the other side */
    TAKT_STORE(&bout->sum, 0, relaxed);
    TAKT_STORE(&bout->token, 0, relaxed);
}

enum takt_finding takt_contest_alone(struct takt_word *word)
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        int result = takt_port_try_add(word);

        if (result != -EAGAIN)
            return result == 0 ? TAKT_PASSED : TAKT_FAULTS;
    }
    return TAKT_STUCK;
}

static enum takt_finding raise_by_cas(struct takt_word *word)
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        uint32_t old = TAKT_LOAD(word, relaxed);

        /* relaxed, here and below: the other side's operations on the word are the pairs, and hand nothing over */
        if (TAKT_CAS(word, old, old + 1, relaxed))
            return TAKT_PASSED;
    }
    return TAKT_STUCK;
}

/* Numbers of the two sides are odd and even. @return the token that was got */
static uint32_t give_token(struct takt_bout *bout, unsigned side, uint32_t round,
                           struct takt_contest *contest)
{
    uint32_t given = 2 * (round + 1) + side;
    uint32_t got = TAKT_EXCHANGE(&bout->token, given, relaxed);

    contest->change += given - got;
    return got;
}

struct takt_contest takt_contest_run(struct takt_bout *bout, unsigned side)
{
    struct takt_contest contest = {.finding = TAKT_PASSED};
    unsigned ways = GIVE_WAY;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t got;

        contest.finding = takt_contest_alone(&bout->sum);
        if (contest.finding != TAKT_PASSED)
            break;
        (void)TAKT_ADD(&bout->sum, 1, relaxed);
        contest.finding = raise_by_cas(&bout->sum);
        if (contest.finding != TAKT_PASSED)
            break;
        got = give_token(bout, side, round, &contest);
        if (got != 0 && got % 2 != side)
            contest.met++;
        else if (ways > 0) {
            ways--;
            takt_port_relax();
        }
    }
    return contest;
}

bool takt_contest_exact(const struct takt_bout *bout, uint32_t changes)
{
    return TAKT_LOAD(&bout->sum, relaxed) == 2 * RAISES * ROUNDS &&
           TAKT_LOAD(&bout->token, relaxed) == changes;
}

bool takt_contest_met(const struct takt_contest *contest)
{
    return contest->met >= MET_ENOUGH;
}
