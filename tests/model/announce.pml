/*
 * The announce engine (llq/announce.h): M contexts with REQUESTS requests each, and what can go wrong.
 *
 * One step of a process is one access to a shared word, as in the code; between two steps anything may happen. A
 * context may die before each of its steps (CRASHES of them in all) and begin a new life (RESTARTS in all), and
 * abandon a request at any time while it waits (TIMED times in all; later waits last for ever). A wait is a guard: its polls change nothing. So a state where
 * nobody can go on and somebody waits is a lost grant, which Spin reports as an invalid end state. A loop that is not a
 * wait makes no progress; Spin is asked for one in a run of its own.
 *
 * The interrupt level: a core's handler makes requests, too, in the core's context and with the core's words. It may come
 * between any two steps of the thread, unless it is masked, as it is from before a registration to after the release. The
 * two live and die together.
 *
 *   -DM=2 -DREQUESTS=2    contexts, requests of each from its thread
 *   -DHANDLERS=0          requests more, from a handler of each core; -DHANDLED=M cores have one
 *   -DK=0                 overtakings; > 0: the context with the higher number is the more urgent
 *   -DCRASHES=1 -DRESTARTS=1 -DTIMED=1 -DREPAIR=1 (0: an owner may also release without repair)
 *   -DSLEEP               block mode: a waiter may sleep at any time, until it is woken, or somebody has died
 *   -DTICKETS=8           where tickets wrap; few, so that they do. Where they are used up, latecomers share one, and
 *                         are no longer ordered among each other
 *   -DMUTANT=n            a fault that has to be found, see below
 *
 * Checked by assertion: exclusion; FIFO by registration but for overtakings (every request counts them, and never more
 * than K); passed by at most M - 1 + K; an entry reports the death of an owner if and only if one died since the last
 * repair. Who dies while it waits and is granted the lock afterwards counts as an owner that died.
 */
#ifndef M
#define M 2
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef K
#define K 0
#endif
#ifndef HANDLERS
#define HANDLERS 0
#endif
#ifndef HANDLED
#define HANDLED M
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef TIMED
#define TIMED 0
#endif
#ifndef RESTARTS
#define RESTARTS 0
#endif
#ifndef REPAIR
#define REPAIR 1
#endif
#ifndef TICKETS
#define TICKETS 8
#endif
#ifndef MUTANT
#define MUTANT 0
#endif

/* Mutants. */
#define GRANT_BY_STORE        1 /* the lock word is stored, not compared and swapped */
#define RECOVER_BEFORE_FENCE  2 /* the owner only seems dead */
#define SKIPS_NOT_COUNTED     3
#define WITHOUT_EPOCH         4 /* the owner's life is not in the word: a later life is taken for an earlier one */
#define BIT_BEFORE_ANNOUNCING 5 /* the word of the context is written after its bit is set */
#define LEAVE_BY_STORE        6 /* an abandoned request's bit is cleared blindly */
#define REJOIN_CLEARS         7 /* a new life clears what it finds, and nobody hears of the death */
#define FREE_PAST_WAITERS     8 /* a release without waiters in sight stores */
#define FAST_PATH_FORGETS     9 /* whoever finds the owner 0 enters, whatever else the word says */
#define HANDLERS_NOT_MASKED   10
#define SLEEPS_WITHOUT_A_LOOK 11 /* a waiter says that it sleeps, and does not look once more */
#define SLEEPER_NOT_WOKEN     12

/* The lock word: owner (0: free; DEAD: not recoverable), who waits, a death is not repaired, life of the owner, next
 * ticket. */
#define DEAD 15
#define BIT(c)       (16 << (c))
#define BITS         (16 * ((1 << M) - 1))
#define INCONSISTENT 256
#define EPOCH(e)     ((e) << 9)
#define TICKET(t)    ((t) << 12)
#define OWNER(w)     ((w) & 15)
#define EPOCH_OF(w)  (((w) >> 9) & 7)
#define TICKET_OF(w) (((w) >> 12) & 15)
#define OWNED(c, e)  ((c) + 1 + EPOCH(e))
#define OWNS(w, c, e) (((w) & (15 + EPOCH(7))) == OWNED(c, e))

/* A context's word: epoch, ticket, skips. The priority follows from the number. */
#define ANNOUNCED(e, t) ((e) + 8 * (t))
#define A_EPOCH(a)  ((a) & 7)
#define A_TICKET(a) (((a) >> 3) & 15)
#define A_SKIPS(a)  (((a) >> 7) & 15)
#define SKIP        128
#define A_ASLEEP    2048

#define AGE(w, a) ((TICKET_OF(w) - A_TICKET(a) + TICKETS) % TICKETS)
/* total: the older one of two; among equals the lower number */
#define KEY(w, c, a) (AGE(w, a) * M + M - 1 - (c))

