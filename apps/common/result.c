/*
 * Every member goes through lead(), the one place that knows commas, line breaks and keys; arrays of bare
 * values stay on one line, so that a person can read the file and a check can name a line.
 */
#include "result.h"

#include <errno.h>
#include <string.h>

#include <takt/console.h>
#include <takt/core.h>

static void quoted(struct takt_text *text, const char *string)
{
    static const char hex[] = "0123456789abcdef";

    takt_text_char(text, '"');
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;

        if (c == '"' || c == '\\') {
            takt_text_char(text, '\\');
            takt_text_char(text, (char)c);
        } else if (c == '\n') {
            takt_text_add(text, "\\n");
        } else if (c < 0x20) {
            takt_text_add(text, "\\u00");
            takt_text_char(text, hex[c >> 4]);
            takt_text_char(text, hex[c & 15u]);
        } else {
            takt_text_char(text, (char)c);
        }
    }
    takt_text_char(text, '"');
}

static void lead(struct takt_result *result, const char *key, bool on_new_line)
{
    struct takt_text *text = &result->text;

    if (result->depth > 0 && result->filled[result->depth - 1])
        takt_text_add(text, key != NULL || on_new_line ? "," : ", ");
    if (result->depth > 0)
        result->filled[result->depth - 1] = true;
    if (key != NULL || on_new_line) {
        takt_text_char(text, '\n');
        takt_text_fill(text, ' ', result->depth);
    }
    if (key != NULL) {
        quoted(text, key);
        takt_text_add(text, ": ");
    }
}

void takt_result_open(struct takt_result *result, const char *key, char opener)
{
    TAKT_ASSERT(result->depth < TAKT_RESULT_DEPTH);
    lead(result, key, opener == '{' && result->depth > 0);
    takt_text_char(&result->text, opener);
    result->closer[result->depth] = opener == '{' ? '}' : ']';
    result->filled[result->depth++] = false;
}

void takt_result_close(struct takt_result *result)
{
    TAKT_ASSERT(result->depth > 0);
    takt_text_char(&result->text, result->closer[--result->depth]);
}

void takt_result_string(struct takt_result *result, const char *key, const char *value)
{
    lead(result, key, false);
    quoted(&result->text, value);
}

void takt_result_number(struct takt_result *result, const char *key, int64_t value, unsigned decimals)
{
    lead(result, key, false);
    takt_text_fixed(&result->text, value, decimals);
}

void takt_result_bool(struct takt_result *result, const char *key, bool value)
{
    lead(result, key, false);
    takt_text_add(&result->text, value ? "true" : "false");
}

void takt_result_null(struct takt_result *result, const char *key)
{
    lead(result, key, false);
    takt_text_add(&result->text, "null");
}

void takt_result_begin(struct takt_result *result, char *buffer, size_t size,
                       const struct takt_result_head *head)
{
    takt_text_begin(&result->text, buffer, size);
    result->depth = 0;
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "schema", TAKT_RESULT_SCHEMA);
    takt_result_string(result, "experiment", head->experiment);
    takt_result_string(result, "title", head->title);
    takt_result_string(result, "board", head->board);
    takt_result_open(result, "time", '{');
    takt_result_string(result, "kind", head->time_kind);
    takt_result_string(result, "note", head->time_note);
    takt_result_close(result);
    takt_result_string(result, "version", head->version);
    takt_result_string(result, "command", head->command);
    if (head->seed != NULL)
        takt_result_string(result, "seed", head->seed);
    else
        takt_result_null(result, "seed");
}

static void column(struct takt_result *result, const char *key, const struct takt_column *c)
{
    takt_result_open(result, key, '{');
    takt_result_string(result, "title", c->title);
    if (c->unit != NULL)
        takt_result_string(result, "unit", c->unit);
    else
        takt_result_null(result, "unit");
    takt_result_close(result);
}

static void row(struct takt_result *result, const struct takt_table *table, unsigned index)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "source", (table->rows[index] & TAKT_ROW_PAPER) != 0 ? "paper" : "takt");
    takt_result_open(result, "cells", '[');
    for (unsigned c = 0; c < table->column_count; c++) {
        const struct takt_cell *cell = &table->cells[index * table->column_count + c];

        if (cell->number)
            takt_result_number(result, NULL, cell->value, table->columns[c].decimals);
        else if (cell->text != NULL)
            takt_result_string(result, NULL, cell->text);
        else
            takt_result_null(result, NULL);
    }
    takt_result_close(result);
    takt_result_close(result);
}

