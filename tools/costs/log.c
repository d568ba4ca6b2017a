/*
 * The log of one run: PREFIX.places says which address is what, PREFIX.log what was executed when, PREFIX.sites where in
 * the sources the instructions that mask stand.
 *
 * A span of row x begins where its label from_x executes last before to_x does. A row of an interrupt has no label to
 * begin with: its span begins at the last entry of a handler of a line. Exceptions of a span are the entries of handlers
 * inside it; the one that begins it is not.
 */
#include "costs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 512

enum role { ROLE_FROM, ROLE_TO, ROLE_HANDLER, ROLE_LINE, ROLE_SAMPLE, ROLE_OTHER };

struct place {
    uint32_t address;
    enum role role;
    struct span *span;
};

/* What is being counted for a row. */
struct span {
    struct costs_row *row;
    bool open, by_line;
    int64_t began, began_exceptions;
    int64_t least, most, exceptions;
    unsigned seen;
};

static struct place places[PLACES];
static struct span spans[PLACES];
static unsigned place_count, span_count;
static int64_t exceptions, line_began, line_exceptions;
static bool line_open;

static struct costs_site run_sites[COSTS_SITES];
static unsigned run_site_count;

struct costs_site costs_sites[COSTS_SITES];
unsigned costs_site_count;

static FILE *open_file(const char *prefix, const char *suffix, char *name, size_t size)
{
    snprintf(name, size, "%s%s", prefix, suffix);
    return fopen(name, "r");
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* cycle_equal_4 is row equal-4 of section cycle; a name without a section is an operation. */
static struct costs_row *row_of(const char *label, const char *file, unsigned line)
{
    char name[COSTS_NAME], *dash;

    snprintf(name, sizeof name, "%s", label);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)(*c == '_' ? '-' : *c);
    dash = strchr(name, '-');
    if (begins(name, "cycle-") || begins(name, "llq-") || begins(name, "trace-")) {
        *dash = '\0';
        return costs_row(name, dash + 1, file, line);
    }
    return costs_row("operation", name, file, line);
}

static struct span *span_of(struct costs_row *row)
{
    for (unsigned i = 0; i < span_count; i++) {
        if (spans[i].row == row)
            return &spans[i];
    }
    spans[span_count] = (struct span){.row = row, .by_line = true};
    return &spans[span_count++];
}

static void add_place(const char *kind, uint32_t address, const char *name, const char *file, unsigned line)
{
    struct place *place = &places[place_count];

    if (place_count == PLACES)
        costs_fail(file, line, "there are too many places");
    *place = (struct place){.address = address & ~1u, .role = ROLE_OTHER};
    if (strcmp(kind, "handler") == 0)
        place->role = strcmp(name, "line") == 0 ? ROLE_LINE : ROLE_HANDLER;
    else if (strcmp(name, "sample") == 0)
        place->role = ROLE_SAMPLE;
    else if (strncmp(name, "from_", 5) == 0)
        place->role = ROLE_FROM;
    else if (strncmp(name, "to_", 3) == 0)
        place->role = ROLE_TO;
    if (place->role == ROLE_FROM || place->role == ROLE_TO)
        place->span = span_of(row_of(strchr(name, '_') + 1, file, line));
    if (place->role == ROLE_FROM)
        place->span->by_line = false;
    place_count++;
}

static bool read_places(const char *prefix)
{
    char name[512], kind[16], label[64];
    FILE *file = open_file(prefix, ".places", name, sizeof name);
    uint32_t address;

    place_count = span_count = run_site_count = 0;
    exceptions = 0;
    line_open = false;
    if (file == NULL)
        return false;
    for (unsigned line = 1; fscanf(file, "%15s %" SCNx32 " %63s", kind, &address, label) == 3; line++)
        add_place(kind, address, label, name, line);
    fclose(file);
    return true;
}

static void close_span(struct span *span, int64_t count)
{
    int64_t length = count - span->began, taken = exceptions - span->began_exceptions;

    span->open = false;
    if (span->seen++ == 0)
        return; /* the first time caches, queues and branches are not as they are later */
    if (span->seen == 2 || length < span->least)
        span->least = length;
    if (span->seen == 2 || length > span->most)
        span->most = length;
    if (span->seen == 2 || taken > span->exceptions)
        span->exceptions = taken;
}

static void open_span(struct span *span, int64_t count, int64_t before)
{
    span->open = true;
    span->began = count;
    span->began_exceptions = before;
}

