/*
 * Does the segment's memory exclude between cores? Each pair of cores finds out by contests (memory_contest.c) when the
 * second of them attaches, and a core gets a handle of a lock only when it has passed with every core that is attached.
 *
 * Guards: that no lock between cores is used on memory where atomic operations do not exclude, never succeed, or fault;
 * and that this is said, instead of hanging or of losing updates. All of it stands on loads and stores alone, which is
 * what the segment itself stands on. A core by itself tests nothing with others; it tests that its exclusive stores
 * succeed.
 *
 * The protocol, for each ordered pair: the source asks, the target answers. The source clears the contest's words,
 * numbers the contest, and rings. The target, in its doorbell handler, says that it begins, takes part, says what it
 * found, and that it has ended; it waits for nothing. The source takes part as soon as it sees the beginning, waits for
 * the end, and judges for both. Its verdict carries the target's epoch, so that a restarted core is tested anew.
 *
 * Why the rule is enough. Of two cores with handles, one got its first handle later than it saw the other attached, or
 * both saw each other. A core says UP, then looks who else is (with a fence between that the other core's look has,
 * too), so of two cores that come at once at least one sees the other and asks. Who created a lock while another core
 * was not tested with shares it with nobody: that core cannot attach to it. A core that never comes is not waited for. One
 * that has attached and does not answer is: it may hold handles.
 *
 * Races considered.
 *   Two cores ask each other at once: each would answer while the other is not there. So a core that has asked a
 * lower one answers that one after its own contest has ended; the lower one answers at once. Then it is rung by itself,
 * since the bell has gone by.
 *   An answer while the source has given up waiting proves nothing, as nobody contended. The source sees that the number
 * was answered before it looked, lets it end, and asks by a new number. It never clears the words while a target may be
 * using them.
 *   The source or the target is restarted in the middle. The numbers survive in the segment; a target that comes back
 * ends its contests, and a source that comes back lets them end.
 *   Cores that do not run at the same time (an emulator that gives them turns, processors that are shared): contests in
 * which the two did not meet do not count, but after MOST of them the memory is believed. Cores that never meet cannot
 * collide.
 *
 * Bound. A joining core has ENOUGH contests with each core that is attached, MOST if they seldom meet. The other side of
 * each is a doorbell handler with interrupts open, and takes a time linear in CONFIG_TAKT_MEMORY_TEST_ROUNDS: that is what
 * a core that attaches costs the threads of the others at a time. Nobody waits longer than its deadline and PATIENCE.
 */
#include "memory_test.h"

#include <takt/console.h>

#include "memory_contest.h"

#define PATIENCE TAKT_S(1) /* from the own end of a contest to the other's */
#define ENOUGH   4u        /* contests in which both were there */
#define MOST     32u

#define FINDING_BITS 3u
#define FINDING_MASK ((1u << FINDING_BITS) - 1)

static struct takt_bout *bout_of(const struct takt_cross *cross, unsigned source, unsigned target)
{
    return &takt_segment_pair(&cross->segment, source, target)->bout;
}

static uint32_t epoch_of(const struct takt_cross *cross, unsigned core)
{
    /* relaxed: ordered by the acquire of the core's state, or its own */
    return TAKT_LOAD(&takt_segment_line(&cross->segment, core)->epoch, relaxed);
}

static bool is_attached(const struct takt_cross *cross, unsigned core)
{
    return takt_segment_state(&cross->segment, core) == TAKT_CORE_UP;
}

static void set_verdict(struct takt_bout *bout, uint32_t epoch, enum takt_finding finding)
{
    /* relaxed: nothing else is taken from a verdict */
    TAKT_STORE(&bout->verdict, epoch << FINDING_BITS | (uint32_t)finding, relaxed);
}

/* What the source of a pair has found, if it is about this life of the target. */
static enum takt_finding verdict_of(const struct takt_bout *bout, uint32_t epoch)
{
    uint32_t verdict = TAKT_LOAD(&bout->verdict, relaxed); /* as in set_verdict() */

    if (verdict >> FINDING_BITS != (epoch & UINT32_MAX >> FINDING_BITS))
        return TAKT_UNTESTED;
    return (enum takt_finding)(verdict & FINDING_MASK);
}

