/* Words from outside, as in settings.c. */
#include "budget.h"

#include "settings.h"

#include "../trace/read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 256
#define WHAT           ".latency<="

static int take(struct tt_budgets *budgets, const struct tt_replay *replay, const char *text,
                const char *where)
{
    const char *what = strstr(text, WHAT);
    int64_t latency = what == NULL ? -1 : tt_time(what + strlen(WHAT));
    uint32_t thread;

    if (latency < 0) {
        fprintf(
            stderr,
            "takt-trace: %s: '%s' makes no sense. A budget is THREAD.latency<=TIME, as A.latency<=200us.\n",
            where, text);
        return -1;
    }
    thread = tt_thread_named(replay, text, (size_t)(what - text));
    if (thread == TT_NOBODY)
        return -1;
    budgets->budget = tt_grow(budgets->budget, budgets->count, &budgets->room, sizeof(*budgets->budget));
    budgets->budget[budgets->count++] = (struct tt_budget){thread, latency};
    return 0;
}

/* Blanks go, and what stands behind a #. */
static char *trim(char *line)
{
    char *to = line;

    for (const char *from = line; *from != '\0' && *from != '#'; from++) {
        if (strchr(" \t\r\n", *from) == NULL)
            *to++ = *from;
    }
    *to = '\0';
    return line;
}

static int take_file(struct tt_budgets *budgets, const struct tt_replay *replay, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[LINE_MAX_BYTES], where[LINE_MAX_BYTES];
    int result = 0;

    if (file == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be opened: %s.\n", path, strerror(errno));
        return -1;
    }
    for (unsigned number = 1; result == 0 && fgets(line, sizeof(line), file) != NULL; number++) {
        snprintf(where, sizeof(where), "%.200s:%u", path, number);
        if (trim(line)[0] != '\0')
            result = take(budgets, replay, line, where);
    }
    fclose(file);
    return result;
}

int tt_budgets_take(struct tt_budgets *budgets, const struct tt_replay *replay,
                    const struct tt_arguments *arguments)
{
    const char *text;
    int result = 0;

    *budgets = (struct tt_budgets){0};
    for (unsigned i = 0; result == 0 && (text = tt_option(arguments, "--budgets", i)) != NULL; i++)
        result = take_file(budgets, replay, text);
    for (unsigned i = 0; result == 0 && (text = tt_option(arguments, "--budget", i)) != NULL; i++)
        result = take(budgets, replay, text, "--budget");
    return result;
}

void tt_budgets_free(struct tt_budgets *budgets)
{
    free(budgets->budget);
}

int64_t tt_budget_of(const struct tt_budgets *budgets, uint32_t thread)
{
    int64_t least = -1;

    for (size_t i = 0; i < budgets->count; i++) {
        if (budgets->budget[i].thread == thread && (least < 0 || budgets->budget[i].latency < least))
            least = budgets->budget[i].latency;
    }
    return least;
}
