/*
 * takt-trace diff A B: do two recordings say the same? First the order: the events of each core one by one, objects by
 * their names, so that other addresses are no difference. Then the figures: cores, threads, chains. Times and counts
 * may differ by --within percent. Exit status 0: no difference; 1: some.
 */
#include "commands.h"

#include "chains.h"
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 40

struct diff {
    const struct tt_trace *trace[2];
    double within; /* percent */
    unsigned differences;
};

static bool same_argument(const struct diff *diff, const struct tt_event *a, const struct tt_event *b,
                          unsigned which)
{
    uint32_t x = which == 0 ? a->a : a->b, y = which == 0 ? b->a : b->b;
    const struct tt_object *left, *right;

    if (!tt_is_object(a->event, which))
        return true; /* numbers may be addresses, too */
    left = tt_object(diff->trace[0], a->core, x);
    right = tt_object(diff->trace[1], b->core, y);
    if (left == NULL || right == NULL || left->name[0] == '\0' || right->name[0] == '\0')
        return (left == NULL) == (right == NULL);
    return strcmp(left->name, right->name) == 0;
}

static bool same(const struct diff *diff, const struct tt_event *a, const struct tt_event *b)
{
    return a->event == b->event && a->handler == b->handler && same_argument(diff, a, b, 0) &&
           same_argument(diff, a, b, 1);
}

static const struct tt_event *next_of(const struct tt_trace *trace, unsigned core, size_t *at)
{
    while (*at < trace->count) {
        const struct tt_event *event = &trace->event[(*at)++];

        if (event->core == core)
            return event;
    }
    return NULL;
}

static void print_event(const char *which, const struct tt_trace *trace, const struct tt_event *event)
{
    if (event == NULL) {
        printf("  %s: ends\n", which);
        return;
    }
    printf("  %s: %14.3f us  %s", which, (double)event->time / 1e3, tt_event_name(event->event));
    for (unsigned i = 0; i < 2; i++) {
        if (tt_is_object(event->event, i))
            printf(" %s=%s", tt_argument_name(event->event, i),
                   tt_name(trace, event->core, i == 0 ? event->a : event->b));
    }
    putchar('\n');
}

static void compare_order(struct diff *diff, unsigned core)
{
    size_t at[2] = {0};

    for (size_t number = 1;; number++) {
        const struct tt_event *a = next_of(diff->trace[0], core, &at[0]);
        const struct tt_event *b = next_of(diff->trace[1], core, &at[1]);

        if (a == NULL && b == NULL)
            return;
        if (a != NULL && b != NULL && same(diff, a, b))
            continue;
        printf("core %u, event %zu:\n", core, number);
        print_event("A", diff->trace[0], a);
        print_event("B", diff->trace[1], b);
        diff->differences++;
        return;
    }
}

static void compare_number(struct diff *diff, const char *who, const char *what, double a, double b)
{
    double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);

    if (fabs(a - b) * 100.0 <= diff->within * larger + 1e-9)
        return;
    if (diff->differences++ < SHOWN)
        printf("%-28s %-14s A %14.3f  B %14.3f  %+8.2f %%\n", who, what, a, b,
               a != 0.0 ? 100.0 * (b - a) / a : 100.0);
}

/* Several threads of a core may have one name: then the one with the same address, if there is one. */
static const struct tt_thread *namesake(const struct diff *diff, struct tt_stats *stats,
                                        const struct tt_thread *thread)
{
    const struct tt_thread *found = NULL;
    char name[64];

    snprintf(name, sizeof(name), "%s", tt_name(diff->trace[0], thread->core, thread->id));
    for (size_t i = 0; i < stats->model.threads; i++) {
        const struct tt_thread *other = &stats->model.thread[i];

        if (other->core == thread->core && (found == NULL || other->id == thread->id) &&
            strcmp(name, tt_name(diff->trace[1], other->core, other->id)) == 0)
            found = other;
    }
    return found;
}

static void compare_threads(struct diff *diff, struct tt_stats *stats)
{
    for (size_t i = 0; i < stats[0].model.threads; i++) {
        const struct tt_thread *a = &stats[0].model.thread[i], *b = namesake(diff, &stats[1], a);
        char who[64];

        snprintf(who, sizeof(who), "core %u %s", a->core, tt_name(diff->trace[0], a->core, a->id));
        if (b == NULL) {
            printf("%-28s is not in B\n", who);
            diff->differences++;
            continue;
        }
        compare_number(diff, who, "level", a->level, b->level);
        compare_number(diff, who, "ran us", (double)a->ran / 1e3, (double)b->ran / 1e3);
        compare_number(diff, who, "runs", (double)a->switches_in, (double)b->switches_in);
        compare_number(diff, who, "preempted", (double)a->reasons[TT_PREEMPTED],
                       (double)b->reasons[TT_PREEMPTED]);
        compare_number(diff, who, "suspended", (double)a->reasons[TT_BLOCKED],
                       (double)b->reasons[TT_BLOCKED]);
        compare_number(diff, who, "worst wait us", (double)a->worst_wait / 1e3, (double)b->worst_wait / 1e3);
    }
    if (stats[1].model.threads > stats[0].model.threads) {
        printf("B has %zu threads more\n", stats[1].model.threads - stats[0].model.threads);
        diff->differences++;
    }
}