/* Either of the two may have asked, and each has tried alone; what is bad in one of these is bad. */
static enum takt_finding known(const struct takt_cross *cross, unsigned other)
{
    unsigned me = cross->segment.core;
    enum takt_finding mine = verdict_of(bout_of(cross, me, other), epoch_of(cross, other));
    enum takt_finding its = verdict_of(bout_of(cross, other, me), epoch_of(cross, me));
    enum takt_finding alone = verdict_of(bout_of(cross, other, other), epoch_of(cross, other));

    if (alone > TAKT_PASSED)
        return alone;
    return mine > its ? mine : its;
}

int takt_memory_verdict(const struct takt_cross *cross)
{
    int result = 0;

    for (unsigned core = 0; core < cross->segment.cores; core++) {
        enum takt_finding finding;

        if (!is_attached(cross, core))
            continue;
        finding = known(cross, core);
        if (finding > TAKT_PASSED)
            return -ENOTSUP;
        if (finding == TAKT_UNTESTED)
            result = -EAGAIN;
    }
    return result;
}

static void say(const struct takt_cross *cross, unsigned other, enum takt_finding finding)
{
    static const char *const what[] = {
        [TAKT_COLLIDES] =
            "updates by both at once are lost. Exclusive accesses are local to a core: make the "
            "segment's memory shareable, or use memory that has a global exclusive monitor",
        [TAKT_STUCK] =
            "exclusive stores do not succeed. Nothing monitors this memory: use other memory, or start "
            "the kernel after the caches are on",
        [TAKT_FAULTS] =
            "exclusive accesses fault. The memory's attributes forbid them: map the segment as normal "
            "memory, or use other memory",
    };
    unsigned me = cross->segment.core;

    if (other == me)
        takt_printf("takt: the shared segment's memory, core %u: ", me);
    else
        takt_printf("takt: the shared segment's memory, cores %u and %u: ", me, other);
    takt_printf("%s.\n", what[finding]);
    takt_printf("takt: core %u refuses locks between cores (-ENOTSUP)\n", me);
}

void takt_memory_open(struct takt_cross *cross)
{
    unsigned me = cross->segment.core;
    enum takt_finding alone;

    for (unsigned core = 0; core < cross->segment.cores; core++) {
        struct takt_bout *theirs = bout_of(cross, core, me), *ours = bout_of(cross, me, core);
        uint32_t began = TAKT_LOAD(&theirs->began, relaxed); /* own word */

        set_verdict(ours, 0, TAKT_UNTESTED);
        cross->began[core] = began;
        TAKT_STORE(&theirs->found, TAKT_UNTESTED, relaxed); /* published by the release of ended */
        TAKT_STORE(&theirs->ended, began, release);         /* pairs with await() */
    }
    alone = takt_contest_alone(&bout_of(cross, me, me)->sum);
    set_verdict(bout_of(cross, me, me), epoch_of(cross, me), alone);
    if (alone != TAKT_PASSED)
        say(cross, me, alone);
}

static void answer(const struct takt_cross *cross, struct takt_bout *bout, unsigned source, uint32_t number)
{
    struct takt_contest contest;

    TAKT_STORE(&bout->began, number, relaxed); /* relaxed: it says that this core comes, and brings nothing */
    contest = takt_contest_run(bout, source < cross->segment.core);
    TAKT_STORE(&bout->found, contest.finding, relaxed); /* this and the next published by ended */
    TAKT_STORE(&bout->change, contest.change, relaxed);
    TAKT_STORE(&bout->ended, number, release); /* pairs with await(): all that this core did is seen */
}

void takt_memory_serve(struct takt_cross *cross)
{
    unsigned me = cross->segment.core;

    for (unsigned core = 0; core < cross->segment.cores; core++) {
        struct takt_bout *bout = bout_of(cross, core, me);
        uint32_t number;

        if (core == me || (cross->asking == core + 1 && core < me))
            continue;
        number = TAKT_LOAD(&bout->asked, acquire); /* pairs with the release in ask(): the words are clear */
        if (number == cross->began[core] || !is_attached(cross, core))
            continue;
        cross->began[core] = number;
        answer(cross, bout, core, number);
    }
}

