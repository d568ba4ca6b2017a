/* Files of the kernel's trace. */
#ifndef TRACEFS_H
#define TRACEFS_H

#include <stdbool.h>
#include <stdint.h>

#define TRACING "/sys/kernel/tracing/"

/** Write a text to a file of the trace. */
bool tracefs_put(const char *name, const char *text);

/** Make it ready: stopped, empty, without events and filters, of this size, with the samples' counter as its clock where
 * it can. @return false: it cannot be written, which is said with the remedy */
bool tracefs_begin(const char *kilobytes);

/** The stamp of a line of the trace: what ran, [cpu], flags, stamp:, event. @return the event, or NULL if it has none */
const char *tracefs_stamp(const char *line, uint64_t *stamp);

#endif
