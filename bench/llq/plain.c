/*
 * What tables and results (apps/common) want of a board, for a plain program: the console is standard output, a
 * result is a file in build/results or in the environment's TAKT_RESULTS, which appears whole or not at all.
 */
#include <takt/console.h>
#include <takt/core.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void takt_console_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
    (void)fflush(stdout);
}

void takt_panic(const char *reason, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, reason);
    abort();
}

static int write_whole(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    size_t written;

    if (file == NULL)
        return -errno;
    written = fwrite(text, 1, length, file);
    return fclose(file) == 0 && written == length ? 0 : -EIO;
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    const char *folder = getenv("TAKT_RESULTS");
    char path[512], part[520];
    int result;

    if (folder == NULL || folder[0] == '\0') {
        folder = "build/results";
        (void)mkdir("build", 0777);
    }
    (void)mkdir(folder, 0777); /* if it fails, opening the file says why */
    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
        return -ENAMETOOLONG;
    snprintf(part, sizeof(part), "%s.part", path);
    result = write_whole(part, text, length);
    if (result == 0 && rename(part, path) != 0)
        result = -errno;
    return result;
}
