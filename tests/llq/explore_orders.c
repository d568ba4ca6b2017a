/*
 * Each memory order of the lock weakened by one step, at each place where it stands: seq_cst to acq_rel, acq_rel to acquire
 * and to release, release and acquire to relaxed. The places are not listed here: they are those that the scenarios come
 * by. Each weakening has to be found by the exploration, or has to be on the list of the harmless with its argument.
 *
 * A place is named by its line's text, so that moving lines changes nothing here.
 *
 *   explore_orders [linked|others]   the linked engine's places, or all others
 */
#include "explore/kill.h"
#include "llq_test.h"

#include <string.h>

#define SITES 128

/* The places. */

struct site {
    char name[160];
    enum explore_kind kind;
    memory_order order;
    uint32_t scenarios; /* a bit for each that comes by */
};

static struct site sites[SITES];
static unsigned site_count;

static unsigned surveyed; /* the scenario */

static void survey(struct explore_op *op)
{
    unsigned i = 0;

    while (i < site_count && (sites[i].kind != op->kind || strcmp(sites[i].name, op->site) != 0))
        i++;
    if (i == site_count) {
        LLQ_REQUIRE(site_count < SITES && strlen(op->site) < sizeof(sites[0].name), "more places than SITES");
        sites[i].kind = op->kind;
        sites[i].order = op->order;
        strcpy(sites[site_count++].name, op->site);
    }
    sites[i].scenarios |= 1u << surveyed;
}

/** The text of the line, from the first TAKT_ on, and of the line before it. */
static void text_of(const struct site *site, char *text, char *before, size_t size)
{
    char file[256], line[256] = "";
    const char *colon = strrchr(site->name, ':'), *slash;
    FILE *source;

    slash = strrchr(site->name, '/');
    slash = slash == NULL ? site->name : slash + 1;
    snprintf(file, sizeof(file), "%s/%.*s", LLQ_SOURCE, (int)(colon - slash), slash);
    source = fopen(file, "r");
    LLQ_REQUIRE(source != NULL, "the engine's source is not where it was built from");
    for (long number = strtol(colon + 1, NULL, 10); number > 0; number--) {
        snprintf(before, size, "%s", line);
        if (fgets(line, sizeof(line), source) == NULL)
            break;
    }
    fclose(source);
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, size, "%s", strstr(line, "TAKT_") != NULL ? strstr(line, "TAKT_") : line);
}

/* Weakened orders. */

static struct weakening {
    const struct site *site;
    memory_order to;
} weakening;

static void weaken(struct explore_op *op)
{
    if (op->kind == weakening.site->kind && strcmp(op->site, weakening.site->name) == 0)
        op->order = weakening.to;
}

static const char *order_name(memory_order order)
{
    switch (order) {
    case memory_order_relaxed:
        return "relaxed";
    case memory_order_acquire:
        return "acquire";
    case memory_order_release:
        return "release";
    case memory_order_acq_rel:
        return "acq_rel";
    default:
        return "seq_cst";
    }
}

/** Weakenings of which it was argued that they do no harm, in what can be explored at least. */
static const struct harmless {
    const char *mark; /* in the line or the one before */
    memory_order to;
    const char *argument;
} harmless[] = {
    {"acquire: the section before, if it is free; the contexts' words", memory_order_relaxed,
     "an older word of a context that waits changes only the age of the oldest, which matters from 511 on: "
     "not in a "
     "scenario"},
    {"context, if it takes the lock itself", memory_order_release,
     "whatever follows a hand-over begins with an acquire of the same word"},
    {"pairs as in try_request()", memory_order_relaxed,
     "of a free lock nothing is used but by the compare-and-swap that follows, which acquires"},
    {NULL, memory_order_relaxed, NULL},
};

static const char *argument_for(const char *text, const char *before, memory_order to)
{
    for (size_t i = 0; harmless[i].mark != NULL; i++) {
        const char *mark = harmless[i].mark;

        if (harmless[i].to == to && (strstr(before, mark) != NULL || strstr(text, mark) != NULL))
            return harmless[i].argument;
    }
    return NULL;
}

static unsigned killed, argued, alive;

static void weaken_to(const struct site *site, memory_order to)
{
    char text[200], before[200];
    const char *where = "", *how, *argument;

    text_of(site, text, before, sizeof(text));
    argument = argument_for(text, before, to);
    weakening = (struct weakening){site, to};
    how = kill_fault(weaken, site->scenarios, &where);
    printf("| %s %s | %s to %s | ", site->name, text, order_name(site->order), order_name(to));
    if (how != NULL)
        printf("exploration, %s: %s |\n", where, how);
    else
        printf("%s |\n", argument != NULL ? argument : "NOT FOUND");
    killed += how != NULL;
    argued += how == NULL && argument != NULL;
    alive += how == NULL && argument == NULL;
    if (how != NULL && argument != NULL) {
        printf("    which was argued to be harmless: %s\n", argument);
        alive++;
    }
}

/* A place is weakened under every scenario that comes by it: the linked engine's in those of sleepers, too. */
static void weaken_each(bool linked)
{
    for (unsigned i = 0; i < KILL_ALL; i++) {
        struct explore scenario;
        struct explore_result result;

        surveyed = i;
        (void)kill_scenario(i, survey, &scenario);
        result = explore(&scenario);
        LLQ_REQUIRE(result.failure == NULL, "a world fails without a fault: llq-explore tells more");
    }
    for (unsigned i = 0; i < site_count; i++) {
        if ((strstr(sites[i].name, "linked.") != NULL) != linked)
            continue;
        if (sites[i].order == memory_order_acq_rel) {
            weaken_to(&sites[i], memory_order_acquire);
            weaken_to(&sites[i], memory_order_release);
        } else if (sites[i].order == memory_order_seq_cst) {
            weaken_to(&sites[i], memory_order_acq_rel);
        } else if (sites[i].order != memory_order_relaxed) {
            weaken_to(&sites[i], memory_order_relaxed);
        }
    }
}

int main(int count, char **arguments)
{
    bool linked = count < 2 || strcmp(arguments[1], "linked") == 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    llq_test_seconds();
    printf("| order | | killed by |\n|---|---|---|\n");
    weaken_each(linked);
    printf("%u killed, %u argued to be harmless, %.1f s\namount: %u faults\n", killed, argued,
           llq_test_seconds(), killed + argued + alive);
    LLQ_REQUIRE(alive == 0, "a weakened order was not found (above)");
    return EXIT_SUCCESS;
}
