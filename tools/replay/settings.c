/* Words from outside: each that makes no sense is said, with what would. */
#include "settings.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

#define PRIORITY_MAX 255
#define TIME_MAX     (INT64_MAX / 4)

int64_t tt_time(const char *text)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1}};
    char *end;
    double number = strtod(text, &end);

    for (size_t i = 0; end != text && i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(end, units[i].unit) == 0 && number >= 0 && number * units[i].ns < (double)TIME_MAX)
            return (int64_t)(number * units[i].ns);
    }
    return -1;
}

static bool is_named(const struct tt_thing *thing, const char *name, size_t length)
{
    char full[64];

    if (thing->kind != TAKT_TRACE_THREAD || !thing->met || thing->idle)
        return false;
    snprintf(full, sizeof(full), "%u:%s", thing->core, thing->name);
    return (strlen(full) == length && memcmp(full, name, length) == 0) ||
           (strlen(thing->name) == length && memcmp(thing->name, name, length) == 0);
}

uint32_t tt_thread_named(const struct tt_replay *replay, const char *name, size_t length)
{
    uint32_t found = TT_NOBODY;

    for (uint32_t i = 0; i < replay->score.things; i++) {
        if (!is_named(&replay->score.thing[i], name, length))
            continue;
        if (found != TT_NOBODY) {
            fprintf(stderr, "takt-trace: there are several threads '%.*s'. Say CORE:NAME.\n", (int)length,
                    name);
            return TT_NOBODY;
        }
        found = i;
    }
    if (found != TT_NOBODY)
        return found;
    fprintf(stderr, "takt-trace: there is no thread '%.*s' in this recording. Threads:", (int)length, name);
    for (uint32_t i = 0; i < replay->score.things; i++) {
        const struct tt_thing *thing = &replay->score.thing[i];

        if (thing->kind == TAKT_TRACE_THREAD && thing->met && !thing->idle)
            fprintf(stderr, " %s", thing->name);
    }
    fputc('\n', stderr);
    return TT_NOBODY;
}

static bool take_number(const char *text, int64_t limit, unsigned *number)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < 0 || value > limit)
        return false;
    *number = (unsigned)value;
    return true;
}

/* A threshold that was the priority follows it, as in takt_thread_set_priority(). */
static bool take_priority(struct tt_setting *setting, const char *text)
{
    unsigned before = setting->priority;

    if (!take_number(text, PRIORITY_MAX, &setting->priority))
        return false;
    if (setting->threshold == before || setting->threshold > setting->priority)
        setting->threshold = setting->priority;
    return true;
}

static bool take_slice(struct tt_setting *setting, const char *text)
{
    setting->slice = tt_time(text);
    return setting->slice >= 0;
}

static bool take_value(struct tt_setting *setting, const char *what, const char *value)
{
    if (strncmp(what, "priority=", 9) == 0)
        return take_priority(setting, value);
    if (strncmp(what, "threshold=", 10) == 0)
        return take_number(value, setting->priority, &setting->threshold);
    if (strncmp(what, "core=", 5) == 0)
        return take_number(value, TT_CORES - 1, &setting->core);
    return strncmp(what, "slice=", 6) == 0 && take_slice(setting, value);
}

static bool take(const struct tt_replay *replay, struct tt_setting *setting, const char *text)
{
    const char *dot = strrchr(text, '.'), *equals = dot == NULL ? NULL : strchr(dot, '=');
    uint32_t thread;

    while (dot != NULL && equals == NULL && dot > text) { /* a time may have a dot, too */
        do
            dot--;
        while (dot > text && *dot != '.');
        equals = *dot == '.' ? strchr(dot, '=') : NULL;
    }
    if (equals != NULL) {
        thread = tt_thread_named(replay, text, (size_t)(dot - text));
        if (thread == TT_NOBODY)
            return false;
        if (take_value(&setting[thread], dot + 1, equals + 1))
            return true;
    }
    fprintf(stderr,
            "takt-trace: --set %s makes no sense. It takes THREAD.priority=0..%d, THREAD.threshold=0..the "
            "priority, "
            "THREAD.slice=TIME (as 100us; 0: none), or THREAD.core=NUMBER.\n",
            text, PRIORITY_MAX);
    return false;
}

struct tt_setting *tt_settings(const struct tt_replay *replay, const struct tt_arguments *arguments)
{
    size_t size = (replay->score.things + 1) * sizeof(struct tt_setting);
    struct tt_setting *setting = tt_must(malloc(size));
    const char *text;

    memcpy(setting, replay->setting, size);
    for (unsigned i = 0; (text = tt_option(arguments, "--set", i)) != NULL; i++) {
        if (!take(replay, setting, text)) {
            free(setting);
            return NULL;
        }
    }
    return setting;
}
