/* Files of the kernel's trace: see tracefs.h. */
#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counter.h"

bool tracefs_put(const char *name, const char *text)
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

bool tracefs_begin(const char *kilobytes)
{
    if (!tracefs_put("tracing_on", "0")) {
        fprintf(stderr,
                "takt-latency: " TRACING " cannot be written (%s), so nothing is told from the trace:\n"
                "  mount -t tracefs tracefs /sys/kernel/tracing, as root\n",
                strerror(errno));
        return false;
    }
    (void)tracefs_put("events/enable", "0");
    (void)tracefs_put("events/sched/filter", "0");
    if (counter_trace_clock != NULL) {
        (void)tracefs_put("trace_clock", counter_trace_clock);
    }
    (void)tracefs_put("buffer_size_kb", kilobytes);
    (void)tracefs_put("trace", "");
    return true;
}

const char *tracefs_stamp(const char *line, uint64_t *stamp)
{
    const char *flags = strstr(line, "] ");
    char *end;
    if (flags == NULL) {
        return NULL;
    }
    flags += 2 + strspn(flags + 2, " ");
    const char *number = flags + strcspn(flags, " ");
    *stamp = strtoull(number, &end, 10);
    return end != number && *end == ':' ? end + 1 : NULL;
}
