/* Texts are compared only where the event's kind can fit, so that a walk over a million events stays fast. */
#include "match.h"

#include <string.h>

struct tt_match tt_match_of(const char *text, size_t size)
{
    struct tt_match match = {0};
    char *colon;

    if (size >= sizeof(match.text))
        size = sizeof(match.text) - 1;
    memcpy(match.text, text, size);
    colon = strchr(match.text, ':');
    if (colon != NULL)
        *colon = '\0';
    match.object = colon != NULL ? (size_t)(colon + 1 - match.text) : 0;
    return match;
}

static bool is_mark(const struct tt_match *match, const struct tt_trace *trace, const struct tt_event *event)
{
    char number[16];

    snprintf(number, sizeof(number), "%u", event->a);
    return strcmp(match->text, number) == 0 ||
           strcmp(match->text, tt_name(trace, event->core, event->a)) == 0;
}

static bool speaks_of(const struct tt_match *match, const struct tt_trace *trace,
                      const struct tt_event *event)
{
    const char *object = match->text + match->object;

    return (tt_is_object(event->event, 0) && strcmp(object, tt_name(trace, event->core, event->a)) == 0) ||
           (tt_is_object(event->event, 1) && strcmp(object, tt_name(trace, event->core, event->b)) == 0);
}

bool tt_matches(const struct tt_match *match, const struct tt_trace *trace, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_mark && match->object == 0 && is_mark(match, trace, event))
        return true;
    if (strcmp(match->text, tt_event_name(event->event)) != 0 &&
        strcmp(match->text, tt_event_short(event->event)) != 0)
        return false;
    return match->object == 0 || speaks_of(match, trace, event);
}