/* Before the start of this core no handler answers the others, so this loop does. */
static bool await(struct takt_cross *cross, const struct takt_word *word, uint32_t number,
                  takt_time_t patience)
{
    uint64_t end = takt_deadline_when(patience);
    unsigned turn = 0;

    /* acquire: pairs with the releases of ended; of began nothing is taken */
    while (TAKT_LOAD(word, acquire) != number) {
        /* seldom: reading a clock can cost more than a look */
        if (turn++ % 16 == 15 && !takt_before(takt_port_counter(), end))
            return false;
        if (takt_self() == NULL)
            takt_cross_poll(cross);
        takt_port_relax();
    }
    return true;
}

/* Ask anew, or look again at a question that stands. @return false: the last contest has not ended */
static bool ask(struct takt_cross *cross, struct takt_bout *bout, unsigned other, takt_time_t patience,
                uint32_t *number)
{
    *number = TAKT_LOAD(&bout->asked, relaxed); /* own word */
    if (TAKT_LOAD(&bout->began, relaxed) == *number) {
        if (!await(cross, &bout->ended, *number, patience))
            return false;
        takt_contest_clear(bout);
        *number += 1;
        TAKT_STORE(&bout->asked, *number, release); /* pairs with takt_memory_serve() */
    }
    takt_cross_ring(cross, other);
    return true;
}

static enum takt_finding judge(const struct takt_bout *bout, const struct takt_contest *mine)
{
    uint32_t found = TAKT_LOAD(&bout->found, relaxed); /* this and the next ordered by the acquire of ended */
    uint32_t change = TAKT_LOAD(&bout->change, relaxed);

    if (mine->finding != TAKT_PASSED)
        return mine->finding;
    if (found == TAKT_PASSED)
        return takt_contest_exact(bout, mine->change + change) ? TAKT_PASSED : TAKT_COLLIDES;
    /* a core that ended without a finding was restarted */
    return found <= TAKT_FAULTS ? (enum takt_finding)found : TAKT_COLLIDES;
}

/* One contest. @param met counts those in which both were there */
static enum takt_finding contend(struct takt_cross *cross, unsigned other, takt_time_t patience,
                                 unsigned *met)
{
    unsigned me = cross->segment.core;
    struct takt_bout *bout = bout_of(cross, me, other);
    struct takt_contest mine;
    uint32_t number;

    if (!ask(cross, bout, other, patience, &number) || !await(cross, &bout->began, number, patience))
        return TAKT_UNTESTED;
    mine = takt_contest_run(bout, other < me);
    *met += takt_contest_met(&mine);
    if (!await(cross, &bout->ended, number, PATIENCE))
        return TAKT_UNTESTED;
    return judge(bout, &mine);
}

static void test_with(struct takt_cross *cross, unsigned other, takt_time_t patience)
{
    uint32_t epoch = epoch_of(cross, other);
    enum takt_finding finding = TAKT_PASSED;
    unsigned met = 0;

    cross->asking = other + 1;
    for (unsigned i = 0; i < MOST && met < ENOUGH && finding == TAKT_PASSED; i++)
        finding = contend(cross, other, patience, &met);
    cross->asking = 0;
    set_verdict(bout_of(cross, cross->segment.core, other), epoch, finding);
    if (finding > TAKT_PASSED)
        say(cross, other, finding);
}

int takt_memory_test(struct takt_cross *cross, takt_time_t patience)
{
    unsigned me = cross->segment.core;

    if (known(cross, me) > TAKT_PASSED)
        return -ENOTSUP; /* the others see that, too */
    /* pairs with itself on the other core: of two that say UP and then look, one sees the other */
    TAKT_FENCE(seq_cst);
    for (unsigned core = 0; core < cross->segment.cores; core++) {
        if (core != me && is_attached(cross, core) && known(cross, core) == TAKT_UNTESTED)
            test_with(cross, core, patience);
    }
    if (takt_self() == NULL)
        takt_memory_serve(cross);
    else
        takt_cross_ring(cross, me);
    return takt_memory_verdict(cross);
}
