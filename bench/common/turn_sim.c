/* Computing takes no time on sim but by takt_work(). */
#include "line.h"

#include <takt/timer.h>

void bench_turn(void)
{
    takt_work(TAKT_US(9));
}
