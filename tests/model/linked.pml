/*
 * The linked engine (llq/linked.h, linked.c): M cores with REQUESTS requests each from a thread, and HANDLERS more from an
 * interrupt handler of each core, which uses the core's context and node.
 *
 * One step of a process is one access to a shared word, as in the code; between two steps anything may happen. A wait
 * is a guard: its polls change nothing. So a state where nobody can go on and somebody waits is a lost grant, which
 * Spin reports as an invalid end state. Memory is sequentially consistent here; tests/llq explores the code itself
 * under C11's model.
 *
 *   -DM=2 -DREQUESTS=2   cores, requests of each
 *   -DTIMED              a request may have a deadline, which may pass at any time while it waits
 *   -DTRY                a request may be a try
 *   -DHANDLERS=1         requests from handlers; from before the registration to after the release they are masked.
 *                        -DHANDLED=M cores have one
 *   -DSLEEP              block mode: a waiter may sleep at any time, until it is woken
 *   -DMUTANT=n           a fault that has to be found, see below
 *
 * Checked by assertion: exclusion; no grant out of the order of registration among those who wait; nobody is passed by
 * more than M - 1 grants, and nobody counts more; a lock at rest at the end. A request that was abandoned and is taken up
 * again has the place of its first registration.
 */
#ifndef M
#define M 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef HANDLERS
#define HANDLERS 0
#endif
#ifndef HANDLED
#define HANDLED M
#endif
#ifndef MUTANT
#define MUTANT 0
#endif

/* Mutants. */
#define FREE_BY_STORE         1  /* the tail is stored 0, not compared and swapped */
#define GRANT_BY_STORE        2  /* a waiter that may leave is granted by a store */
#define LEAVE_BY_STORE        3
#define TAKE_UP_BY_STORE      4
#define PASSED_IS_OUT_AT_ONCE 5  /* a node that is passed over is free before the walk is over */
#define ENTER_IN_TWO_STEPS    6  /* the tail is read, then stored */
#define FLAG_CLEAR_AT_FIRST   7  /* as printed in the paper: the first look at the flag ends the wait */
#define HANDLERS_NOT_MASKED   8
#define LINK_NOT_AWAITED      9  /* who entered but did not link yet is taken for nobody */
#define SLEEP_BY_STORE        10 /* a waiter says that it sleeps, whatever it was before */
#define SLEEPER_NOT_WOKEN     11 /* it is granted the lock as if it looked */

#define STAYS   0
#define WAITING 1
#define SKIP    2
#define ASLEEP  3
#define HELD    4
#define LEFT    5

/* Words of the lock; index 0 is none. */
byte tail, grants;
byte next[M + 1], state[M + 1];
#ifdef SLEEP
bool woken[M + 1]; /* the end of a sleep, as the system keeps it */
#define CAN_SLEEP true
#else
#define CAN_SLEEP false
#endif

/* Private to a core. */
bool left[M + 1], masked[M + 1], in_handler[M + 1];

/* What is checked against. */
byte inside;
bool waits[M + 1];
byte order[M + 1], newest; /* registrations, in order */
byte passed[M + 1];

/* A handler runs on its core alone. */
#define STEP (handler || !in_handler[me])

inline registered()
{
    newest++;
    order[me] = newest;
    waits[me] = true;
    passed[me] = 0;
}

/* n has the lock from this step on. */
inline granted(n)
{
    d_step {
        x = 1;
        do
        :: x <= M ->
            if
            :: waits[x] && x != n ->
                assert(order[x] > order[n]);
                passed[x]++;
                assert(passed[x] <= M - 1)
            :: else
            fi;
            x++
        :: else -> break
        od;
        waits[n] = false;
        x = 0
    }
}

