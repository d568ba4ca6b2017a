/*
 * takt-costs BOARD ROWS BASELINE FOLDER [configuration=TEXT] [page=FILE] [quick] [part] [update] RUN...
 *
 * quick: what was run was shorter. part: not all of it was run.
 * update: BASELINE is written, and the page.
 * RUN is the beginning of the names of one run's files (log.c, console.c). Status 0: fine; 1: a figure grew; 2: what
 * was read is not right.
 */
#include "costs.h"

#include <string.h>

static struct {
    bool quick, part, update;
    const char *configuration, *page;
} options = {.configuration = ""};

static bool option(const char *word)
{
    if (strcmp(word, "quick") == 0)
        options.quick = true;
    else if (strcmp(word, "part") == 0)
        options.part = true;
    else if (strcmp(word, "update") == 0)
        options.update = true;
    else if (strncmp(word, "configuration=", 14) == 0)
        options.configuration = word + 14;
    else if (strncmp(word, "page=", 5) == 0)
        options.page = word + 5;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct costs_about about;
    int first = 5;

    while (first < argc && option(argv[first]))
        first++;
    if (argc <= first)
        costs_fail("takt-costs", 0, "it takes BOARD ROWS BASELINE FOLDER [option...] RUN...");
    about = (struct costs_about){argv[1], argv[4], options.configuration, options.quick};
    costs_read_rows(argv[2]);
    for (int i = first; i < argc; i++) {
        costs_read_console(argv[i]);
        costs_read_log(argv[i]);
    }
    (void)costs_report(&about);
    costs_all_measured();
    if (options.update && (options.quick || options.part))
        costs_fail(argv[3], 0, "only a whole run is kept: --update alone");
    if (options.update) {
        costs_write_baseline(argv[3], about.board);
        if (options.page != NULL)
            costs_write_page(options.page, about.board);
        return 0;
    }
    costs_read_baseline(argv[3]);
    return costs_compare(argv[3], !options.quick && !options.part) ? 0 : 1;
}
