#include "line.h"

void bench_turn(void)
{
}