void takt_result_table(struct takt_result *result, const struct takt_table *table)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "name", table->name);
    takt_result_string(result, "title", table->title);
    if (table->note != NULL)
        takt_result_string(result, "note", table->note);
    takt_result_open(result, "columns", '[');
    for (unsigned c = 0; c < table->column_count; c++)
        column(result, NULL, &table->columns[c]);
    takt_result_close(result);
    takt_result_open(result, "rows", '[');
    for (unsigned i = 0; i < table->row_count; i++)
        row(result, table, i);
    takt_result_close(result);
    takt_result_close(result);
}

void takt_result_series_begin(struct takt_result *result, const struct takt_result_series *series)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "name", series->name);
    takt_result_string(result, "title", series->title);
    column(result, "x", &series->x);
    column(result, "y", &series->y);
    takt_result_open(result, "lines", '[');
}

void takt_result_series_line(struct takt_result *result, const struct takt_result_series *series,
                             const struct takt_result_line *line)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "name", line->name);
    takt_result_open(result, "points", '[');
    for (unsigned i = 0; i < line->count; i++) {
        takt_result_open(result, NULL, '[');
        takt_result_number(result, NULL, line->x != NULL ? line->x[i] : i + 1,
                           line->x != NULL ? series->x.decimals : 0);
        takt_result_number(result, NULL, line->y[i], series->y.decimals);
        takt_result_close(result);
    }
    takt_result_close(result);
    takt_result_close(result);
}

void takt_result_series_end(struct takt_result *result)
{
    takt_result_close(result);
    takt_result_close(result);
}

void takt_result_histogram(struct takt_result *result, const char *name, const char *title, const char *unit,
                           const struct takt_histogram *histogram)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "name", name);
    takt_result_string(result, "title", title);
    takt_result_string(result, "unit", unit);
    takt_result_number(result, "count", (int64_t)histogram->count, 0);
    takt_result_number(result, "min", histogram->min, 0);
    takt_result_number(result, "max", histogram->max, 0);
    takt_result_number(result, "mean", takt_histogram_mean_1000(histogram), 3);
    takt_result_open(result, "bins", '[');
    for (unsigned i = 0; i < TAKT_HISTOGRAM_BINS; i++) {
        if (histogram->bin[i] == 0)
            continue;
        takt_result_open(result, NULL, '[');
        takt_result_number(result, NULL, takt_histogram_low(i), 0);
        takt_result_number(result, NULL, takt_histogram_low(i + 1), 0);
        takt_result_number(result, NULL, histogram->bin[i], 0);
        takt_result_close(result);
    }
    takt_result_close(result);
    takt_result_close(result);
}

bool takt_result_holds(const struct takt_result_verdict *verdict)
{
    return verdict->relation[0] == '<' ? verdict->value <= verdict->wanted
                                       : verdict->value >= verdict->wanted;
}

void takt_result_verdict(struct takt_result *result, const struct takt_result_verdict *verdict)
{
    takt_result_open(result, NULL, '{');
    takt_result_string(result, "name", verdict->name);
    takt_result_string(result, "title", verdict->title);
    takt_result_string(result, "unit", verdict->unit);
    takt_result_number(result, "value", verdict->value, verdict->decimals);
    takt_result_string(result, "relation", verdict->relation);
    takt_result_number(result, "wanted", verdict->wanted, verdict->decimals);
    takt_result_bool(result, "holds", takt_result_holds(verdict));
    takt_result_string(result, "basis", verdict->basis);
    takt_result_close(result);
}

void takt_result_empty(struct takt_result *result, const char *key)
{
    takt_result_open(result, key, '[');
    takt_result_close(result);
}

void takt_result_verdicts(struct takt_result *result, const struct takt_result_verdict *list, unsigned count)
{
    takt_result_open(result, "verdicts", '[');
    for (unsigned i = 0; i < count; i++)
        takt_result_verdict(result, &list[i]);
    takt_result_close(result);
}

int takt_result_end(struct takt_result *result, const struct takt_result_head *head)
{
    char buffer[64];
    struct takt_text name;

    while (result->depth > 0)
        takt_result_close(result);
    takt_text_char(&result->text, '\n');
    takt_text_begin(&name, buffer, sizeof(buffer));
    takt_text_add(&name, head->experiment);
    takt_text_char(&name, '-');
    takt_text_add(&name, head->board);
    takt_text_add(&name, ".json");
    if (result->text.cut || name.cut)
        return -ENOSPC;
    return takt_result_write(buffer, result->text.buffer, result->text.length);
}
