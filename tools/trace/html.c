/*
 * One page that opens without a network: view.html with the recording put in at its marks. First the lanes, which is all
 * that the first picture needs; behind the script that draws it the events and arrows. Numbers are differences of 7
 * bits a byte, in base64, so a span takes 3 to 5 bytes and a browser unpacks a million of them at once. What events say
 * in words is there once for each different one.
 */
#include "commands.h"

#include "lanes.h"
#include "page.h"
#include "read.h"

#include <stdlib.h>
#include <string.h>

#define MARK_LANES  "/*LANES*/"
#define MARK_EVENTS "/*EVENTS*/"

extern const char tt_view[]; /* view.html and its scripts, put in by the build */

/** Words of events, each once: everything of an event but its time, and b where that is a number. */
struct words {
    struct tt_event *word;
    uint32_t *hash; /* place + 1 */
    size_t count, room, hash_size;
};

static bool same(const struct tt_event *x, const struct tt_event *y)
{
    return x->event == y->event && x->core == y->core && x->handler == y->handler && x->more == y->more &&
           x->a == y->a && x->b == y->b;
}

static uint32_t *word_place(const struct words *words, const struct tt_event *event)
{
    uint32_t hash =
        event->a * 2654435761u ^ event->b * 2246822519u ^
        ((uint32_t)(event->event << 16 | event->core << 8 | event->handler) ^ (uint32_t)event->more << 9) *
            3266489917u;
    size_t i = (hash ^ hash >> 15) & (words->hash_size - 1);

    while (words->hash[i] != 0 && !same(&words->word[words->hash[i] - 1], event))
        i = (i + 1) & (words->hash_size - 1);
    return &words->hash[i];
}

static void grow_words(struct words *words)
{
    words->room = words->room == 0 ? 1024 : words->room * 2;
    words->word = tt_must(realloc(words->word, words->room * sizeof(*words->word)));
    free(words->hash);
    words->hash_size = words->room * 2;
    words->hash = tt_must(calloc(words->hash_size, sizeof(*words->hash)));
    for (size_t i = 0; i < words->count; i++)
        *word_place(words, &words->word[i]) = (uint32_t)i + 1;
}

static uint32_t word_of(struct words *words, const struct tt_event *event)
{
    struct tt_event word = *event;
    uint32_t *place;

    if (!tt_is_object(event->event, 1))
        word.b = 0;
    if (words->count == words->room)
        grow_words(words);
    place = word_place(words, &word);
    if (*place == 0) {
        words->word[words->count] = word;
        *place = (uint32_t)++words->count;
    }
    return *place - 1;
}

static size_t put_argument(char *text, size_t size, const struct tt_trace *trace,
                           const struct tt_event *event, unsigned which)
{
    uint32_t value = which == 0 ? event->a : event->b;
    const char *name = tt_argument_name(event->event, which);

    if (tt_is_object(event->event, which))
        return (size_t)snprintf(text, size, "  %s=%s", name, tt_name(trace, event->core, value));
    if (which == 0)
        return (size_t)snprintf(text, size, "  %s=%d", name, (int32_t)value);
    return (size_t)snprintf(text, size, "  %s=", name);
}

static size_t put_more(char *text, size_t size, const struct tt_event *event)
{
    const char *name = tt_more_name(event->event);

    if (name[0] == '\0')
        return 0;
    if (event->event == TAKT_TRACE_EVENT_switch)
        return (size_t)snprintf(text, size, "  %s=%s", name, tt_why(event));
    return (size_t)snprintf(text, size, "  %s=%u", name, event->more);
}

/* Ends in "=" where a number follows. Names are short: it fits. */
static void put_word(const struct tt_trace *trace, const struct tt_event *event, FILE *out)
{
    char text[320];
    const char *letters = tt_event_short(event->event);
    size_t length = (size_t)snprintf(text, sizeof(text), "core %u  %s%s%s%s", event->core,
                                     event->handler ? "handler  " : "", letters,
                                     letters[0] != '\0' ? " " : "", tt_event_name(event->event));

    length += put_argument(text + length, sizeof(text) - length, trace, event, 0);
    length += put_more(text + length, sizeof(text) - length, event);
    put_argument(text + length, sizeof(text) - length, trace, event, 1);
    tt_page_text(out, text);
}

/* Objects of core after core; 0 is something that no table knows. */
static uint64_t object_number(const struct tt_trace *trace, unsigned core, uint32_t id)
{
    const struct tt_object *object = id == 0 ? NULL : tt_object(trace, core, id);
    uint64_t number = 1;

    if (object == NULL)
        return 0;
    for (unsigned c = 0; c < core; c++)
        number += trace->core[c].objects;
    return number + (uint64_t)(object - trace->core[core].object);
}

