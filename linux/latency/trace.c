/*
 * Why was it late? While measuring, the kernel's own trace keeps what was switched to and which handlers ran, in a ring
 * that overwrites itself; at the first latency beyond the threshold it is stopped, and its end is shown. On x86 the trace
 * uses the counter that the samples use, so each line says how long after the interrupt it was.
 */
#include <stdio.h>
#include <string.h>

#include "counter.h"
#include "latency.h"
#include "tracefs.h"

#define LINES 40u
#define WIDTH 200u

static const char *const events[] = {"sched/sched_switch",   "sched/sched_waking", "irq/irq_handler_entry",
                                     "irq/irq_handler_exit", "irq/softirq_entry",  "irq/softirq_exit"};

static bool traced;

static void switch_events(const char *on)
{
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
        char name[128];
        snprintf(name, sizeof name, "events/%s/enable", events[i]);
        (void)tracefs_put(name, on);
    }
}

void latency_trace_begin(void)
{
    if (latency_arguments.over == 0) {
        return;
    }
    traced = tracefs_begin("2048");
    if (traced) {
        switch_events("1");
        (void)tracefs_put("tracing_on", "1");
    }
}

void latency_trace_stop(void)
{
    if (traced) {
        (void)tracefs_put("tracing_on", "0");
        switch_events("0");
    }
}

static void explain_line(const struct latency_sample *sample, const char *line)
{
    uint64_t stamp;
    const char *event = tracefs_stamp(line, &stamp);
    if (event == NULL) { /* a clock that is not the samples' counter */
        printf("  %s", line);
        return;
    }
    double late = ((double)stamp - (double)sample->interrupt) * counter_ns / 1000.0;
    printf("  %+10.1f us %.*s%s", late, (int)(strstr(line, "] ") - line) + 1, line, event);
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
    printf("What ran until then, in us after the interrupt:\n");
    for (unsigned i = count > LINES ? count - LINES : 0; i < count; i++) {
        explain_line(sample, last[i % LINES]);
    }
    printf("\n");
}
