/*
 * What objects held when recording began: the table of objects says how they were made, not what was done to them
 * since.
 *
 * A thread that waits tells it exactly: the semaphore's count, the queue's messages, the pool's blocks were 0 then (or
 * the queue was full), so what was there at the start is what was taken out less what came in until then. An object
 * that nobody waits for held at least what was taken out of it; whether more, makes no difference to what was recorded.
 */
#include "initial.h"

#include "../trace/read.h"

#include <errno.h>
#include <stdlib.h>

/** What came in less what went out, since the start. */
struct level {
    int64_t now, least, most;
    bool known, started; /* started: a timer, in this recording */
};

struct waiting {
    uint32_t on;   /* thing; TT_NOBODY: none */
    uint16_t call; /* in which the thread is */
};

struct walk {
    struct tt_score *score;
    struct level *level;
    struct waiting *waiting; /* by thing, of threads */
    uint32_t running[TT_CORES];
    int64_t entered[TT_CORES]; /* time of the last handler's beginning */
    const struct tt_event *event;
};

static void change(struct walk *walk, uint32_t thing, int by)
{
    struct level *level;

    if (thing == TT_NOBODY)
        return;
    level = &walk->level[thing];
    level->now += by;
    level->least = level->now < level->least ? level->now : level->least;
    level->most = level->now > level->most ? level->now : level->most;
}

static void know(struct walk *walk, uint32_t thing, int64_t held)
{
    if (thing == TT_NOBODY || walk->level[thing].known || walk->score->thing[thing].asked)
        return;
    walk->level[thing].known = true;
    walk->score->thing[thing].start = held - walk->level[thing].now;
}

static uint32_t thing_of(const struct walk *walk)
{
    return tt_score_thing(walk->score, walk->event->core, walk->event->a);
}

static bool sends(unsigned call)
{
    return call == TAKT_TRACE_EVENT_call_queue_send || call == TAKT_TRACE_EVENT_call_queue_front;
}

static bool takes(unsigned call)
{
    return call == TAKT_TRACE_EVENT_call_sem_take || call == TAKT_TRACE_EVENT_call_queue_receive ||
           call == TAKT_TRACE_EVENT_call_pool_alloc;
}

static void block(struct walk *walk)
{
    uint32_t thread = tt_score_thing(walk->score, walk->event->core, walk->event->b);
    uint32_t thing = thing_of(walk);

    if (thread == TT_NOBODY)
        return;
    walk->waiting[thread].on = thing;
    if (thing == TT_NOBODY)
        return;
    if (takes(walk->waiting[thread].call))
        know(walk, thing, 0);
    if (sends(walk->waiting[thread].call)) {
        change(walk, thing, -1);
        know(walk, thing, walk->score->thing[thing].limit);
    }
}

/* The first wait of a thread that began before the recording: by its end its deadline is known. */
static void wake_initial(struct walk *walk, struct tt_thing *thread)
{
    struct tt_act *act = &walk->score->act[thread->chain.first];

    if (thread->chain.first == 0 || !act->initial || act->b == 1)
        return;
    if (act->kind != TAKT_TRACE_EVENT_call_sleep && (int32_t)walk->event->b != -ETIMEDOUT)
        return;
    act->b = 1;
    act->with[0] = INT64_MIN + walk->score->trace->begin + walk->entered[walk->event->core];
}

static void wake(struct walk *walk)
{
    uint32_t thread = thing_of(walk);

    if (thread == TT_NOBODY)
        return;
    if (walk->score->thing[thread].woken == 0)
        walk->score->thing[thread].woken = (size_t)(walk->event - walk->score->trace->event) + 1;
    if (walk->waiting[thread].on == TT_NOBODY)
        wake_initial(walk, &walk->score->thing[thread]);
    else if (walk->event->b == 0)
        change(walk, walk->waiting[thread].on,
               sends(walk->waiting[thread].call)   ? 1
               : takes(walk->waiting[thread].call) ? -1
                                                   : 0);
}

/* The end of a call that gives: it was counted at its beginning. */
static void gave(struct walk *walk)
{
    if (walk->event->b != 0)
        change(walk, thing_of(walk), -1);
}

static void took(struct walk *walk)
{
    uint32_t thread = walk->running[walk->event->core];
    bool waited = !walk->event->handler && thread != TT_NOBODY && walk->waiting[thread].on != TT_NOBODY;

    if (!waited && walk->event->b == 0)
        change(walk, thing_of(walk), -1);
    if (waited)
        walk->waiting[thread].on = TT_NOBODY;
}

static void begin_call(struct walk *walk)
{
    const struct tt_event *event = walk->event;
    uint32_t thread = walk->running[event->core];

    if (!event->handler && thread != TT_NOBODY)
        walk->waiting[thread] = (struct waiting){.on = TT_NOBODY, .call = event->event};
    if (event->event == TAKT_TRACE_EVENT_call_sem_give || event->event == TAKT_TRACE_EVENT_call_pool_free ||
        sends(event->event))
        change(walk, thing_of(walk), 1);
}

static void step(struct walk *walk)
{
    const struct tt_event *event = walk->event;

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        walk->running[event->core] = tt_score_thing(walk->score, event->core, event->b);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        walk->entered[event->core] = event->time;
        break;
    case TAKT_TRACE_EVENT_block:
        block(walk);
        break;
    case TAKT_TRACE_EVENT_wake:
        wake(walk);
        break;
    case TAKT_TRACE_EVENT_sem_give:
    case TAKT_TRACE_EVENT_queue_send:
        gave(walk);
        break;
    case TAKT_TRACE_EVENT_sem_take:
    case TAKT_TRACE_EVENT_queue_receive:
    case TAKT_TRACE_EVENT_pool_alloc:
        took(walk);
        break;
    case TAKT_TRACE_EVENT_call_timer_start:
    case TAKT_TRACE_EVENT_timer_runs:
        walk->level[thing_of(walk)].started = true;
        break;
    default:
        if (event->event >= TAKT_TRACE_EVENT_call_sem_give && event->event <= TAKT_TRACE_EVENT_call_preempt)
            begin_call(walk);
        break;
    }
}

/* Timers that run already: when they come next is not in the recording. */
static bool ran_before(const struct walk *walk)
{
    if (walk->event->event != TAKT_TRACE_EVENT_timer_expire || walk->level[thing_of(walk)].started)
        return false;
    fprintf(stderr,
            "takt-trace: this recording cannot be replayed: when timer %s was started is not in it.\n",
            tt_name(walk->score->trace, walk->event->core, walk->event->a));
    return true;
}

static int64_t held(const struct tt_thing *thing, const struct level *level)
{
    if (level->known || thing->asked || thing->start >= -level->least)
        return thing->start;
    return -level->least;
}

int tt_initial(struct tt_score *score)
{
    struct walk walk = {.score = score};
    bool refused = false;

    walk.level = tt_must(calloc(score->things + 1, sizeof(*walk.level)));
    walk.waiting = tt_must(calloc(score->things + 1, sizeof(*walk.waiting)));
    for (unsigned c = 0; c < TT_CORES; c++)
        walk.running[c] = score->core[c].current;
    for (uint32_t i = 0; i < score->things; i++)
        walk.waiting[i].on = TT_NOBODY;
    for (size_t i = 0; i < score->trace->count && !refused; i++) {
        walk.event = &score->trace->event[i];
        refused = ran_before(&walk);
        step(&walk);
    }
    for (uint32_t i = 0; i < score->things; i++)
        score->thing[i].start = held(&score->thing[i], &walk.level[i]);
    free(walk.level);
    free(walk.waiting);
    return refused ? -1 : 0;
}
