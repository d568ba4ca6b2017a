/*
 * Why was it late? While measuring, the kernel's own trace keeps what was switched to and which handlers ran, in a ring
 * that overwrites itself; at the first latency beyond the threshold it is stopped, and its end is shown. On x86 the trace
 * uses the counter that the samples use, so each line says how long after the interrupt it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "latency.h"

#define TRACING "/sys/kernel/tracing/"
#define LINES   40u
#define WIDTH   200u

static const char *const events[] = {"sched/sched_switch",   "sched/sched_waking", "irq/irq_handler_entry",
                                     "irq/irq_handler_exit", "irq/softirq_entry",  "irq/softirq_exit"};

static bool traced;

static bool put(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, TRACING "%s", name);
    int file = open(path, O_WRONLY | O_TRUNC);
    if (file < 0) {
        return false;
    }
    bool done = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    return done;
}

static void switch_events(const char *on)
{
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
        char name[128];
        snprintf(name, sizeof name, "events/%s/enable", events[i]);
        (void)put(name, on);
    }
}

void latency_trace_begin(void)
{
    if (latency_arguments.over == 0) {
        return;
    }
    traced = put("tracing_on", "0");
    if (!traced) {
        fprintf(stderr,
                "takt-latency: " TRACING " cannot be written (%s), so a late thread will not be explained:\n"
                "  mount -t tracefs tracefs /sys/kernel/tracing, as root\n",
                strerror(errno));
        return;
    }
    (void)put("trace_clock", "x86-tsc"); /* elsewhere the default stays */
    (void)put("buffer_size_kb", "2048");
    (void)put("trace", "");
    switch_events("1");
    (void)put("tracing_on", "1");
}

void latency_trace_stop(void)
{
    if (traced) {
        (void)put("tracing_on", "0");
        switch_events("0");
    }
}

/* A line of the trace: what ran, [cpu], flags, time:, event. */
static void explain_line(const struct latency_sample *sample, const char *line)
{
    const char *after = strstr(line, "] ");
    const char *time = after == NULL ? NULL : strpbrk(after, "0123456789");
    char *end = NULL;
    uint64_t stamp = time == NULL ? 0 : strtoull(time, &end, 10);
    if (end != NULL && *end == ':') {
        double late = ((double)stamp - (double)sample->interrupt) * counter_ns / 1000.0;
        printf("  %+10.1f us %.*s%s", late, (int)(after - line) + 1, line, end + 1);
    } else {
        printf("  %s", line);
    }
}

void latency_trace_explain(const struct latency_sample *sample)
{
    static char last[LINES][WIDTH];
    unsigned count = 0;
    FILE *file = traced ? fopen(TRACING "trace", "r") : NULL;
    if (file == NULL) {
        return;
    }
    while (fgets(last[count % LINES], WIDTH, file) != NULL) {
        count += last[count % LINES][0] != '#';
    }
    fclose(file);
    printf("What ran until then, after the interrupt:\n");
    for (unsigned i = count > LINES ? count - LINES : 0; i < count; i++) {
        explain_line(sample, last[i % LINES]);
    }
    printf("\n");
}
