/*
 * The cost table: costs.def's defaults, zeros, or a file. A file's lines are name=ns, empty, or begin with
 * '#'; what it does not name keeps its default. The file comes from outside: a line that makes no sense is
 * refused by its number, and nothing of the file is used then.
 */
#include "costs.h"

#include "takt_sim.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COST_MAX 1000000000ul

static const struct takt_sim_costs costs_default = {
#define TAKT_COST(name, value, what) value,
#include "costs.def"
#undef TAKT_COST
};

static const struct {
    const char *name;
    size_t offset;
} cost_names[] = {
#define TAKT_COST(name, value, what) {#name, offsetof(struct takt_sim_costs, name##_ns)},
#include "costs.def"
#undef TAKT_COST
};

#define COST_COUNT (sizeof(cost_names) / sizeof(cost_names[0]))

struct takt_sim_costs takt_sim_costs;

static uint32_t *cost(struct takt_sim_costs *costs, size_t i)
{
    return (uint32_t *)(void *)((char *)costs + cost_names[i].offset);
}

static char *trim(char *text)
{
    char *end;

    text += strspn(text, " \t\r\n");
    end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
        *--end = '\0';
    return text;
}

/* One line into costs; NULL, or what is wrong with it. */
static const char *take_line(struct takt_sim_costs *costs, char *line)
{
    char *name = trim(line), *equals = strchr(name, '='), *value, *end;
    unsigned long ns;

    if (name[0] == '\0' || name[0] == '#')
        return NULL;
    if (equals == NULL)
        return "expected name=ns";
    *equals = '\0';
    name = trim(name);
    value = trim(equals + 1);
    ns = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || ns > COST_MAX)
        return "the value is not a number of ns from 0 to 1000000000";
    for (size_t i = 0; i < COST_COUNT; i++) {
        if (strcmp(name, cost_names[i].name) == 0) {
            *cost(costs, i) = (uint32_t)ns;
            return NULL;
        }
    }
    return "no such cost; the names stand in port/sim/costs.def";
}

static bool load_file(const char *path)
{
    struct takt_sim_costs costs = costs_default;
    FILE *file = fopen(path, "r");
    const char *wrong = NULL;
    unsigned number = 0;
    char line[256];

    if (file == NULL) {
        fprintf(stderr, "--costs %s: %s (zero, default, or a file of name=ns lines)\n", path,
                strerror(errno));
        return false;
    }
    while (wrong == NULL && fgets(line, sizeof(line), file) != NULL) {
        number++;
        wrong = strchr(line, '\n') == NULL && !feof(file) ? "the line is too long" : take_line(&costs, line);
    }
    if (wrong == NULL && ferror(file))
        wrong = "cannot be read";
    fclose(file);
    if (wrong != NULL) {
        fprintf(stderr, "%s:%u: %s\n", path, number, wrong);
        return false;
    }
    takt_sim_costs = costs;
    return true;
}

bool takt_sim_costs_load(const char *source)
{
    if (strcmp(source, "zero") == 0) {
        takt_sim_costs = (struct takt_sim_costs){0};
        return true;
    }
    if (strcmp(source, "default") == 0) {
        takt_sim_costs = costs_default;
        return true;
    }
    return load_file(source);
}

/* FNV-1a over "name=value\n" of all lines in the order of costs.def: independent of the machine. */
uint32_t takt_sim_costs_hash(void)
{
    uint32_t hash = 2166136261u;
    char line[64];

    for (size_t i = 0; i < COST_COUNT; i++) {
        snprintf(line, sizeof(line), "%s=%lu\n", cost_names[i].name,
                 (unsigned long)*cost(&takt_sim_costs, i));
        for (const char *c = line; *c != '\0'; c++)
            hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    return hash;
}
