/*
 * Results of a run on the development machine are files below build/results (or the folder in the
 * environment's TAKT_RESULTS). A file appears whole or not at all: it is written beside its place and then
 * renamed. The C library is entered with interrupts held back, as in printf.c.
 */
#include <takt/console.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "port.h"

static const char *folder(void)
{
    const char *given = getenv("TAKT_RESULTS");

    return given != NULL && given[0] != '\0' ? given : "build/results";
}

/* Make a folder and those above it; path is restored. */
static int make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        int failed;

        *slash = '\0';
        failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return -errno;
    }
    return 0;
}

static int write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    size_t written;

    if (file == NULL)
        return -errno;
    written = fwrite(text, 1, length, file);
    if (fclose(file) != 0 || written != length)
        return errno != 0 ? -errno : -EIO;
    return 0;
}

static int write_result(const char *name, const char *text, size_t length)
{
    char path[1024], beside[1032]; /* small: a thread calls, on its own stack */
    int size = snprintf(path, sizeof(path), "%s/%s", folder(), name), result;

    if (strchr(name, '/') != NULL || name[0] == '.' || name[0] == '\0')
        return -EINVAL;
    if (size < 0 || (size_t)size >= sizeof(path))
        return -ENAMETOOLONG;
    snprintf(beside, sizeof(beside), "%s.part", path);
    result = make_folders(path);
    if (result == 0)
        result = write_file(beside, text, length);
    if (result == 0 && rename(beside, path) != 0)
        result = -errno;
    return result;
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    takt_mask_t old = takt_port_mask();
    int result = write_result(name, text, length);

    takt_port_unmask(old);
    return result;
}
