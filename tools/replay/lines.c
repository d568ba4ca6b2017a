/*
 * Interrupts from outside come at their recorded times; each handler's beginning puts its line's next one on its way,
 * so one that is held up is late, never lost. The timer is the kernel's own, and is not told by the score.
 */
#include "machine_part.h"

#include "sim.h"

static uint32_t at_line[LINES * TT_CORES]; /* act that comes next */
static int64_t beyond[LINES * TT_CORES];   /* ns: so much later than that act */

/* The priority of an interrupt by its number in the recording. */
static unsigned priority_of(uint32_t number)
{
    for (unsigned line = 0; line < tt_machine_core[takt_core_id()].lines; line++) {
        if (tt_machine.score->line[tt_machine_core[takt_core_id()].line[line]].number == number)
            return tt_machine.score->line[tt_machine_core[takt_core_id()].line[line]].priority;
    }
    return TAKT_SIM_LINE_PRIORITY;
}

/*
 * When it came: so that it is taken when it was. One that was taken as soon as another handler had ended was waiting for
 * that, for between the two no interrupt can come.
 */
static int64_t arrival(const struct tt_act *act, unsigned line)
{
    int64_t when = act->begin - (int64_t)tt_machine.play->cost[TT_COST_irq_entry];

    if (act->with[0] >= 0 && when - act->with[0] <= (int64_t)tt_machine.play->cost[TT_COST_irq_exit] &&
        tt_machine.score->line[tt_machine_core[takt_core_id()].line[line]].priority >=
            priority_of((uint32_t)act->with[1]))
        when = act->with[0];
    return when < 0 ? 0 : when;
}

static void send_next(unsigned line)
{
    uint32_t place = tt_machine_core[takt_core_id()].line[line], at = at_line[place];

    if (at != 0)
        takt_sim_pend_at(takt_core_id(), line,
                         (uint64_t)(arrival(&tt_machine.score->act[at], line) + beyond[place]) + LEAD);
}

/* The next one: behind this one's end. A source that is periodic goes on beyond the recording, as it was last. */
static uint32_t turn_after(const struct tt_line *from, uint32_t own, int64_t *later)
{
    uint32_t at = own;

    while (at != 0 && tt_machine.score->act[at].kind != TAKT_TRACE_EVENT_irq_exit)
        at = tt_machine.score->act[at].next;
    at = at == 0 ? 0 : tt_machine.score->act[at].next;
    if (at != 0 || from->period == 0)
        return at;
    *later += from->period;
    return own;
}

static void on_line(void *arg)
{
    unsigned line = (unsigned)(uintptr_t)arg;
    uint32_t place = tt_machine_core[takt_core_id()].line[line], own = at_line[place];

    if (own == 0)
        return;
    at_line[place] = turn_after(&tt_machine.score->line[place], own, &beyond[place]);
    send_next(line);
    own = tt_machine.score->act[own].next;
    tt_machine_handler(&own, TAKT_TRACE_EVENT_irq_exit);
}

void tt_lines_make(void)
{
    const struct tt_score *score = tt_machine.score;

    for (uint32_t i = 0; i < score->lines; i++) {
        unsigned line = tt_machine_core[takt_core_id()].lines;

        if (score->line[i].core != takt_core_id() || score->line[i].chain.first == 0)
            continue;
        if (line == LINES)
            takt_panic("the recording has interrupts of more than 60 numbers on a core", __FILE__, __LINE__);
        tt_machine_core[takt_core_id()].line[line] = i;
        at_line[i] = score->line[i].chain.first;
        tt_machine_core[takt_core_id()].lines++;
        (void)takt_irq_attach(line, score->line[i].priority, on_line, (void *)(uintptr_t)line);
        (void)takt_irq_enable(line);
        send_next(line);
    }
}
