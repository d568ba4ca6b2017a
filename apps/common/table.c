/*
 * Printing: the widest cell gives a column its width; texts stand left, numbers right. A text of the first
 * column that repeats the row above is left blank, so that groups of rows are seen as groups.
 */
#include "table.h"
#include "text.h"

#include <string.h>

#include <takt/console.h>
#include <takt/core.h>

#define LINE_MAX_BYTES 512
#define COLUMN_GAP     2

void takt_say(const char *line)
{
    takt_console_write(line, strlen(line));
    takt_console_write("\n", 1);
}

void takt_table_row(struct takt_table *table, unsigned flags)
{
    TAKT_ASSERT(table->row_count < table->row_max);
    table->rows[table->row_count++] = (uint8_t)flags;
    table->filled = 0;
    memset(&table->cells[(table->row_count - 1) * table->column_count], 0,
           table->column_count * sizeof(struct takt_cell));
}

static struct takt_cell *next_cell(struct takt_table *table)
{
    TAKT_ASSERT(table->filled < table->column_count);
    return &table->cells[(table->row_count - 1) * table->column_count + table->filled++];
}

void takt_table_text(struct takt_table *table, const char *text)
{
    next_cell(table)->text = text;
}

void takt_table_number(struct takt_table *table, int64_t value)
{
    struct takt_cell *cell = next_cell(table);

    cell->number = true;
    cell->value = value;
}

void takt_table_none(struct takt_table *table)
{
    (void)next_cell(table);
}

static const struct takt_cell *cell_at(const struct takt_table *table, unsigned row, unsigned column)
{
    return &table->cells[row * table->column_count + column];
}

static void cell_text(const struct takt_table *table, unsigned row, unsigned column, struct takt_text *text)
{
    const struct takt_cell *cell = cell_at(table, row, column);

    if (cell->number)
        takt_text_fixed(text, cell->value, table->columns[column].decimals);
    else if (cell->text != NULL)
        takt_text_add(text, cell->text);
    else if (table->columns[column].unit != NULL)
        takt_text_char(text, '-');
}

static size_t wider(size_t width, const char *string)
{
    size_t columns = takt_text_columns(string);

    return columns > width ? columns : width;
}

static size_t column_width(const struct takt_table *table, unsigned column)
{
    const struct takt_column *c = &table->columns[column];
    size_t width = wider(wider(0, c->title), c->unit != NULL ? c->unit : "");

    for (unsigned row = 0; row < table->row_count; row++) {
        char buffer[LINE_MAX_BYTES];
        struct takt_text text;

        takt_text_begin(&text, buffer, sizeof(buffer));
        cell_text(table, row, column, &text);
        width = wider(width, buffer);
    }
    return width;
}

/* One cell of a line: texts to the left, all else to the right. */
static void put(struct takt_text *line, const struct takt_table *table, unsigned column, const char *string)
{
    size_t width = column_width(table, column), used = takt_text_columns(string);
    size_t room = width > used ? width - used : 0;

    if (column > 0)
        takt_text_fill(line, ' ', COLUMN_GAP);
    if (table->columns[column].unit != NULL)
        takt_text_fill(line, ' ', room);
    takt_text_add(line, string);
    if (table->columns[column].unit == NULL)
        takt_text_fill(line, ' ', room);
}

static void say_trimmed(struct takt_text *line)
{
    while (line->length > 0 && line->buffer[line->length - 1] == ' ')
        line->buffer[--line->length] = '\0';
    takt_say(line->buffer);
}

static void print_heads(const struct takt_table *table)
{
    char buffer[LINE_MAX_BYTES];
    struct takt_text line;
    size_t width;
    bool units = false;

    takt_text_begin(&line, buffer, sizeof(buffer));
    for (unsigned c = 0; c < table->column_count; c++)
        put(&line, table, c, table->columns[c].title);
    say_trimmed(&line);
    takt_text_begin(&line, buffer, sizeof(buffer));
    for (unsigned c = 0; c < table->column_count; c++) {
        const char *unit = table->columns[c].unit;

        put(&line, table, c, unit != NULL ? unit : "");
        units = units || (unit != NULL && unit[0] != '\0');
    }
    width = takt_text_columns(buffer);
    if (units)
        say_trimmed(&line);
    takt_text_begin(&line, buffer, sizeof(buffer));
    takt_text_fill(&line, '-', width);
    takt_say(buffer);
}

static bool repeats(const struct takt_table *table, unsigned row)
{
    if (row == 0 || (table->rows[row] & TAKT_ROW_APART) != 0)
        return false;
    const char *here = cell_at(table, row, 0)->text, *above = cell_at(table, row - 1, 0)->text;
    return here != NULL && above != NULL && strcmp(here, above) == 0;
}

static void print_row(const struct takt_table *table, unsigned row)
{
    char buffer[LINE_MAX_BYTES], cell[LINE_MAX_BYTES];
    struct takt_text line, text;

    if ((table->rows[row] & TAKT_ROW_APART) != 0)
        takt_say("");
    takt_text_begin(&line, buffer, sizeof(buffer));
    for (unsigned c = 0; c < table->column_count; c++) {
        takt_text_begin(&text, cell, sizeof(cell));
        if (c > 0 || !repeats(table, row))
            cell_text(table, row, c, &text);
        put(&line, table, c, cell);
    }
    say_trimmed(&line);
}

void takt_table_print(const struct takt_table *table)
{
    takt_say("");
    takt_say(table->title);
    takt_say("");
    print_heads(table);
    for (unsigned row = 0; row < table->row_count; row++)
        print_row(table, row);
    if (table->note != NULL)
        takt_say(table->note);
}
