/* What apps/common/ needs of a board, for a program of the development machine. */
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <takt/console.h>
#include <takt/core.h>

const char *costs_folder;

void takt_console_write(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    char path[512];
    FILE *file;
    bool written;

    snprintf(path, sizeof path, "%s/%s", costs_folder, name);
    file = fopen(path, "w");
    if (file == NULL)
        return -EIO;
    written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written ? 0 : -EIO;
}

void takt_panic(const char *reason, const char *file, int line)
{
    fprintf(stderr, "takt-costs: %s:%d: not so: %s\n", file, line, reason);
    exit(2);
}
