/*
 * The contract check: a table {thread: computing time; interrupt: distance}, held against what happens.
 *
 * Computing times are meters (meter.c), one for each thread of the table, attached when a thread of that name is made on
 * that core. What counts is what takt-trace advise takes from a recording: the time that the thread runs from ready to
 * waiting. Distances are looked at as the first thing of a handler; what is measured is the time between two
 * entries, as in a recording.
 *
 * Races considered. A line's entry is written by its own handler alone, which does not interrupt itself; each core has
 * its own. The timer interrupt, which tells the application, may be interrupted by that handler: then what it reads
 * of the least distance may be older than the count, never wrong on a processor that reads 64 bits in one step, and
 * else a mixture of two distances that both were breaches.
 *
 * Bound: an interrupt, constant. Making a thread grows with the table.
 */
#include "kernel.h"

#include <string.h>

__attribute__((weak)) void takt_contract_hook(const struct takt_contract_breach *breach)
{
    (void)breach;
}

static struct takt_contract_line *own_lines(const struct takt_contract *contract)
{
    return &contract->line[takt_port_core_id() * contract->lines];
}

static void tell_line(struct takt_notice *notice)
{
    struct takt_contract_line *line = TAKT_CONTAINER(notice, struct takt_contract_line, notice);

    takt_contract_hook(&(struct takt_contract_breach){
        .line = (unsigned)(line - own_lines(takt_core()->contract)),
        .said = line->distance,
        .worst = takt_port_to_ns(line->least),
        .count = line->breaches,
    });
}

static void tell_thread(struct takt_notice *notice)
{
    struct takt_meter *meter = TAKT_CONTAINER(notice, struct takt_meter, notice);
    const struct takt_contract *contract = takt_core()->contract;

    takt_contract_hook(&(struct takt_contract_breach){
        .thread = meter->thread,
        .said = contract->thread[meter - contract->meter].computes,
        .worst = takt_port_to_ns(meter->worst),
        .count = meter->breaches,
    });
}

static void thread_breach(struct takt_meter *meter, uint64_t used)
{
    takt_trace_breach(TAKT_ID(meter->thread), takt_trace_span(used));
}

void takt_contract_line(unsigned number)
{
    struct takt_core *core = takt_core();
    struct takt_contract_line *line;
    uint64_t now, distance;

    if (core->contract == NULL || number >= core->contract->lines)
        return;
    line = &own_lines(core->contract)[number];
    if (line->units == 0)
        return;
    now = takt_port_counter();
    distance = now - line->last;
    line->last = now;
    if (line->came && distance < line->units) {
        if (line->breaches++ == 0 || distance < line->least)
            line->least = distance;
        takt_trace_breach_line(number, takt_trace_span(distance));
        takt_notice_add(core, &line->notice);
    }
    line->came = true;
}

void takt_contract_meet(struct takt_core *core, struct takt_thread *thread)
{
    const struct takt_contract *contract = core->contract;

    for (size_t i = 0; contract != NULL && i < contract->threads; i++) {
        const struct takt_contract_thread *said = &contract->thread[i];
        struct takt_meter *meter = &contract->meter[i];

        if (said->core != takt_port_core_id() || meter->thread != NULL ||
            strcmp(said->name, thread->name) != 0)
            continue;
        meter->notice.tell = tell_thread;
        meter->breach = thread_breach;
        meter->each_wait = true;
        meter->limit = takt_port_from_ns(said->computes);
        takt_lock(core);
        takt_meter_attach(core, meter, thread);
        (void)takt_unlock_posted(core);
        return;
    }
}

void takt_contract_begin(struct takt_core *core)
{
    if (&takt_contract_given == NULL)
        return;
    core->contract = &takt_contract_given;
    for (unsigned i = 0; i < core->contract->lines; i++) {
        struct takt_contract_line *line = &own_lines(core->contract)[i];

        line->notice.tell = tell_line;
        line->units = line->distance == 0 ? 0 : takt_port_from_ns(line->distance);
    }
}

uint32_t takt_contract_breaches(void)
{
    const struct takt_contract *contract = takt_core()->contract;
    uint32_t sum = 0;

    if (contract == NULL)
        return 0;
    for (unsigned i = 0; i < contract->lines; i++)
        sum += own_lines(contract)[i].breaches;
    for (size_t i = 0; i < contract->threads; i++) {
        if (contract->thread[i].core == takt_port_core_id())
            sum += contract->meter[i].breaches;
    }
    return sum;
}
