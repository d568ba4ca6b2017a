/*
 * takt-trace stats: per core and side by side, per thread, per event, per object, and per cycle of the application. The
 * words are those of the article on event traces: context switches, preemptions, suspensions, resumptions, interrupts,
 * time slices, inversions.
 */
#include "commands.h"

#include "figures.h"
#include "kept.h"

#include <stdlib.h>

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_row(const char *name, const double *figure)
{
    printf("%-8s", name);
    for (unsigned i = 0; i < TT_FIGURES; i++)
        printf(" %*.*f", tt_figures[i].width, tt_figures[i].digits, figure[i]);
    putchar('\n');
}

static void print_cores(const struct tt_stats *stats)
{
    double figure[TT_FIGURES], least[TT_FIGURES] = {0}, most[TT_FIGURES] = {0};
    unsigned printed = 0;
    char name[16];

    printf("\n%-8s", "core");
    for (unsigned i = 0; i < TT_FIGURES; i++)
        printf(" %*s", tt_figures[i].width, tt_figures[i].name);
    putchar('\n');
    for (unsigned c = 0; c < stats->model.trace->cores; c++) {
        if (!stats->model.trace->core[c].present)
            continue;
        tt_figures_of(stats, c, figure);
        snprintf(name, sizeof(name), "%u", c);
        print_row(name, figure);
        for (unsigned i = 0; i < TT_FIGURES; i++) {
            least[i] = printed == 0 || figure[i] < least[i] ? figure[i] : least[i];
            most[i] = printed == 0 || figure[i] > most[i] ? figure[i] : most[i];
        }
        printed++;
    }
    for (unsigned i = 0; i < TT_FIGURES; i++)
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
    (void)tt_kept_print(trace, stdout);
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
