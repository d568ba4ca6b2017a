/*
 * One page that opens without a network: view.html with the recording put in at its mark. A lane a core and a thread,
 * each a list of times and of the states that begin at them; the events as an index into their texts, of which each
 * different one is there once. Numbers are base64 of little-endian columns, so that a browser takes a million at once.
 */
#include "commands.h"

#include "export.h"

#include <stdlib.h>
#include <string.h>

#define MARK "/*RECORDING*/{}"

extern const char tt_view[]; /* view.html, put in by the build */

enum state { WAITS, READY, RUNS, UNKNOWN, HANDLER };

struct lane {
    uint32_t thread; /* 0: the core's handlers */
    unsigned core;
    double *time;
    unsigned char *state;
    size_t count, room;
};

/** Texts of events, each once. */
struct texts {
    char **text;
    uint32_t *hash; /* place + 1 */
    size_t count, room, hash_size;
};

struct page {
    const struct tt_trace *trace;
    FILE *out;
    struct lane *lane;
    size_t lanes, lane_room;
    struct texts texts;
    uint32_t running[TT_CORES];
    unsigned depth[TT_CORES];
};

static void *must(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "takt-trace: there is not enough memory for this page.\n");
        exit(2);
    }
    return memory;
}

static struct lane *lane_of(struct page *page, unsigned core, uint32_t thread)
{
    struct lane *lane;

    for (size_t i = 0; i < page->lanes; i++) {
        if (page->lane[i].core == core && page->lane[i].thread == thread)
            return &page->lane[i];
    }
    if (page->lanes == page->lane_room) {
        page->lane_room = page->lane_room == 0 ? 32 : page->lane_room * 2;
        page->lane = must(realloc(page->lane, page->lane_room * sizeof(*page->lane)));
    }
    lane = &page->lane[page->lanes++];
    *lane = (struct lane){.thread = thread, .core = core};
    return lane;
}

static void turn(struct page *page, unsigned core, uint32_t thread, int64_t time, enum state state)
{
    struct lane *lane = lane_of(page, core, thread);

    if (lane->count > 0 && lane->state[lane->count - 1] == state)
        return;
    if (lane->count == lane->room) {
        lane->room = lane->room == 0 ? 64 : lane->room * 2;
        lane->time = must(realloc(lane->time, lane->room * sizeof(*lane->time)));
        lane->state = must(realloc(lane->state, lane->room));
    }
    lane->time[lane->count] = (double)time;
    lane->state[lane->count++] = (unsigned char)state;
}

static bool waits(struct page *page, unsigned core, uint32_t thread)
{
    const struct lane *lane = lane_of(page, core, thread);

    return lane->count > 0 && lane->state[lane->count - 1] == WAITS;
}

/* The first switch of a core tells who ran from the recording's beginning on. */
static void ran_before(struct page *page, const struct tt_event *event)
{
    struct lane *lane = lane_of(page, event->core, event->a);
    enum state now = lane->count > 0 ? (enum state)lane->state[lane->count - 1] : RUNS;
    int64_t since = lane->count > 0 ? (int64_t)lane->time[lane->count - 1] : 0;

    lane->count = 0;
    turn(page, event->core, event->a, 0, RUNS);
    turn(page, event->core, event->a, since, now);
}

static void step_switch(struct page *page, const struct tt_event *event)
{
    if (page->running[event->core] == 0)
        ran_before(page, event);
    if (!waits(page, event->core, event->a))
        turn(page, event->core, event->a, event->time, READY);
    turn(page, event->core, event->b, event->time, RUNS);
    page->running[event->core] = event->b;
}

/* A thread that stops being ready while it runs is drawn as waiting from the switch on; the time between is the
 * kernel's. */
