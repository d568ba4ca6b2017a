/*
 * takt-trace stats: per core and side by side, per thread, per event, per object, and per cycle of the application. The
 * words are those of the article on event traces: context switches, preemptions, suspensions, resumptions, interrupts,
 * time slices, inversions.
 */
#include "commands.h"

#include "stats.h"

#include <stdlib.h>

#define COLUMNS 14

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

/** A figure of each core. */
struct column {
    const char *name;
    int width, digits;
};

static const struct column columns[COLUMNS] = {
    {"span us", 12, 3},  {"switches", 9, 0}, {"preempted", 9, 0}, {"at once", 8, 0},    {"suspended", 9, 0},
    {"resumed", 9, 0},   {"yielded", 8, 0},  {"slices", 7, 0},    {"irqs", 8, 0},       {"inversions", 10, 0},
    {"unbounded", 9, 0}, {"load %", 7, 2},   {"irq %", 7, 2},     {"unknown us", 11, 3}};

/* Idling that a handler interrupted is load, too: together never more than the span. */
static void figures_of(const struct tt_stats *stats, unsigned number, double *figure)
{
    const struct tt_core_state *core = &stats->model.core[number];
    int64_t span = tt_model_span(core);
    const double figures[COLUMNS] = {us(span),
                                     (double)core->switches,
                                     (double)core->preemptions,
                                     (double)core->at_once,
                                     (double)core->blocks,
                                     (double)core->resumes,
                                     (double)core->yields,
                                     (double)core->slices,
                                     (double)core->interrupts,
                                     (double)stats->inversions.bounded[number],
                                     (double)stats->inversions.unbounded[number],
                                     percent(core->busy + core->idle_handlers, span),
                                     percent(core->handlers, span),
                                     us(core->gap)};

    for (unsigned i = 0; i < COLUMNS; i++)
        figure[i] = figures[i];
}

static void print_row(const char *name, const double *figure)
{
    printf("%-8s", name);
    for (unsigned i = 0; i < COLUMNS; i++)
        printf(" %*.*f", columns[i].width, columns[i].digits, figure[i]);
    putchar('\n');
}

static void print_cores(const struct tt_stats *stats)
{
    double figure[COLUMNS], least[COLUMNS] = {0}, most[COLUMNS] = {0};
    unsigned printed = 0;
    char name[16];

    printf("\n%-8s", "core");
    for (unsigned i = 0; i < COLUMNS; i++)
        printf(" %*s", columns[i].width, columns[i].name);
    putchar('\n');
    for (unsigned c = 0; c < stats->model.trace->cores; c++) {
        if (!stats->model.trace->core[c].present)
            continue;
        figures_of(stats, c, figure);
        snprintf(name, sizeof(name), "%u", c);
        print_row(name, figure);
        for (unsigned i = 0; i < COLUMNS; i++) {
            least[i] = printed == 0 || figure[i] < least[i] ? figure[i] : least[i];
            most[i] = printed == 0 || figure[i] > most[i] ? figure[i] : most[i];
        }
        printed++;
    }
    for (unsigned i = 0; i < COLUMNS; i++)
        most[i] -= least[i];
    if (printed > 1)
        print_row("apart by", most);
}

static int by_core_and_time(const void *a, const void *b)
{
    const struct tt_thread *x = a, *y = b;

    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->ran != y->ran)
        return x->ran > y->ran ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void print_threads(struct tt_model *model)
{
    const struct tt_trace *trace = model->trace;

    if (model->threads > 0)
        qsort(model->thread, model->threads, sizeof(*model->thread), by_core_and_time);
    printf("\n%-5s %-20s %5s %12s %8s %9s %9s %9s %9s %9s %14s %14s\n", "core", "thread", "level", "ran us",
           "load %", "runs", "preempted", "suspended", "resumed", "at once", "longest us", "worst wait us");
    for (size_t i = 0; i < model->threads; i++) {
        const struct tt_thread *thread = &model->thread[i];
        const struct tt_core_state *core = &model->core[thread->core];

        printf("%-5u %-20s ", thread->core, tt_name(trace, thread->core, thread->id));
        if (thread->level == TT_NO_LEVEL || thread->idle)
            printf("%5s ", thread->idle ? "-" : "?");
        else
            printf("%5u ", thread->level);
        printf("%12.3f %8.2f %9llu %9llu %9llu %9llu %9llu %14.3f %14.3f\n", us(thread->ran),
               percent(thread->ran, tt_model_span(core)), (unsigned long long)thread->switches_in,
               (unsigned long long)thread->reasons[TT_PREEMPTED],
               (unsigned long long)thread->reasons[TT_BLOCKED], (unsigned long long)thread->resumed,
               (unsigned long long)thread->resumed_at_once, us(thread->longest), us(thread->worst_wait));
    }
}

static void print_events(const struct tt_stats *stats)
{
    const struct tt_trace *trace = stats->model.trace;

    printf("\n%-3s %-18s", "", "event");
    for (unsigned c = 0; c < trace->cores; c++)
        printf("    core %-3u", c);
    putchar('\n');
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++) {
        uint64_t sum = 0;

        for (unsigned c = 0; c < trace->cores; c++)
            sum += stats->events[c][event];
        if (sum == 0)
            continue;
        printf("%-3s %-18s", tt_event_short(event), tt_event_name(event));
        for (unsigned c = 0; c < trace->cores; c++)
            printf("  %10llu", (unsigned long long)stats->events[c][event]);
        putchar('\n');
    }
}

int tt_stats(const struct tt_trace *trace, const char *cycle, const char *between)
{
    static struct tt_stats stats;
    bool told = tt_banner(trace, stdout);

    if (tt_stats_take(&stats, trace, &(struct tt_stats_wish){cycle, between}) != 0)
        return 2;
    print_cores(&stats);
    print_threads(&stats.model);
    for (unsigned c = 0; c < trace->cores; c++)
        tt_cycle_print(&stats.cycle[c], c);
    print_events(&stats);
    tt_blame_print(&stats.blame, trace);
    tt_inversions_print(&stats.inversions, trace);
    tt_stats_drop(&stats);
    return told ? 1 : 0;
}
