/* Between the files of the report. */
#ifndef TAKT_TOOLS_COSTS_REPORT_H
#define TAKT_TOOLS_COSTS_REPORT_H

#include "../../apps/common/result.h"
#include "../../apps/common/table.h"

#include <takt/types.h>

#include "costs.h"

/* masked.c */
extern struct takt_table costs_masked_table;
void costs_fill_masked(void);
int64_t costs_longest_masked(void);
/** Sites whose longest window in the largest crowd is longer than in the smaller ones. */
unsigned costs_sites_that_grow(void);

#endif
