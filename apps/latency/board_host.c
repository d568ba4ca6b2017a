/*
 * On host the interrupt is a timer of the kernel, which raises a line. Its expiry is known: the start, and so many periods.
 * So what the host takes to deliver the signal belongs to the way to the handler.
 */
#include "latency.h"

#include <takt_port.h>

#define LINE 1u

struct latency_board latency_board = {
    .source = "a timer of the kernel's, which raises a line",
    .expiry = "the time that the timer was set to",
    .time_kind = "real",
    .time_note =
        "Real time of this machine, which others share: medians and 99.9 % are evidence, maxima are not.",
    .unit = {NULL, "us", 3},
    .histogram_unit = "ns",
    .seconds = 5,
    .source_line = LINE,
    .source_priority = 1,
    .lines = {2, 3},
    .line_priority = 5,
};

static struct takt_timer timer;
static takt_time_t period;
static uint64_t began, runs;

void latency_board_look(void)
{
}

static void raise_line(struct takt_timer *unused, void *arg)
{
    (void)unused;
    (void)arg;
    runs++;
    (void)takt_irq_pend(LINE);
}

void latency_source_start(uint32_t rate)
{
    period = 1000000000 / (takt_time_t)rate;
    began = takt_port_counter() + takt_port_from_ns(period);
    runs = 0;
    latency_must(takt_timer_init_direct(&timer, raise_line, NULL), "takt_timer_init_direct");
    latency_must(takt_timer_start(&timer, takt_at(takt_port_to_ns(began)), period), "takt_timer_start");
}

void latency_source_stop(void)
{
    (void)takt_timer_stop(&timer);
}

latency_clock_t latency_source_expiry(void)
{
    return began + (runs + takt_timer_missed(&timer) - 1) * takt_port_from_ns(period);
}

void latency_source_clear(void)
{
}

void latency_compute(uint32_t turns)
{
    for (volatile uint32_t left = turns; left > 0; left = left - 1)
        continue;
}

int64_t latency_value_of(latency_clock_t from, latency_clock_t to)
{
    return to > from ? takt_port_to_ns(to - from) : 0;
}
