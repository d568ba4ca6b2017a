/* Which figures a core has. */
#include "figures.h"

static double us(int64_t ns)
{
    return (double)ns / 1000.0;
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

const struct tt_figure tt_figures[TT_FIGURES] = {
    {"span us", 12, 3},  {"switches", 9, 0}, {"preempted", 9, 0}, {"at once", 8, 0},    {"suspended", 9, 0},
    {"resumed", 9, 0},   {"yielded", 8, 0},  {"slices", 7, 0},    {"irqs", 8, 0},       {"inversions", 10, 0},
    {"unbounded", 9, 0}, {"load %", 7, 2},   {"irq %", 7, 2},     {"unknown us", 11, 3}};

/* Idling that a handler interrupted is load, too: together never more than the span. */
void tt_figures_of(const struct tt_stats *stats, unsigned number, double *figure)
{
    const struct tt_core_state *core = &stats->model.core[number];
    int64_t span = tt_model_span(core);
    const double figures[TT_FIGURES] = {us(span),
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

    for (unsigned i = 0; i < TT_FIGURES; i++)
        figure[i] = figures[i];
}
