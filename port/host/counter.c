/*
 * The counter: the processor's own where it runs at one speed and never stops, else the host's clock.
 *
 * On x86-64 that is the time stamp counter, if the processor says that it is invariant; on AArch64 the virtual
 * counter. Its rate is measured against the host's clock at the start. A reading waits for the loads before
 * it, so that a stamp taken after an acquire is not older than the acquire.
 *
 * One unit is rate / 2^32 ns, by definition, and both conversions are exact about that:
 *   to_ns(u)   = floor(u rate / 2^32)
 *   from_ns(t) = ceil(t 2^32 / rate)      so  to_ns(from_ns(t)) >= t > to_ns(from_ns(t) - 1)
 * A unit is at most 10 us, so rate has at most 46 bits, and the products fit in 64 + 46 and 63 + 32 bits. What
 * does not fit the result saturates.
 */
#include "host.h"

#include <time.h>

#define ONE         ((uint64_t)1 << 32)
#define CALIBRATION TAKT_MS(10)
#define ROOM        TAKT_S(24 * 3600) /* before the counter's end, at least */

static uint64_t rate = ONE; /* ns a unit, 32 bits after the point */
static uint64_t base;       /* the counter is the raw one less base */
static bool clock_only = true;
static const char *name = "CLOCK_MONOTONIC";

static uint64_t clock_ns(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#if defined(__x86_64__)

#include <cpuid.h>

#define RAW_NAME "time stamp counter"

static uint64_t raw(void)
{
    uint32_t low, high;

    __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)::"memory");
    return (uint64_t)high << 32 | low;
}

static bool raw_usable(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & 1u << 8) != 0;
}

#else

#define RAW_NAME "virtual counter"

static uint64_t raw(void)
{
    uint64_t value;

    __asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(value)::"memory");
    return value;
}

static bool raw_usable(void)
{
    return true;
}

#endif

/* Both clocks at one moment: of several pairs the one taken in the shortest time. */
static void sample(uint64_t *units, uint64_t *ns)
{
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < 32; i++) {
        uint64_t before = raw(), t = clock_ns(), after = raw();

        if (after - before < best) {
            best = after - before;
            *units = before + best / 2;
            *ns = t;
        }
    }
}

static void calibrate(void)
{
    uint64_t units[2], ns[2];

    sample(&units[0], &ns[0]);
    (void)nanosleep(&(struct timespec){.tv_nsec = CALIBRATION}, NULL);
    sample(&units[1], &ns[1]);
    if (units[1] - units[0] < 1000) /* a unit of more than 10 us */
        return;
    rate = (uint64_t)((unsigned __int128)(ns[1] - ns[0]) * ONE / (units[1] - units[0]));
    clock_only = false;
    name = RAW_NAME;
}

uint64_t takt_port_counter(void)
{
    return (clock_only ? clock_ns() : raw()) - base;
}

uint64_t takt_port_from_ns(takt_time_t ns)
{
    unsigned __int128 units = ((unsigned __int128)ns * ONE + rate - 1) / rate;

    return units > UINT64_MAX ? UINT64_MAX : (uint64_t)units;
}

takt_time_t takt_port_to_ns(uint64_t units)
{
    unsigned __int128 ns = (unsigned __int128)units * rate / ONE;

    return ns > INT64_MAX ? INT64_MAX : (takt_time_t)ns;
}

void takt_host_counter_calibrate(void)
{
    if (raw_usable())
        calibrate();
}

void takt_host_counter_distrust(void)
{
    clock_only = true;
    rate = ONE;
    name = "CLOCK_MONOTONIC";
}

bool takt_host_counter_fits(takt_time_t start)
{
    return start <= INT64_MAX - ROOM && takt_port_from_ns(start + ROOM) != UINT64_MAX;
}

void takt_host_counter_begin(takt_time_t start)
{
    base = 0;
    base = takt_port_counter() - takt_port_from_ns(start);
}

const char *takt_host_counter_name(void)
{
    return name;
}

uint64_t takt_host_counter_hz(void)
{
    return (uint64_t)((unsigned __int128)1000000000u * ONE / rate);
}
