/*
 * What a core that met a bug says: which core, where, in which thread, why. It goes straight to the console, since
 * the locks above may be what is broken.
 *
 * Races considered. A bug in the report itself comes back here and skips the report. Two cores may stop at
 * the same time: each writes its own line alone.
 */
#include <takt/console.h>

#include <string.h>

#include "kernel.h"

#define TEXT_MAX 192

struct text {
    char bytes[TEXT_MAX];
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

static bool reported[CONFIG_TAKT_CORES];

void takt_panic_tell(const char *reason, const char *file, int line)
{
    unsigned core = takt_port_core_id();

    if (reported[core])
        return;
    reported[core] = true;
    takt_trace_panic(TAKT_ID(file), (uintptr_t)line);
    report(reason, file, line);
}
