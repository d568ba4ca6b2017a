/*
 * takt-results-check FILE...: are these result files what docs/results.md says?
 * Exit status: 0 all are; 1 a fault was found; 2 a file could not be read, or none was named.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

#define FILE_MAX (64u << 20)

/* The whole file; NULL after a message. */
static char *contents(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *text = file != NULL ? malloc(FILE_MAX) : NULL;

    *length = text != NULL ? fread(text, 1, FILE_MAX, file) : 0;
    if (file == NULL || text == NULL || ferror(file)) {
        fprintf(stderr, "%s: %s: give the path of a result, such as build/results/contention-sim.json\n",
                name, strerror(errno));
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    return text;
}

static int check_file(const char *name)
{
    size_t length;
    char *text = contents(name, &length);
    unsigned faults;

    if (text == NULL)
        return 2;
    if (length == FILE_MAX) {
        fprintf(stderr, "%s: larger than %u MiB: results are not, look at what wrote it\n", name,
                FILE_MAX >> 20);
        free(text);
        return 2;
    }
    faults = results_check(name, text, length, stderr);
    free(text);
    if (faults == 0)
        printf("%s: good\n", name);
    return faults != 0;
}

int main(int argc, char **argv)
{
    int status = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: takt-results-check FILE...\nChecks results of Takt's experiments, "
                        "build/results/*.json, against docs/results.md.\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        int one = check_file(argv[i]);

        status = one > status ? one : status;
    }
    return status;
}
