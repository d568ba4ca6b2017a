/*
 * On host time is the machine's. The clock is the C library's, for Takt's threads and for plain ones alike:
 * it reads a counter without a system call and without state, so an interrupt in the middle does no harm.
 */
#include "contention.h"

#include "../common/text.h"

#include <stdlib.h>
#include <time.h>

const struct contention_board contention_board = {
    .time_kind = "real",
    .time_note =
        "Real time of this machine, which others share: medians and 99.9 % are evidence, maxima are not.",
    .real = true,
};

void contention_sizes_default(struct contention_sizes *sizes, unsigned cores)
{
    (void)cores;
    *sizes = (struct contention_sizes){
        .requests = 400,
        .repeats = 5,
        .runs = 101,
        .enough = 1000000,
        .rounds = 80,
        .counts = 3,
        .rates = 9,
        .ratios = 31,
        .windows = 9,
        .slice = TAKT_MS(15),
        .window = TAKT_MS(200),
        .think = TAKT_US(2),
    };
}

int64_t contention_clock(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void contention_machine_look(struct contention_machine *machine)
{
    static char load[64] = "unknown";
    struct takt_text text;
    double one = 0;

    if (getloadavg(&one, 1) == 1) {
        takt_text_begin(&text, load, sizeof(load));
        takt_text_add(&text, "average ");
        takt_text_fixed(&text, (int64_t)(one * 100), 2);
        takt_text_add(&text, " before the start");
    }
    *machine = (struct contention_machine){.load = load};
}