/* Of one lane: difference of times * 8 + state; what it is about behind it, for the states that are about something. */
static void put_spans(const struct tt_trace *trace, const struct tt_lane *lane, FILE *out)
{
    enum { READY_RAISED = 6, RUNS_RAISED = 7 };
    struct tt_bytes bytes = {0};
    int64_t before = 0;

    for (size_t i = 0; i < lane->count; i++) {
        const struct tt_span *span = &lane->span[i];
        unsigned state = span->state;

        if (span->what != 0 && (state == TT_READY || state == TT_RUNS))
            state = state == TT_READY ? READY_RAISED : RUNS_RAISED;
        tt_bytes_number(&bytes, (uint64_t)(span->time - before) * 8 + state);
        before = span->time;
        if (state == TT_WAITS || state == TT_OWNED)
            tt_bytes_number(&bytes, object_number(trace, lane->core, span->what));
        else if (state == TT_HANDLER)
            tt_bytes_number(&bytes, span->what);
    }
    tt_bytes_put(&bytes, out);
    tt_bytes_free(&bytes);
}

static void put_lanes(const struct tt_lanes *lanes, FILE *out)
{
    static const char *const kinds[] = {"core", "thread", "mutex"};

    fputs(",\"lanes\":[", out);
    for (size_t i = 0; i < lanes->lanes; i++) {
        const struct tt_lane *lane = &lanes->lane[i];

        fprintf(out, "%s\n{\"core\":%u,\"kind\":\"%s\",\"idle\":%s,\"level\":%u,\"count\":%zu,\"name\":",
                i == 0 ? "" : ",", lane->core, kinds[lane->kind], lane->idle ? "true" : "false", lane->level,
                lane->count);
        tt_page_text(out, tt_lane_name(lanes, lane));
        fputs(",\"spans\":", out);
        put_spans(lanes->trace, lane, out);
        fputc('}', out);
    }
    fputs("]", out);
}

/* [kind, name] of each, in the order of object_number() */
static void put_objects(const struct tt_trace *trace, FILE *out)
{
    fputs(",\"objects\":[[0,\"\"]", out);
    for (unsigned c = 0; c < trace->cores; c++) {
        for (size_t i = 0; i < trace->core[c].objects; i++) {
            const struct tt_object *object = &trace->core[c].object[i];

            fprintf(out, ",[%u,", object->kind);
            tt_page_text(out, tt_name(trace, c, object->id));
            fputc(']', out);
        }
    }
    fputs("]", out);
}

static void put_marks(const struct tt_trace *trace, FILE *out)
{
    size_t marks = 0;

    fputs(",\"marks\":[", out);
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->event[i].event == TAKT_TRACE_EVENT_mark)
            fprintf(out, "%s%lld", marks++ == 0 ? "" : ",", (long long)trace->event[i].time);
    }
    fputs("]", out);
}

static bool is_broken(unsigned event)
{
    return event == TAKT_TRACE_EVENT_deadline_missed || event == TAKT_TRACE_EVENT_overrun ||
           event == TAKT_TRACE_EVENT_watchdog || event == TAKT_TRACE_EVENT_breach ||
           event == TAKT_TRACE_EVENT_breach_line;
}

/* The lane that a broken promise is drawn in: its thread's; an interrupt's is its core's. */
static size_t lane_of(const struct tt_lanes *lanes, const struct tt_event *event)
{
    size_t core = 0;

    for (size_t i = 0; i < lanes->lanes; i++) {
        const struct tt_lane *lane = &lanes->lane[i];

        if (lane->core != event->core)
            continue;
        if (lane->kind == TT_LANE_CORE)
            core = i;
        else if (lane->kind == TT_LANE_THREAD && lane->id == event->a &&
                 event->event != TAKT_TRACE_EVENT_breach_line)
            return i;
    }
    return core;
}

/* [time, lane, what] of each promise that was not kept, in order. */
static void put_broken(const struct tt_lanes *lanes, FILE *out)
{
    const struct tt_trace *trace = lanes->trace;
    size_t count = 0;

    fputs(",\"broken\":[", out);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (!is_broken(event->event))
            continue;
        fprintf(out, "%s[%lld,%zu,", count++ == 0 ? "" : ",", (long long)event->time, lane_of(lanes, event));
        tt_page_text(out, tt_event_name(event->event));
        fputc(']', out);
    }
    fputs("]", out);
}

