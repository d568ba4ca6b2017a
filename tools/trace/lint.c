/*
 * Does a recording contradict itself? Order of time on each core, pairs of handlers' beginnings and ends, threads
 * that run without being ready, run times that do not add up to the span. Each kind of fault is shown a few times and counted.
 */
#include "commands.h"

#include "model.h"

#define SHOWN 5

struct lint {
    uint64_t faults;
};

static void on_fault(struct tt_model *model, const struct tt_event *event, const char *what)
{
    struct lint *lint = model->context;

    if (lint->faults++ < SHOWN)
        printf("FAULT at %lld ns, core %u, %s %s: %s\n", (long long)event->time, event->core,
               tt_event_name(event->event), tt_name(model->trace, event->core, event->a), what);
}

static void check_order(const struct tt_trace *trace, struct lint *lint)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        for (size_t i = 1; i < core->count; i++) {
            if (core->event[i].time >= core->event[i - 1].time)
                continue;
            if (lint->faults++ < SHOWN)
                printf("FAULT: time of core %u goes back from %lld to %lld ns\n", c,
                       (long long)core->event[i - 1].time, (long long)core->event[i].time);
        }
    }
}

static void check_stamps(const struct tt_trace *trace, struct lint *lint)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        if (core->count > 100 && core->event[0].time == core->event[core->count - 1].time) {
            lint->faults++;
            printf("FAULT: all events of core %u have the same time\n", c);
        }
    }
}

static void check_sums(struct tt_model *model, struct lint *lint)
{
    for (unsigned c = 0; c < model->trace->cores; c++) {
        const struct tt_core_state *core = &model->core[c];

        if (core->first < 0 || core->idle + core->busy == core->last - core->first)
            continue;
        lint->faults++;
        printf("FAULT: threads of core %u ran %lld ns in a span of %lld ns\n", c,
               (long long)(core->idle + core->busy), (long long)(core->last - core->first));
    }
}

int tt_lint(const struct tt_trace *trace)
{
    struct lint lint = {0};
    struct tt_model model;
    bool told = tt_banner(trace, stdout);

    check_order(trace, &lint);
    check_stamps(trace, &lint);
    tt_model_begin(&model, trace);
    model.fault = on_fault;
    model.context = &lint;
    for (size_t i = 0; i < trace->count; i++)
        tt_model_step(&model, &trace->event[i]);
    tt_model_end(&model);
    check_sums(&model, &lint);
    tt_model_free(&model);
    printf("%zu events of %u cores, %llu faults\n", trace->count, trace->cores,
           (unsigned long long)lint.faults);
    return lint.faults != 0 || told ? 1 : 0;
}
