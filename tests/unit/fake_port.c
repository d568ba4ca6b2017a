/* The fake port's functions. The conversions do what kernel/port.h asks: round up, round down, saturate. */
#include "kernel.h"

struct fake_port fake_port = {.units = 1, .per_ns = 1};

static struct takt_core core;

struct takt_core *takt_port_core(void)
{
    return &core;
}

uint64_t takt_port_from_ns(takt_time_t ns)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)(uint64_t)ns * fake_port.units;
    wide units = (product + fake_port.per_ns - 1) / fake_port.per_ns;

    return units > UINT64_MAX ? UINT64_MAX : (uint64_t)units;
}

takt_time_t takt_port_to_ns(uint64_t units)
{
    __extension__ typedef unsigned __int128 wide;
    wide ns = (wide)units * fake_port.per_ns / fake_port.units;

    return ns > INT64_MAX ? INT64_MAX : (takt_time_t)ns;
}

#if CONFIG_TAKT_WINDOWS
/* Nobody measures here. */
void takt_window_begin(enum takt_window_kind kind)
{
    (void)kind;
}

void takt_window_end(enum takt_window_kind kind)
{
    (void)kind;
}
#endif
