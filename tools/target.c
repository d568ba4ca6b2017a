/*
 * What the code shared with the experiments (apps/common) asks of a board, on the development machine: a console
 * that is the standard output, and results below build/results or the folder in the environment's TAKT_RESULTS.
 */
#include <takt/console.h>
#include <takt/core.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void takt_console_write(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    const char *folder = getenv("TAKT_RESULTS");
    char path[1024];
    FILE *file;
    size_t written;

    if (folder == NULL || folder[0] == '\0')
        folder = "build/results";
    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
        return -ENAMETOOLONG;
    file = fopen(path, "wb");
    if (file == NULL)
        return -errno;
    written = fwrite(text, 1, length, file);
    return fclose(file) == 0 && written == length ? 0 : -EIO;
}

void takt_panic(const char *reason, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, reason);
    abort();
}
