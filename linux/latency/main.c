/* Choose a source, become urgent, take samples, tell. */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arguments.h"
#include "counter.h"
#include "latency.h"
#include "parts.h"

#define THROTTLE "/proc/sys/kernel/sched_rt_runtime_us"

static const struct latency_source *const sources[] = {&latency_pirq, &latency_rtc, &latency_timer};
#define SOURCES (sizeof sources / sizeof sources[0])

static struct latency_figures whole_run;

void latency_die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fflush(stdout);
    fputs("takt-latency: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(1);
}

/* The one that was asked for, or the best that is there; those that are not say why. */
static const struct latency_source *choose(void)
{
    bool any = strcmp(latency_arguments.source, "auto") == 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        char why[300] = "";
        if (!any && strcmp(latency_arguments.source, sources[i]->name) != 0) {
            continue;
        }
        if (sources[i]->present(why, sizeof why)) {
            return sources[i];
        }
        if (!any) {
            latency_die("--source %s: %s", sources[i]->name, why);
        }
        fprintf(stderr, "takt-latency: not %s: %s\n", sources[i]->name, why);
    }
    abort(); /* the timer is always there */
}

static void stay_on_cpu(void)
{
    cpu_set_t set;
    if (latency_arguments.cpu < 0) {
        return;
    }
    CPU_ZERO(&set);
    CPU_SET(latency_arguments.cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        latency_die("--cpu %d: %s", latency_arguments.cpu, strerror(errno));
    }
}

/* A kernel that keeps 5 % of the time from real-time threads adds up to 50 ms to a latency under full load. */
static void look_at_throttle(void)
{
    long runtime = -1;
    FILE *file = fopen(THROTTLE, "r");
    if (file != NULL && fscanf(file, "%ld", &runtime) == 1 && runtime >= 0) {
        fprintf(
            stderr,
            "takt-latency: real-time threads are throttled to %ld us of each period; to switch that off:\n"
            "  echo -1 > " THROTTLE "\n",
            runtime);
    }
    if (file != NULL) {
        fclose(file);
    }
}

static void become_urgent(void)
{
    const struct sched_param param = {.sched_priority = latency_arguments.priority};
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        fprintf(
            stderr,
            "takt-latency: memory is not locked (%s), a page fault may look like a latency: run as root\n",
            strerror(errno));
    }
    if (latency_arguments.priority == 0) {
        return;
    }
    if (sched_setscheduler(0, SCHED_FIFO, &param) != 0) {
        latency_die("--priority %d: %s: run as root, raise `ulimit -r`, or say --priority 0",
                    latency_arguments.priority, strerror(errno));
    }
    look_at_throttle();
}

void latency_count(struct latency_figures *figures, const struct latency_sample *sample, int64_t after)
{
    int64_t whole = sample->part[LATENCY_WHOLE];
    int64_t length = (int64_t)(latency_arguments.samples * 1000000000u / latency_arguments.rate) + 1;
    int64_t bucket = after * (int64_t)LATENCY_BUCKETS / length;
    int64_t *most = &figures->bucket[bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1];
    if (figures->part[LATENCY_WHOLE].count == 0 || whole > figures->worst.part[LATENCY_WHOLE]) {
        figures->worst = *sample;
    }
    for (unsigned part = 0; part < LATENCY_PARTS; part++) {
        takt_histogram_add(&figures->part[part], sample->part[part]);
    }
    *most = whole > *most ? whole : *most;
    figures->missed += sample->missed;
    figures->span = after;
}

static bool beyond(const struct latency_sample *sample)
{
    return latency_arguments.over != 0 && sample->part[LATENCY_WHOLE] > latency_arguments.over;
}

/* Until all samples are there, or one is beyond the threshold. */
static void measure(const struct latency_source *source)
{
    struct latency_sample sample;
    uint64_t first = 0;
    for (uint64_t i = 0; i < latency_arguments.samples; i++) {
        source->wait(&sample);
        first = i == 0 ? sample.user : first;
        latency_count(&whole_run, &sample, counter_span(first, sample.user));
        parts_sample(&sample);
        if (beyond(&sample)) {
            latency_trace_stop();
            printf("Beyond the threshold: %.3f us, sample %llu\n",
                   (double)sample.part[LATENCY_WHOLE] / 1000.0, (unsigned long long)i + 1);
            latency_trace_explain(&sample);
            return;
        }
    }
    latency_trace_stop();
}

int main(int argc, char **argv)
{
    arguments_parse(argc, argv);
    const struct latency_source *source = choose();
    counter_calibrate();
    stay_on_cpu();
    printf("From a periodic interrupt to the first statement of the thread that waits for it, on Linux\n"
           "Interrupt:  %s, %u Hz\nLeaves out: %s\nCounter:    %s, %.3f ns\n\n",
           source->title, latency_arguments.rate, source->leaves_out, counter_name, counter_ns);
    latency_load_begin();
    become_urgent();
    latency_trace_begin();
    if (latency_arguments.trace && !source->parts && !parts_begin(source)) {
        return 1;
    }
    source->begin();
    measure(source);
    latency_load_end();
    if (source->finish != NULL) {
        source->finish(&whole_run);
    }
    source->end();
    whole_run.traced = parts_finish(&whole_run);
    return latency_report(source, &whole_run) ? 0 : 1;
}
