/*
 * A recording has the time at which an interrupt was taken, which is later than it came if it met a step of the kernel or
 * another handler. In a changed run it may meet another one. Of a periodic source it can be told: most of its interrupts
 * meet nothing, so that most distances are the period exactly; those that were late came a period after the one before.
 * A source of which a third of the distances are not the same to the nanosecond is left as it was recorded.
 */
#include "sources.h"

#include "../trace/read.h"

#include <stdlib.h>

#define LEAST 4u /* interrupts, to speak of a period */
#define SHARE 3u /* one of so many distances has to be the period */

struct source {
    uint32_t *act; /* of each interrupt's beginning */
    size_t count, room;
};

static void collect(struct source *source, const struct tt_score *score, const struct tt_line *line)
{
    for (uint32_t at = line->chain.first; at != 0; at = score->act[at].next) {
        if (score->act[at].kind != TAKT_TRACE_EVENT_irq_enter)
            continue;
        source->act = tt_grow(source->act, source->count, &source->room, sizeof(*source->act));
        source->act[source->count++] = at;
    }
}

static int by_span(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

/* The distance that is most frequent. @return 0: none is frequent enough */
static int64_t period_of(const struct source *source, const struct tt_score *score)
{
    size_t spans = source->count - 1, run = 0, best = 0;
    int64_t *span = tt_must(malloc(spans * sizeof(*span)));
    int64_t period = 0;

    for (size_t i = 0; i < spans; i++)
        span[i] = score->act[source->act[i + 1]].begin - score->act[source->act[i]].begin;
    qsort(span, spans, sizeof(*span), by_span);
    for (size_t i = 0; i < spans; i++) {
        run = i > 0 && span[i] == span[i - 1] ? run + 1 : 1;
        if (run > best) {
            best = run;
            period = span[i];
        }
    }
    free(span);
    return best > 1 && best * SHARE >= spans ? period : 0;
}

/* The first one's time, by the one that was least late. */
static int64_t phase_of(const struct source *source, const struct tt_score *score, int64_t period)
{
    int64_t phase = INT64_MAX;

    for (size_t i = 0; i < source->count; i++) {
        int64_t first = score->act[source->act[i]].begin - (int64_t)i * period;

        phase = first < phase ? first : phase;
    }
    return phase;
}

static bool is_periodic(const struct source *source, const struct tt_score *score, int64_t period,
                        int64_t phase)
{
    for (size_t i = 0; i < source->count; i++) {
        if (score->act[source->act[i]].begin - phase - (int64_t)i * period > period / 2)
            return false;
    }
    return true;
}

static void place(const struct source *source, struct tt_score *score, int64_t period, int64_t phase)
{
    for (size_t i = 0; i < source->count; i++) {
        struct tt_act *act = &score->act[source->act[i]];

        if (act->begin == phase + (int64_t)i * period)
            continue; /* it may have waited for the handler before, as all of them did */
        act->begin = phase + (int64_t)i * period;
        act->with[0] = -1;
    }
}

void tt_sources(struct tt_score *score)
{
    for (uint32_t i = 0; i < score->lines; i++) {
        struct source source = {0};
        int64_t period, phase;

        collect(&source, score, &score->line[i]);
        period = source.count < LEAST ? 0 : period_of(&source, score);
        phase = period <= 0 ? 0 : phase_of(&source, score, period);
        if (period > 0 && is_periodic(&source, score, period, phase))
            place(&source, score, score->line[i].period = period, phase);
        free(source.act);
    }
}
