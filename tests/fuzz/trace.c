/*
 * Recordings: Takt's own, images of memory with parts of them, and ThreadX's. What was read is looked at by lint and the
 * statistics, too, which must bear whatever a reader lets through.
 */
#include "fuzz.h"

#include "../../tools/trace/lint.h"
#include "../../tools/trace/read.h"
#include "../../tools/trace/stats.h"

#include <stdlib.h>
#include <string.h>

static void look(const struct tt_trace *trace)
{
    static struct tt_stats stats;
    struct tt_findings findings = {0};

    tt_lint_findings(trace, &findings, NULL);
    if (tt_stats_take(&stats, trace, &(struct tt_stats_wish){NULL, NULL}) == 0)
        tt_stats_drop(&stats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tt_input in = {.path = "input", .byte = malloc(size + 1), .size = size};
    struct tt_trace trace = {0};
    int result = 0;

    fuzz_quiet();
    if (in.byte == NULL)
        return 0;
    memcpy(in.byte, data, size);
    in.byte[size] = 0;
    if (tt_is_trx(&in))
        result = tt_read_trx(&trace, &in);
    else
        tt_read_takt(&trace, &in);
    if (result == 0 && trace.cores != 0) {
        tt_settle(&trace);
        look(&trace);
    }
    tt_free(&trace);
    free(in.byte);
    return 0;
}
