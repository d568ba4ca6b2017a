/* Between the files of the report. Tables are filled once, printed, and written from the same cells. */
#ifndef TAKT_CONTENTION_REPORT_H
#define TAKT_CONTENTION_REPORT_H

#include "figures.h"

#include "../common/result.h"
#include "../common/stats.h"
#include "../common/table.h"

extern struct takt_table contention_paper_table, contention_improvement_table, contention_long_table,
    contention_core_table, contention_task_table;

/* Fill them. */
void contention_fill_paper(void);
void contention_fill_improvement(void);
void contention_fill_long(void);
void contention_fill_cores(void);
void contention_fill_tasks(void);

/* The table of mixed priorities: fill and print it, with what it answers; write it. */
#if CONFIG_TAKT_CONTENTION_MIXED
void contention_say_mixed(void);
void contention_write_mixed(struct takt_result *result);
#else
static inline void contention_say_mixed(void)
{
}

static inline void contention_write_mixed(struct takt_result *result)
{
    (void)result;
}
#endif

#define CONTENTION_VERDICTS 20 /* at most */

/** The longest that a request may wait for its grant among so many cores with K overtakings, ns. Exact boards. */
int64_t contention_bound(unsigned cores, unsigned overtakings);

/** The demands of this run. @return how many */
unsigned contention_verdicts(const struct takt_result_verdict **verdicts);

extern struct contention_machine contention_machine;

/** The command line that gives this result again. */
const char *contention_command(void);

#endif
