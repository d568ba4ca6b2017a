/*
 * What the code shared with the experiments (apps/common) asks of a board, on the development machine: a console
 * that is the standard output, and results below build/results or the folder in the environment's TAKT_RESULTS.
 */
#include "target.h"

#include <takt/console.h>
#include <takt/core.h>

#include <stdio.h>
#include <stdlib.h>

const char *target_folder;

static const char *folder_of_results(void)
{
    const char *given = getenv("TAKT_RESULTS");

    if (target_folder != NULL)
        return target_folder;
    return given == NULL || given[0] == '\0' ? "build/results" : given;
}

void takt_console_write(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    char path[1024];
    FILE *file;
    size_t written;

    if (snprintf(path, sizeof(path), "%s/%s", folder_of_results(), name) >= (int)sizeof(path))
        return -ENAMETOOLONG;
    file = fopen(path, "wb");
    if (file == NULL)
        return -errno;
    written = fwrite(text, 1, length, file);
    return fclose(file) == 0 && written == length ? 0 : -EIO;
}

void takt_panic(const char *reason, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, reason);
    exit(2);
}
