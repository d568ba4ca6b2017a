/*
 * takt-trace COMMAND FILE...: look at recordings. Exit status: 0 all is well; 1 the recording has losses or faults,
 * which are said; 2 it cannot be used, or the command is wrong. docs/tracing.md shows how.
 */
#include "trace/commands.h"

#include <string.h>

/** A command: a line of the table below. */
struct command {
    const char *name;
    const char *options; /* that it takes, a blank behind each */
    const char *help;
    unsigned
        files; /* it takes exactly so many, and reads all but the first itself; 0: any number, taken together */
    int (*run)(const struct tt_trace *trace, const struct tt_arguments *arguments);
};

static int info(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    (void)arguments;
    return tt_info(trace);
}

static int list(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    (void)arguments;
    return tt_list(trace);
}

static int lint(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    (void)arguments;
    return tt_lint(trace);
}

static int stats(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    return tt_stats(trace, tt_option(arguments, "--cycle", 0), tt_option(arguments, "--between", 0));
}

static int html(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    return tt_html(trace, arguments->name, tt_option(arguments, "--out", 0));
}

static int export(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    return tt_export(trace, tt_option(arguments, "--to", 0), tt_option(arguments, "--out", 0));
}

static const struct command commands[] = {
    {"info", "", "info                       what it is, and its objects", 0, info},
    {"list", "", "list                       every event, a line each", 0, list},
    {"lint", "", "lint                       does it contradict itself?", 0, lint},
    {"stats", "--cycle --between ",
     "stats [--cycle EVENT] [--between EVENT,EVENT]   switches, loads, waits, inversions; an EVENT is a "
     "mark's name\n"
     "                             or number, or as RO, queue_send, QS:NAME",
     0, stats},
    {"chains", "--out --limit ",
     "chains [--out CSV] [--limit THREAD=US]   from an interrupt, a doorbell or a call to the thread that it "
     "woke",
     0, tt_chains},
    {"diff", "--within --only ",
     "diff [--within PERCENT] [--only order|figures] A B   do two recordings say the same?", 2, tt_diff},
    {"import", "--out --tick ",
     "import --out FILE [--tick NS]   ThreadX's .trx, a folder in CTF (Zephyr's): other commands read them, "
     "too",
     0, tt_import},
    {"html", "--out ", "html --out PAGE            one page that opens in a browser without a network", 0,
     html},
    {"export", "--to --out ", "export --to FORMAT --out PATH   for other tools; without --to: which formats",
     0, export},
    {"replay", "--set --out --cycle ",
     "replay [--set THREAD.WHAT=N]... [--cycle MARK] [--out FILE]   run it again, with other priorities", 0,
     tt_replay_command},
    {"advise", "--budget --budgets --tries --margin --contract --under ",
     "advise [--budget THREAD.latency<=TIME]... [--budgets FILE]   which threads can share a level\n"
     "                             [--contract FILE] write what its bounds rest on; [--under FILE] bounds "
     "under that",
     0, tt_advise_command},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int usage(void)
{
    fputs("takt-trace COMMAND FILE...   (recordings; several, one of each core, are taken together)\n\n",
          stderr);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stderr, "  %s\n", commands[i].help);
    return 2;
}

static const struct command *command_of(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    fprintf(stderr, "takt-trace: there is no command '%s'.\n\n", name);
    return NULL;
}

static bool files_fit(const struct command *command, unsigned files)
{
    if (files == 0)
        fputs("takt-trace: which recording? Give its file.\n\n", stderr);
    else if (command->files != 0 && files != command->files)
        fprintf(stderr, "takt-trace: %s takes %u files.\n\n", command->name, command->files);
    else
        return true;
    return false;
}

int main(int argc, char **argv)
{
    const struct command *command = argc < 2 ? NULL : command_of(argv[1]);
    struct tt_arguments arguments;
    struct tt_trace trace;
    int status;

    if (command == NULL || !tt_arguments(&arguments, argv + 2, (unsigned)argc - 2, command->options) ||
        !files_fit(command, arguments.paths))
        return usage();
    if (tt_read(&trace, arguments.path, command->files != 0 ? 1 : arguments.paths) != 0)
        return 2;
    status = command->run(&trace, &arguments);
    tt_free(&trace);
    return status;
}
