/*
 * Without the module the kernel's trace has the stamps: the timer's expiry, the wake of the thread, the switch to it, the
 * end of its system call. With the trace clock of x86 they are the same counter that the thread reads in user mode, so
 * each wake is matched by time: the last of each event before the stamp in user mode, in their order. A wake that lacks
 * one (the thread had not slept, or the ring was full) is left out and shows in the count.
 *
 * Each event costs one to two microseconds itself, so what is told from the trace is longer than without.
 */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"
#include "tracefs.h"

#define KILOBYTES "65536"
#define LINE      512

enum moment { EXPIRY, WAKE, SWITCH, MOMENTS };

static const char *const events[MOMENTS] = {"timer/hrtimer_expire_entry", "sched/sched_waking",
                                            "sched/sched_switch"};
static const char *expiry; /* the function whose timer it is */
static uint64_t *users;    /* stamps in user mode, rising */
static uint64_t count;

static void event_on(const char *event, const char *filter)
{
    char name[128];
    if (filter != NULL) {
        snprintf(name, sizeof name, "events/%s/filter", event);
        (void)tracefs_put(name, filter);
    }
    snprintf(name, sizeof name, "events/%s/enable", event);
    (void)tracefs_put(name, "1");
}

bool parts_begin(const struct latency_source *source)
{
    char filter[64];
    if (counter_trace_clock == NULL) {
        latency_die(
            "--trace takes a clock of the trace that is the processor's counter, and x86 alone has one");
    }
    if (!tracefs_begin(KILOBYTES)) {
        return false;
    }
    users = calloc(latency_arguments.samples, sizeof *users);
    if (users == NULL) {
        latency_die("no memory for %llu samples", (unsigned long long)latency_arguments.samples);
    }
    expiry = source == &latency_rtc ? "rtc_pie" : "hrtimer_wakeup";
    event_on(events[EXPIRY], NULL);
    snprintf(filter, sizeof filter, "pid==%d", getpid());
    event_on(events[WAKE], filter);
    snprintf(filter, sizeof filter, "next_pid==%d", getpid());
    event_on(events[SWITCH], filter);
    return tracefs_put("tracing_on", "1");
}

void parts_sample(const struct latency_sample *sample)
{
    if (users != NULL && count < latency_arguments.samples) {
        users[count++] = sample->user;
    }
}

/* The event of a line and its time; MOMENTS if it is none of them. */
static enum moment line_moment(const char *line, uint64_t *stamp)
{
    const char *event = tracefs_stamp(line, stamp);
    if (event == NULL) {
        return MOMENTS;
    }
    if (strstr(event, "hrtimer_expire_entry") != NULL) {
        return strstr(event, expiry) != NULL ? EXPIRY : MOMENTS;
    }
    return strstr(event, "sched_waking") != NULL   ? WAKE
           : strstr(event, "sched_switch") != NULL ? SWITCH
                                                   : MOMENTS;
}

/* One wake whose moments are all there, and in order. */
static bool take_wake(struct latency_figures *figures, const uint64_t *moment, uint64_t user)
{
    if (moment[EXPIRY] == 0 || moment[EXPIRY] > moment[WAKE] || moment[WAKE] > moment[SWITCH] ||
        moment[SWITCH] > user) {
        return false;
    }
    takt_histogram_add(&figures->part[LATENCY_HANDLER], counter_span(moment[EXPIRY], moment[WAKE]));
    takt_histogram_add(&figures->part[LATENCY_THREAD], 0);
    takt_histogram_add(&figures->part[LATENCY_SCHEDULING], counter_span(moment[WAKE], moment[SWITCH]));
    takt_histogram_add(&figures->part[LATENCY_MODE], counter_span(moment[SWITCH], user));
    return true;
}

static uint64_t match(struct latency_figures *figures, FILE *file)
{
    char line[LINE];
    uint64_t moment[MOMENTS] = {0}, stamp = 0, next = 0, matched = 0;
    bool more = true;
    while (more) {
        more = fgets(line, sizeof line, file) != NULL;
        enum moment which = more ? line_moment(line, &stamp) : MOMENTS;
        if (more && which == MOMENTS) {
            continue;
        }
        for (; next < count && (!more || users[next] < stamp); next++) {
            matched += take_wake(figures, moment, users[next]);
            moment[WAKE] = 0; /* a wake serves one sample */
        }
        if (more) {
            moment[which] = stamp;
        }
    }
    return matched;
}

uint64_t parts_finish(struct latency_figures *figures)
{
    if (users == NULL) {
        return 0;
    }
    (void)tracefs_put("tracing_on", "0");
    (void)tracefs_put("events/enable", "0");
    FILE *file = fopen(TRACING "trace", "r");
    if (file == NULL) {
        return 0;
    }
    for (unsigned part = 0; part < LATENCY_WHOLE; part++) {
        figures->part[part] = (struct takt_histogram){0};
    }
    uint64_t matched = match(figures, file);
    fclose(file);
    printf("From the trace: %llu of %llu wakes; it costs time itself.\n", (unsigned long long)matched,
           (unsigned long long)count);
    return matched;
}
