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

/** The demands of this run. @return how many */
unsigned contention_verdicts(const struct takt_result_verdict **verdicts);

extern struct contention_machine contention_machine;

/** The command line that gives this result again. */
const char *contention_command(void);

#endif
