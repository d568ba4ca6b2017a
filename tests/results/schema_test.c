/*
 * The writer and the check against each other: what apps/common/result.c writes is good, and each way to
 * spoil it is found, with its line and what to do. A change that is not found would be a check that checks
 * nothing.
 */
#include "check.h"

#include "../../apps/common/result.h"
#include "../../tools/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <takt/console.h>
#include <takt/core.h>

unsigned long checks_made, checks_failed;

/* What the writer needs of a board */

static char written[16384], written_name[64], printed[4096];
static size_t written_length;

int takt_result_write(const char *name, const char *text, size_t length)
{
    (void)snprintf(written_name, sizeof(written_name), "%s", name);
    memcpy(written, text, length);
    written[length] = '\0';
    written_length = length;
    return 0;
}

void takt_console_write(const char *text, size_t length)
{
    (void)strncat(printed, text, length);
}

void takt_panic(const char *reason, const char *file, int line)
{
    (void)printf("%s:%d: %s\n", file, line, reason);
    exit(1);
}

static const struct takt_result_head head = {.experiment = "trial",
                                             .title = "A trial with \"quotes\" and a tab\t",
                                             .board = "sim",
                                             .time_kind = "virtual",
                                             .time_note = "of no worth",
                                             .version = "0.0.0",
                                             .command = "./takt run trial",
                                             .seed = "1"};

static const struct takt_column columns[] = {{"lock", NULL, 0}, {"time", "us", 3}};

static void fill(struct takt_table *table)
{
    takt_table_row(table, 0);
    takt_table_text(table, "LLQ");
    takt_table_number(table, 1500);
    takt_table_row(table, TAKT_ROW_PAPER);
    takt_table_text(table, "paper");
    takt_table_row(table, TAKT_ROW_APART);
    takt_table_text(table, "LLQ");
    takt_table_number(table, -7);
}

static void write_series(struct takt_result *result)
{
    static const struct takt_result_series series = {
        .name = "s", .title = "S", .x = {"run", "", 0}, .y = {"t", "us", 1}};
    static const int64_t y[] = {15, 25};

    takt_result_series_begin(result, &series);
    takt_result_series_line(result, &series, &(struct takt_result_line){.name = "one", .y = y, .count = 2});
    takt_result_series_line(result, &series,
                            &(struct takt_result_line){.name = "two", .x = y, .y = y, .count = 1});
    takt_result_series_end(result);
}

static void write_histogram(struct takt_result *result)
{
    static struct takt_histogram histogram;

    memset(&histogram, 0, sizeof(histogram));
    takt_histogram_add(&histogram, 10);
    takt_histogram_add(&histogram, 10);
    takt_histogram_add(&histogram, 1000);
    takt_result_histogram(result, "h", "H", "ns", &histogram);
}

static void write_plain(struct takt_result *result)
{
    takt_result_open(result, "configuration", '{');
    takt_result_string(result, "differs", "");
    takt_result_close(result);
    takt_result_open(result, "arguments", '{');
    takt_result_number(result, "n", 5, 0);
    takt_result_close(result);
    takt_result_open(result, "machine", '{');
    takt_result_bool(result, "quiet", true);
    takt_result_close(result);
}

