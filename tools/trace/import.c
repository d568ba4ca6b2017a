/*
 * takt-trace import: what other kernels wrote as a recording of Takt's own. The other commands read such files as they
 * are; an import keeps several in one file, and gives ticks their length.
 */
#include "commands.h"

#include "write.h"

#include <stdlib.h>

int tt_import(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    const char *out = tt_option(arguments, "--out", 0), *tick = tt_option(arguments, "--tick", 0);
    double length = tick != NULL ? strtod(tick, NULL) : 1.0;
    bool told;

    if (out == NULL || length <= 0.0 || length > 1e9) {
        fprintf(stderr,
                "takt-trace: import takes --out FILE, and --tick with the nanoseconds that a unit of the "
                "other clock lasts: --tick 5 at 200 MHz.\n");
        return 2;
    }
    told = tt_banner(trace, stderr);
    if (tt_write(trace, length, out) != 0)
        return 2;
    printf("%zu events of %u cores\n", trace->count, trace->cores);
    return told ? 1 : 0;
}
