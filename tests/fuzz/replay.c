/* replay FOLDER: give the reader every file of its corpus, and each of them cut off and with bytes changed. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES 64u

static unsigned long inputs;

/* A copy, so that a sanitizer sees what lies just behind. */
static void give(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + (size == 0));

    if (copy == NULL)
        exit(2);
    memcpy(copy, data, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    inputs++;
}

static void give_changed(uint8_t *data, size_t size)
{
    uint32_t chance = 1;

    for (unsigned i = 0; i < CHANGES && size != 0; i++) {
        uint8_t *byte, old;

        chance = chance * 1664525 + 1013904223;
        byte = &data[(chance >> 8) % size];
        old = *byte;
        give(data, (size_t)(byte - data));
        *byte = (uint8_t)(chance >> 24);
        give(data, size);
        *byte = old;
    }
}

static void give_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size;

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size = fread(data, 1, sizeof(data), file);
    fclose(file);
    give(data, size);
    give_changed(data, size);
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    struct dirent **entry;
    int files = argc == 2 ? scandir(argv[1], &entry, is_file, alphasort) : -1;
    char path[1024];

    if (files < 1) {
        fprintf(stderr, "replay FOLDER: a folder with a corpus in it\n");
        return 2;
    }
    for (int i = 0; i < files; i++) {
        snprintf(path, sizeof(path), "%s/%s", argv[1], entry[i]->d_name);
        give_file(path);
        free(entry[i]);
    }
    free(entry);
    printf("%d files of the corpus\namount: %lu inputs\n", files, inputs);
    return 0;
}
