/* Files of the development machine, by its C library. */
#include <errno.h>
#include <stdio.h>

#include "edge.h"

long edge_file_read(const char *path, uint8_t *to, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t got;

    if (file == NULL)
        return -ENOENT;
    got = fread(to, 1, size, file);
    if (got == size && fgetc(file) != EOF) {
        (void)fclose(file);
        return -ENOSPC;
    }
    (void)fclose(file);
    return got > 0 ? (long)got : -ENOENT;
}

int edge_file_write(const char *path, const uint8_t *from, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool done = file != NULL && fwrite(from, 1, size, file) == size;

    if (file != NULL && fclose(file) != 0)
        done = false;
    return done ? 0 : -EIO;
}
