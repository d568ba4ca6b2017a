/*
 * What the kernel's steps cost in a recording.
 *
 * Between two events of a core with no computing and no waiting between them, the time that passed is the sum of
 * what the kernel did there, and the replay has counted that: so many masked steps, a switch, and so on. Pairs with the
 * same counts are one equation, of the median of their times; the costs are what fits all equations best, weighted by
 * how many pairs stand behind each. What no equation tells keeps the simulator's proportions. Where cores share memory,
 * some equations are wrong: the replay does not know which core had a line when recording began. So the fit is made again
 * and again, each equation with less weight the farther it is off, which comes to the least sum of differences.
 */
#include "replay.h"

#include "../trace/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EQUATIONS 512
#define FITS      12

struct equation {
    uint32_t times[TT_COSTS];
    int64_t *span;
    size_t count, room;
};

struct fit {
    struct equation equation[EQUATIONS];
    unsigned equations;
};

static struct equation *equation_of(struct fit *fit, const uint32_t *times)
{
    for (unsigned i = 0; i < fit->equations; i++) {
        if (memcmp(fit->equation[i].times, times, sizeof(fit->equation[i].times)) == 0)
            return &fit->equation[i];
    }
    if (fit->equations == EQUATIONS)
        return NULL;
    memcpy(fit->equation[fit->equations].times, times, sizeof(fit->equation[0].times));
    return &fit->equation[fit->equations++];
}

/* Waiting for another core is none of the kernel's steps either: how long it lasts is the other's affair. */
bool tt_is_step(const struct tt_charge *before, const struct tt_charge *after)
{
    return before->freed == after->freed && before->times[TT_COST_relax] == after->times[TT_COST_relax];
}

static void add_pair(struct fit *fit, const struct tt_charge *before, const struct tt_charge *after,
                     int64_t span)
{
    uint32_t times[TT_COSTS], any = 0;
    struct equation *equation;

    if (!tt_is_step(before, after) || span < 0)
        return;
    for (unsigned k = 0; k < TT_COSTS; k++)
        any |= times[k] = after->times[k] - before->times[k];
    equation = any == 0 ? NULL : equation_of(fit, times);
    if (equation == NULL)
        return;
    equation->span = tt_grow(equation->span, equation->count, &equation->room, sizeof(*equation->span));
    equation->span[equation->count++] = span;
}

/* The recorded times, by the replay's charges, as far as the two agree. */
static void collect(struct fit *fit, const struct tt_replay *replay, const struct tt_play *play,
                    unsigned core)
{
    const struct tt_event *recorded = replay->trace->event;
    const struct tt_charge *before = NULL;
    int64_t time = 0;
    size_t i = 0;

    for (size_t j = 0; j < play->count; j++) {
        if (play->event[j].core != core || !tt_is_heard(replay, &play->event[j]))
            continue;
        while (i < replay->trace->count && (recorded[i].core != core || !tt_is_heard(replay, &recorded[i])))
            i++;
        if (i == replay->trace->count || recorded[i].event != play->event[j].event)
            return;
        if (before != NULL)
            add_pair(fit, before, &play->charge[j], recorded[i].time - time);
        before = &play->charge[j];
        time = recorded[i++].time;
    }
}

