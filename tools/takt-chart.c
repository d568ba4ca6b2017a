/*
 * takt-chart RESULT TABLE COLUMN [TITLE]: one column of a result's table as bars, an SVG picture on standard output.
 *
 * The first column of the table groups the bars, the second names them, as the tables of the experiments are laid
 * out. The axis is logarithmic: what is compared differs by powers of ten. Rows that quote a paper are left out, and
 * rows without a value. The picture says on which board and in which kind of time the figures were obtained, for it
 * will be shown without its page. Input is checked by the same reader as takt-results-check.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

#define WIDTH  760
#define LEFT   150
#define RIGHT  80
#define BAR    16
#define HEADER 64

struct chart {
    const struct json *table;
    unsigned column;
    double least, most; /* powers of ten, logarithms */
    const char *unit;
};

static int fail(const char *what, const char *name, const char *remedy)
{
    fprintf(stderr, "takt-chart: %s '%s'. %s\n", what, name, remedy);
    return 2;
}

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long end;

    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)end + 1);
        *length = text == NULL ? 0 : fread(text, 1, (size_t)end, file);
    }
    (void)fclose(file);
    return text;
}

static const char *string_of(const struct json *object, const char *key)
{
    const struct json *member = object == NULL ? NULL : json_member(object, key);

    return member != NULL && member->type == JSON_STRING ? member->string : "";
}

static void print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("&lt;", stdout);
        else if (*text == '&')
            fputs("&amp;", stdout);
        else
            putchar(*text);
    }
}

static const struct json *find_named(const struct json *array, const char *key, const char *name)
{
    const struct json *element = array == NULL ? NULL : array->first;

    while (element != NULL && strcmp(string_of(element, key), name) != 0)
        element = element->next;
    return element;
}

/* The row's value, or a negative number if it has none. */
static double value_of(const struct chart *chart, const struct json *row)
{
    const struct json *cells = json_member(row, "cells");
    const struct json *cell = cells == NULL ? NULL : json_element(cells, chart->column);

    if (strcmp(string_of(row, "source"), "takt") != 0 || cell == NULL || cell->type != JSON_NUMBER)
        return -1;
    return cell->number;
}

static const char *label_of(const struct json *row, unsigned column)
{
    const struct json *cells = json_member(row, "cells");
    const struct json *cell = cells == NULL ? NULL : json_element(cells, column);

    return cell != NULL && cell->type == JSON_STRING ? cell->string : "";
}

static const struct json *rows_of(const struct chart *chart)
{
    const struct json *rows = json_member(chart->table, "rows");

    return rows == NULL ? NULL : rows->first;
}

/* The powers of ten around all values; the number of bars. */
static unsigned scale(struct chart *chart, unsigned *groups)
{
    const char *group = "";
    unsigned bars = 0;

    *groups = 0;
    chart->least = INFINITY;
    chart->most = -INFINITY;
    for (const struct json *row = rows_of(chart); row != NULL; row = row->next) {
        double value = value_of(chart, row);

        if (value <= 0)
            continue;
        bars++;
        *groups += strcmp(label_of(row, 0), group) != 0;
        group = label_of(row, 0);
        chart->least = fmin(chart->least, floor(log10(value)));
        chart->most = fmax(chart->most, ceil(log10(value)));
    }
    if (chart->most <= chart->least)
        chart->most = chart->least + 1;
    return bars;
}

static double place(const struct chart *chart, double logarithm)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (logarithm - chart->least) / (chart->most - chart->least);
}

static void draw_axis(const struct chart *chart, unsigned height)
{
    for (int power = (int)chart->least; power <= (int)chart->most; power++) {
        double x = place(chart, power);

        printf("<line x1='%.1f' y1='%d' x2='%.1f' y2='%u' stroke='#ccc'/>\n", x, HEADER, x, height - 24);
        printf("<text x='%.1f' y='%u' text-anchor='middle' fill='#555'>%g</text>\n", x, height - 8,
               pow(10, power));
    }
    printf("<text x='%d' y='%u' text-anchor='end' fill='#555'>%s</text>\n", WIDTH - 8, height - 8,
           chart->unit);
}

