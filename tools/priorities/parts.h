/*
 * Tables of paper 3's experiment, each from the recordings that apps/priorities has made. A part reads its recordings,
 * fills its table, and says what was demanded of it.
 */
#ifndef TAKT_TOOLS_PRIORITIES_H
#define TAKT_TOOLS_PRIORITIES_H

#include "../trace/trace.h"

#include "../../apps/common/result.h"
#include "../../apps/common/stats.h"
#include "../../apps/priorities/cases.h"

#define SIZES 2u /* of messages */

/** The folder with the recordings. */
extern const char *priorities_folder;
/** The board that they are of. */
extern char priorities_board[16];
extern const unsigned priorities_sizes[SIZES];

/**
 * Read priorities-NAME.takt; give it back by tt_free().
 * @return 0; -1: it cannot be used or has losses, which is said on the standard error
 */
int priorities_read(struct tt_trace *trace, const char *name);

/** The name of a case's recording; lasts until the next call. */
const char *priorities_case_name(unsigned size, unsigned number);

/** Each: read and fill. @return 0; -1: a recording cannot be used */
int priorities_cycles(void);
int priorities_latency(void);
int priorities_spread(void);
int priorities_slices(void);
int priorities_inversion(void);

extern struct takt_table priorities_cycles_table, priorities_latency_table, priorities_spread_table,
    priorities_slices_table, priorities_inversion_table;

/** What was demanded: after the part was filled. */
extern struct takt_result_verdict priorities_cycles_verdict, priorities_blocks_verdict,
    priorities_spread_verdict, priorities_slices_verdict, priorities_inversion_verdict;

#endif