static void step(struct page *page, const struct tt_event *event)
{
    unsigned *depth = &page->depth[event->core];

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        step_switch(page, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        turn(page, event->core, event->a, event->time, READY);
        break;
    case TAKT_TRACE_EVENT_unready:
        turn(page, event->core, event->a, event->time, WAITS);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        if ((*depth)++ == 0)
            turn(page, event->core, 0, event->time, HANDLER);
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        if (*depth > 0 && --*depth == 0)
            turn(page, event->core, 0, event->time, UNKNOWN);
        break;
    default:
        break;
    }
}

static size_t hash_of(const char *text)
{
    size_t hash = 1469598103u;

    while (*text != '\0')
        hash = (hash ^ (unsigned char)*text++) * 16777619u;
    return hash;
}

static uint32_t *text_place(const struct texts *texts, const char *text)
{
    size_t i = hash_of(text) & (texts->hash_size - 1);

    while (texts->hash[i] != 0 && strcmp(texts->text[texts->hash[i] - 1], text) != 0)
        i = (i + 1) & (texts->hash_size - 1);
    return &texts->hash[i];
}

static void grow_texts(struct texts *texts)
{
    texts->room = texts->room == 0 ? 1024 : texts->room * 2;
    texts->text = must(realloc(texts->text, texts->room * sizeof(*texts->text)));
    free(texts->hash);
    texts->hash_size = texts->room * 2;
    texts->hash = must(calloc(texts->hash_size, sizeof(*texts->hash)));
    for (size_t i = 0; i < texts->count; i++)
        *text_place(texts, texts->text[i]) = (uint32_t)i + 1;
}

static uint32_t text_number(struct texts *texts, const char *text)
{
    uint32_t *place;

    if (texts->count == texts->room)
        grow_texts(texts);
    place = text_place(texts, text);
    if (*place == 0) {
        texts->text[texts->count] = must(strdup(text));
        *place = (uint32_t)++texts->count;
    }
    return *place - 1;
}

static uint32_t event_text(struct page *page, const struct tt_event *event)
{
    char text[256];
    size_t length = (size_t)snprintf(text, sizeof(text), "core %u  %s%s", event->core,
                                     event->handler ? "handler  " : "", tt_event_name(event->event));

    for (unsigned which = 0; which < 2; which++) {
        const char *name = tt_argument_name(event->event, which);
        uint32_t value = which == 0 ? event->a : event->b;

        if (tt_is_object(event->event, which))
            length += (size_t)snprintf(text + length, sizeof(text) - length, "  %s=%s", name,
                                       tt_name(page->trace, event->core, value));
        else
            length += (size_t)snprintf(text + length, sizeof(text) - length, "  %s=%d", name, (int32_t)value);
    }
    return text_number(&page->texts, text);
}

static void put_base64(FILE *out, const void *from, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = from;

    fputc('"', out);
    for (; size > 0; byte += 3) {
        uint32_t three =
            (uint32_t)byte[0] << 16 | (size > 1 ? (uint32_t)byte[1] << 8 : 0) | (size > 2 ? byte[2] : 0);

        fputc(digits[three >> 18], out);
        fputc(digits[three >> 12 & 63], out);
        fputc(size > 1 ? digits[three >> 6 & 63] : '=', out);
        fputc(size > 2 ? digits[three & 63] : '=', out);
        size = size > 3 ? size - 3 : 0;
    }
    fputc('"', out);
}

/* A script ends at the first </, wherever it stands: none may be in a text. */
static void put_text(FILE *out, const char *text)
{
    char safe[512];
    size_t length = 0;

    for (; *text != '\0' && length < sizeof(safe) - 1; text++)
        safe[length++] = *text == '<' ? '(' : *text;
    safe[length] = '\0';
    tt_put_quoted(out, safe);
}

