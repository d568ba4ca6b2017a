/* The application's own arguments, key=value. A value that makes no sense ends the run with what would make
 * sense. */
#include "figures.h"

#include <string.h>

struct contention_arguments contention_arguments;

static void refuse(const char *key, const char *value, const char *wanted)
{
    takt_printf("contention: %s=%s: write %s.\n", key, value, wanted);
    takt_exit(2);
}

static bool digits(const char *text, uint64_t max, uint64_t *value)
{
    *value = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || *value > max)
            return false;
        *value = *value * 10 + (uint64_t)(*c - '0');
    }
    return text[0] != '\0' && *value <= max;
}

static uint64_t number(const char *key, uint64_t otherwise, uint64_t min, uint64_t max, const char *wanted)
{
    const char *text = takt_argument(key, NULL);
    uint64_t value;

    if (text == NULL)
        return otherwise;
    if (!digits(text, max, &value) || value < min)
        refuse(key, text, wanted);
    return value;
}

static bool flag(const char *key)
{
    return number(key, 0, 0, 1, "1 for yes, 0 for no") != 0;
}

/* Whether a name stands in a list with commas; names are compared without blanks and commas of their own. */
static bool listed(const char *list, const char *name, size_t length)
{
    while (*list != '\0') {
        size_t word = strcspn(list, ",");

        if (word == length && strncmp(list, name, length) == 0)
            return true;
        list += word + (list[word] == ',');
    }
    return false;
}

static void read_locks(void)
{
    const char *list = takt_argument("locks", NULL);
    unsigned chosen = 0;

    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
        const char *name = contention_lock((enum contention_kind)kind)->name;

        contention_arguments.lock[kind] = list == NULL || listed(list, name, strlen(name));
        chosen += contention_arguments.lock[kind];
    }
    if (chosen == 0)
        refuse("locks", list,
               "names with commas between them: LLQ,mutex,remote-mutex,cas-mutex,test-and-set,ticket,MCS,"
               "pthread,pthread-PI");
}

/* A look in a few seconds: everything once or twice. */
static void make_quick(struct contention_sizes *sizes)
{
    sizes->runs = 0;
    sizes->rounds = 2;
    sizes->counts = 1;
    sizes->rates = sizes->rates > 2 ? 2 : sizes->rates;
    sizes->ratios = sizes->ratios > 5 ? 5 : sizes->ratios;
    sizes->window = sizes->slice;
}

static void make_long(struct contention_sizes *sizes)
{
    sizes->rounds = UINT32_MAX;
}

/* As the demands have it: windows of two seconds, more pairs. */
static void make_verdict(struct contention_sizes *sizes)
{
    sizes->window = TAKT_S(2);
    sizes->ratios = CONTENTION_ROUNDS;
}

static void read_sizes(struct contention_arguments *a)
{
    struct contention_sizes *sizes = &a->sizes;

    contention_sizes_default(sizes, a->cores);
    a->long_form = flag("long");
    a->verdict = flag("verdict");
    a->quick = flag("quick");
    if (a->quick)
        make_quick(sizes);
    if (a->long_form)
        make_long(sizes);
    if (a->verdict && contention_board.real)
        make_verdict(sizes);
    sizes->repeats =
        (unsigned)number("repeats", sizes->repeats, 1, CONTENTION_REPEATS, "a number from 1 to 1000");
    if (sizes->runs < sizes->repeats)
        sizes->runs = sizes->repeats;
    sizes->requests = (uint32_t)number("requests", sizes->requests, CONTENTION_TASKS, 1000000,
                                       "a number from 4 to 1000000");
    sizes->hold = (takt_time_t)number("hold", (uint64_t)sizes->hold, 0, 1000000,
                                      "the computation inside a section in ns, up to 1000000");
    sizes->think = (takt_time_t)number("think", (uint64_t)sizes->think, 1, 1000000,
                                       "the mean computation between two requests in ns, 1 to 1000000");
}

void contention_arguments_read(void)
{
    struct contention_arguments *a = &contention_arguments;

    a->cores =
        (unsigned)number("cores", takt_core_count(), 1, takt_core_count(),
                         "a number of cores up to those of the run (--set CONFIG_TAKT_CORES=N for more)");
    a->bytes = (unsigned)number("bytes", 512, 4, CONTENTION_MEMORY, "a number of bytes from 4 to 204800");
    a->bytes -= a->bytes % sizeof(struct takt_word);
    a->tasks = flag("tasks");
    read_sizes(a);
    read_locks();
}
