/* Between the files of the report. */
#ifndef LATENCY_REPORT_H
#define LATENCY_REPORT_H

#include "latency.h"

#include "../common/result.h"

#define LATENCY_TABLES   5u
#define LATENCY_VERDICTS 6u

/** The tables, filled and printed. */
const struct takt_table *const *latency_tables(void);

/** The demands that what was measured can be held to. @return how many */
unsigned latency_verdicts(const struct takt_result_verdict **list);

/** Whether a load was measured. */
static inline bool latency_measured(unsigned load)
{
    return latency_figures[load].part[LATENCY_WHOLE].count != 0;
}

/** The whole latency under a load. */
static inline const struct takt_histogram *latency_whole(unsigned load)
{
    return &latency_figures[load].part[LATENCY_WHOLE];
}

/** What the worst sample of a load waited for, in words. */
const char *latency_worst_words(unsigned load, char *buffer, size_t size);

/** The line that gives this result again. */
const char *latency_command(void);

#endif
