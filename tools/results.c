/*
 * The schema as tables: for each kind of object its members, what each must be, and a check of its own where
 * the type does not say it all. One function walks them, so that no member is ever looked at without being
 * known, and all faults are told, not the first alone. What relates members to each other stands in the
 * checks: a row has as many cells as the table has columns, bins rise and add up to the count, a verdict
 * follows from its numbers.
 */
#include "results.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "json.h"

#define SCHEMA "takt-result-1"

struct check {
    const char *file;
    FILE *out;
    unsigned faults;
};

struct member {
    const char *name;
    unsigned types; /* bit of each enum json_type allowed */
    bool optional;
    void (*more)(struct check *check, const struct json *value);
};

#define IS(type)    (1u << (type))
#define TEXT        IS(JSON_STRING)
#define NUMBER      IS(JSON_NUMBER)
#define MEMBERS(of) (of), sizeof(of) / sizeof((of)[0])

static void fault(struct check *check, const struct json *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fault(struct check *check, const struct json *at, const char *format, ...)
{
    va_list arguments;

    fprintf(check->out, "%s:%u: ", check->file, at->line);
    va_start(arguments, format);
    vfprintf(check->out, format, arguments);
    va_end(arguments);
    fputc('\n', check->out);
    check->faults++;
}

static bool type_good(struct check *check, const struct json *value, const char *name, unsigned types)
{
    char wanted[80] = "";
    size_t length = 0;

    if ((types & IS(value->type)) != 0)
        return true;
    for (unsigned type = 0; type <= JSON_OBJECT; type++) {
        if ((types & IS(type)) == 0)
            continue;
        length += (size_t)snprintf(wanted + length, sizeof(wanted) - length, "%s%s", length > 0 ? " or " : "",
                                   json_type_name((enum json_type)type));
    }
    fault(check, value, "\"%s\" is %s: write %s", name, json_type_name(value->type), wanted);
    return false;
}

static void check_members(struct check *check, const struct json *object, const char *kind,
                          const struct member *members, size_t count)
{
    for (const struct json *m = object->first; m != NULL; m = m->next) {
        size_t i = 0;

        while (i < count && strcmp(members[i].name, m->key) != 0)
            i++;
        if (i == count)
            fault(check, m, "%s has no member \"%s\": remove it, or correct its name (docs/results.md)", kind,
                  m->key);
    }
    for (size_t i = 0; i < count; i++) {
        const struct json *m = json_member(object, members[i].name);

        if (m == NULL && !members[i].optional)
            fault(check, object, "%s lacks \"%s\": add it (docs/results.md says what it holds)", kind,
                  members[i].name);
        else if (m != NULL && type_good(check, m, members[i].name, members[i].types) &&
                 members[i].more != NULL)
            members[i].more(check, m);
    }
}

/* An array of objects of one kind; each name stands once. */
static void check_list(struct check *check, const struct json *array, const char *kind,
                       const struct member *members, size_t count)
{
    for (const struct json *e = array->first; e != NULL; e = e->next) {
        if (!type_good(check, e, kind, IS(JSON_OBJECT)))
            continue;
        check_members(check, e, kind, members, count);
        const struct json *name = json_member(e, "name");
        for (const struct json *o = array->first; o != e && name != NULL && name->type == JSON_STRING;
             o = o->next) {
            const struct json *other = json_member(o, "name");

            if (other != NULL && other->type == JSON_STRING && strcmp(other->string, name->string) == 0)
                fault(check, name, "%s \"%s\" stands twice: give each its own name", kind, name->string);
        }
    }
}

/* Single values */

static void check_schema(struct check *check, const struct json *value)
{
    if (strcmp(value->string, SCHEMA) != 0)
        fault(check, value,
              "schema is \"%s\": this program knows " SCHEMA ", use the one of the same version",
              value->string);
}

static void check_name(struct check *check, const struct json *value)
{
    const char *s = value->string;

    while (isalnum((unsigned char)*s) || *s == '-')
        s++;
    if (*s != '\0' || s == value->string)
        fault(check, value, "\"%s\" is no name: use letters, digits and '-'", value->string);
}

static void check_filled(struct check *check, const struct json *value)
{
    if (value->type == JSON_STRING && value->string[0] == '\0')
        fault(check, value, "\"%s\" is empty: say what it is", value->key);
}

static void check_time_kind(struct check *check, const struct json *value)
{
    if (strcmp(value->string, "real") != 0 && strcmp(value->string, "virtual") != 0 &&
        strcmp(value->string, "instructions") != 0 && strcmp(value->string, "none") != 0)
        fault(check, value, "kind of time is \"%s\": write real, virtual, instructions or none",
              value->string);
}

static void check_seed(struct check *check, const struct json *value)
{
    const char *s = value->type == JSON_STRING ? value->string : "0";

    while (isdigit((unsigned char)*s))
        s++;
    if (*s != '\0' || (value->type == JSON_STRING && value->string[0] == '\0'))
        fault(check, value, "seed is \"%s\": write decimal digits, or null where chance has no part",
              value->string);
}

/* Objects whose members are names of the experiment's own, with plain values */
static void check_plain(struct check *check, const struct json *value)
{
    for (const struct json *m = value->first; m != NULL; m = m->next)
        (void)type_good(check, m, m->key, TEXT | NUMBER | IS(JSON_BOOL) | IS(JSON_NULL));
}

static void check_notes(struct check *check, const struct json *value)
{
    for (const struct json *m = value->first; m != NULL; m = m->next)
        (void)type_good(check, m, "notes", TEXT);
}

static void check_time(struct check *check, const struct json *value)
{
    static const struct member members[] = {{"kind", TEXT, false, check_time_kind},
                                            {"note", TEXT, false, check_filled}};

    check_members(check, value, "time", MEMBERS(members));
}

static const struct member axis_members[] = {{"title", TEXT, false, check_filled},
                                             {"unit", TEXT | IS(JSON_NULL), false, NULL}};

static void check_axis(struct check *check, const struct json *value)
{
    check_members(check, value, "axis", MEMBERS(axis_members));
}

/* Tables */

static void check_columns(struct check *check, const struct json *value)
{
    if (value->count == 0)
        fault(check, value, "a table without columns: add them, or leave the table out");
    check_list(check, value, "column", MEMBERS(axis_members));
}

static void check_source(struct check *check, const struct json *value)
{
    if (strcmp(value->string, "takt") != 0 && strcmp(value->string, "paper") != 0)
        fault(check, value, "source is \"%s\": write takt or paper", value->string);
}

static const struct member row_members[] = {{"source", TEXT, false, check_source},
                                            {"cells", IS(JSON_ARRAY), false, NULL}};

static void check_rows(struct check *check, const struct json *value)
{
    check_list(check, value, "row", MEMBERS(row_members));
}

static void check_cell(struct check *check, const struct json *cell, const struct json *column)
{
    const struct json *unit = json_member(column, "unit"), *title = json_member(column, "title");
    bool text = unit != NULL && unit->type == JSON_NULL;

    if (unit == NULL || title == NULL || title->type != JSON_STRING)
        return;
    (void)type_good(check, cell, title->string, (text ? TEXT : NUMBER) | IS(JSON_NULL));
}

static void check_shape(struct check *check, const struct json *table)
{
    const struct json *columns = json_member(table, "columns"), *rows = json_member(table, "rows");

    if (columns == NULL || rows == NULL || columns->type != JSON_ARRAY || rows->type != JSON_ARRAY)
        return;
    for (const struct json *row = rows->first; row != NULL; row = row->next) {
        const struct json *cells = json_member(row, "cells");

        if (cells == NULL || cells->type != JSON_ARRAY)
            continue;
        if (cells->count != columns->count)
            fault(check, cells, "a row of %u cells under %u columns: give each column a cell, null for none",
                  cells->count, columns->count);
        for (unsigned i = 0; i < cells->count && i < columns->count; i++)
            check_cell(check, json_element(cells, i), json_element(columns, i));
    }
}

static void check_tables(struct check *check, const struct json *value)
{
    static const struct member members[] = {{"name", TEXT, false, check_name},
                                            {"title", TEXT, false, check_filled},
                                            {"note", TEXT, true, check_filled},
                                            {"columns", IS(JSON_ARRAY), false, check_columns},
                                            {"rows", IS(JSON_ARRAY), false, check_rows}};

    check_list(check, value, "table", MEMBERS(members));
    for (const struct json *table = value->first; table != NULL; table = table->next)
        check_shape(check, table);
}

/* Series and histograms */

/* An array of arrays of `width` numbers each */
static bool check_tuples(struct check *check, const struct json *value, const char *what, unsigned width)
{
    bool good = true;

    for (const struct json *e = value->first; e != NULL; e = e->next) {
        bool numbers = e->type == JSON_ARRAY && e->count == width;

        for (const struct json *n = e->first; n != NULL; n = n->next)
            numbers = numbers && n->type == JSON_NUMBER;
        if (!numbers)
            fault(check, e, "%s must be %u numbers in brackets: write it so", what, width);
        good = good && numbers;
    }
    return good;
}

static void check_points(struct check *check, const struct json *value)
{
    (void)check_tuples(check, value, "a point", 2);
}

static void check_lines(struct check *check, const struct json *value)
{
    static const struct member members[] = {{"name", TEXT, false, check_filled},
                                            {"points", IS(JSON_ARRAY), false, check_points}};

    check_list(check, value, "line", MEMBERS(members));
}

static void check_series(struct check *check, const struct json *value)
{
    static const struct member members[] = {{"name", TEXT, false, check_name},
                                            {"title", TEXT, false, check_filled},
                                            {"x", IS(JSON_OBJECT), false, check_axis},
                                            {"y", IS(JSON_OBJECT), false, check_axis},
                                            {"lines", IS(JSON_ARRAY), false, check_lines}};

    check_list(check, value, "series", MEMBERS(members));
}

static double number_of(const struct json *array, unsigned index)
{
    return json_element(array, index)->number;
}

static void check_bins(struct check *check, const struct json *histogram)
{
    const struct json *bins = json_member(histogram, "bins"), *count = json_member(histogram, "count");
    double sum = 0, end = -INFINITY;

    if (bins == NULL || bins->type != JSON_ARRAY || !check_tuples(check, bins, "a bin", 3))
        return;
    for (const struct json *bin = bins->first; bin != NULL; bin = bin->next) {
        if (number_of(bin, 0) < end || number_of(bin, 1) <= number_of(bin, 0))
            fault(check, bin, "bin [%g, %g) does not rise: write bins in order, without overlap",
                  number_of(bin, 0), number_of(bin, 1));
        end = number_of(bin, 1);
        sum += number_of(bin, 2);
    }
    if (count != NULL && count->type == JSON_NUMBER && sum != count->number)
        fault(check, count, "count is %.0f, the bins hold %.0f: make them agree", count->number, sum);
}

static void check_histograms(struct check *check, const struct json *value)
{
    static const struct member members[] = {
        {"name", TEXT, false, check_name}, {"title", TEXT, false, check_filled}, {"unit", TEXT, false, NULL},
        {"count", NUMBER, false, NULL},    {"min", NUMBER, false, NULL},         {"max", NUMBER, false, NULL},
        {"mean", NUMBER, false, NULL},     {"bins", IS(JSON_ARRAY), false, NULL}};

    check_list(check, value, "histogram", MEMBERS(members));
    for (const struct json *histogram = value->first; histogram != NULL; histogram = histogram->next)
        check_bins(check, histogram);
}

/* Verdicts */

static void check_relation(struct check *check, const struct json *value)
{
    if (strcmp(value->string, "<=") != 0 && strcmp(value->string, ">=") != 0)
        fault(check, value, "relation is \"%s\": write <= or >=", value->string);
}

static const struct member verdict_members[] = {
    {"name", TEXT, false, check_name},     {"title", TEXT, false, check_filled},
    {"unit", TEXT, false, NULL},           {"value", NUMBER, false, NULL},
    {"wanted", NUMBER, false, NULL},       {"relation", TEXT, false, check_relation},
    {"holds", IS(JSON_BOOL), false, NULL}, {"basis", TEXT, false, check_filled}};

static void check_verdicts(struct check *check, const struct json *value)
{
    unsigned before = check->faults;

    check_list(check, value, "verdict", MEMBERS(verdict_members));
    for (const struct json *v = value->first; v != NULL && check->faults == before; v = v->next) {
        double is = json_member(v, "value")->number, wanted = json_member(v, "wanted")->number;
        bool holds = json_member(v, "relation")->string[0] == '<' ? is <= wanted : is >= wanted;

        if (holds != (json_member(v, "holds")->number != 0))
            fault(check, v, "verdict \"%s\" says the opposite of its numbers: correct \"holds\"",
                  json_member(v, "name")->string);
    }
}

static const struct member result_members[] = {
    {"schema", TEXT, false, check_schema},
    {"experiment", TEXT, false, check_name},
    {"title", TEXT, false, check_filled},
    {"board", TEXT, false, check_name},
    {"time", IS(JSON_OBJECT), false, check_time},
    {"version", TEXT, false, check_filled},
    {"command", TEXT, false, check_filled},
    {"seed", TEXT | IS(JSON_NULL), false, check_seed},
    {"configuration", IS(JSON_OBJECT), false, check_plain},
    {"arguments", IS(JSON_OBJECT), false, check_plain},
    {"machine", IS(JSON_OBJECT), false, check_plain},
    {"notes", IS(JSON_ARRAY), true, check_notes},
    {"tables", IS(JSON_ARRAY), false, check_tables},
    {"series", IS(JSON_ARRAY), false, check_series},
    {"histograms", IS(JSON_ARRAY), false, check_histograms},
    {"verdicts", IS(JSON_ARRAY), false, check_verdicts},
};

unsigned results_check(const char *file, const char *text, size_t length, FILE *out)
{
    struct check check = {.file = file, .out = out};
    struct json_error error;
    struct json *result = json_read(text, length, &error);

    if (result == NULL) {
        fprintf(out, "%s:%u: %s: this is no JSON, write the file again\n", file, error.line, error.what);
        return 1;
    }
    if (type_good(&check, result, "the file", IS(JSON_OBJECT)))
        check_members(&check, result, "a result", MEMBERS(result_members));
    json_free(result);
    return check.faults;
}