int word;
int a[M];
#ifdef SLEEP
bool woken[M]; /* the end of a sleep, as the system keeps it */
#endif

/* The life of a context: fence() is asked for one life. */
byte epoch[M];
bool gone[M]; /* its life is over */
#define FENCED(w) (gone[OWNER(w) - 1] || epoch[OWNER(w) - 1] != EPOCH_OF(w))

/* What is checked against. */
byte inside;
bool unrepaired;          /* an owner died, and nobody has repaired since */
bool waits[M];
byte order[M], newest;    /* registrations, in order */
byte overtaken[M], passed[M];
byte crashes = CRASHES, restarts = RESTARTS, leaves = TIMED;

#define LATER(x, y) (order[x] > order[y])

inline registered(shares)
{
    waits[id] = true;
    if
    :: shares
    :: else -> newest++
    fi;
    order[id] = newest;
    overtaken[id] = 0;
    passed[id] = 0;
}

/* n gets the lock, from a request that a life of it registered. A life that is over by now dies as an owner. */
inline granted(n, life)
{
    d_step {
        if
        :: gone[n] || epoch[n] != life -> unrepaired = true
        :: else
        fi;
        x = 0;
        do
        :: x < M ->
            if
            :: waits[x] && x != n && !gone[x] ->
                passed[x]++;
                assert(passed[x] <= M - 1 + K);
                if
                :: LATER(n, x) -> overtaken[x]++; assert(overtaken[x] <= K)
                :: else
                fi
            :: else
            fi;
            x++
        :: else -> break
        od;
        waits[n] = false;
        x = 0
    }
}

/* Every step begins so. A handler runs on its core alone. */
#if HANDLERS > 0
bool masked[M], in_handler[M];
#define LIVE (handler || !in_handler[id]); if :: crashes > 0 -> crashes--; goto died :: true fi
#else
#define LIVE if :: crashes > 0 -> crashes--; goto died :: true fi
#endif

