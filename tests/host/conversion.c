/*
 * Spans to counter units and back, for the rate that this run was calibrated to: both roundings at random values of
 * every size and at the edges, where a product no longer fits in 64 bits.
 */
#include "host_test.h"

#define VALUES 1000000u

static struct host_test_thread checker;
static uint64_t random_state;

static uint64_t random_any_size(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state * 0x9e3779b97f4a7c15u) >> (random_state >> 58);
}

/* The fewest units that are not shorter than the span. */
static void check_from(takt_time_t ns)
{
    uint64_t units = takt_port_from_ns(ns);

    if (units != UINT64_MAX)
        HOST_TEST_CHECK(takt_port_to_ns(units) >= ns);
    if (units != 0)
        HOST_TEST_CHECK(takt_port_to_ns(units - 1) < ns || units == UINT64_MAX);
}

/* The longest span that is not longer than the units. */
static void check_to(uint64_t units)
{
    takt_time_t ns = takt_port_to_ns(units);

    HOST_TEST_CHECK(ns >= 0);
    HOST_TEST_CHECK(takt_port_from_ns(ns) <= units);
    if (ns != INT64_MAX)
        HOST_TEST_CHECK(takt_port_from_ns(ns + 1) > units || units == UINT64_MAX);
    if (units != UINT64_MAX)
        HOST_TEST_CHECK(takt_port_to_ns(units + 1) >= ns);
}

static void check_edges(void)
{
    HOST_TEST_CHECK(takt_port_from_ns(0) == 0 && takt_port_to_ns(0) == 0);
    for (unsigned shift = 0; shift < 64; shift++) {
        for (uint64_t off = 0; off < 5; off++) {
            uint64_t value = ((uint64_t)1 << shift) + off - 2;

            check_to(value);
            check_from((takt_time_t)(value & INT64_MAX));
        }
    }
    check_to(UINT64_MAX);
    check_from(INT64_MAX);
    HOST_TEST_CHECK(takt_port_from_ns(INT64_MAX) > takt_port_from_ns(INT64_MAX / 2));
}

static void check_all(void *arg)
{
    (void)arg;
    random_state = host_test_number("seed", takt_port_counter() | 1);
    takt_printf("seed %llu\n", (unsigned long long)random_state);
    check_edges();
    for (unsigned i = 0; i < VALUES; i++) {
        check_from((takt_time_t)(random_any_size() & INT64_MAX));
        check_to(random_any_size());
    }
    host_test_done("values both ways", VALUES, VALUES);
}

void takt_main(unsigned core)
{
    if (core == 0)
        host_test_start(&checker,
                        &(struct takt_thread_attr){.name = "checker", .entry = check_all, .priority = 5});
}
