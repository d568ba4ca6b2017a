/* On host time is the machine's, and flash is memory. */
#include "edge.h"

const struct edge_board edge_board = {
    .timed = true,
    .time_kind = "real",
    .time_note =
        "Real time of this machine, which others share. Flash is a model in memory: reading it costs what "
        "memory costs.",
};

int64_t edge_clock(void)
{
    return takt_now();
}
