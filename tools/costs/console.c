/* What a benchmark said on its console: PREFIX.console. Lines that are no figures are for people. */
#include "costs.h"

#include <string.h>

static void read_line(const char *text, const char *file, unsigned line)
{
    char section[COSTS_NAME], name[COSTS_NAME], number[COSTS_NAME];
    long long period;
    int64_t value;

    if (strncmp(text, "FAIL", 4) == 0)
        costs_fail(file, line, "the benchmark says that something is wrong");
    if (sscanf(text, "sample %lld", &period) == 1)
        costs_sample_period(period);
    if (sscanf(text, "figure %31s %31s %31s", section, name, number) != 3)
        return;
    if (!costs_number(number, &value) || value == COSTS_NONE)
        costs_fail(file, line, "the figure is no number");
    costs_measured(costs_row(section, name, file, line), value, value, COSTS_NONE);
}

void costs_read_console(const char *prefix)
{
    char name[512], text[512];
    FILE *file;

    snprintf(name, sizeof name, "%s.console", prefix);
    file = fopen(name, "r");
    if (file == NULL)
        costs_fail(name, 0, "cannot be read: did the benchmark run?");
    for (unsigned line = 1; fgets(text, sizeof text, file) != NULL; line++)
        read_line(text, name, line);
    fclose(file);
}
