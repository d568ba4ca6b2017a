/*
 * The program of paper 4: read the picture, find its edges, write the result. Each run replaces the last one's result, so
 * the flash has to collect what is out of date; between two runs the background gets its turn.
 */
#include <errno.h>
#include <string.h>

#include "edge.h"

#define FILE_MAX (4u << 20)

static uint8_t picture[FILE_MAX], edges[FILE_MAX];
static uint32_t edges_size;

const uint8_t *edge_result(uint32_t *size)
{
    *size = edges_size;
    return edges;
}

static int failed(const char *path, long status)
{
    takt_printf("edge: %s: error %ld\n", path, status);
    return (int)status;
}

static long read_picture(const char *path)
{
    struct takt_file file;
    long got = takt_fs_open(&file, path, TAKT_O_READ, 0);

    if (got != 0)
        return failed(path, got);
    got = takt_fs_read(&file, picture, sizeof(picture));
    (void)takt_fs_close(&file);
    return got < 0 ? failed(path, got) : got;
}

static int write_edges(const char *path)
{
    struct takt_file file;
    long done = takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_CREATE | TAKT_O_TRUNC, 0644);

    if (done != 0)
        return failed(path, done);
    done = takt_fs_write(&file, edges, edges_size);
    (void)takt_fs_close(&file);
    if (done != (long)edges_size)
        return failed(path, done < 0 ? done : -ENOSPC);
    return 0;
}

static int filter(long length)
{
    struct edge_picture found;
    const char *why = edge_picture_read(&found, picture, (size_t)length);

    if (why == NULL && edge_picture_result(&found) > sizeof(edges))
        why = "its edges need more than 4 MiB";
    if (why != NULL) {
        takt_printf("edge: /home/picture.bmp: %s\n", why);
        return -EINVAL;
    }
    edge_picture_filter(&found, picture, edges);
    edges_size = edge_picture_result(&found);
    return 0;
}

static void keep(int64_t range[2], int64_t time, bool first)
{
    if (first || time < range[0])
        range[0] = time;
    if (first || time > range[1])
        range[1] = time;
}

static int once(struct edge_figures *figures, bool first)
{
    int64_t begin = edge_clock(), was_read, was_filtered, end;
    long length = read_picture("/home/picture.bmp");
    int status;

    was_read = edge_clock();
    status = length < 0 ? (int)length : filter(length);
    was_filtered = edge_clock();
    if (status == 0)
        status = write_edges("/home/edges.bmp");
    end = edge_clock();
    keep(figures->read, was_read - begin, first);
    keep(figures->filter, was_filtered - was_read, first);
    keep(figures->write, end - was_filtered, first);
    keep(figures->whole, end - begin, first);
    return status;
}

/* What was written has to be what is read: by another way than the one that wrote it. */
static int compare(struct edge_figures *figures)
{
    struct takt_file file;
    uint32_t sum = 2166136261u; /* FNV-1a */
    long got = takt_fs_open(&file, "/home/edges.bmp", TAKT_O_READ, 0);

    if (got == 0) {
        got = takt_fs_read(&file, picture, sizeof(picture));
        (void)takt_fs_close(&file);
    }
    if (got != (long)edges_size || memcmp(picture, edges, edges_size) != 0)
        return failed("/home/edges.bmp is not what was written", got);
    for (uint32_t i = 0; i < edges_size; i++)
        sum = (sum ^ edges[i]) * 16777619u;
    figures->sum = sum;
    return 0;
}

int edge_run(struct edge_figures *figures, unsigned runs)
{
    int status = 0;

    for (unsigned i = 0; i < runs && status == 0; i++) {
        status = once(figures, i == 0);
        edge_roots_settle();
    }
    return status == 0 ? compare(figures) : status;
}
