/*
 * What the machine hears of the kernel: its hooks are the recorder's own, and here is what they write to. Objects are
 * called as the recording called them.
 */
#include "machine_part.h"

#include "sim.h"

#include "kernel.h"
#include "recorder.h"

#include <string.h>

static int64_t now(void)
{
    return (int64_t)takt_sim_core()->clock - LEAD;
}

/* Whether an argument of an event is the address of one of the kernel's objects. */
static bool is_address(unsigned event, unsigned which)
{
    static const char *const names[][2] = {
        {"", ""},
#define TAKT_EVENT2(group, name, a, b)     {#a, #b},
#define TAKT_EVENT2_OWN(group, name, a, b) {"", ""},
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
    };
    static signed char known[TAKT_TRACE_EVENTS][2];

    if (known[event][which] == 0) {
        const char *name = names[event][which];
        bool is = strcmp(name, "object") == 0 || strcmp(name, "thread") == 0 || strcmp(name, "from") == 0 ||
                  strcmp(name, "to") == 0 || strcmp(name, "mutex") == 0 || strcmp(name, "by") == 0;

        known[event][which] = is ? 1 : -1;
    }
    return known[event][which] == 1;
}

/* How far behind an object's beginning an address is, of which the lower half is known. */
static uint32_t behind(uint32_t address, const void *object)
{
    return address - (uint32_t)(uintptr_t)object;
}

/* What the recording calls it. */
uint32_t tt_id_of(uint32_t address)
{
    const struct tt_score_core *core = &tt_machine.score->core[takt_core_id()];
    uint32_t offset = behind(address, tt_machine.part), place = offset / (uint32_t)sizeof(struct tt_part);

    if (place < tt_machine.score->things)
        return tt_shared_part(place, offset % sizeof(struct tt_part));
    if (core->idle != TT_NOBODY && (behind(address, &tt_machine_core[takt_core_id()].conductor) == 0 ||
                                    behind(address, &takt_core_state(takt_core_id())->idle) == 0))
        return tt_machine.score->thing[core->idle].id;
    return tt_shared_id(address);
}

static uint32_t number_of(uint32_t line)
{
    const struct tt_score_core *core = &tt_machine.score->core[takt_core_id()];

    if (line == TAKT_SIM_LINE_DOORBELL)
        return core->bell != TT_NOBODY ? core->bell : line;
    if (line == TAKT_SIM_LINE_TIMER)
        return core->tick != TT_NOBODY ? core->tick : line;
    return line < tt_machine_core[takt_core_id()].lines
               ? tt_machine.score->line[tt_machine_core[takt_core_id()].line[line]].number
               : line;
}

static void note_charge(struct tt_charge *charge)
{
    const struct takt_sim_charged *charged = &takt_sim_core()->charged;

#define TAKT_COST(name, value, what) charge->times[TT_COST_##name] = charged->name##_times;
#include "../../port/sim/costs.def"
#undef TAKT_COST
    charge->freed = tt_machine_core[takt_core_id()].freed;
}

/* Whether time passes from here on until something comes: the idle thread goes on. */
static bool waits_next(unsigned event, uint32_t b)
{
    const struct takt_core *core = takt_core();
    uint32_t idle = tt_machine.score->core[takt_core_id()].idle;

    if (event == TAKT_TRACE_EVENT_switch)
        return idle != TT_NOBODY && b == tt_machine.score->thing[idle].id;
    if (core->current != &core->idle)
        return false;
    return takt_sim_current->depth == 0 || (event == TAKT_TRACE_EVENT_irq_exit &&
                                            takt_sim_current->depth == 1 && !takt_sim_current->switch_due);
}

void tt_hear(unsigned event, uint32_t a, uint32_t b, unsigned more)
{
    struct tt_play *play = tt_machine.play;
    bool counted;

    if (play->count == play->room) {
        play->full = true;
        takt_sim_finish(0);
    }
    counted = play->steps != NULL && tt_pace(event, a);
    play->event[play->count] = (struct tt_event){.time = now(),
                                                 .a = a,
                                                 .b = b,
                                                 .event = (uint16_t)event,
                                                 .more = (uint16_t)more,
                                                 .core = (uint8_t)takt_core_id(),
                                                 .handler = takt_port_in_handler()};
    if (play->charge != NULL)
        note_charge(&play->charge[play->count]);
    play->count++;
    if (counted)
        tt_pace_next();
    tt_machine_core[takt_core_id()].freed += waits_next(event, b);
}

/* In the recorder's place: the kernel's hooks are its own, and what they write is heard here. */

struct takt_trace_ring takt_trace_ring[CONFIG_TAKT_CORES];

void takt_trace_write(struct takt_trace_ring *ring, uint32_t word, uint32_t a, uint32_t b)
{
    struct takt_trace_record record = {0};
    uint32_t more;

    (void)ring;
    memcpy(&record.event, &word, sizeof(word));
    more = record.context >> 1;
    if (!takt_sim.begun || !tt_machine_core[takt_core_id()].hears)
        return;
    if (record.event == TAKT_TRACE_EVENT_irq_enter || record.event == TAKT_TRACE_EVENT_irq_exit) {
        if (a == LINE_LIMIT)
            return;
        a = number_of(a);
    }
    if (record.event == TAKT_TRACE_EVENT_resume && more != 0)
        more = number_of(more - 1) + 1;
    if (record.event == TAKT_TRACE_EVENT_channel_send || record.event == TAKT_TRACE_EVENT_channel_receive)
        b = tt_shared_message(a, b);
    tt_hear(record.event, is_address(record.event, 0) ? tt_id_of(a) : a,
            is_address(record.event, 1) ? tt_id_of(b) : b, more);
}

void takt_trace_made_thread(const struct takt_thread *thread)
{
    (void)thread;
}

void takt_trace_enter(enum takt_trace_kind kind, const void *object, uint32_t value, uint32_t limit,
                      const char *name)
{
    (void)name;
    if (!takt_sim.begun || !tt_machine_core[takt_core_id()].hears)
        return;
    tt_hear(TAKT_TRACE_EVENT_call_with, value, limit, 0);
    tt_hear(TAKT_TRACE_EVENT_made, tt_id_of((uint32_t)(uintptr_t)object), kind, 0);
}

void takt_trace_leave(const void *object)
{
    (void)object;
}

void takt_trace_tail(void)
{
}