proctype context(byte id; bool handler)
{
    int w, v, best, limit;
    byte requests, n, x;
    byte why; /* what a hand-over is for */
#define RELEASE 0
#define RECOVER 1
#define REJOIN  2

    if
    :: handler -> requests = HANDLERS
    :: else -> requests = REQUESTS
    fi;

next_request:
progress:
#if HANDLERS > 0
    if
    :: handler -> in_handler[id] = false
    :: else -> masked[id] = false
    fi;
#endif
    if
    :: requests == 0 -> goto finished
    :: else -> requests--
    fi;
#if HANDLERS > 0
    atomic {
        if
        :: gone[id] -> goto finished
        :: handler && !gone[id] && !masked[id] && !in_handler[id] -> in_handler[id] = true
#if MUTANT == HANDLERS_NOT_MASKED
        :: !handler && !gone[id] && !in_handler[id]
#else
        :: !handler && !gone[id] && !in_handler[id] -> masked[id] = true
#endif
        fi
    };
#endif

    /* the way through a free lock: one compare-and-swap */
    atomic {
        LIVE;
        if
#if MUTANT == FAST_PATH_FORGETS
        :: OWNER(word) == 0 ->
#else
        :: word == 0 ->
#endif
            word = OWNED(id, epoch[id]); w = word; goto owner
        :: else
        fi
    }

registering:
    atomic { LIVE; w = word }
    if
    :: OWNER(w) == DEAD -> goto refused
    :: OWNER(w) == id + 1 ->
        /* an earlier life's: this context knows that it holds nothing */
        why = REJOIN; goto hand_over
    :: OWNER(w) != DEAD && OWNER(w) != id + 1 && (w & BIT(id)) ->
        atomic { LIVE; if :: word == w -> word = w & ~BIT(id); waits[id] = false :: else fi };
        goto registering
    :: OWNER(w) == 0 && !(w & BIT(id)) ->
        atomic {
            LIVE;
            if
            :: word == w ->
                word = (w & ~EPOCH(7)) | OWNED(id, epoch[id]); w = word; goto owner
            :: else
            fi
        };
        goto registering
    :: else
    fi;

    /* How old is the oldest that waits? Tickets that would reach round it are shared instead. */
    x = 0; limit = 0;
    do
    :: x < M && (w & BIT(x)) ->
        atomic { LIVE; v = a[x] };
        if
        :: AGE(w, v) > limit -> limit = AGE(w, v)
        :: else
        fi;
        x++
    :: x < M && !(w & BIT(x)) -> x++
    :: x == M -> break
    od;
    v = TICKET_OF(w);
    if
    :: limit >= TICKETS - M -> best = v; v = (v + TICKETS - 1) % TICKETS
    :: else -> best = (v + 1) % TICKETS
    fi;
#if MUTANT != BIT_BEFORE_ANNOUNCING
    atomic { LIVE; a[id] = ANNOUNCED(epoch[id], v) };
#endif
    atomic {
        LIVE;
        if
        :: word == w ->
            word = (w & ~TICKET(15)) | TICKET(best) | BIT(id);
            registered(best == TICKET_OF(w))
        :: else -> goto registering
        fi
    };
#if MUTANT == BIT_BEFORE_ANNOUNCING
    atomic { LIVE; a[id] = ANNOUNCED(epoch[id], v) };
#endif

waiting:
    atomic {
        LIVE;
        if
        :: OWNS(word, id, epoch[id]) -> w = word; goto owner
        :: OWNER(word) == DEAD -> waits[id] = false; goto refused
        :: OWNER(word) == id + 1 && !OWNS(word, id, epoch[id]) -> w = word; waits[id] = false; goto registering
#if MUTANT == RECOVER_BEFORE_FENCE
        :: OWNER(word) != DEAD && OWNER(word) != 0 && OWNER(word) != id + 1 && crashes < CRASHES ->
#elif MUTANT == WITHOUT_EPOCH
        :: OWNER(word) != DEAD && OWNER(word) != 0 && OWNER(word) != id + 1 && gone[OWNER(word) - 1] ->
#else
        :: OWNER(word) != DEAD && OWNER(word) != 0 && OWNER(word) != id + 1 && FENCED(word) ->
#endif
            w = word; why = RECOVER
        :: leaves > 0 && OWNER(word) != DEAD && !OWNS(word, id, epoch[id]) -> leaves--; w = word; goto leaving
#ifdef SLEEP
        :: OWNER(word) != DEAD && OWNER(word) != id + 1 -> goto sleeping
#endif
        fi
    };
#ifdef SLEEP
    goto hand_over;

sleeping:
    atomic { LIVE; v = a[id] };
    atomic { LIVE; if :: a[id] == v -> a[id] = v | A_ASLEEP; woken[id] = false :: else -> goto sleeping fi };
#if MUTANT != SLEEPS_WITHOUT_A_LOOK
    atomic { LIVE; if :: OWNER(word) == id + 1 || OWNER(word) == DEAD -> goto waiting :: else fi };
#endif
    atomic {
        LIVE;
        if
        :: woken[id] || crashes < CRASHES -> goto waiting /* after a death it looks by itself now and then */
        :: leaves > 0 && OWNER(word) != DEAD && OWNER(word) != id + 1 -> leaves--; w = word; goto leaving
        fi
    };
#endif

hand_over: /* from w, on behalf of its owner, to the first of those who wait */
    /* the youngest that may be served: none may pass one that was overtaken K times */
    n = M; best = 0; limit = 0;
    x = 0;
#if K > 0
    do
    :: x < M && (w & BIT(x)) ->
        atomic { LIVE; v = a[x] };
        if
        :: A_SKIPS(v) >= K && KEY(w, x, v) > limit -> limit = KEY(w, x, v)
        :: else
        fi;
        x++
    :: x < M && !(w & BIT(x)) -> x++
    :: x == M -> break
    od;
    x = 0;
#endif
    do
    :: x < M && (w & BIT(x)) ->
        atomic { LIVE; v = a[x] };
        if
#if K > 0
        :: KEY(w, x, v) >= limit -> n = x; best = v /* the last is the most urgent */
#else
        :: n == M || KEY(w, x, v) > limit -> n = x; best = v; limit = KEY(w, x, v)
#endif
        :: else
        fi;
        x++
    :: x < M && !(w & BIT(x)) -> x++
    :: x == M -> break
    od;
#if K > 0 && MUTANT != SKIPS_NOT_COUNTED
    /* counted before the grant: who dies in between has counted one too many, never one too few */
    x = 0;
    do
    :: x < M && n < M && x != n && (w & BIT(x)) ->
        atomic { LIVE; v = a[x] };
        if
        :: AGE(w, v) >= AGE(w, best) -> /* who shares a ticket is overtaken, too */
            atomic { LIVE; if :: a[x] == v -> a[x] = v + SKIP :: else -> goto again fi }
        :: else
        fi;
        x++
    :: x < M && !(n < M && x != n && (w & BIT(x))) -> x++
    :: x == M -> break
    od;
#endif
    /* the new word */
    if
    :: n == M -> v = 0
    :: else -> v = (w & (BITS + TICKET(15)) & ~BIT(n)) | OWNED(n, A_EPOCH(best))
    fi;
    if
    :: why == RELEASE && (w & INCONSISTENT) -> v = DEAD; n = M
    :: why == RELEASE && !(w & INCONSISTENT)
    :: why != RELEASE -> v = v | INCONSISTENT
    fi;
#if MUTANT == REJOIN_CLEARS
    if :: why == REJOIN -> v = v & ~INCONSISTENT :: else fi;
#endif
    atomic {
        LIVE;
        if
#if MUTANT == GRANT_BY_STORE
        :: why == RELEASE && n < M ->
#elif MUTANT == FREE_PAST_WAITERS
        :: why == RELEASE && n == M ->
#else
        :: why == RELEASE && word == w ->
#endif
            word = v; inside--;
            if :: n < M -> granted(n, A_EPOCH(best)) :: else fi;
#ifdef SLEEP
            goto wake
#else
            goto next_request
#endif
        :: why != RELEASE && word == w ->
            word = v;
            if :: n < M -> granted(n, A_EPOCH(best)) :: else fi;
#ifdef SLEEP
            goto wake
#endif
        :: else
        fi
    };
    goto again;

#ifdef SLEEP
wake: /* who was granted the lock; all, if it is dead */
    x = 0;
    do
    :: x < M && (x == n || (v == DEAD && (w & BIT(x)))) ->
#if MUTANT != SLEEPER_NOT_WOKEN
        atomic { LIVE; if :: (a[x] & A_ASLEEP) -> a[x] = a[x] & ~A_ASLEEP :: else -> goto is_woken fi };
        atomic { LIVE; woken[x] = true };
is_woken:
#endif
        x++
    :: x < M && x != n && !(v == DEAD && (w & BIT(x))) -> x++
    :: x == M -> break
    od;
    if
    :: why == RELEASE -> goto next_request
    :: else
    fi;
#endif

again:
    if
    :: why == RELEASE -> atomic { LIVE; w = word }; assert(OWNS(w, id, epoch[id])); goto hand_over
    :: why == RECOVER -> goto waiting
    :: why == REJOIN -> goto registering
    fi;

leaving:
    atomic {
        LIVE;
        if
#if MUTANT == LEAVE_BY_STORE
        :: !OWNS(word, id, epoch[id]) -> word = w & ~BIT(id); waits[id] = false; goto next_request
#else
        :: word == w -> word = w & ~BIT(id); waits[id] = false; goto next_request
#endif
        :: else
        fi
    };
    atomic {
        LIVE;
        w = word;
        if
        :: OWNS(w, id, epoch[id]) -> goto owner /* the grant won */
        :: OWNER(w) == DEAD -> waits[id] = false; goto refused
        :: else -> goto leaving
        fi
    };

owner: /* w was read with acquire, or stored */
    atomic {
        inside++;
        assert(inside == 1);
        assert(((w & INCONSISTENT) != 0) == unrepaired) /* -EOWNERDEAD, exactly then */
    };
    atomic { LIVE; skip }; /* the section */
repairing:
    if
    :: (w & INCONSISTENT) ->
        atomic { LIVE; w = word };
        atomic {
            LIVE;
            if
            :: word == w -> word = w & ~INCONSISTENT; w = word; unrepaired = false
            :: else -> goto repairing
            fi
        }
    :: !(w & INCONSISTENT)
#if REPAIR == 0
    :: (w & INCONSISTENT)
#endif
    fi;
    atomic { LIVE; w = word };
    assert(OWNS(w, id, epoch[id]));
    why = RELEASE;
    goto hand_over;

refused: /* -ENOTRECOVERABLE */
    assert(REPAIR == 0);
    goto next_request;

died: /* inside an atomic step; its life is over in that step */
    atomic {
        gone[id] = true;
        waits[id] = false;
#if HANDLERS > 0
        masked[id] = false;
        in_handler[id] = false;
#endif
        if
        :: OWNS(word, id, epoch[id]) ->
            unrepaired = true;
            if :: inside == 1 -> inside = 0 :: else fi
        :: else
        fi
    };
    /* a new life knows nothing of the old one */
    if
    :: restarts > 0 ->
        atomic { restarts--; epoch[id]++; gone[id] = false; w = 0; n = 0; best = 0; v = 0; limit = 0; x = 0; why = 0 };
        goto next_request
    :: true
    fi;
finished:
    skip
}

init
{
    byte i = 0;

    atomic {
        do
        :: i < M ->
            run context(i, false);
#if HANDLERS > 0
            if
            :: i < HANDLED -> run context(i, true)
            :: else
            fi;
#endif
            i++
        :: else -> break
        od
    };
    /* all have ended, or wait for ever */
    (_nr_pr == 1);
    assert(OWNER(word) == 0 || OWNER(word) == DEAD || CRASHES > 0)
}
