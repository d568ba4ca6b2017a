/* Tables, verdicts, the result file. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "measure.h"

#include "../../apps/common/result.h"

/** The tables of the points: filled by bench_tables_make(). */
extern struct takt_table bench_tables[];
extern unsigned bench_table_count;

void bench_tables_make(void);
void bench_tables_print(void);

#define BENCH_VERDICTS 40u

/** The verdicts. @return how many */
unsigned bench_verdicts_make(struct takt_result_verdict verdicts[BENCH_VERDICTS]);

/** Requests that were passed by more grants than their lock allows; each is told. A failed run. */
unsigned bench_bounds_broken(void);

/** Print all and write the result. @return whether every demand holds and no bound was broken */
bool bench_report(enum bench_form form);

#endif
