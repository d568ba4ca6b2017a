/* The formats that other tools read. Each writes from the merged events, once over. */
#ifndef TAKT_TOOLS_TRACE_EXPORT_H
#define TAKT_TOOLS_TRACE_EXPORT_H

#include "trace.h"

/** A format: its name, what it is, and its writer into an open file; or, of a format that is a folder, into that. */
struct tt_format {
    const char *name, *about;
    int (*file)(const struct tt_trace *trace, FILE *out);
    int (*folder)(const struct tt_trace *trace, const char *path);
};

extern const struct tt_format tt_csv, tt_json, tt_vcd, tt_ctf, tt_perfetto, tt_btf, tt_trx;

/** A text as a field of CSV. */
void tt_put_csv(FILE *out, const char *text);

/** A text as JSON and C write it, in quotation marks. */
void tt_put_quoted(FILE *out, const char *text);

#endif
