/*
 * With the recorder (--set CONFIG_TAKT_TRACE=y) the worst case so far of each load is kept as a recording,
 * latency-<load>.takt, whose last events are those between the interrupt and its thread. What is recorded takes longer, so
 * such a run explains, and does not measure.
 *
 * The first samples of a load are each the worst so far; they are not kept.
 */
#include "latency.h"

#include <takt/trace.h>

#include "../common/text.h"

#define FIRST 64u

void latency_keep_begin(void)
{
    if (CONFIG_TAKT_TRACE)
        takt_trace_start(TAKT_TRACE_FLIGHT, 0);
}

bool latency_keep(const struct latency_figures *figures)
{
    char buffer[48];
    struct takt_text text;

    if (!CONFIG_TAKT_TRACE || figures->part[LATENCY_WHOLE].count <= FIRST)
        return false;
    takt_trace_stop();
    latency_source_stop();
    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "latency-");
    takt_text_add(&text, latency_loads[figures - latency_figures].name);
    takt_text_add(&text, ".takt");
    latency_must(takt_trace_save(buffer), "takt_trace_save");
    takt_printf("  the worst so far is recorded: %s\n", buffer);
    takt_trace_start(TAKT_TRACE_FLIGHT, 0);
    latency_source_start(latency_arguments.rate);
    return true;
}

void latency_keep_end(void)
{
    if (CONFIG_TAKT_TRACE)
        takt_trace_stop();
}
