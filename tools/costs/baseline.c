/*
 * The figures kept in the tree. A figure may grow by 2 %, and exceptions by none, before the file has to be changed; the
 * change then stands in the commit that caused it.
 */
#include "costs.h"

#include <inttypes.h>
#include <string.h>

#define GROWTH 102 /* per cent */

static const char head[] =
    "# What ./takt bench --board %s measured; ./takt bench --board %s --update writes it.\n"
    "# section | name | figure | exceptions\n";

void costs_read_baseline(const char *name)
{
    FILE *file = fopen(name, "r");
    char text[256], section[COSTS_NAME], row_name[COSTS_NAME], figure[COSTS_NAME], exceptions[COSTS_NAME];

    if (file == NULL)
        costs_fail(name, 0, "cannot be read. --update writes it");
    for (unsigned line = 1; fgets(text, sizeof text, file) != NULL; line++) {
        struct costs_row *row;

        if (text[0] == '#' || text[0] == '\n')
            continue;
        if (sscanf(text, "%31[^|]|%31[^|]|%31[^|]|%31[^|\n]", section, row_name, figure, exceptions) != 4)
            costs_fail(name, line, "a line is section|name|figure|exceptions");
        row = costs_row(section, row_name, name, line);
        if (!costs_number(figure, &row->baseline) || !costs_number(exceptions, &row->baseline_exceptions))
            costs_fail(name, line, "the figure or the exceptions are no number");
    }
    fclose(file);
}

static void write_number(FILE *file, int64_t value)
{
    if (value == COSTS_NONE)
        fprintf(file, "-");
    else if (value % 100 == 0)
        fprintf(file, "%" PRId64, value / 100);
    else
        fprintf(file, "%" PRId64 ".%02" PRId64, value / 100, value % 100);
}

void costs_write_baseline(const char *name, const char *board)
{
    FILE *file = fopen(name, "w");

    if (file == NULL)
        costs_fail(name, 0, "cannot be written");
    fprintf(file, head, board, board);
    for (unsigned i = 0; i < costs_row_count; i++) {
        const struct costs_row *row = &costs_rows[i];

        if (!row->measured)
            continue;
        fprintf(file, "%s|%s|", row->section, row->name);
        write_number(file, row->value);
        fprintf(file, "|");
        write_number(file, row->exceptions);
        fprintf(file, "\n");
    }
    if (fclose(file) != 0)
        costs_fail(name, 0, "cannot be written");
}

static bool tell(const struct costs_row *row, const char *what)
{
    printf("%s|%s: ", row->section, row->name);
    write_number(stdout, row->value);
    printf(" (kept: ");
    write_number(stdout, row->baseline);
    printf(") %s\n", what);
    return false;
}

static bool compare_row(const struct costs_row *row, bool whole)
{
    if (row->baseline == COSTS_NONE)
        return tell(row, "is not kept yet");
    if (row->value * 100 > row->baseline * GROWTH)
        return tell(row, "GREW by more than 2 %");
    if (row->exceptions > row->baseline_exceptions)
        return tell(row, "takes MORE EXCEPTIONS");
    if (whole && row->value * GROWTH < row->baseline * 100)
        (void)tell(row, "became less: --update keeps that");
    return true;
}

bool costs_compare(const char *name, bool whole)
{
    bool right = true;
    unsigned compared = 0;

    for (unsigned i = 0; i < costs_row_count; i++) {
        const struct costs_row *row = &costs_rows[i];

        if (row->measured) {
            right = compare_row(row, whole) && right;
            compared++;
        } else if (whole && row->baseline != COSTS_NONE) {
            printf("%s|%s is kept, but was not measured\n", row->section, row->name);
            right = false;
        }
    }
    if (!right)
        printf("FAIL: the figures differ from %s. If they have to: ./takt bench --board BOARD --update, and "
               "commit the "
               "file with the change.\n",
               name);
    printf("amount: %u figures compared\n", compared);
    return right && compared != 0;
}