static int write_all(char *memory, size_t size)
{
    static struct takt_cell cells[6];
    static uint8_t rows[3];
    struct takt_table table = {.name = "t",
                               .title = "T",
                               .columns = columns,
                               .column_count = 2,
                               .cells = cells,
                               .rows = rows,
                               .row_max = 3};
    struct takt_result result;

    fill(&table);
    printed[0] = '\0';
    takt_table_print(&table);
    takt_result_begin(&result, memory, size, &head);
    write_plain(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_close(&result);
    takt_result_open(&result, "series", '[');
    write_series(&result);
    takt_result_close(&result);
    takt_result_open(&result, "histograms", '[');
    write_histogram(&result);
    takt_result_close(&result);
    takt_result_open(&result, "verdicts", '[');
    takt_result_verdict(&result, &(struct takt_result_verdict){.name = "v",
                                                               .title = "V",
                                                               .unit = "",
                                                               .relation = "<=",
                                                               .value = 1,
                                                               .wanted = 2,
                                                               .basis = "one look"});
    takt_result_close(&result);
    return takt_result_end(&result, &head);
}

/* Each: what is replaced in the good text, by what, and what the check must then say. */
static const struct {
    const char *from, *to, *says;
} faults[] = {
    {"takt-result-1", "takt-result-9", "this program knows takt-result-1"},
    {"\"board\": \"sim\",", "", "a result lacks \"board\""},
    {"\"board\": \"sim\"", "\"board\": \"sim\", \"extra\": 1", "has no member \"extra\""},
    {"\"board\": \"sim\"", "\"board\": 1", "\"board\" is a number: write a string"},
    {"\"board\": \"sim\"", "\"board\": \"a b\"", "is no name"},
    {"\"version\": \"0.0.0\"", "\"version\": \"\"", "\"version\" is empty"},
    {"\"kind\": \"virtual\"", "\"kind\": \"guessed\"", "write real, virtual, instructions or none"},
    {"\"seed\": \"1\"", "\"seed\": \"one\"", "seed is \"one\""},
    {"\"n\": 5", "\"n\": []", "\"n\" is an array"},
    {"\"unit\": null", "\"unit\": 3", "\"unit\" is a number: write null or a string"},
    {"\"source\": \"paper\"", "\"source\": \"rumour\"", "write takt or paper"},
    {"[\"LLQ\", 1.500]", "[\"LLQ\"]", "a row of 1 cells under 2 columns"},
    {"[\"LLQ\", 1.500]", "[\"LLQ\", \"1.5\"]", "\"time\" is a string: write null or a number"},
    {"[\"LLQ\", 1.500]", "[5, 1.500]", "\"lock\" is a number: write null or a string"},
    {"[1, 1.5]", "[1]", "a point must be 2 numbers"},
    {"\"name\": \"two\"", "\"name\": \"one\"", "line \"one\" stands twice"},
    {"[10, 11, 2]", "[10, 11, 3]", "count is 3, the bins hold 4"},
    {"[10, 11, 2]", "[10, 10, 2]", "does not rise"},
    {"[10, 11, 2]", "[10, 2000, 2]", "does not rise"},
    {"\"relation\": \"<=\"", "\"relation\": \"<\"", "write <= or >="},
    {"\"holds\": true", "\"holds\": false", "says the opposite of its numbers"},
    {"\"wanted\": 2", "\"wanted\": 0", "says the opposite of its numbers"},
    {"\"verdicts\": [", "\"verdicts\": [,", "this is no JSON"},
};

/* What the check says of a text; the result is valid until the next call. */
static const char *say(const char *text, unsigned *count)
{
    static char said[65536];
    FILE *out = fmemopen(said, sizeof(said), "w");

    if (out == NULL)
        abort();
    said[0] = '\0';
    *count = results_check("trial.json", text, strlen(text), out);
    (void)fclose(out);
    return said;
}

static void test_fault(size_t i)
{
    char text[sizeof(written) + 256];
    const char *at = strstr(written, faults[i].from), *said;
    unsigned count;

    if (!CHECK(at != NULL)) {
        (void)printf("  the good text has no %s\n", faults[i].from);
        return;
    }
    (void)snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - written), written, faults[i].to,
                   at + strlen(faults[i].from));
    said = say(text, &count);
    if (!CHECK(count >= 1 && strstr(said, faults[i].says) != NULL && strncmp(said, "trial.json:", 11) == 0))
        (void)printf("  %s -> %s: said %s\n", faults[i].from, faults[i].to, said);
}

static void test_good(void)
{
    static char memory[16384];
    unsigned count;
    const char *said;

    CHECK(write_all(memory, sizeof(memory)) == 0);
    CHECK(strcmp(written_name, "trial-sim.json") == 0);
    said = say(written, &count);
    if (!CHECK(count == 0))
        (void)printf("%s\n%s\n", said, written);
    CHECK(strstr(printed, "LLQ     1.500\npaper       -\n\nLLQ    -0.007\n") != NULL);
}

/* A buffer that is too small by any amount gives -ENOSPC, and nothing is written. */
static void test_room(void)
{
    static char memory[16384];
    size_t needed = written_length + 1;

    written_length = 0;
    for (size_t size = 1; size < needed; size++)
        CHECK(write_all(memory, size) == -ENOSPC && written_length == 0);
    CHECK(write_all(memory, needed) == 0 && written_length == needed - 1);
}

int main(void)
{
    test_good();
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        test_fault(i);
    test_room();
    return checks_end();
}
