/* What apps/common/ asks of a board: the console is standard output, a result is a file in a folder. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include <takt/console.h>

#include "latency.h"

void takt_console_write(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    char path[4096];
    if (mkdir(latency_arguments.results, 0777) != 0 && errno != EEXIST) {
        return -errno;
    }
    snprintf(path, sizeof path, "%s/%s", latency_arguments.results, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return -errno;
    }
    bool whole = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && whole ? 0 : -EIO;
}