static void compare_cores(struct diff *diff, struct tt_stats *stats, unsigned core)
{
    double a[TT_FIGURES], b[TT_FIGURES];
    char who[32];

    tt_figures_of(&stats[0], core, a);
    tt_figures_of(&stats[1], core, b);
    snprintf(who, sizeof(who), "core %u", core);
    for (unsigned i = 0; i < TT_FIGURES; i++)
        compare_number(diff, who, tt_figures[i].name, a[i], b[i]);
}

static void name_chain(const struct tt_trace *trace, const struct tt_chain *chain, char *text, size_t size)
{
    size_t used = 0;

    used += (size_t)snprintf(text, size, "core %u %s", chain->core,
                             tt_actor_name(trace, chain->core, chain->source));
    if (chain->object != 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, " %s", tt_name(trace, chain->core, chain->object));
    if (used < size)
        snprintf(text + used, size - used, " -> %s", tt_name(trace, chain->core, chain->thread));
}

static const struct tt_chain *same_chain(const struct diff *diff, const struct tt_chains *chains,
                                         const struct tt_chain *chain, const char *name)
{
    const struct tt_chain *found = NULL;
    char other[160];

    for (size_t i = 0; i < chains->chains; i++) {
        if (found != NULL && chains->chain[i].thread != chain->thread)
            continue;
        name_chain(diff->trace[1], &chains->chain[i], other, sizeof(other));
        if (strcmp(name, other) == 0)
            found = &chains->chain[i];
    }
    return found;
}

static void compare_latencies(struct diff *diff)
{
    struct tt_chains chains[2];

    tt_chains_take(&chains[0], diff->trace[0]);
    tt_chains_take(&chains[1], diff->trace[1]);
    for (size_t i = 0; i < chains[0].chains; i++) {
        const struct tt_chain *a = &chains[0].chain[i], *b;
        char name[160];

        name_chain(diff->trace[0], a, name, sizeof(name));
        b = same_chain(diff, &chains[1], a, name);
        if (b != NULL)
            compare_number(diff, name, "worst us", (double)a->worst / 1e3, (double)b->worst / 1e3);
    }
    tt_chains_drop(&chains[0]);
    tt_chains_drop(&chains[1]);
}

static void compare_figures(struct diff *diff, unsigned cores)
{
    struct tt_stats *stats = calloc(2, sizeof(*stats));

    if (stats == NULL || tt_stats_take(&stats[0], diff->trace[0], NULL) != 0 ||
        tt_stats_take(&stats[1], diff->trace[1], NULL) != 0) {
        free(stats);
        diff->differences++;
        return;
    }
    for (unsigned c = 0; c < cores; c++)
        compare_cores(diff, stats, c);
    compare_threads(diff, stats);
    compare_latencies(diff);
    tt_stats_drop(&stats[0]);
    tt_stats_drop(&stats[1]);
    free(stats);
}

int tt_diff(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    const char *within = tt_option(arguments, "--within", 0), *only = tt_option(arguments, "--only", 0);
    struct tt_trace other;
    struct diff diff = {.trace = {trace, &other}, .within = within != NULL ? strtod(within, NULL) : 0.0};
    unsigned cores;
    bool told;

    if (only != NULL && strcmp(only, "order") != 0 && strcmp(only, "figures") != 0) {
        fprintf(stderr, "takt-trace: --only takes order or figures, not '%s'.\n", only);
        return 2;
    }
    if (tt_read(&other, &arguments->path[1], 1) != 0)
        return 2;
    told = tt_banner(trace, stdout);
    told |= tt_banner(&other, stdout);
    cores = trace->cores > other.cores ? trace->cores : other.cores;
    for (unsigned c = 0; c < cores && (only == NULL || only[0] == 'o'); c++)
        compare_order(&diff, c);
    if (only == NULL || only[0] == 'f')
        compare_figures(&diff, cores);
    printf("%u differences\n", diff.differences);
    tt_free(&other);
    return diff.differences != 0 || told ? 1 : 0;
}
