/*
 * Results are files of the machine that debugs, below build/results or the folder of --results. A file appears whole or
 * not at all: it is written beside its place and then renamed. The folder has to be there (scripts/qemu.sh makes it).
 */
#include <takt/console.h>

#include <string.h>

#include "mps2.h"

#define PATH 256

static size_t add(char *path, size_t length, const char *part)
{
    size_t more = strlen(part);

    if (length + more >= PATH)
        return PATH; /* and so does whatever follows */
    memcpy(path + length, part, more + 1);
    return length + more;
}

static bool make_path(char *path, const char *name, const char *end)
{
    size_t length = add(path, 0, takt_arguments_results());

    length = add(path, length, "/");
    length = add(path, length, name);
    return add(path, length, end) < PATH;
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    char path[PATH], beside[PATH];

    if (!takt_semihosting_there())
        return -ENOSYS;
    if (strchr(name, '/') != NULL || name[0] == '.' || name[0] == '\0')
        return -EINVAL;
    if (!make_path(path, name, "") || !make_path(beside, name, ".part"))
        return -ENAMETOOLONG;
    return takt_semihosting_file(beside, text, length) && takt_semihosting_rename(beside, path) ? 0 : -EIO;
}