static void put_first(const struct tt_lanes *lanes, const char *name, FILE *out)
{
    const struct tt_trace *trace = lanes->trace;
    char about[160];

    snprintf(about, sizeof(about), "%zu events of %u cores, board %s, %.6f s", trace->count, trace->cores,
             trace->core[0].board, (double)trace->end / 1e9);
    fprintf(out, "{\"end\":%lld,\"name\":", (long long)trace->end);
    tt_page_text(out, name);
    fputs(",\"about\":", out);
    tt_page_text(out, about);
    fputs(",\"warning\":", out);
    tt_page_text(out, tt_losses(trace) > 0 || trace->bad_packets + trace->bad_records > 0
                          ? "Events are missing here: takt-trace info says which and why."
                          : "");
    put_objects(trace, out);
    put_marks(trace, out);
    put_lanes(lanes, out);
    put_broken(lanes, out);
    fputs("}", out);
}

static uint64_t sign_last(int32_t number)
{
    return number < 0 ? (uint64_t)(-(int64_t)number) * 2 - 1 : (uint64_t)number * 2;
}

static void put_events(const struct tt_trace *trace, FILE *out)
{
    struct words words = {0};
    struct tt_bytes bytes = {0};
    int64_t before = 0;

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        tt_bytes_number(&bytes, (uint64_t)(event->time - before));
        tt_bytes_number(&bytes, word_of(&words, event));
        if (!tt_is_object(event->event, 1))
            tt_bytes_number(&bytes, sign_last((int32_t)event->b));
        before = event->time;
    }
    fprintf(out, "{\"count\":%zu,\"columns\":", trace->count);
    tt_bytes_put(&bytes, out);
    fputs(",\"words\":[", out);
    for (size_t i = 0; i < words.count; i++) {
        fputs(i == 0 ? "\n" : ",\n", out);
        put_word(trace, &words.word[i], out);
    }
    fputs("]", out);
    tt_bytes_free(&bytes);
    free(words.word);
    free(words.hash);
}

static int by_beginning(const void *a, const void *b)
{
    const struct tt_arrow *x = a, *y = b;

    return x->from_time < y->from_time ? -1 : x->from_time > y->from_time;
}

static void put_arrows(struct tt_lanes *lanes, FILE *out)
{
    struct tt_bytes bytes = {0};
    int64_t before = 0;

    qsort(lanes->arrow, lanes->arrows, sizeof(*lanes->arrow), by_beginning);
    for (size_t i = 0; i < lanes->arrows; i++) {
        const struct tt_arrow *arrow = &lanes->arrow[i];

        tt_bytes_number(&bytes, (uint64_t)(arrow->from_time - before));
        tt_bytes_number(&bytes, (uint64_t)(arrow->to_time - arrow->from_time));
        tt_bytes_number(&bytes, arrow->from);
        tt_bytes_number(&bytes, arrow->to);
        tt_bytes_number(&bytes, arrow->object != 0);
        before = arrow->from_time;
    }
    fprintf(out, ",\"arrows\":{\"count\":%zu,\"columns\":", lanes->arrows);
    tt_bytes_put(&bytes, out);
    fputs("}}", out);
    tt_bytes_free(&bytes);
}

/* The page up to a mark. @return what is behind the mark */
static const char *put_until(const char *page, const char *mark, FILE *out)
{
    const char *at = strstr(page, mark);

    fwrite(page, 1, (size_t)(at - page), out);
    return at + strlen(mark);
}

int tt_html(const struct tt_trace *trace, const char *name, const char *path)
{
    struct tt_lanes lanes;
    const char *page = tt_view;
    bool told = tt_banner(trace, stderr);
    FILE *out = path == NULL ? NULL : fopen(path, "wb");
    int failed;

    if (out == NULL) {
        fprintf(stderr, "takt-trace: html takes --out FILE, a file that can be written.\n");
        return 2;
    }
    tt_lanes_make(&lanes, trace);
    page = put_until(page, MARK_LANES, out);
    put_first(&lanes, name, out);
    page = put_until(page, MARK_EVENTS, out);
    put_events(trace, out);
    put_arrows(&lanes, out);
    fputs(page, out);
    tt_lanes_free(&lanes);
    failed = ferror(out);
    failed |= fclose(out);
    if (failed)
        fprintf(stderr, "takt-trace: writing %s failed: is the disk full?\n", path);
    return failed ? 2 : told ? 1 : 0;
}
