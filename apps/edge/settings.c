/* What is tried: nothing, each reduction alone, all. See edge.h. */
#include "edge.h"

const struct edge_setting edge_settings[EDGE_SETTINGS] = {
    {.name = "none"},
    {.name = "check in the background", .later = true},
    {.name = "that, and summaries", .summary = true, .later = true},
    {.name = "mapped once", .mapped = true},
    {.name = "nodes of 64 KiB", .large = true},
    {.name = "split root", .split = true},
    {.name = "all", .summary = true, .later = true, .mapped = true, .large = true, .split = true},
};
