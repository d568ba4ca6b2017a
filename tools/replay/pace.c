/*
 * The kernel's steps, as long as they were. While a core's events come as they were recorded, the steps are the recorded
 * ones in their order. In a changed run a core strays from that at some event; from there on whoever is at work, a thread or
 * a handler, has its own steps in order, as far as they are found again a little later in what it did. What is not found
 * takes what it costs.
 *
 * What a step took less than it costs is taken off before it begins, so that no interrupt finds its time come in the middle
 * of it.
 */
#include "machine_part.h"

#include "sim.h"

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define AHEAD 8u /* steps to look for one that is found again */

static uint32_t thing_of(const struct takt_thread *thread)
{
    size_t offset = (size_t)((uintptr_t)thread - (uintptr_t)tt_machine.part);

    return (uint32_t)(offset / sizeof(struct tt_part));
}

static struct tt_machine_core *own(void)
{
    struct tt_machine_core *core = &tt_machine_core[takt_core_id()];
    size_t size = (tt_machine.score->things + TT_WHO) * sizeof(uint32_t);

    if (core->next == NULL) {
        core->next = malloc(size);
        if (core->next == NULL)
            takt_panic("there is not enough memory for this replay", __FILE__, __LINE__);
        memcpy(core->next, tt_machine.play->steps->core[takt_core_id()].first, size);
    }
    return core;
}

static void pass(int64_t extra)
{
    takt_sim_core()->clock += (uint64_t)extra;
}

/* The next step of the core, if this event ends it. */
static bool follow(struct tt_machine_core *core, unsigned event)
{
    unsigned id = takt_core_id();
    const struct tt_step *step = tt_machine.play->steps->core[id].step;
    size_t count = tt_machine.play->steps->core[id].count;
    bool is = core->steps < count && step[core->steps].event == event;

    if (!is && event == TAKT_TRACE_EVENT_doorbell)
        return false; /* nobody recorded rang here */
    core->strays = !is;
    if (!is)
        return false;
    step += core->steps++;
    core->next[step->who] = step->next;
    if (step->extra > 0)
        pass(step->extra);
    return true;
}

/* The next step like this one of whoever is at work. */
static void find(struct tt_machine_core *core, unsigned event)
{
    const struct tt_step *step = tt_machine.play->steps->core[takt_core_id()].step;
    uint32_t who = tt_who_place(&core->who, tt_machine.score->things), at = core->next[who];

    for (unsigned i = 0; i < AHEAD && at != 0; i++, at = step[at - 1].next) {
        if (step[at - 1].event != event)
            continue;
        pass(step[at - 1].extra);
        core->next[who] = step[at - 1].next;
        return;
    }
}

bool tt_pace(unsigned event, uint32_t a)
{
    struct tt_machine_core *core = own();
    bool follows = false;

    core->who.thread = thing_of(takt_core()->current);
    if (event == TAKT_TRACE_EVENT_irq_enter)
        tt_who_hears(&core->who, event, a);
    if (tt_machine.play->steps->heard[takt_core_id()][event]) {
        if (!core->strays)
            follows = follow(core, event);
        if (core->strays)
            find(core, event);
    }
    if (event == TAKT_TRACE_EVENT_irq_exit)
        tt_who_hears(&core->who, event, a);
    return follows;
}

void tt_pace_next(void)
{
    const struct tt_machine_core *core = own();
    unsigned id = takt_core_id();

    if (core->steps < tt_machine.play->steps->core[id].count &&
        tt_machine.play->steps->core[id].step[core->steps].extra < 0)
        pass(tt_machine.play->steps->core[id].step[core->steps].extra);
}
