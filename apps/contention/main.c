/*
 * ./takt run contention [--board sim|host] [key=value ...]
 *
 *   repeats=5 requests=400 bytes=512   the paper's shape
 *   cores=N       of the run's cores, how many contend
 *   hold=NS       computation inside a section
 *   locks=A,B     only these
 *   long=1        every lock makes all requests of the long form, however slow it is
 *   quick=1       a look in a few seconds: the tables are right, their times rest on little
 *   verdict=1     judge over long windows (about 90 s)
 *   tasks=1       print every task's figures
 *   think=NS      mixed priorities (--set CONFIG_TAKT_CONTENTION_MIXED=y): between the urgent core's requests, the mean
 */
#include "figures.h"

static void conduct(void)
{
    struct contention_end end;

    contention_report_head();
    contention_measure_gaps();
    contention_measure_setups();
    contention_measure_long_run();
    contention_measure_mixed();
    contention_report();
    if (!contention_met_enough()) {
        (void)contention_report_end();
        takt_printf(
            "contention: fewer than half of the requests met another core's, so the tables show no lock.\n"
            "The emulator's cores took long turns: does the section give way (CONTENTION_GIVE_WAY)?\n");
        takt_exit(1);
    }
    end = contention_report_end();
    takt_exit(end.bound && (end.all || !contention_arguments.verdict) ? 0 : 1);
}

void takt_main(unsigned core)
{
    if (core == 0)
        contention_arguments_read();
    contention_plain_begin(core);
    contention_locks_export(core);
    contention_run_begin(core, conduct);
}
