/*
 * The bakery engine (llq/bakery.h): M contexts with REQUESTS requests each; loads and stores of one word a context.
 *
 * One step of a process is one access to a shared word, as in the code; between two steps anything may happen. A wait is a
 * guard: its polls change nothing. So a state where nobody can go on and somebody waits is a lost grant, which Spin reports
 * as an invalid end state. A look at all words finds an owner-to-be behind each of them in turn: who is not ahead once is
 * not ahead later. Memory is sequentially consistent here, which the fences of the code stand for; tests/llq explores the
 * code itself under C11's model.
 *
 *   -DM=2 -DREQUESTS=2   contexts, requests of each
 *   -DTIMED              a request may be abandoned at any time while it waits
 *   -DTRY                a request may be a try
 *   -DMUTANT=n           a fault that has to be found, see below
 *
 * Checked by assertion: exclusion; whoever begins to choose after another has announced its ticket is not served before it;
 * nobody is passed by more than M - 1 grants after its announcement. A handler's request is one more of its context, as it is
 * masked from before the registration to after the release; the other models have it as a process.
 */
#ifndef M
#define M 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef MUTANT
#define MUTANT 0
#endif

/* Mutants. */
#define CHOOSING_NOT_SAID 1
#define SAME_TICKET       2 /* a ticket is the last that is seen, not one behind it */
#define OWNER_HAS_NONE    3 /* the owner's ticket is not looked at */
#define EQUALS_BOTH_ENTER 4 /* equal tickets are not told apart by number */
#define CHOOSER_IGNORED   5 /* nobody waits for who chooses */

#define IDLE     0
#define CHOOSING 1
#define WAITS    2
#define OWNS     3

#define DOES(w)   ((w) & 3)
#define TICKET(w) ((w) >> 2)
#define WORD(t, d) (((t) << 2) + (d))

#if MUTANT == OWNER_HAS_NONE
#define HAS_TICKET(w) (DOES(w) == WAITS)
#else
#define HAS_TICKET(w) (DOES(w) >= WAITS)
#endif
#if MUTANT == CHOOSER_IGNORED
#define CHOOSES(w) false
#else
#define CHOOSES(w) (DOES(w) == CHOOSING)
#endif
#if MUTANT == EQUALS_BOTH_ENTER
#define EQUAL_AHEAD(x) false
#else
#define EQUAL_AHEAD(x) ((x) < id)
#endif
#define AHEAD(x)                                                                                             \
    (CHOOSES(word[x]) || (HAS_TICKET(word[x]) && (TICKET(word[x]) < mine || (TICKET(word[x]) == mine && EQUAL_AHEAD(x)))))

byte word[M];

/* What is checked against. */
byte inside;
bool waits[M];  /* announced, and not ended */
byte before[M]; /* who had announced when this one began to choose, a bit each */
byte passed[M];

inline begins()
{
    d_step {
        before[id] = 0;
        x = 0;
        do
        :: x < M ->
            if
            :: waits[x] -> before[id] = before[id] | (1 << x)
            :: else
            fi;
            x++
        :: else -> break
        od;
        x = 0
    }
}

inline granted()
{
    d_step {
        waits[id] = false;
        x = 0;
        do
        :: x < M ->
            if
            :: waits[x] ->
                assert((before[id] & (1 << x)) == 0);
                passed[x]++;
                assert(passed[x] <= M - 1)
            :: else
            fi;
            x++
        :: else -> break
        od;
        x = 0
    }
}

/* x no longer waits: whoever comes to wait later is another request. */
inline ended()
{
    d_step {
        waits[id] = false;
        x = 0;
        do
        :: x < M -> before[x] = before[x] & ~(1 << id); x++
        :: else -> break
        od;
        x = 0
    }
}

proctype context(byte id)
{
    byte requests = REQUESTS, x, w, mine;
    bool timed, tries;

next_request:
progress:
    if
    :: requests == 0 -> goto finished
    :: else -> requests--
    fi;
    timed = false;
    tries = false;
#ifdef TIMED
    if
    :: timed = true
    :: true
    fi;
#endif
#ifdef TRY
    if
    :: tries = true;
        x = 0;
        do
        :: x < M -> w = word[x]; if :: w != IDLE -> goto next_request :: else fi; x++
        :: else -> break
        od
    :: true
    fi;
#endif

    atomic {
#if MUTANT != CHOOSING_NOT_SAID
        word[id] = WORD(0, CHOOSING);
#endif
        begins()
    };
    mine = 0;
    x = 0;
    do
    :: x < M ->
        w = word[x];
        if
        :: HAS_TICKET(w) && TICKET(w) > mine -> mine = TICKET(w)
        :: else
        fi;
        x++
    :: else -> break
    od;
#if MUTANT != SAME_TICKET
    mine++;
#endif
    atomic { word[id] = WORD(mine, WAITS); waits[id] = true; passed[id] = 0 };

    x = 0;
    do
    :: x < M && x == id -> x++
    :: x < M && x != id ->
        atomic {
            if
            :: !AHEAD(x)
            :: (timed || tries) && AHEAD(x) -> goto leaving
            fi
        };
        x++
    :: x == M -> break
    od;
    x = 0;
    atomic { word[id] = WORD(mine, OWNS); granted(); inside++; assert(inside == 1) };
    inside--;
    atomic { word[id] = IDLE; ended() };
    mine = 0;
    w = 0;
    goto next_request;

leaving:
    atomic { word[id] = IDLE; ended() };
    mine = 0;
    w = 0;
    goto next_request;

finished:
    skip
}

init
{
    byte i = 0;

    atomic {
        do
        :: i < M -> run context(i); i++
        :: else -> break
        od
    };
    (_nr_pr == 1);
    assert(inside == 0);
    i = 0;
    do
    :: i < M -> assert(word[i] == IDLE); i++
    :: else -> break
    od
}
