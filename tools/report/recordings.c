/*
 * The piece: from the third mark to the fifth, for the first cycles are those in which threads begin; of a recording
 * with fewer marks as many spans from its beginning as a picture can show.
 */
#include "recordings.h"

#include "../trace/lanes.h"
#include "../trace/page.h"

#include <string.h>

#define FIRST_MARK  2u
#define LAST_MARK   4u
#define SPANS       240u
#define RUNS_RAISED (TT_OWNED + 1u)

struct piece {
    int64_t from, to;
};

static struct piece piece_of(const struct tt_trace *trace, const struct tt_lanes *lanes)
{
    struct piece piece = {.from = 0, .to = trace->end};
    unsigned marks = 0;
    size_t spans = 0;

    for (size_t i = 0; i < trace->count && marks <= LAST_MARK; i++) {
        if (trace->event[i].event != TAKT_TRACE_EVENT_mark)
            continue;
        if (marks == FIRST_MARK)
            piece.from = trace->event[i].time;
        if (marks++ == LAST_MARK)
            piece.to = trace->event[i].time;
    }
    if (marks > LAST_MARK)
        return piece;
    for (size_t i = 0; i < lanes->lanes; i++)
        spans += lanes->lane[i].count;
    piece.from = 0;
    piece.to = spans > SPANS ? trace->end / (int64_t)(spans / SPANS + 1) : trace->end;
    return piece;
}

static bool is_in(const struct tt_lane *lane, size_t i, const struct piece *piece)
{
    return lane->span[i].time <= piece->to && (i + 1 == lane->count || lane->span[i + 1].time >= piece->from);
}

/* Whether anything is to be seen: a thread that only waits is not. */
static bool is_shown(const struct tt_lane *lane, const struct piece *piece)
{
    for (size_t i = 0; i < lane->count; i++) {
        enum tt_lane_state state = (enum tt_lane_state)lane->span[i].state;

        if (state != TT_WAITS && state != TT_NOT_KNOWN && is_in(lane, i, piece))
            return !(lane->idle && state != TT_RUNS);
    }
    return false;
}

/* A state of its own for who runs at an inherited level. */
static unsigned shown_state(const struct tt_span *span)
{
    return span->state == TT_RUNS && span->what != 0 ? RUNS_RAISED : span->state;
}

static void put_lane(const struct tt_lanes *lanes, const struct tt_lane *lane, const struct piece *piece,
                     FILE *out)
{
    bool first = true;

    fputs("{\"name\":", out);
    tt_page_text(out, lane->kind == TT_LANE_CORE ? "handlers" : tt_lane_name(lanes, lane));
    fprintf(out, ",\"idle\":%s", lane->idle ? "true" : "false");
    fputs(",\"at\":[", out);
    for (size_t i = 0; i < lane->count; i++) {
        if (!is_in(lane, i, piece))
            continue;
        fprintf(out, "%s%lld,%u", first ? "" : ",", (long long)lane->span[i].time,
                shown_state(&lane->span[i]));
        first = false;
    }
    fputs("]}", out);
}

static void put_marks(const struct tt_trace *trace, const struct piece *piece, FILE *out)
{
    bool first = true;

    fputs(",\"marks\":[", out);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->event != TAKT_TRACE_EVENT_mark || event->time < piece->from || event->time > piece->to)
            continue;
        fprintf(out, "%s%lld", first ? "" : ",", (long long)event->time);
        first = false;
    }
    fputs("]", out);
}

void report_recording(const struct tt_trace *trace, const char *name, FILE *out)
{
    struct tt_lanes lanes;
    struct piece piece;
    bool first = true;
    char text[160];

    tt_lanes_make(&lanes, trace);
    piece = piece_of(trace, &lanes);
    fputs("{\"name\":", out);
    snprintf(text, sizeof(text), "%.*s", (int)(strlen(name) - strlen(".takt")), name);
    tt_page_text(out, text);
    strncat(text, ".html", sizeof(text) - strlen(text) - 1);
    fputs(",\"page\":", out);
    tt_page_text(out, text);
    snprintf(text, sizeof(text), "board %s, %zu events of %u cores", trace->core[0].board, trace->count,
             trace->cores);
    fputs(",\"about\":", out);
    tt_page_text(out, text);
    fputs(",\"warning\":", out);
    tt_page_text(out, tt_losses(trace) > 0 ? "Events are missing in this recording." : "");
    fprintf(out, ",\"from\":%lld,\"to\":%lld", (long long)piece.from, (long long)piece.to);
    put_marks(trace, &piece, out);
    fputs(",\"lanes\":[", out);
    for (size_t i = 0; i < lanes.lanes; i++) {
        if (!is_shown(&lanes.lane[i], &piece))
            continue;
        fputs(first ? "" : ",", out);
        put_lane(&lanes, &lanes.lane[i], &piece, out);
        first = false;
    }
    fputs("]}", out);
    tt_lanes_free(&lanes);
}
