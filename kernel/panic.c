/*
 * The end of a core that met a bug.
 *
 * Guards: that a core which cannot be trusted any more does nothing further to the others, and that they
 * learn of it. It masks first, so that no handler runs on broken state; says what and where, straight to the
 * console, since the locks above may be what is broken; marks itself STOPPED as its last store to the
 * segment, which counts as fenced; rings all others; and stops. By CONFIG_TAKT_STOP_ALL they then stop too,
 * or go on and get -EHOSTDOWN from what needs this core.
 *
 * Races considered. A bug in the report itself comes back here and skips the report. Two cores may stop at
 * the same time: each writes its own line alone.
 */
#include <takt/console.h>

#include <string.h>

#include "cross.h"

#define TAKT_PANIC_TEXT 192

struct text {
    char bytes[TAKT_PANIC_TEXT];
    size_t length;
};

static void add(struct text *text, const char *part)
{
    size_t room = sizeof(text->bytes) - 1 - text->length; /* keeps the line's end */
    size_t length = strlen(part);

    if (length > room)
        length = room;
    memcpy(text->bytes + text->length, part, length);
    text->length += length;
}

static void add_number(struct text *text, unsigned number)
{
    char digits[12];
    char *first = digits + sizeof(digits) - 1;

    *first = '\0';
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    add(text, first);
}

static void report(const char *reason, const char *file, int line)
{
    const struct takt_thread *self = takt_self();
    struct text text = {.length = 0};

    add(&text, "takt: core ");
    add_number(&text, takt_port_core_id());
    add(&text, " stopped at ");
    add(&text, file);
    add(&text, ":");
    add_number(&text, (unsigned)line);
    add(&text, takt_port_in_handler() ? ", in a handler, thread " : ", thread ");
    add(&text, self == NULL ? "none" : takt_thread_name(self));
    add(&text, ": ");
    add(&text, reason);
    text.bytes[text.length++] = '\n';
    takt_console_write(text.bytes, text.length);
    takt_trace_tail();
}

static void ring_all(const struct takt_cross *cross)
{
    for (unsigned core = 0; core < cross->segment.cores; core++) {
        if (core != cross->segment.core && takt_segment_state(&cross->segment, core) == TAKT_CORE_UP)
            takt_cross_ring(cross, core);
    }
}

void takt_panic(const char *reason, const char *file, int line)
{
    struct takt_cross *cross = takt_cross();

    (void)takt_port_mask();
    if (!cross->panicking) {
        cross->panicking = true;
        takt_trace_panic(TAKT_ID(file), (uintptr_t)line);
        report(reason, file, line);
    }
    takt_segment_stop(&cross->segment);
    if (cross->segment.attached)
        ring_all(cross);
    takt_port_stop();
}
