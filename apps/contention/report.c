/* What stands above the tables: what one sees, on what it was measured, and what its times are worth. */
#include "report.h"

#include "../common/stats.h"

struct contention_machine contention_machine;

/* Words of the command line that change the result; what was not given has its default. */
static const char *const words[] = {"repeats", "requests", "bytes", "cores", "hold", "locks",
                                    "long",    "verdict",  "quick", "tasks", "think"};

static bool add_word(struct takt_text *text, const char *key)
{
    const char *value = takt_argument(key, NULL);

    if (value == NULL)
        return false;
    takt_text_char(text, ' ');
    takt_text_add(text, key);
    takt_text_char(text, '=');
    takt_text_add(text, value);
    return true;
}

/* "CONFIG_A=1 CONFIG_B=2" as the options that set them */
static void add_sets(struct takt_text *text, const char *configuration)
{
    for (const char *c = configuration; *c != '\0'; c++) {
        if (c == configuration || c[-1] == ' ')
            takt_text_add(text, c == configuration ? " --set " : "--set ");
        takt_text_char(text, *c);
    }
}

const char *contention_command(void)
{
    static char command[512];
    struct takt_text text;

    takt_text_begin(&text, command, sizeof(command));
    takt_text_add(&text, "./takt run contention --board " TAKT_BOARD);
    add_sets(&text, TAKT_CONFIGURATION);
    if (contention_machine.seed != NULL) {
        takt_text_add(&text, " --seed ");
        takt_text_add(&text, contention_machine.seed);
    }
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        (void)add_word(&text, words[i]);
    return command;
}

static void say_board(void)
{
    takt_printf("Board " TAKT_BOARD ", %u %s. %s\n", contention_arguments.cores,
                contention_arguments.cores == 1 ? "core" : "cores", contention_board.time_note);
    takt_printf("Takt " TAKT_VERSION ", configuration: %s. Load: %s.\n",
                TAKT_CONFIGURATION[0] != '\0' ? TAKT_CONFIGURATION : "the defaults", contention_machine.load);
    if (contention_machine.costs != NULL)
        takt_printf("Seed %s, cost table %s.\n", contention_machine.seed, contention_machine.costs);
}

void contention_report_head(void)
{
    const char *why;

    contention_machine_look(&contention_machine);
    takt_printf(
        "contention: paper 1's experiment. Tasks on one core and on several ask for one lock around %u bytes "
        "of\n"
        "shared memory, again and again, through each lock in turn; all do the same work, compiled once.\n",
        contention_arguments.bytes);
    say_board();
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
        why = NULL;
        if (!contention_lock_usable((enum contention_kind)kind, contention_arguments.cores, &why) &&
            why != NULL)
            takt_say(why);
    }
    takt_say("");
}

static void say_gaps(void)
{
    char buffer[512];
    struct takt_text text;

    if (!contention_board.real)
        return;
    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "\nLargest gap of the machine itself, between two looks at the clock in 500 ms:");
    for (unsigned core = 0; core < contention_arguments.cores && core < CONTENTION_CORES; core++) {
        takt_text_add(&text, core == 0 ? " core " : ", core ");
        takt_text_int(&text, core);
        takt_text_char(&text, ' ');
        takt_text_fixed(&text, contention_gaps[core], 3);
        takt_text_add(&text, " us");
    }
    takt_text_add(&text, ".\nA worst case below says nothing of a lock unless it is far beyond that.");
    takt_say(buffer);
}

static void say_ways(void)
{
    int64_t *ways = contention_long_run.way;
    unsigned count = contention_long_run.ways;
    char buffer[256];
    struct takt_text text;

    if (!contention_board.real || count == 0)
        return;
    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "A word's way from core to core, without any lock: median ");
    takt_text_fixed(&text, takt_stats_median(ways, count), 1);
    takt_text_add(&text, " ns, least ");
    takt_text_fixed(&text, ways[0], 1);
    takt_text_add(&text, ", most ");
    takt_text_fixed(&text, ways[count - 1], 1);
    takt_text_add(&text, ", of ");
    takt_text_int(&text, count);
    takt_text_add(&text,
                  " looks in the run.\nWhere they differ much, the processors were moved while it ran.");
    takt_say(buffer);
}

void contention_report(void)
{
    contention_fill_paper();
    contention_fill_improvement();
    contention_fill_long();
    contention_fill_cores();
    contention_fill_tasks();
    takt_table_print(&contention_paper_table);
    takt_table_print(&contention_improvement_table);
    takt_table_print(&contention_long_table);
    takt_table_print(&contention_core_table);
    if (contention_arguments.tasks)
        takt_table_print(&contention_task_table);
    contention_say_mixed();
    say_gaps();
    say_ways();
}