static int by_core(const void *a, const void *b)
{
    const struct lane *x = a, *y = b;

    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static void put_lanes(struct page *page)
{
    char name[96];

    qsort(page->lane, page->lanes, sizeof(*page->lane), by_core);
    for (size_t i = 0; i < page->lanes; i++) {
        const struct lane *lane = &page->lane[i];

        snprintf(name, sizeof(name), "core %u", lane->core);
        fprintf(page->out, "%s\n{\"core\":%s,\"name\":", i == 0 ? "" : ",",
                lane->thread == 0 ? "true" : "false");
        put_text(page->out, lane->thread == 0 ? name : tt_name(page->trace, lane->core, lane->thread));
        fputs(",\"time\":", page->out);
        put_base64(page->out, lane->time, lane->count * sizeof(*lane->time));
        fputs(",\"state\":", page->out);
        put_base64(page->out, lane->state, lane->count);
        fputc('}', page->out);
    }
}

static void put_events(struct page *page)
{
    const struct tt_trace *trace = page->trace;
    double *time = must(malloc((trace->count + 1) * sizeof(*time)));
    uint32_t *text = must(malloc((trace->count + 1) * sizeof(*text)));

    for (size_t i = 0; i < trace->count; i++) {
        time[i] = (double)trace->event[i].time;
        text[i] = event_text(page, &trace->event[i]);
    }
    fputs(",\"events\":{\"time\":", page->out);
    put_base64(page->out, time, trace->count * sizeof(*time));
    fputs(",\"text\":", page->out);
    put_base64(page->out, text, trace->count * sizeof(*text));
    fputs("},\"texts\":[", page->out);
    for (size_t i = 0; i < page->texts.count; i++) {
        fputs(i == 0 ? "\n" : ",\n", page->out);
        put_text(page->out, page->texts.text[i]);
        free(page->texts.text[i]);
    }
    fputs("],\"marks\":[", page->out);
    for (size_t i = 0, marks = 0; i < trace->count; i++) {
        if (trace->event[i].event == TAKT_TRACE_EVENT_mark)
            fprintf(page->out, "%s%lld", marks++ == 0 ? "" : ",", (long long)trace->event[i].time);
    }
    fputs("]", page->out);
    free(time);
    free(text);
}

static void put_recording(struct page *page, const char *name)
{
    const struct tt_trace *trace = page->trace;
    char about[160];

    snprintf(about, sizeof(about), "%zu events of %u cores, board %s, %.6f s", trace->count, trace->cores,
             trace->core[0].board, (double)trace->end / 1e9);
    fprintf(page->out, "{\"end\":%lld,\"name\":", (long long)trace->end);
    put_text(page->out, name);
    fputs(",\"about\":", page->out);
    put_text(page->out, about);
    fprintf(page->out, ",\"warning\":");
    put_text(page->out, tt_losses(trace) > 0 || trace->bad_packets + trace->bad_records > 0
                            ? "Events are missing here: takt-trace info says which and why."
                            : "");
    fputs(",\"lanes\":[", page->out);
    put_lanes(page);
    fputs("]", page->out);
    put_events(page);
    fputs("}", page->out);
}

int tt_html(const struct tt_trace *trace, const char *name, const char *path)
{
    struct page page = {.trace = trace};
    const char *mark = strstr(tt_view, MARK);
    bool told = tt_banner(trace, stderr);
    int failed;

    page.out = path == NULL ? NULL : fopen(path, "wb");
    if (page.out == NULL) {
        fprintf(stderr, "takt-trace: html takes --out FILE, a file that can be written.\n");
        return 2;
    }
    for (unsigned c = 0; c < trace->cores; c++) {
        if (trace->core[c].count > 0)
            turn(&page, c, 0, 0, UNKNOWN);
    }
    for (size_t i = 0; i < trace->count; i++)
        step(&page, &trace->event[i]);
    fwrite(tt_view, 1, (size_t)(mark - tt_view), page.out);
    put_recording(&page, name);
    fputs(mark + strlen(MARK), page.out);
    failed = ferror(page.out);
    failed |= fclose(page.out);
    for (size_t i = 0; i < page.lanes; i++) {
        free(page.lane[i].time);
        free(page.lane[i].state);
    }
    free(page.lane);
    free(page.texts.text);
    free(page.texts.hash);
    if (failed)
        fprintf(stderr, "takt-trace: writing %s failed: is the disk full?\n", path);
    return failed ? 2 : told ? 1 : 0;
}
