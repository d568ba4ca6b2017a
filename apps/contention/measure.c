/*
 * What all measurements are made of: one run, and its rate. And the gaps: how long
 * the machine itself takes a core away, to be printed beside every maximum.
 */
#include "figures.h"

#include "../common/stats.h"

static struct contention_worker *worker_at(unsigned core, unsigned task)
{
    return contention_worker(contention_run_lock()->plain, core, task);
}

uint64_t contention_done(void)
{
    uint64_t done = 0;

    for (unsigned core = 0; core < contention_run.cores; core++)
        for (unsigned task = 0; task < contention_run.tasks; task++)
            done += worker_at(core, task)->done;
    return done;
}

struct contention_meetings contention_meetings;

static void count_meetings(void)
{
    bool looked = contention_run.mode == CONTENTION_TIMED || contention_run.mode == CONTENTION_COUNTED;

    if (!contention_board.turns || !looked || contention_run.cores == 1)
        return;
    contention_meetings.requests += contention_done();
    for (unsigned core = 0; core < contention_run.cores; core++)
        for (unsigned task = 0; task < contention_run.tasks; task++)
            contention_meetings.met += worker_at(core, task)->contended;
}

bool contention_met_enough(void)
{
    return 2 * contention_meetings.met >= contention_meetings.requests;
}

void contention_run_as(enum contention_kind kind, enum contention_mode mode, uint32_t requests,
                       unsigned bytes, takt_time_t slice)
{
    contention_run.kind = kind;
    contention_run.mode = mode;
    contention_run.requests = requests;
    contention_run.bytes = bytes;
    contention_run.slice = slice;
    contention_run_make();
    count_meetings();
}

int64_t contention_rate(void)
{
    int64_t began = INT64_MAX, ended = 0;

    for (unsigned core = 0; core < contention_run.cores; core++) {
        for (unsigned task = 0; task < contention_run.tasks; task++) {
            const struct contention_worker *worker = worker_at(core, task);

            began = worker->began < began ? worker->began : began;
            ended = worker->ended > ended ? worker->ended : ended;
        }
    }
    return takt_stats_ratio((int64_t)contention_done(), ended - began, 1000000000);
}

int64_t contention_gaps[CONTENTION_CORES];

void contention_measure_gaps(void)
{
    if (!contention_board.real)
        return;
    contention_run.cores = contention_arguments.cores;
    contention_run.tasks = 1;
    contention_run_as(CONTENTION_LLQ, CONTENTION_GAP, 0, 0, TAKT_MS(500));
    for (unsigned core = 0; core < contention_run.cores; core++)
        contention_gaps[core] = worker_at(core, 0)->gap;
}
