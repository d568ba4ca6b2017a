/*
 * takt-trace COMMAND FILE...: look at recordings. Exit status: 0 all is well; 1 the recording has losses or faults,
 * which are said; 2 it cannot be used, or the command is wrong. docs/tracing.md shows how.
 */
#include "trace/commands.h"

#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("takt-trace COMMAND FILE...   (recordings; several, one of each core, are taken together)\n"
          "\n"
          "  info                       what it is, and its objects\n"
          "  list                       every event, a line each\n"
          "  lint                       does it contradict itself?\n"
          "  stats [--cycle MARK]       switches, loads, waits; a cycle begins at each mark of that name or "
          "number\n",
          stderr);
    return 2;
}

/* @return the word behind an option, and both are taken out; NULL: the option is not there */
static const char *take_option(int *argc, char **argv, const char *name)
{
    for (int i = 2; i + 1 < *argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            const char *value = argv[i + 1];

            memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 2) * sizeof(*argv));
            *argc -= 2;
            return value;
        }
    }
    return NULL;
}

/** What options said; NULL: nothing. */
struct options {
    const char *cycle, *to, *out, *name;
};

static int command(const char *name, const struct tt_trace *trace, const struct options *options)
{
    if (strcmp(name, "info") == 0)
        return tt_info(trace);
    if (strcmp(name, "list") == 0)
        return tt_list(trace);
    if (strcmp(name, "lint") == 0)
        return tt_lint(trace);
    if (strcmp(name, "stats") == 0)
        return tt_stats(trace, options->cycle);
    if (strcmp(name, "html") == 0)
        return tt_html(trace, options->name, options->out);
    if (strcmp(name, "export") == 0)
        return tt_export(trace, options->to, options->out);
    fprintf(stderr, "takt-trace: there is no command '%s'.\n\n", name);
    return usage();
}

int main(int argc, char **argv)
{
    struct tt_trace trace;
    struct options options;
    int status;

    if (argc < 2)
        return usage();
    options.cycle = take_option(&argc, argv, "--cycle");
    options.to = take_option(&argc, argv, "--to");
    options.out = take_option(&argc, argv, "--out");
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '-') {
            fprintf(stderr, "takt-trace: there is no option %s, or its value is missing.\n\n", argv[i]);
            return usage();
        }
    }
    if (argc < 3) {
        fputs("takt-trace: which recording? Give its file.\n\n", stderr);
        return usage();
    }
    if (tt_read(&trace, (const char *const *)&argv[2], (unsigned)argc - 2) != 0)
        return 2;
    options.name = strrchr(argv[2], '/') != NULL ? strrchr(argv[2], '/') + 1 : argv[2];
    status = command(argv[1], &trace, &options);
    tt_free(&trace);
    return status;
}
