/*
 * The longest masked window does not grow: not with threads, timers, waiters, chains, held mutexes, posted objects or
 * message sizes; and no operation costs more beside more threads. Counted in basic blocks (count.h), so exact.
 *
 * Runs the same workload in several settings and prints, per masked site, the longest window in each. Fails if it is
 * longer in a later setting than in both of the first two (a few threads alone do not meet every case). run.sh compares
 * the sites with the kernel's sources, so none can be left out.
 */
#include "masked.h"

#include <string.h>

#include "count.h"

const unsigned masked_sizes[MASKED_SIZES] = {4, 64, 512, MASKED_CROWD};

/** Threads, timers, waiters, links of a chain ... of each, and bytes of a message. */
static const struct {
    unsigned crowd;
    size_t bytes;
} settings[COUNT_SETTINGS] = {{4, 12}, {64, 12}, {512, 12}, {MASKED_CROWD, 12}, {64, 64}, {64, 4096}};

static struct takt_thread probe;
static _Alignas(16) unsigned char stack[16 * TAKT_STACK_MIN];

void masked_fail(const char *what, const char *file, int line)
{
    takt_printf("FAIL %s:%d: not so: %s\n", file, line, what);
    takt_exit(1);
}

static const char *base(const char *place)
{
    const char *slash = strrchr(place, '/');

    return slash == NULL ? place : slash + 1;
}

static bool report_site(const struct count_site *site)
{
    uint64_t small = site->longest[0] > site->longest[1] ? site->longest[0] : site->longest[1];
    bool grows = false;

    takt_printf("%-24s", base(site->place));
    for (unsigned setting = 0; setting < COUNT_SETTINGS; setting++) {
        takt_printf(" %9llu", (unsigned long long)site->longest[setting]);
        grows = grows || (setting > 1 && site->longest[setting] > small);
    }
    takt_printf("%s\n", grows ? "  GROWS" : "");
    return !grows;
}

static void report_head(void)
{
    takt_printf(
        "blocks of the longest masked window, per site and setting (crowd x bytes of a message)\n%-24s", "");
    for (unsigned setting = 0; setting < COUNT_SETTINGS; setting++)
        takt_printf(" %4ux%4zu", settings[setting].crowd, settings[setting].bytes);
    takt_printf("\n");
}

static bool report(void)
{
    const struct count_site *sites;
    size_t count = count_sites(&sites);
    uint64_t windows = 0, longest = 0;
    bool right = count != 0;

    report_head();
    for (size_t i = 0; i < count; i++) {
        right = report_site(&sites[i]) && right;
        for (unsigned setting = 0; setting < COUNT_SETTINGS; setting++) {
            windows += sites[i].windows[setting];
            longest = sites[i].longest[setting] > longest ? sites[i].longest[setting] : longest;
        }
    }
    takt_printf("amount: %zu sites, %llu windows, the longest has %llu blocks\n", count,
                (unsigned long long)windows, (unsigned long long)longest);
    return right;
}

static void work(void *arg)
{
    bool right;

    (void)arg;
    for (unsigned setting = 0; setting < COUNT_SETTINGS; setting++) {
        count_begin(setting);
        windows_work(settings[setting].crowd, settings[setting].bytes);
        count_end();
    }
    for (unsigned size = 0; size < MASKED_SIZES; size++)
        costs_measure(masked_sizes[size], size);
    MASKED_CHECK(takt_core_check() == 0);
    right = report();
    right = costs_report() && right;
    takt_printf("%s\n", right ? "nothing grows" : "FAIL: something grows");
    takt_exit(right ? 0 : 1);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "probe", .entry = work, .stack = stack, .stack_size = sizeof stack, .priority = MASKED_PROBE};

    across_init(core);
    if (core != 0)
        return;
    MASKED_CHECK(takt_thread_create(&probe, &attr) == 0);
    MASKED_CHECK(takt_thread_start(&probe) == 0);
}
