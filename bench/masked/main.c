/*
 * Every masked step of the kernel around crowds of 4, 64 and 512 (tests/masked/windows.c), for whoever counts how long
 * each lasts. A label stands where a crowd begins.
 */
#include "masked.h"

#include "place.h"

static struct takt_thread probe;
static _Alignas(16) unsigned char stack[32 * TAKT_STACK_MIN];

void masked_fail(const char *what, const char *file, int line)
{
    takt_printf("FAIL %s:%d: not so: %s\n", file, line, what);
    takt_exit(1);
}

/* There is one core. */
void across_work(void)
{
}

static TAKT_PLACED void around(unsigned crowd)
{
    TAKT_PLACE(phase);
    windows_work(crowd, MASKED_BYTES);
    takt_printf("a crowd of %u is done\n", crowd);
}

static void work(void *arg)
{
    (void)arg;
    around(4);
    around(64);
    around(MASKED_CROWD);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "probe", .entry = work, .stack = stack, .stack_size = sizeof stack, .priority = MASKED_PROBE};

    if (core != 0)
        return;
    MASKED_CHECK(takt_thread_create(&probe, &attr) == 0);
    MASKED_CHECK(takt_thread_start(&probe) == 0);
}
