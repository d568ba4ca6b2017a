/*
 * takt-priorities FOLDER TIME: paper 3's tables from the recordings that apps/priorities has made in a folder, and
 * priorities-BOARD.json beside them. TIME is the kind of time that the board has. Exit status: 0; 1 a demand is missed;
 * 2 a recording cannot be used.
 */
#include "parts.h"

#include <string.h>
#include <takt/config.h>

#define RESULT_SIZE (1u << 17)

const char *priorities_folder;
char priorities_board[16];
const unsigned priorities_sizes[SIZES] = {4, 16};

static const struct {
    int (*read)(void);
    const struct takt_table *table;
    struct takt_result_verdict *verdict[2];
    bool of_time; /* where time is real, a machine that is busy elsewhere can miss it */
} parts[] = {
    {priorities_cycles, &priorities_cycles_table, {&priorities_cycles_verdict}, false},
    {priorities_latency, &priorities_latency_table, {NULL}, false},
    {priorities_spread, &priorities_spread_table, {&priorities_spread_verdict}, false},
    {priorities_slices,
     &priorities_slices_table,
     {&priorities_slices_verdict, &priorities_blocks_verdict},
     true},
    {priorities_inversion, &priorities_inversion_table, {&priorities_inversion_verdict}, true},
};

#define PARTS (sizeof(parts) / sizeof(parts[0]))

int priorities_read(struct tt_trace *trace, const char *name)
{
    char path[1024];
    const char *paths[1] = {path};

    snprintf(path, sizeof(path), "%s/priorities-%s.takt", priorities_folder, name);
    if (tt_read(trace, paths, 1) != 0)
        return -1;
    if (tt_losses(trace) != 0) {
        fprintf(stderr, "takt-priorities: %s has losses; nothing can be said of it.\n", path);
        tt_free(trace);
        return -1;
    }
    snprintf(priorities_board, sizeof(priorities_board), "%s", trace->core[0].board);
    return 0;
}

const char *priorities_case_name(unsigned size, unsigned number)
{
    static char name[64];

    snprintf(name, sizeof(name), "%s-%u", priorities_cases[number].name, priorities_sizes[size]);
    return name;
}

static void write_parts(struct takt_result *result)
{
    takt_result_open(result, "tables", '[');
    for (size_t i = 0; i < PARTS; i++)
        takt_result_table(result, parts[i].table);
    takt_result_close(result);
    takt_result_empty(result, "series");
    takt_result_empty(result, "histograms");
    takt_result_open(result, "verdicts", '[');
    for (size_t i = 0; i < PARTS; i++) {
        for (unsigned k = 0; k < 2 && parts[i].verdict[k] != NULL; k++)
            takt_result_verdict(result, parts[i].verdict[k]);
    }
    takt_result_close(result);
}

static int write_result(const char *kind)
{
    static char buffer[RESULT_SIZE];
    static char command[64];
    struct takt_result result;
    struct takt_result_head head = {.experiment = "priorities",
                                    .title = "Paper 3: equal and unique priorities, from recordings",
                                    .board = priorities_board,
                                    .time_kind = kind,
                                    .time_note = strcmp(kind, "real") == 0
                                                     ? "the recorder's own cost is in it"
                                                     : "the model's or the emulator's, not a speed",
                                    .version = TAKT_VERSION,
                                    .command = command};

    snprintf(command, sizeof(command), "./takt run priorities --board %s", priorities_board);
    takt_result_begin(&result, buffer, sizeof(buffer), &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", "CONFIG_TAKT_TRACE=y");
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_close(&result);
    write_parts(&result);
    return takt_result_end(&result, &head);
}

static void print_verdict(const struct takt_result_verdict *one)
{
    double scale = 1;

    for (unsigned digit = 0; digit < one->decimals; digit++)
        scale *= 10;
    printf("%s: %g%s%s, wanted %s %g: %s\n", one->title, (double)one->value / scale,
           one->unit[0] != '\0' ? " " : "", one->unit, one->relation, (double)one->wanted / scale,
           takt_result_holds(one) ? "holds" : "MISSED");
}

/* A line for each demand; @return how many are missed that count. */
static unsigned print_verdicts(bool real)
{
    unsigned missed = 0;

    putchar('\n');
    for (size_t i = 0; i < PARTS; i++) {
        for (unsigned k = 0; k < 2 && parts[i].verdict[k] != NULL; k++) {
            print_verdict(parts[i].verdict[k]);
            missed += !takt_result_holds(parts[i].verdict[k]) && !(real && parts[i].of_time);
        }
    }
    return missed;
}

int main(int argc, char **argv)
{
    unsigned missed;

    if (argc != 3) {
        fputs("takt-priorities FOLDER TIME: FOLDER holds the recordings of ./takt run priorities; TIME is "
              "real, "
              "virtual or instructions.\n",
              stderr);
        return 2;
    }
    priorities_folder = argv[1];
    for (size_t i = 0; i < PARTS; i++) {
        if (parts[i].read() != 0)
            return 2;
        takt_table_print(parts[i].table);
    }
    missed = print_verdicts(strcmp(argv[2], "real") == 0);
    if (write_result(argv[2]) != 0) {
        fputs("takt-priorities: the result could not be written.\n", stderr);
        return 2;
    }
    return missed == 0 ? 0 : 1;
}
