/* The rows of bench/peers.txt: names, titles, and other kernels' figures. */
#include "costs.h"

#include <stdlib.h>
#include <string.h>

struct costs_row costs_rows[COSTS_ROWS];
unsigned costs_row_count;

void costs_fail(const char *file, unsigned line, const char *what)
{
    if (line != 0)
        fprintf(stderr, "takt-costs: %s:%u: %s\n", file, line, what);
    else
        fprintf(stderr, "takt-costs: %s: %s\n", file, what);
    exit(2);
}

bool costs_number(const char *text, int64_t *value)
{
    char *end;
    int64_t part = 0;

    if (strcmp(text, "-") == 0) {
        *value = COSTS_NONE;
        return true;
    }
    *value = strtoll(text, &end, 10) * 100;
    if (end == text)
        return false;
    if (*end == '.') {
        for (int64_t unit = 10; *++end >= '0' && *end <= '9'; unit /= 10)
            part += (*end - '0') * unit;
    }
    *value += part;
    return *end == '\0' || *end == '\n';
}

/* The next field of a line, without blanks; an absent one is empty. */
static void field(char **rest, char *to, size_t size)
{
    char *bar = *rest == NULL ? NULL : strpbrk(*rest, "|\n");
    size_t length = *rest == NULL ? 0 : bar == NULL ? strlen(*rest) : (size_t)(bar - *rest);

    if (length >= size)
        length = size - 1;
    if (length != 0)
        memcpy(to, *rest, length);
    to[length] = '\0';
    *rest = bar == NULL || *bar == '\n' ? NULL : bar + 1;
}

static bool read_goal(const char *text, struct costs_row *row)
{
    row->goal = strcmp(text, "-") == 0       ? COSTS_OPEN
                : strcmp(text, "below") == 0 ? COSTS_BELOW
                                             : COSTS_AT_MOST;
    row->wanted = COSTS_NONE;
    if (row->goal != COSTS_AT_MOST || strcmp(text, "at-most") == 0)
        return true;
    return strncmp(text, "at-most=", 8) == 0 && costs_number(text + 8, &row->wanted) &&
           row->wanted != COSTS_NONE;
}

static void read_row(char *line, const char *file, unsigned number)
{
    struct costs_row *row = &costs_rows[costs_row_count];
    char text[COSTS_NAME];
    char *rest = line;

    if (costs_row_count == COSTS_ROWS)
        costs_fail(file, number, "there are too many rows");
    field(&rest, row->section, sizeof row->section);
    field(&rest, row->name, sizeof row->name);
    field(&rest, row->title, sizeof row->title);
    for (unsigned i = 0; i < COSTS_PEERS; i++) {
        field(&rest, text, sizeof text);
        if (!costs_number(text, &row->peers[i]))
            costs_fail(file, number, "a peer's figure is a number, or - for none");
    }
    field(&rest, text, sizeof text);
    if (!costs_number(text, &row->peer_exceptions))
        costs_fail(file, number, "the peers' exceptions are a number, or - for none");
    field(&rest, text, sizeof text);
    if (rest != NULL || !read_goal(text, row))
        costs_fail(file, number, "a goal is below, at-most, at-most=NUMBER or - for none, and ends the row");
    row->exceptions = row->baseline = row->baseline_exceptions = COSTS_NONE;
    costs_row_count++;
}

void costs_read_rows(const char *name)
{
    FILE *file = fopen(name, "r");
    char line[256];

    if (file == NULL)
        costs_fail(name, 0, "cannot be read");
    for (unsigned number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (line[0] != '#' && line[0] != '\n')
            read_row(line, name, number);
    }
    fclose(file);
}

struct costs_row *costs_row(const char *section, const char *name, const char *file, unsigned line)
{
    char what[128];

    for (unsigned i = 0; i < costs_row_count; i++) {
        if (strcmp(costs_rows[i].section, section) == 0 && strcmp(costs_rows[i].name, name) == 0)
            return &costs_rows[i];
    }
    snprintf(what, sizeof what, "the figure %.32s|%.32s has no row in bench/peers.txt: add one", section,
             name);
    costs_fail(file, line, what);
}

void costs_measured(struct costs_row *row, int64_t least, int64_t most, int64_t exceptions)
{
    row->measured = true;
    row->value = most;
    row->spread = most - least;
    row->exceptions = exceptions;
}

int64_t costs_best(const struct costs_row *row)
{
    int64_t best = COSTS_NONE;

    for (unsigned i = 0; i < COSTS_PEERS; i++) {
        if (row->peers[i] != COSTS_NONE && (best == COSTS_NONE || row->peers[i] < best))
            best = row->peers[i];
    }
    return best;
}

static bool section_measured(const char *section)
{
    for (unsigned i = 0; i < costs_row_count; i++) {
        if (costs_rows[i].measured && strcmp(costs_rows[i].section, section) == 0)
            return true;
    }
    return false;
}

void costs_all_measured(void)
{
    char what[128];

    for (unsigned i = 0; i < costs_row_count; i++) {
        const struct costs_row *row = &costs_rows[i];

        if (row->measured || !section_measured(row->section))
            continue;
        snprintf(what, sizeof what, "%.32s|%.32s was not measured: its labels or its line are missing",
                 row->section, row->name);
        costs_fail("bench/peers.txt", 0, what);
    }
}