proctype context(byte me; bool handler)
{
    byte requests, before, s, n, l, first, skipped, reg, version, x;
    bool timed;

    if
    :: handler -> requests = HANDLERS
    :: else -> requests = REQUESTS
    fi;

next_request:
    if
    :: requests == 0 -> goto finished
    :: else -> requests--
    fi;
    timed = false;
    skipped = 0;
    if
    :: handler -> atomic { (!masked[me] && !in_handler[me]); in_handler[me] = true }
    :: else
    fi;
#if MUTANT != HANDLERS_NOT_MASKED
    atomic { STEP; masked[me] = true };
#endif
#ifdef TRY
    if
    :: goto trying
    :: true
    fi;
#endif
#ifdef TIMED
    if
    :: timed = true
    :: true
    fi;
#endif
    if
    :: left[me] ->
        atomic { STEP; s = state[me] };
        if
        :: s != STAYS -> goto again
        :: else
        fi
    :: else
    fi;

enter:
    if
    :: timed || CAN_SLEEP -> atomic { STEP; state[me] = WAITING }
    :: else
    fi;
#if MUTANT == ENTER_IN_TWO_STEPS
    atomic { STEP; before = tail };
    atomic { STEP; tail = me; registered(); if :: before == 0 -> granted(me) :: else fi };
#else
    atomic { STEP; before = tail; tail = me; registered(); if :: before == 0 -> granted(me) :: else fi };
#endif
    if
    :: before != 0 -> goto queue
    :: else
    fi;

found_free:
    atomic { STEP; reg = grants };
    atomic { STEP; version = reg + 1; grants = version };
    atomic { STEP; state[me] = HELD };
    goto owner;

#ifdef TRY
trying:
    atomic { STEP; s = state[me] };
    if
    :: s != STAYS -> assert(s == LEFT || s == SKIP); goto ended
    :: else
    fi;
    atomic {
        STEP;
        if
        :: tail != 0 -> goto ended
        :: else -> tail = me; registered(); granted(me)
        fi
    };
    goto found_free;
#endif

queue:
    assert(before != me);
    atomic { STEP; reg = grants };
    atomic { STEP; next[before] = me };

await:
#if MUTANT == FLAG_CLEAR_AT_FIRST
    atomic { STEP; waits[me] = false; version = reg + 1; goto owner };
#endif
    atomic {
        STEP;
        if
        :: state[me] > ASLEEP -> s = state[me]
        :: timed && state[me] <= ASLEEP -> goto leaving
#ifdef SLEEP
#if MUTANT == SLEEP_BY_STORE
        :: state[me] <= SKIP -> goto sleeps_by_store
#else
        :: state[me] == WAITING -> state[me] = ASLEEP; woken[me] = false; goto sleeps
#endif
#endif
        fi
    };
    atomic { STEP; version = grants };
    assert(s == HELD);
    goto owner;

#ifdef SLEEP
#if MUTANT == SLEEP_BY_STORE
sleeps_by_store:
    atomic { STEP; state[me] = ASLEEP; woken[me] = false };
#endif
sleeps: /* it may end early, and then goes on as before; so nothing is lost if it never does */
    atomic {
        STEP;
        if
        :: woken[me] -> goto await
        :: timed -> goto leaving
        fi
    };
#endif

leaving:
    left[me] = true;
    atomic {
        STEP;
        if
#if MUTANT == LEAVE_BY_STORE
        :: true -> state[me] = LEFT; waits[me] = false; goto ended
#else
        :: state[me] == WAITING || state[me] == ASLEEP -> state[me] = LEFT; waits[me] = false; goto ended
#endif
        :: else -> timed = false /* the grant has won or is being made: the deadline is over */
        fi
    };
    goto await;

again:
    atomic {
        STEP;
        if
#if MUTANT == TAKE_UP_BY_STORE
        :: true ->
#else
        :: state[me] == LEFT ->
#endif
            state[me] = WAITING; waits[me] = true; passed[me] = 0
        :: else -> goto passed_over
        fi
    };
    atomic { STEP; reg = grants };
    goto await;

passed_over:
    atomic { (STEP && state[me] != SKIP); s = state[me] };
    assert(s == STAYS);
    goto enter;

owner:
    assert(version - reg - 1 <= M - 1);
    atomic { STEP; inside++; assert(inside == 1) };
    atomic { STEP; inside-- };

release:
    atomic { STEP; state[me] = STAYS };
    /* the usual hand-over */
    atomic { STEP; n = next[me] };
    if
    :: n != 0 ->
        assert(n != me);
        atomic { STEP; s = state[n] };
        if
        :: s == STAYS ->
            atomic { STEP; next[me] = 0 };
            atomic { STEP; grants = version + 1 };
            atomic { STEP; state[n] = HELD; granted(n) };
            goto ended
        :: else
        fi
    :: else
    fi;
    /* the last of the queue */
    atomic { STEP; n = next[me] };
    if
    :: n == 0 ->
        atomic {
            STEP;
            if
#if MUTANT == FREE_BY_STORE
            :: true ->
#else
            :: tail == me ->
#endif
                tail = 0;
                goto ended
            :: else
            fi
        }
    :: else
    fi;
    /* a walk */
    atomic { (STEP && next[me] != 0); first = next[me] };
    n = first;
    atomic { STEP; next[me] = 0 };
    atomic { STEP; version = grants };
    atomic { STEP; grants = version + 1 };

walk:
    assert(n != me && n != 0);
    atomic { STEP; s = state[n] };
    if
    :: s == STAYS -> atomic { STEP; state[n] = HELD; granted(n) }; goto walked
    :: else
    fi;
#if MUTANT == GRANT_BY_STORE
    if
    :: s == WAITING -> atomic { STEP; state[n] = HELD; granted(n) }; goto walked
    :: else
    fi;
#endif
    atomic {
        STEP;
        if
        :: state[n] == WAITING -> state[n] = HELD; granted(n); goto walked
        :: else
        fi
    };
#if MUTANT == PASSED_IS_OUT_AT_ONCE
    atomic { STEP; s = state[n]; state[n] = STAYS };
#else
    atomic { STEP; s = state[n]; state[n] = SKIP };
#endif
    if
    :: s == WAITING -> atomic { STEP; state[n] = HELD; granted(n) }; goto walked
#ifdef SLEEP
    :: s == ASLEEP ->
        atomic { STEP; state[n] = HELD; granted(n) };
#if MUTANT != SLEEPER_NOT_WOKEN
        atomic { STEP; woken[n] = true };
#endif
        goto walked
#endif
    :: s != WAITING && (s != ASLEEP || !CAN_SLEEP) -> assert(s == LEFT)
    fi;
    skipped++;
    atomic { STEP; l = next[n] };
    if
    :: l == 0 ->
        atomic {
            STEP;
            if
#if MUTANT == LINK_NOT_AWAITED
            :: true -> tail = 0; goto walked
#else
            :: tail == n -> tail = 0; goto walked
#endif
            :: else
            fi
        };
        atomic { (STEP && next[n] != 0); l = next[n] }
    :: else
    fi;
    n = l;
    goto walk;

walked:
    do
    :: skipped > 0 ->
        skipped--;
        atomic { STEP; l = next[first] };
        atomic { STEP; next[first] = 0 };
        atomic { STEP; state[first] = STAYS };
        first = l
    :: else -> break
    od;

ended:
progress:
    atomic { STEP; masked[me] = false; if :: handler -> in_handler[me] = false :: else fi };
    before = 0; s = 0; n = 0; l = 0; first = 0; reg = 0; version = 0;
    goto next_request;

finished:
    skip
}

init
{
    byte i = 1;

    atomic {
        do
        :: i <= M ->
            run context(i, false);
#if HANDLERS > 0
            if
            :: i <= HANDLED -> run context(i, true)
            :: else
            fi;
#endif
            i++
        :: else -> break
        od
    };
    (_nr_pr == 1);
    /* at rest: an abandoned request stands behind some owner, whose release takes it out */
    assert(inside == 0);
    i = 1;
    do
    :: i <= M -> assert(state[i] == STAYS && next[i] == 0); i++
    :: else -> break
    od;
    assert(tail == 0)
}
