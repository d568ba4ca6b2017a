/* edge FROM TO: Takt's edge detection (apps/edge) on Linux: read a BMP file, find the edges, write the picture. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/picture.h"

static int fail(const char *what, const char *why)
{
    printf("FAILED edge: %s: %s\n", what, why);
    return 1;
}

static unsigned char *read_all(const char *name, size_t *size)
{
    struct stat status;
    int file = open(name, O_RDONLY);
    if (file < 0 || fstat(file, &status) != 0) {
        return NULL;
    }
    unsigned char *data = malloc((size_t)status.st_size);
    *size = 0;
    while (data != NULL && *size < (size_t)status.st_size) {
        ssize_t got = read(file, data + *size, (size_t)status.st_size - *size);
        if (got <= 0) {
            free(data);
            data = NULL;
        } else {
            *size += (size_t)got;
        }
    }
    close(file);
    return data;
}

static int write_all(const char *name, const unsigned char *data, size_t size)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) {
        return 1;
    }
    ssize_t put = write(file, data, size);
    return (close(file) != 0 || put != (ssize_t)size) ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct edge_picture picture;
    size_t size;
    if (argc != 3) {
        return fail("arguments", "edge FROM TO");
    }
    unsigned char *from = read_all(argv[1], &size);
    const char *why = from == NULL ? "cannot be read" : edge_picture_read(&picture, from, size);
    if (why != NULL) {
        return fail(argv[1], why);
    }
    unsigned char *to = malloc(size);
    if (to == NULL) {
        return fail(argv[1], "no memory for the result");
    }
    edge_picture_filter(&picture, from, to);
    if (write_all(argv[2], to, picture.size) != 0) {
        return fail(argv[2], "cannot be written");
    }
    return 0;
}