static void draw_bars(const struct chart *chart)
{
    const char *group = "";
    double y = HEADER;

    for (const struct json *row = rows_of(chart); row != NULL; row = row->next) {
        double value = value_of(chart, row);
        double end = value <= 0 ? 0 : place(chart, log10(value));

        if (value <= 0)
            continue;
        if (strcmp(label_of(row, 0), group) != 0) {
            group = label_of(row, 0);
            y += 2 * BAR;
            printf("<text x='8' y='%.1f' font-weight='bold'>", y - 5);
            print_escaped(group);
            printf("</text>\n");
        }
        printf("<text x='%d' y='%.1f' text-anchor='end'>", LEFT - 8, y + BAR - 4);
        print_escaped(label_of(row, 1));
        printf("</text><rect x='%d' y='%.1f' width='%.1f' height='%d' fill='%s'/>", LEFT, y + 1,
               fmax(end - LEFT, 1), BAR - 3, strcmp(label_of(row, 1), "LLQ") == 0 ? "#0b6" : "#69b");
        printf("<text x='%.1f' y='%.1f' fill='#333'>%g</text>\n", end + 4, y + BAR - 4, value);
        y += BAR;
    }
}

static void draw(struct chart *chart, const struct json *result, const char *title)
{
    const struct json *time = json_member(result, "time");
    unsigned groups, bars = scale(chart, &groups);
    unsigned height = HEADER + bars * BAR + groups * 2 * BAR + 32;

    printf("<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%u' font-family='sans-serif' "
           "font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n<text x='8' y='20' "
           "font-size='15' "
           "font-weight='bold'>",
           WIDTH, height);
    print_escaped(title);
    printf("</text>\n<text x='8' y='40' fill='#555'>board %s, %s time; %s</text>\n",
           string_of(result, "board"), string_of(time, "kind"), string_of(result, "command"));
    draw_axis(chart, height);
    draw_bars(chart);
    printf("</svg>\n");
}

/* Whether the table has the column; its number and unit go to the chart. */
static bool find_column(struct chart *chart, const char *name)
{
    const struct json *columns = json_member(chart->table, "columns");

    chart->column = 0;
    for (const struct json *c = columns == NULL ? NULL : columns->first; c != NULL;
         c = c->next, chart->column++) {
        chart->unit = string_of(c, "unit");
        if (strcmp(string_of(c, "title"), name) == 0)
            return true;
    }
    return false;
}

static int chart_result(const struct json *result, char **argv)
{
    struct chart chart = {.table = find_named(json_member(result, "tables"), "name", argv[2])};

    if (chart.table == NULL)
        return fail("the result has no table", argv[2], "docs/results.md says where the names stand.");
    if (!find_column(&chart, argv[3]))
        return fail("the table has no column", argv[3], "Its titles stand in \"columns\".");
    draw(&chart, result, argv[4] != NULL ? argv[4] : string_of(chart.table, "title"));
    return 0;
}

int main(int argc, char **argv)
{
    struct json_error error;
    struct json *result;
    size_t length = 0;
    char *text;
    int status;

    if (argc < 4 || argc > 5)
        return fail("usage: takt-chart RESULT TABLE COLUMN [TITLE]; got", argc > 1 ? argv[1] : "", "");
    text = read_file(argv[1], &length);
    if (text == NULL)
        return fail("cannot read", argv[1],
                    "./takt run contention writes build/results/contention-host.json.");
    result = json_read(text, length, &error);
    free(text);
    if (result == NULL) {
        fprintf(stderr, "takt-chart: %s:%u: %s\n", argv[1], error.line, error.what);
        return 2;
    }
    status = chart_result(result, argv);
    json_free(result);
    return status;
}
