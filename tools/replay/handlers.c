/* Handlers of a recording: whose turn it is, what they do, and which of them is the more urgent. */
#include "making.h"

#include "../trace/read.h"

/* As the recording's table says, which has the target's own scale. */
static void take_priority(const struct tt_score *score, struct tt_line *line)
{
    const struct tt_object *object = tt_object(score->trace, line->core, TAKT_TRACE_IRQS + line->number);
    int64_t priority;

    if (object == NULL || object->kind != TAKT_TRACE_IRQ || object->id != TAKT_TRACE_IRQS + line->number)
        return;
    priority = (int64_t)object->value - object->limit + TICK;
    line->priority = (uint8_t)(priority < 0 ? 0 : priority > LEAST ? LEAST : priority);
    line->told = true;
}

static uint32_t line_of(struct making *making, uint32_t number)
{
    struct tt_score *score = making->score;
    size_t room = score->lines_room;

    for (uint32_t i = 0; i < score->lines; i++) {
        if (score->line[i].core == making->event->core && score->line[i].number == number)
            return i;
    }
    score->line = tt_grow(score->line, score->lines, &room, sizeof(*score->line));
    score->lines_room = (uint32_t)room;
    score->line[score->lines] =
        (struct tt_line){.number = number, .core = making->event->core, .priority = TICK};
    take_priority(score, &score->line[score->lines]);
    return score->lines++;
}

static struct frame *push(struct making *making)
{
    unsigned core = making->event->core;

    if (making->core[core].depth + 1 == FRAMES) {
        tt_make_fail(making, "handlers are nested too deeply");
        return NULL;
    }
    making->core[core].depth++;
    making->core[core].frame[making->core[core].depth] =
        (struct frame){.line = TT_NOBODY, .timer = TT_NOBODY};
    return &making->core[core].frame[making->core[core].depth];
}

/* Whoever interrupts a handler is more urgent. The timer has TICK on the machine, whatever it had. */
static void rank(struct tt_score *score, const struct frame *inner, const struct frame *outer)
{
    if ((inner->line != TT_NOBODY && score->line[inner->line].told) ||
        (outer->line != TT_NOBODY && score->line[outer->line].told))
        return;
    if (inner->line != TT_NOBODY && outer->own && score->line[inner->line].priority >= TICK)
        score->line[inner->line].priority = TICK - 1;
    if (outer->line == TT_NOBODY)
        return;
    if (inner->own && score->line[outer->line].priority <= TICK)
        score->line[outer->line].priority = TICK + 1;
    if (inner->line != TT_NOBODY && score->line[outer->line].priority <= score->line[inner->line].priority &&
        score->line[inner->line].priority < LEAST)
        score->line[outer->line].priority = score->line[inner->line].priority + 1;
}

/* Among those that it is nested in: the one that it interrupted, below a timer's function its handler. */
static void rank_handler(struct making *making)
{
    unsigned core = making->event->core, outer = making->core[core].depth - 1;
    const struct frame *frame = making->core[core].frame;

    while (outer > 0 && frame[outer].line == TT_NOBODY && !frame[outer].own)
        outer--;
    if (outer > 0)
        rank(making->score, &frame[making->core[core].depth], &frame[outer]);
}

void tt_handler_enter(struct making *making)
{
    const struct tt_score_core *core = &making->score->core[making->event->core];
    bool ticks =
        making->event->a == core->tick && !making->empty[making->event - making->score->trace->event];
    bool own = ticks || (making->event->a == core->bell && tt_cross_rung(making));
    uint32_t line = own ? TT_NOBODY : line_of(making, making->event->a);
    struct frame *frame = push(making);

    if (frame == NULL)
        return;
    frame->line = line;
    frame->own = own;
    rank_handler(making);
    if (own)
        return;
    frame->chain = &making->score->line[line].chain;
    frame->open.with[0] = making->core[making->event->core].left;
    frame->open.with[1] = making->core[making->event->core].left_number;
    tt_make_put(making, TT_NOBODY);
}

void tt_handler_leave(struct making *making)
{
    unsigned core = making->event->core;
    const struct frame *frame = tt_make_frame(making);

    if (making->core[core].depth == 0)
        return; /* recording began inside of it */
    if (frame->chain != NULL)
        tt_make_put(making, TT_NOBODY);
    making->core[core].depth--;
    making->core[core].serving = TT_NOBODY;
}

/* A timer's function begins. */
void tt_handler_expire(struct making *making)
{
    uint32_t timer = tt_make_thing(making, making->event->a, TAKT_TRACE_TIMER);
    struct frame *frame;

    if (!tt_make_frame(making)->own) {
        tt_make_fail(making, "a timer expires outside of the timer's handler");
        return;
    }
    frame = push(making);
    if (frame == NULL)
        return;
    frame->timer = timer;
    frame->chain = &making->score->thing[timer].chain;
}

bool tt_handler_returns(struct making *making)
{
    unsigned core = making->event->core;
    const struct frame *frame = tt_make_frame(making);

    if (frame->timer == TT_NOBODY || frame->open.act != 0 || making->core[core].depth == 0)
        return false;
    tt_make_put(making, TT_NOBODY);
    making->core[core].depth--;
    return true;
}
