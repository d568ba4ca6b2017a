/* The interrupt in the middle of an operation, from a timer of the board: at each of its counts. */
#include "masked.h"

#include "line.h"

#define COUNT_NS 40

const unsigned masked_moments = 60;

static void (*disturbs)(void);
static unsigned times;

static void bench_line_entry(void)
{
    bench_line_clear();
    if (times++ == 0)
        disturbs();
}

void masked_disturb_at(unsigned moment, void (*handler)(void))
{
    bench_line_stop();
    disturbs = handler;
    times = 0;
    if (moment != 0)
        bench_line_start(bench_line_entry,
                         (takt_time_t)(moment + 1) * COUNT_NS); /* a period of one is none */
}