static void executed(const struct place *place, int64_t count)
{
    switch (place->role) {
    case ROLE_FROM:
        open_span(place->span, count, exceptions);
        break;
    case ROLE_TO:
        if (place->span->by_line && line_open) {
            open_span(place->span, line_began, line_exceptions);
            line_open = false;
        }
        if (place->span->open)
            close_span(place->span, count);
        break;
    case ROLE_LINE:
        costs_sample_arrival(count);
        line_began = count;
        line_exceptions = exceptions + 1;
        line_open = true;
        exceptions++;
        break;
    case ROLE_HANDLER:
        exceptions++;
        break;
    case ROLE_SAMPLE:
        costs_sample_start(count);
        break;
    case ROLE_OTHER:
        break;
    }
}

/* Ends before begins: where one span ends and the next begins at one address, the first is complete. */
static void executed_at(uint32_t address, int64_t count)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < place_count; i++) {
            if (places[i].address == address && (places[i].role == ROLE_FROM) == (pass == 1))
                executed(&places[i], count);
        }
    }
}

static struct costs_site *site_at(uint32_t address)
{
    for (unsigned i = 0; i < run_site_count; i++) {
        if (run_sites[i].address == address)
            return &run_sites[i];
    }
    if (run_site_count == COSTS_SITES)
        costs_fail("the log", 0, "there are too many sites that mask");
    run_sites[run_site_count] = (struct costs_site){.address = address};
    snprintf(run_sites[run_site_count].where, COSTS_TITLE, "0x%" PRIx32, address);
    return &run_sites[run_site_count++];
}

static void read_line(const char *text, const char *file, unsigned line, bool *ended)
{
    uint32_t address;
    unsigned cpu, phase, wrong;
    int64_t own, all;
    uint64_t windows, longest;

    if (sscanf(text, "at %" SCNx32 " %u %" SCNd64 " %" SCNd64, &address, &cpu, &own, &all) == 4) {
        executed_at(address, all);
    } else if (sscanf(text, "masked %" SCNx32 " %u %" SCNu64 " %" SCNu64, &address, &phase, &windows,
                      &longest) == 4 &&
               phase < COSTS_PHASES) {
        site_at(address)->windows[phase] += windows;
        if (longest > site_at(address)->longest[phase])
            site_at(address)->longest[phase] = longest;
    } else if (sscanf(text, "wrong %u", &wrong) == 1) {
        if (wrong != 0)
            costs_fail(file, line,
                       "interrupts came while they were thought masked: the masks are not counted rightly");
    } else if (strncmp(text, "end ", 4) == 0) {
        *ended = true;
    } else {
        costs_fail(file, line, "this line is not one of takt-count");
    }
}

static void spans_end(const char *file)
{
    for (unsigned i = 0; i < span_count; i++) {
        const struct span *span = &spans[i];

        if (span->seen < 2)
            costs_fail(file, 0, "a label was not passed twice: did the benchmark run to its end?");
        costs_measured(span->row, span->least * 100, span->most * 100, span->exceptions * 100);
    }
}

static void name_sites(const char *prefix)
{
    char name[512], where[COSTS_TITLE];
    FILE *file = open_file(prefix, ".sites", name, sizeof name);
    uint32_t address;

    if (file == NULL)
        return;
    while (fscanf(file, "%" SCNx32 " %95[^\n]", &address, where) == 2)
        snprintf(site_at(address)->where, COSTS_TITLE, "%s", where);
    fclose(file);
}

static struct costs_site *site_named(const char *where)
{
    for (unsigned i = 0; i < costs_site_count; i++) {
        if (strcmp(costs_sites[i].where, where) == 0)
            return &costs_sites[i];
    }
    if (costs_site_count == COSTS_SITES)
        costs_fail(where, 0, "there are too many sites that mask");
    snprintf(costs_sites[costs_site_count].where, COSTS_TITLE, "%s", where);
    return &costs_sites[costs_site_count++];
}

/* A place in the sources is one site in all programs, and wherever it was inlined. */
static void merge_sites(void)
{
    for (unsigned i = 0; i < run_site_count; i++) {
        struct costs_site *site = site_named(run_sites[i].where);

        for (unsigned phase = 0; phase < COSTS_PHASES; phase++) {
            site->windows[phase] += run_sites[i].windows[phase];
            if (run_sites[i].longest[phase] > site->longest[phase])
                site->longest[phase] = run_sites[i].longest[phase];
        }
    }
}

void costs_read_log(const char *prefix)
{
    char name[512], text[128];
    bool ended = false;
    FILE *file;

    if (!read_places(prefix))
        return;
    file = open_file(prefix, ".log", name, sizeof name);
    if (file == NULL)
        costs_fail(name, 0, "cannot be read: did the emulator run?");
    for (unsigned line = 1; fgets(text, sizeof text, file) != NULL; line++)
        read_line(text, name, line, &ended);
    fclose(file);
    if (!ended)
        costs_fail(name, 0, "the log has no end: the run was broken off");
    spans_end(name);
    name_sites(prefix);
    merge_sites();
    costs_sample_end();
}
