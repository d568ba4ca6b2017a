/*
 * takt-report FOLDER: FOLDER/report.html, one page from all results and recordings of a folder that opens without a
 * network, and beside it a page with the whole time-line of each recording.
 *
 * A result stands in the page as it is in its file, so the page can show nothing that was not measured; page.html and
 * its scripts draw it. A file that is no result by docs/results.md is named in the page and left out. Exit status: 0; 1
 * something was left out; 2 the page could not be written.
 */
#include "../results.h"
#include "../trace/commands.h"
#include "../trace/page.h"
#include "recordings.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define MARK     "/*DATA*/"
#define FILE_MAX (64u << 20)
#define NAMES    1024u

extern const char tt_report[]; /* report.html and its scripts, put in by the build */

struct names {
    char *name[NAMES];
    unsigned count;
};

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length > tail && name[0] != '.' && strcmp(name + length - tail, ending) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of a folder that end so, in order. @return -1: there is no such folder */
static int list(const char *folder, const char *ending, struct names *names)
{
    DIR *open = opendir(folder);

    names->count = 0;
    if (open == NULL)
        return -1;
    for (const struct dirent *one = readdir(open); one != NULL && names->count < NAMES; one = readdir(open)) {
        if (ends_in(one->d_name, ending))
            names->name[names->count++] = strdup(one->d_name);
    }
    closedir(open);
    qsort(names->name, names->count, sizeof(names->name[0]), by_name);
    return 0;
}

static char *contents(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(FILE_MAX) : NULL;

    *length = text != NULL ? fread(text, 1, FILE_MAX, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    return text;
}

/* In a script no "<" may stand as it is; in JSON it is only in texts. */
static void put_json(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            fputc(text[i], out);
    }
}

/* @return whether it is a result, and stands in the page */
static bool put_result(FILE *out, const char *folder, const char *name, bool first, FILE *faults)
{
    char path[2048];
    size_t length;
    char *text;
    bool good;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    text = contents(path, &length);
    if (text == NULL || length == FILE_MAX)
        fprintf(faults, "%s: cannot be read, or is larger than %u MiB\n", name, FILE_MAX >> 20);
    good = text != NULL && length < FILE_MAX && results_check(name, text, length, faults) == 0;
    if (good) {
        fputs(first ? "\n" : ",\n", out);
        put_json(out, text, length);
    }
    free(text);
    return good;
}

/* The whole time-line of a recording, NAME.html for NAME.takt; and a piece of it in the page. */
static bool put_recording(FILE *out, const char *folder, const char *name, bool first, FILE *faults)
{
    char path[2048], page[2048];
    const char *paths[1] = {path};
    struct tt_trace trace;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    snprintf(page, sizeof(page), "%s/%.*s.html", folder, (int)(strlen(name) - strlen(".takt")), name);
    if (tt_read(&trace, paths, 1) != 0) {
        fprintf(faults, "%s: is no recording that can be used\n", name);
        return false;
    }
    if (tt_html(&trace, name, page) == 2)
        fprintf(faults, "%s: its page could not be written\n", name);
    fputs(first ? "\n" : ",\n", out);
    report_recording(&trace, name, out);
    tt_free(&trace);
    return true;
}

/* Every file of the folder that ends so. @return how many stand in the page */
static unsigned put_each(FILE *out, const char *folder, const char *ending, FILE *faults,
                         bool (*put)(FILE *, const char *, const char *, bool, FILE *))
{
    struct names names;
    unsigned good = 0;

    fputs("[", out);
    list(folder, ending, &names);
    for (unsigned i = 0; i < names.count; i++) {
        good += put(out, folder, names.name[i], good == 0, faults);
        free(names.name[i]);
    }
    fputs("]", out);
    return good;
}

/* Each line of the text is a fault. */
static unsigned put_faults(FILE *out, char *text)
{
    unsigned count = 0;

    fputs(",\"faults\":[", out);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (count++ > 0)
            fputc(',', out);
        tt_page_text(out, line);
        fprintf(stderr, "takt-report: left out: %s\n", line);
    }
    fputs("]}", out);
    return count;
}

static unsigned put_page(FILE *out, const char *folder)
{
    const char *mark = strstr(tt_report, MARK);
    char *text = NULL;
    size_t length = 0;
    FILE *faults = open_memstream(&text, &length);
    unsigned results, recordings, faulty;

    if (faults == NULL)
        exit(2);
    fwrite(tt_report, 1, (size_t)(mark - tt_report), out);
    fputs("{\"results\":", out);
    results = put_each(out, folder, ".json", faults, put_result);
    fputs(",\"recordings\":", out);
    recordings = put_each(out, folder, ".takt", faults, put_recording);
    (void)fclose(faults);
    faulty = put_faults(out, text);
    fputs(mark + strlen(MARK), out);
    free(text);
    printf("%u results, %u recordings\n", results, recordings);
    return faulty;
}

int main(int argc, char **argv)
{
    char path[2048];
    struct names names;
    FILE *out;
    unsigned faulty;

    if (argc != 2 || list(argv[1], ".json", &names) != 0) {
        fputs("takt-report FOLDER: writes FOLDER/report.html from the results in FOLDER. ./takt report calls "
              "it.\n",
              stderr);
        return 2;
    }
    for (unsigned i = 0; i < names.count; i++)
        free(names.name[i]);
    snprintf(path, sizeof(path), "%s/report.html", argv[1]);
    out = fopen(path, "wb");
    faulty = out != NULL ? put_page(out, argv[1]) : 0;
    if (out == NULL || fclose(out) != 0) {
        fprintf(stderr, "takt-report: %s could not be written: is the disk full, or the folder protected?\n",
                path);
        return 2;
    }
    printf("%s\n", path);
    return faulty == 0 ? 0 : 1;
}
