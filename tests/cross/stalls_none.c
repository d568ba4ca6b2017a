/* Boards on which nobody decides who goes on. */
#include "cross_test.h"

#include "port.h"

void cross_begin(unsigned core)
{
    (void)core;
}

uint32_t cross_seed(void)
{
    return 1;
}

void cross_say_choices(void)
{
}

bool cross_exact_time(void)
{
    return false;
}

/* It hangs, with interrupts off. */
void cross_die(void)
{
    (void)takt_port_mask();
    for (;;)
        takt_port_relax();
}
