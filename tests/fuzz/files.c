/* Files for readers that open them; in a folder of this process, which goes with it. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMES 4u

static char folder[64], path[NAMES][96];

static void clear(void)
{
    for (unsigned i = 0; i < NAMES && path[i][0] != '\0'; i++)
        (void)unlink(path[i]);
    (void)rmdir(folder);
}

static void must(int good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(2);
}

const char *fuzz_folder(void)
{
    if (folder[0] == '\0') {
        strcpy(folder, "/tmp/takt-fuzz-XXXXXX");
        must(mkdtemp(folder) != NULL, folder);
        atexit(clear);
    }
    return folder;
}

static const char *path_of(const char *name)
{
    char wanted[96];
    unsigned i = 0;

    snprintf(wanted, sizeof(wanted), "%s/%.20s", fuzz_folder(), name);
    while (i < NAMES - 1 && path[i][0] != '\0' && strcmp(path[i], wanted) != 0)
        i++;
    strcpy(path[i], wanted);
    return path[i];
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size)
{
    const char *made = path_of(name);
    FILE *file = fopen(made, "wb");

    must(file != NULL, made);
    must(fwrite(data, 1, size, file) == size, made);
    must(fclose(file) == 0, made);
    return made;
}

void fuzz_quiet(void)
{
    static int quiet;

    if (!quiet)
        must(freopen("/dev/null", "w", stderr) != NULL, "/dev/null");
    quiet = 1;
}
