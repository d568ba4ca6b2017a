/*
 * All faults that were planted in the lock, and what killed each: one table, printed and written as a result.
 *
 *   mutants_table FILE...
 *
 * Each file is what one of the programs said that plant faults (the models' mutants, the exploration's, the stress): its
 * lines `| fault | how it was weakened, or nothing | killed by |`. A fault is killed by `model: `, `exploration`, or
 * `stress: `; anything else in that place is the argument why a weakened order does no harm, which is no fault. The
 * programs fail themselves if a fault survives; here it is looked at again, and that there are enough.
 */
#include "../../apps/common/result.h"

#include <takt/config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS   256
#define FEWEST 20
#define TEXTS  (ROWS * 400)

enum { FAULT, WEAKENED, KILLER, SHOWN, COLUMNS };

static const struct takt_column columns[COLUMNS] = {
    {"fault", NULL, 0}, {"weakened", NULL, 0}, {"killed by", NULL, 0}, {"which shows", NULL, 0}};

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
static struct takt_table table = {
    .name = "mutants",
    .title = "Faults planted in the lock, and what killed each",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static char texts[TEXTS];
static size_t texts_used;
static struct takt_result result;
static char memory[1u << 18];

static struct takt_cell harmless_cells[ROWS * 3];
static uint8_t harmless_rows[ROWS];
static const struct takt_column harmless_columns[] = {
    {"order", NULL, 0}, {"weakened", NULL, 0}, {"does no harm, because", NULL, 0}};
static struct takt_table harmless = {
    .name = "harmless",
    .title = "Orders that can be weakened, with the argument",
    .columns = harmless_columns,
    .column_count = 3,
    .cells = harmless_cells,
    .rows = harmless_rows,
    .row_max = ROWS,
};

static const struct killer {
    const char *begins, *name;
} killers[] = {{"model: ", "model"},
               {"exploration, ", "exploration"},
               {"exploration: ", "exploration"},
               {"stress: ", "stress"}};

#define KILLERS (sizeof(killers) / sizeof(killers[0]))

static void require(bool holds, const char *otherwise)
{
    if (holds)
        return;
    printf("FAILED: %s\n", otherwise);
    exit(EXIT_FAILURE);
}

/** The text without the blanks around it, kept. */
static const char *trimmed(const char *begin, const char *end)
{
    char *text = &texts[texts_used];
    size_t length;

    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    length = (size_t)(end - begin);
    require(texts_used + length + 1 <= sizeof(texts), "more text than there is room for: raise TEXTS");
    memcpy(text, begin, length);
    text[length] = '\0';
    texts_used += length + 1;
    return text;
}

/** The last field of a line that ends at a bar; the line ends before it from here on. A fault's text may have bars. */
static const char *last_field(char *line)
{
    char *end = strrchr(line, '|'), *begin;

    if (end == NULL || end == line)
        return NULL;
    *end = '\0';
    begin = strrchr(line, '|');
    begin = begin == NULL ? line : begin + 1;
    return trimmed(begin, end);
}

static void add(const char *fault, const char *weakened, const char *killed)
{
    for (size_t i = 0; i < KILLERS; i++) {
        if (strncmp(killed, killers[i].begins, strlen(killers[i].begins)) != 0)
            continue;
        takt_table_row(&table, 0);
        takt_table_text(&table, fault);
        takt_table_text(&table, weakened);
        takt_table_text(&table, killers[i].name);
        takt_table_text(&table, killed + strlen(killers[i].begins));
        return;
    }
    require(weakened[0] != '\0' && strstr(killed, "NOT FOUND") == NULL, "a planted fault was not killed");
    takt_table_row(&harmless, 0);
    takt_table_text(&harmless, fault);
    takt_table_text(&harmless, weakened);
    takt_table_text(&harmless, killed);
}

static void read_line(char *line)
{
    const char *fault, *weakened, *killed;

    if (line[0] != '|' || strncmp(line, "|---", 4) == 0)
        return;
    killed = last_field(line);
    weakened = killed == NULL ? NULL : last_field(line);
    require(weakened != NULL, "a row without three fields");
    fault = trimmed(line + 1, strrchr(line, '|'));
    if (strcmp(killed, "killed by") != 0)
        add(fault, weakened, killed);
}

static void read_file(const char *path)
{
    char line[1024];
    unsigned before = table.row_count;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        printf("%s is not there: the program that writes it has not run, or failed\n", path);
        exit(EXIT_FAILURE);
    }
    while (fgets(line, sizeof(line), file) != NULL)
        read_line(line);
    fclose(file);
    if (table.row_count == before) {
        printf("%s has no planted fault in it\n", path);
        exit(EXIT_FAILURE);
    }
}

static unsigned count_of(const char *killer)
{
    unsigned count = 0;

    for (unsigned row = 0; row < table.row_count; row++)
        count += strcmp(cells[row * COLUMNS + KILLER].text, killer) == 0;
    return count;
}

static void write_empty(const char *key)
{
    takt_result_open(&result, key, '[');
    takt_result_close(&result);
}

static void write_circumstances(void)
{
    static const char *const objects[] = {"configuration", "arguments", "machine"};

    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
        takt_result_open(&result, objects[i], '{');
        takt_result_close(&result);
    }
}

static int write_result(void)
{
    static const struct takt_result_head head = {
        .experiment = "llq-mutants",
        .title = "Faults planted in the lock, and what killed each",
        .board = "host",
        .time_kind = "none",
        .time_note = "Nothing is timed.",
        .version = TAKT_VERSION,
        .command = "./takt test llq",
    };
    const struct takt_result_verdict enough = {.name = "killed",
                                               .title = "planted faults, all of them killed",
                                               .unit = "faults",
                                               .relation = ">=",
                                               .value = table.row_count,
                                               .wanted = FEWEST,
                                               .basis = "models, exploration and stress"};

    takt_result_begin(&result, memory, sizeof(memory), &head);
    write_circumstances();
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_table(&result, &harmless);
    takt_result_close(&result);
    write_empty("series");
    write_empty("histograms");
    takt_result_open(&result, "verdicts", '[');
    takt_result_verdict(&result, &enough);
    takt_result_close(&result);
    return takt_result_end(&result, &head);
}

int main(int count, char **files)
{
    int written;

    require(count > 1, "usage: mutants_table FILE...");
    for (int i = 1; i < count; i++)
        read_file(files[i]);
    takt_table_print(&table);
    if (harmless.row_count > 0)
        takt_table_print(&harmless);
    written = write_result();
    printf("killed by models %u, by exploration %u, by stress %u; %u orders argued to be harmless\n",
           count_of("model"), count_of("exploration"), count_of("stress"), harmless.row_count);
    printf("amount: %u faults\n", table.row_count);
    require(table.row_count >= FEWEST, "too few faults were planted");
    require(written == 0, "build/results/llq-mutants-host.json could not be written");
    return EXIT_SUCCESS;
}
