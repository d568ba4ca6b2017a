/* The slices. Core 0 measures alone, while the other core sleeps; then both at a time. */
#include "host.h"

#include <takt/trace.h>

#include "kernel.h"

#define STACK 65536
#define CORES 2

static struct takt_thread threads[CORES];
static _Alignas(16) unsigned char stacks[CORES][STACK];
static struct trace_slices alone, both[CORES];
static struct takt_word begun, ended; /* core 0 measures beside the others; cores that have */

static void must(bool right, const char *what)
{
    if (right)
        return;
    takt_printf("FAIL: %s\n", what);
    takt_exit(1);
}

/* Units of the counter; the readings are all made, though nobody looks at them. */
static uint64_t read_clock(void)
{
    uint64_t began = takt_port_counter();

    for (unsigned i = 0; i < TRACE_TIMES; i++) {
        uint64_t now = takt_port_counter();

        __asm__ volatile("" : : "r"(now) : "memory");
    }
    return takt_port_counter() - began;
}

static uint64_t write_records(void)
{
    uint64_t began = takt_port_counter();

    for (unsigned i = 0; i < TRACE_TIMES; i++)
        takt_trace_mark(1, i);
    return takt_port_counter() - began;
}

static int64_t ps_each(uint64_t units)
{
    return takt_port_to_ns(units * 1000) / TRACE_TIMES;
}

static void measure(struct trace_slices *slices)
{
    takt_trace_start(TAKT_TRACE_FLIGHT, TAKT_TRACE_GROUP_user);
    (void)write_records();
    for (unsigned i = 0; i < TRACE_SLICES; i++) {
        uint64_t clock = read_clock(), record = write_records();

        slices->clock[i] = ps_each(clock);
        slices->record[i] = ps_each(record);
        slices->ratio[i] = (int64_t)(record * 1000 / clock);
    }
    takt_trace_stop();
}

static void wait_for(struct takt_word *word, uint32_t value)
{
    /* acquire: pairs with the releases in first() and other() */
    while (TAKT_LOAD(word, acquire) != value)
        (void)takt_sleep(TAKT_MS(1));
}

static void first(void *arg)
{
    unsigned cores = takt_core_count() < CORES ? 1 : CORES;

    (void)arg;
    (void)takt_sleep(TAKT_MS(100)); /* every core has started */
    measure(&alone);
    if (cores > 1) {
        /* release: pairs with the acquire in wait_for() */
        TAKT_STORE(&begun, 1, release);
        (void)takt_sleep(TAKT_MS(2)); /* so long it may be until the other core looks */
        measure(&both[0]);
        wait_for(&ended, 1);
    }
    must(trace_report(&alone, both, cores), "a record may take 1.4 times the clock's reading on one core");
    takt_printf("amount: %u slices of %u records on %u cores\n", TRACE_SLICES, TRACE_TIMES, cores);
    takt_exit(0);
}

static void other(void *arg)
{
    (void)arg;
    wait_for(&begun, 1);
    measure(&both[1]);
    /* release: pairs with the acquire in wait_for() */
    TAKT_STORE(&ended, 1, release);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "measure",
        .entry = core == 0 ? first : other,
        .stack = stacks[core < CORES ? core : 0],
        .stack_size = STACK,
        .priority = 5,
    };

    if (core >= CORES)
        return;
    must(takt_thread_create(&threads[core], &attr) == 0 && takt_thread_start(&threads[core]) == 0,
         "a thread does not start");
}
