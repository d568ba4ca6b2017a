/*
 * Paper 4's experiment: see edge.h. Arguments: runs=N (20), images=FOLDER (build/edge), keep=FILE (the picture of edges).
 * One thread does it all, on the first core.
 */
#include <stdlib.h>

#include "edge.h"

static struct takt_thread thread;
static _Alignas(16) uint8_t stack[256 * 1024];

static int measure(const struct edge_setting *setting, struct edge_figures *figures, unsigned runs)
{
    int status = edge_roots_fill(setting, figures);

    if (status != 0)
        return status;
    takt_printf("  %-24s %u runs ...\n", setting->name, runs);
    status = edge_roots_start(setting, figures);
    if (status == 0)
        status = edge_run(figures, runs);
    if (status == 0)
        status = edge_roots_extend(figures);
    edge_roots_end(figures);
    return status;
}

static int keep_result(void)
{
    const char *path = takt_argument("keep", NULL);
    uint32_t size;
    const uint8_t *edges = edge_result(&size);

    if (path == NULL || edge_file_write(path, edges, size) == 0)
        return 0;
    takt_printf("edge: %s cannot be written\n", path);
    return 1;
}

static void run(void *arg)
{
    static struct edge_figures figures[EDGE_SETTINGS];
    unsigned long runs = strtoul(takt_argument("runs", "20"), NULL, 10);

    (void)arg;
    if (runs < 1 || runs > EDGE_RUNS_MAX) {
        takt_printf("edge: runs is a number from 1 to %d\n", EDGE_RUNS_MAX);
        takt_exit(2);
    }
    for (unsigned i = 0; i < EDGE_SETTINGS; i++) {
        if (measure(&edge_settings[i], &figures[i], (unsigned)runs) != 0)
            takt_exit(1);
    }
    takt_exit(edge_report(figures, (unsigned)runs) ? keep_result() : 1);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "edge", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 16};

    if (core != 0)
        return;
    (void)takt_thread_create(&thread, &attr);
    (void)takt_thread_start(&thread);
}
