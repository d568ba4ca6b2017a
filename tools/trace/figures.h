/* A core's figures in one row, for printing side by side and for comparing two recordings. */
#ifndef TAKT_TOOLS_TRACE_FIGURES_H
#define TAKT_TOOLS_TRACE_FIGURES_H

#include "stats.h"

#define TT_FIGURES 14

struct tt_figure {
    const char *name;
    int width, digits;
};

extern const struct tt_figure tt_figures[TT_FIGURES];

void tt_figures_of(const struct tt_stats *stats, unsigned number, double *figure);

#endif
