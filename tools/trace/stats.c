/*
 * What a recording adds up to: per core and side by side, per thread, and per cycle of the application where it
 * marks one. The words are those of the article on event traces: context switches, preemptions, suspensions,
 * resumptions, interrupts, time slices.
 */
#include "commands.h"

#include "model.h"

#include <stdlib.h>
#include <string.h>

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_cores(const struct tt_model *model)
{
    printf("\n%-5s %12s %9s %9s %9s %9s %9s %9s %9s %8s %8s\n", "core", "span us", "switches", "preempted",
           "suspended", "resumed", "yielded", "slices", "irqs", "load %", "irq %");
    for (unsigned c = 0; c < model->trace->cores; c++) {
        const struct tt_core_state *core = &model->core[c];
        int64_t span = tt_model_span(core);

        if (!model->trace->core[c].present)
            continue;
        printf("%-5u %12.3f %9llu %9llu %9llu %9llu %9llu %9llu %9llu %8.2f %8.2f\n", c, us(span),
               (unsigned long long)core->switches, (unsigned long long)core->preemptions,
               (unsigned long long)core->blocks, (unsigned long long)core->resumes,
               (unsigned long long)core->yields, (unsigned long long)core->slices,
               (unsigned long long)core->interrupts, percent(core->busy + core->idle_handlers, span),
               percent(core->handlers, span));
    }
}

static int by_core_and_time(const void *a, const void *b)
{
    const struct tt_thread *x = a, *y = b;

    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    return x->ran > y->ran ? -1 : x->ran < y->ran;
}

static void print_threads(struct tt_model *model)
{
    const struct tt_trace *trace = model->trace;

    qsort(model->thread, model->threads, sizeof(*model->thread), by_core_and_time);
    printf("\n%-5s %-20s %5s %12s %8s %9s %9s %9s %9s %14s %14s\n", "core", "thread", "level", "ran us",
           "load %", "runs", "preempted", "suspended", "resumed", "longest us", "worst wait us");
    for (size_t i = 0; i < model->threads; i++) {
        const struct tt_thread *thread = &model->thread[i];
        const struct tt_core_state *core = &model->core[thread->core];

        printf("%-5u %-20s ", thread->core, tt_name(trace, thread->core, thread->id));
        if (thread->level == TT_NO_LEVEL)
            printf("%5s ", thread->idle ? "-" : "?");
        else
            printf("%5u ", thread->level);
        printf("%12.3f %8.2f %9llu %9llu %9llu %9llu %14.3f %14.3f\n", us(thread->ran),
               percent(thread->ran, tt_model_span(core)), (unsigned long long)thread->switches_in,
               (unsigned long long)thread->reasons[TT_PREEMPTED],
               (unsigned long long)thread->reasons[TT_BLOCKED], (unsigned long long)thread->resumed,
               us(thread->longest), us(thread->worst_wait));
    }
}

static bool begins_cycle(const struct tt_trace *trace, const struct tt_event *event, const char *cycle)
{
    char number[16];

    if (event->event != TAKT_TRACE_EVENT_mark)
        return false;
    snprintf(number, sizeof(number), "%u", event->a);
    return strcmp(cycle, number) == 0 || strcmp(cycle, tt_name(trace, event->core, event->a)) == 0;
}

/* Counts between two marks that begin a cycle, of the mark's core. */
struct cycle {
    uint64_t switches, switches_min, switches_max, cycles;
    int64_t begun, time_min, time_max, time_sum;
};

static void end_cycle(struct cycle *cycle, uint64_t switches, int64_t now)
{
    uint64_t made = switches - cycle->switches;
    int64_t took = now - cycle->begun;

    if (cycle->cycles++ == 0) {
        cycle->switches_min = cycle->switches_max = made;
        cycle->time_min = cycle->time_max = took;
    }
    cycle->switches_min = made < cycle->switches_min ? made : cycle->switches_min;
    cycle->switches_max = made > cycle->switches_max ? made : cycle->switches_max;
    cycle->time_min = took < cycle->time_min ? took : cycle->time_min;
    cycle->time_max = took > cycle->time_max ? took : cycle->time_max;
    cycle->time_sum += took;
}

static void step_cycle(struct cycle *cycle, bool *open, uint64_t switches, int64_t now)
{
    if (*open)
        end_cycle(cycle, switches, now);
    *open = true;
    cycle->switches = switches;
    cycle->begun = now;
}

static void print_cycle(const struct cycle *cycle, unsigned core)
{
    if (cycle->cycles == 0)
        return;
    printf("\ncycles on core %u: %llu, context switches a cycle %llu to %llu, time a cycle %.3f us (%.3f to "
           "%.3f)\n",
           core, (unsigned long long)cycle->cycles, (unsigned long long)cycle->switches_min,
           (unsigned long long)cycle->switches_max, us(cycle->time_sum) / (double)cycle->cycles,
           us(cycle->time_min), us(cycle->time_max));
}

int tt_stats(const struct tt_trace *trace, const char *name)
{
    struct cycle cycle[TT_CORES] = {0};
    bool open[TT_CORES] = {false};
    struct tt_model model;
    bool told = tt_banner(trace, stdout);

    tt_model_begin(&model, trace);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        tt_model_step(&model, event);
        if (name != NULL && begins_cycle(trace, event, name))
            step_cycle(&cycle[event->core], &open[event->core], model.core[event->core].switches,
                       event->time);
    }
    tt_model_end(&model);
    print_cores(&model);
    print_threads(&model);
    for (unsigned c = 0; c < trace->cores; c++)
        print_cycle(&cycle[c], c);
    tt_model_free(&model);
    return told ? 1 : 0;
}