static int by_span(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static double median(struct equation *equation)
{
    size_t middle = equation->count / 2;

    qsort(equation->span, equation->count, sizeof(*equation->span), by_span);
    return (double)equation->span[middle];
}

/* Gauss, with pivots from the diagonal: the matrix is symmetric and positive. */
static void solve(double matrix[TT_COSTS][TT_COSTS + 1], double *cost)
{
    for (unsigned k = 0; k < TT_COSTS; k++) {
        for (unsigned i = 0; i < TT_COSTS; i++) {
            double factor = matrix[i][k] / matrix[k][k];

            for (unsigned j = k; i != k && j <= TT_COSTS; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
    for (unsigned k = 0; k < TT_COSTS; k++)
        cost[k] = matrix[k][TT_COSTS] / matrix[k][k];
}

/* How much slower or faster all is than the costs that there are. */
static double scale_of(const struct fit *fit, const double *span, const uint32_t *cost)
{
    double measured = 0, counted = 0;

    for (unsigned e = 0; e < fit->equations; e++) {
        double sum = 0;

        for (unsigned k = 0; k < TT_COSTS; k++)
            sum += (double)fit->equation[e].times[k] * cost[k];
        measured += span[e] * (double)fit->equation[e].count;
        counted += sum * (double)fit->equation[e].count;
    }
    return counted > 0 ? measured / counted : 1;
}

static double counted(const struct equation *equation, const double *cost)
{
    double sum = 0;

    for (unsigned k = 0; k < TT_COSTS; k++)
        sum += equation->times[k] * cost[k];
    return sum;
}

/* weight: of each equation. */
static void fit_costs(const struct fit *fit, const double *span, const double *trust, const uint32_t *before,
                      double *cost)
{
    double matrix[TT_COSTS][TT_COSTS + 1] = {{0}};
    double scale = scale_of(fit, span, before), total = 0;

    for (unsigned e = 0; e < fit->equations; e++)
        total += (double)fit->equation[e].count;
    for (unsigned e = 0; e < fit->equations; e++) {
        const struct equation *equation = &fit->equation[e];
        double weight = (double)equation->count / total * trust[e];

        for (unsigned i = 0; i < TT_COSTS; i++) {
            for (unsigned j = 0; j < TT_COSTS; j++)
                matrix[i][j] += weight * equation->times[i] * equation->times[j];
            matrix[i][TT_COSTS] += weight * equation->times[i] * span[e];
        }
    }
    for (unsigned k = 0; k < TT_COSTS; k++) { /* a little weight for the proportions that there are */
        matrix[k][k] += 1e-9;
        matrix[k][TT_COSTS] += 1e-9 * scale * before[k];
    }
    solve(matrix, cost);
}

static void fit_robustly(const struct fit *fit, const double *span, double *trust, const uint32_t *before,
                         double *cost)
{
    for (unsigned round = 0; round < FITS; round++) {
        fit_costs(fit, span, trust, before, cost);
        for (unsigned e = 0; e < fit->equations; e++)
            trust[e] = 1 / (fabs(span[e] - counted(&fit->equation[e], cost)) + 0.1);
    }
}

static double misfit_of(const struct fit *fit, const double *span, const uint32_t *cost)
{
    double off = 0, count = 0;

    for (unsigned e = 0; e < fit->equations; e++) {
        double sum = 0;

        for (unsigned k = 0; k < TT_COSTS; k++)
            sum += (double)fit->equation[e].times[k] * cost[k];
        off += fabs(span[e] - sum) * (double)fit->equation[e].count;
        count += (double)fit->equation[e].count;
    }
    return count > 0 ? off / count : 0;
}

void tt_fit(struct tt_replay *replay, const struct tt_play *charged)
{
    struct fit *fit = tt_must(calloc(1, sizeof(*fit)));
    double span[EQUATIONS], trust[EQUATIONS], cost[TT_COSTS];

    for (unsigned c = 0; c < replay->score.cores; c++)
        collect(fit, replay, charged, c);
    for (unsigned e = 0; e < fit->equations; e++)
        span[e] = median(&fit->equation[e]), trust[e] = 1;
    if (fit->equations != 0) {
        fit_robustly(fit, span, trust, replay->cost, cost);
        for (unsigned k = 0; k < TT_COSTS; k++)
            replay->cost[k] = cost[k] > 0 ? (uint32_t)lround(cost[k]) : 0;
    }
    replay->misfit = misfit_of(fit, span, replay->cost);
    for (unsigned e = 0; e < fit->equations; e++)
        free(fit->equation[e].span);
    free(fit);
}
