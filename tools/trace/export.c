/* takt-trace export FORMAT FILE... --out PATH */
#include "commands.h"

#include "export.h"

#include <errno.h>
#include <string.h>

static const struct tt_format *const formats[] = {&tt_csv,      &tt_json, &tt_vcd, &tt_ctf,
                                                  &tt_perfetto, &tt_btf,  &tt_trx};

#define FORMATS (sizeof(formats) / sizeof(formats[0]))

void tt_put_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f) /* names are ASCII; what is not would depend on the reader */
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static const struct tt_format *format_of(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    }
    return NULL;
}

static int to_file(const struct tt_format *format, const struct tt_trace *trace, const char *path)
{
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    int failed;

    if (out == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
        return 2;
    }
    failed = format->file(trace, out) != 0 || ferror(out) != 0;
    failed |= out == stdout ? fflush(out) : fclose(out);
    if (failed)
        fprintf(stderr, "takt-trace: writing %s failed: is the disk full?\n", path);
    return failed ? 2 : 0;
}

int tt_export(const struct tt_trace *trace, const char *name, const char *path)
{
    const struct tt_format *format = name == NULL ? NULL : format_of(name);
    bool told;
    int status;

    if (format == NULL || path == NULL) {
        fprintf(stderr, "takt-trace: export takes --to FORMAT and --out PATH. Formats:\n");
        for (size_t i = 0; i < FORMATS; i++)
            fprintf(stderr, "  %-8s %s\n", formats[i]->name, formats[i]->about);
        return 2;
    }
    told = tt_banner(trace, stderr);
    status = format->folder != NULL ? format->folder(trace, path) : to_file(format, trace, path);
    if (status == 0 && told)
        status = 1;
    return status;
}
