/* Breaches, by what was broken and by whom. There are few, so a list will do. */
#include "kept.h"

#include "read.h"

#include <stdlib.h>

static const struct {
    uint16_t event;
    bool least; /* the worst is the smallest */
    bool spans; /* its figure is a span in ns; else a job's number */
    const char *what, *figure;
} kinds[] = {
    {TAKT_TRACE_EVENT_breach, false, true, "the contract", "computed up to"},
    {TAKT_TRACE_EVENT_breach_line, true, true, "the contract", "came again after"},
    {TAKT_TRACE_EVENT_deadline_missed, false, false, "a deadline", "last with job"},
    {TAKT_TRACE_EVENT_overrun, false, true, "its budget", "computed up to"},
    {TAKT_TRACE_EVENT_watchdog, false, true, "its watchdog's span", "was silent for"},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

struct broken {
    size_t kind;
    uint32_t who, worst;
    uint8_t core;
    uint64_t times;
};

struct list {
    struct broken *broken;
    size_t count, room;
};

static void add(struct list *list, size_t kind, const struct tt_event *event)
{
    struct broken *one = list->broken, *end = one + list->count;

    while (one < end && (one->kind != kind || one->core != event->core || one->who != event->a))
        one++;
    if (one == end) {
        list->broken = tt_grow(list->broken, list->count, &list->room, sizeof(*one));
        one = &list->broken[list->count++];
        *one = (struct broken){.kind = kind, .core = event->core, .who = event->a, .worst = event->b};
    }
    one->times++;
    if (kinds[kind].least ? event->b < one->worst : event->b > one->worst)
        one->worst = event->b;
}

static void print(const struct tt_trace *trace, const struct broken *one, FILE *out)
{
    fprintf(out, "NOT KEPT: on core %u ", one->core);
    if (kinds[one->kind].event == TAKT_TRACE_EVENT_breach_line)
        fprintf(out, "interrupt %u", one->who);
    else
        fprintf(out, "thread %s", tt_name(trace, one->core, one->who));
    fprintf(out, " broke %s, %llu times; it %s ", kinds[one->kind].what, (unsigned long long)one->times,
            kinds[one->kind].figure);
    if (kinds[one->kind].spans)
        fprintf(out, "%.3f us\n", (double)one->worst / 1000.0);
    else
        fprintf(out, "%u\n", one->worst);
}

uint64_t tt_kept_print(const struct tt_trace *trace, FILE *out)
{
    struct list list = {0};
    uint64_t all = 0;

    for (size_t i = 0; i < trace->count; i++) {
        for (size_t k = 0; k < KINDS; k++) {
            if (trace->event[i].event == kinds[k].event)
                add(&list, k, &trace->event[i]);
        }
    }
    for (size_t i = 0; i < list.count; i++) {
        print(trace, &list.broken[i], out);
        all += list.broken[i].times;
    }
    free(list.broken);
    return all;
}
