/* RFC 4180: a line an event. */
#include "export.h"

#include <string.h>

void tt_put_csv(FILE *out, const char *text)
{
    if (strpbrk(text, "\",\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_argument(const struct tt_trace *trace, const struct tt_event *event, unsigned which,
                         FILE *out)
{
    uint32_t value = which == 0 ? event->a : event->b;

    fprintf(out, ",%s,", tt_argument_name(event->event, which));
    if (tt_is_object(event->event, which))
        tt_put_csv(out, tt_name(trace, event->core, value));
    else
        fprintf(out, "%d", (int32_t)value);
}

static int write_csv(const struct tt_trace *trace, FILE *out)
{
    fputs("time_ns,core,context,event,a_name,a,b_name,b\r\n", out);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        fprintf(out, "%lld,%u,%s,%s", (long long)event->time, event->core,
                event->handler ? "handler" : "thread", tt_event_name(event->event));
        put_argument(trace, event, 0, out);
        put_argument(trace, event, 1, out);
        fputs("\r\n", out);
    }
    return 0;
}

const struct tt_format tt_csv = {"csv", "a line an event (RFC 4180)", write_csv, NULL};
