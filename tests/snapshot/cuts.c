/*
 * Power cuts: a life of saves and starts, cut at each program and erase in each way that the model flash can tear one.
 * What a start then finds is a cold start only if nothing had been saved before, else the state that was saved last, or the
 * one that was being saved: all of it, never a mixture, and never an older one. Afterwards the machine can save and start.
 *
 * Arguments: seed=N; states=N saves in a life; depth=2: a second cut in what follows, at places drawn by chance.
 */
#include "fs_test.h"
#include "machine.h"

#define STATES_MAX 20

static uint32_t cuts, saved; /* saved: the last state that is on flash for sure */
static uint32_t states;

/* States from one to another: saved, and each second one started from, to its ready mark. @return where the power went */
static uint32_t live(uint32_t from, uint32_t to)
{
    uint32_t n;

    for (n = from; n <= to; n++) {
        machine_fill(n);
        if (machine_save() != 0)
            return n;
        saved = n;
        if (n % 2 == 0 && (machine_restore() != 0 || machine_ready() != 0))
            return n;
    }
    return n;
}

static int complain(const char *what, uint32_t at, uint32_t torn, int state)
{
    printf("cut at %u, torn %u: %s: state %d, saved %u\n", (unsigned)at, (unsigned)torn, what, state,
           (unsigned)saved);
    return 1;
}

/* After a cut while state n was saved, or started from. */
static int look(uint32_t n, uint32_t at, uint32_t torn)
{
    int status, state;

    machine_reset();
    status = machine_restore();
    state = machine_state(states);
    if (state < 0)
        return complain("memory is mixed", at, torn, state);
    if ((status == 0) != (state != 0))
        return complain("what was told is not what was done", at, torn, state);
    if (state != (int)saved && state != (int)n)
        return complain("what was saved is lost", at, torn, state);
    return 0;
}

/* It has to go on as if nothing had been. */
static int go_on(uint32_t at, uint32_t torn)
{
    if (live(states, states) != states + 1 || live(states - 1, states - 1) != states)
        return complain("it cannot save, or start, any more", at, torn, 0);
    return look(states - 1, at, torn);
}

static void begin(bool mapped, uint64_t seed, uint32_t at, uint32_t torn)
{
    machine_make(mapped, seed);
    saved = 0;
    machine.model.cut_at = at;
    machine.model.torn = (enum takt_model_torn)torn;
}

static int cut(bool mapped, uint64_t seed, uint32_t at, uint32_t torn, bool twice)
{
    uint32_t n;

    begin(mapped, seed * 1000 + at, at, torn);
    n = live(1, states);
    cuts++;
    if (look(n, at, torn) != 0)
        return 1;
    if (twice) { /* the start itself, and the save after it */
        machine.model.operations = 0;
        machine.model.cut_at = 1 + machine_chance() % 12;
        machine.model.torn = (enum takt_model_torn)(machine_chance() % TAKT_TORN_KINDS);
        n = live(saved + 1, states);
        cuts++;
        if (look(n, at, torn) != 0)
            return 1;
    }
    return go_on(at, torn);
}

static int every_cut(bool mapped, uint64_t seed, bool twice)
{
    uint32_t last;

    begin(mapped, seed, 0, 0);
    if (live(1, states) != states + 1 || machine.model.broken_rules != 0)
        return complain("a life without a cut", 0, 0, 0);
    last = machine.model.operations;
    for (uint32_t at = 1; at <= last; at++) {
        for (uint32_t torn = 0; torn < TAKT_TORN_KINDS; torn++) {
            if (cut(mapped, seed, at, torn, twice) != 0)
                return 1;
        }
    }
    printf("seed %llu, %s: %u programs and erases\n", (unsigned long long)seed,
           mapped ? "mapped" : "not mapped", (unsigned)last);
    return 0;
}

int fs_test_main(void)
{
    uint32_t seed = number_argument("seed", 1);
    bool twice = number_argument("depth", 1) == 2;

    states = number_argument("states", 5);
    states = states < 2 ? 2 : states > STATES_MAX ? STATES_MAX : states;
    if (every_cut(true, seed, twice) != 0 || every_cut(false, seed, twice) != 0)
        return 1;
    printf("amount: %u cuts\n", (unsigned)cuts);
    return 0;
}
