/* Boards on which nobody decides who goes on. */
#include "cross_test.h"

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

/* Only by an assertion, which says so. */
void cross_die_at(takt_time_t in)
{
    (void)in;
    takt_panic("a core dies on purpose", __FILE__, __LINE__);
}
