/*
 * /dev/rtc0, the standard interface. Since 2.6.38 the kernel emulates its periodic interrupts by a timer, so no hardware of
 * the clock takes part. Nobody says when an interrupt came; but read() says how many periods have gone by, so the moments
 * lie on a line, and the lower edge of what was seen is that line. The latency is known but for its own minimum, which
 * is added nowhere: the least of each run is 0.
 *
 * Two passes, so all stamps are kept: 16 bytes each. The line goes through the earliest sample of each half of the run
 * (its drift against the nominal rate is a few millionths).
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/rtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "counter.h"
#include "latency.h"

#define DEVICE "/dev/rtc0"

struct stamp {
    uint64_t user;
    uint64_t period; /* its number */
};

static int device = -1;
static struct stamp *stamps;
static uint64_t count, period;

static bool present(char *why, unsigned size)
{
    if (access(DEVICE, R_OK) == 0) {
        return true;
    }
    if (errno == EACCES) {
        snprintf(why, size, DEVICE " may not be read: run as root");
    } else {
        snprintf(why, size, "there is no " DEVICE ": modprobe rtc_cmos, or bind the driver again");
    }
    return false;
}

static void begin(void)
{
    device = open(DEVICE, O_RDONLY);
    if (device < 0) {
        latency_die(DEVICE ": %s%s", strerror(errno), errno == EBUSY ? ": another program has it open" : "");
    }
    if (ioctl(device, RTC_IRQP_SET, (unsigned long)latency_arguments.rate) != 0) {
        latency_die(DEVICE
                    ": %u Hz: %s. Above 64 Hz it takes root, or a higher /proc/sys/dev/rtc/max-user-freq",
                    latency_arguments.rate, strerror(errno));
    }
    if (ioctl(device, RTC_PIE_ON, 0) != 0) {
        latency_die(DEVICE " has no periodic interrupts: %s", strerror(errno));
    }
    stamps = calloc(latency_arguments.samples, sizeof *stamps);
    if (stamps == NULL) {
        latency_die("no memory for %llu samples", (unsigned long long)latency_arguments.samples);
    }
}

static void wait(struct latency_sample *sample)
{
    unsigned long data;
    if (read(device, &data, sizeof data) != sizeof data) {
        latency_die(DEVICE ": %s", strerror(errno));
    }
    uint64_t user = counter_now();
    uint64_t gone = data >> 8; /* periods since the last read */
    period += gone;
    if (count < latency_arguments.samples) {
        stamps[count++] = (struct stamp){user, period};
    }
    *sample = (struct latency_sample){.interrupt = user, .user = user, .missed = gone - 1};
}

/* The earliest stamp of [from, to), measured from the first at the nominal rate. */
static uint64_t earliest(uint64_t from, uint64_t to, double nominal)
{
    double least = 0.0;
    uint64_t found = from;
    for (uint64_t i = from; i < to; i++) {
        double after = (double)(stamps[i].user - stamps[0].user) -
                       nominal * (double)(stamps[i].period - stamps[0].period);
        if (i == from || after < least) {
            least = after;
            found = i;
        }
    }
    return found;
}

static double late(uint64_t i, double slope)
{
    return (double)(stamps[i].user - stamps[0].user) - slope * (double)(stamps[i].period - stamps[0].period);
}

static void finish(struct latency_figures *figures)
{
    double slope = 1e9 / latency_arguments.rate / counter_ns;
    uint64_t a = earliest(0, count / 2, slope);
    uint64_t b = earliest(count / 2, count, slope);
    if (stamps[b].period > stamps[a].period) {
        slope = (double)(stamps[b].user - stamps[a].user) / (double)(stamps[b].period - stamps[a].period);
    }
    double least = late(a, slope);
    for (uint64_t i = 0; i < count; i++) {
        least = late(i, slope) < least ? late(i, slope) : least;
    }
    figures->part[LATENCY_WHOLE] = (struct takt_histogram){0};
    memset(figures->bucket, 0, sizeof figures->bucket);
    for (uint64_t i = 0; i < count; i++) {
        struct latency_sample sample = {.user = stamps[i].user};
        sample.part[LATENCY_WHOLE] = (int64_t)((late(i, slope) - least) * counter_ns);
        latency_count(figures, &sample, counter_span(stamps[0].user, stamps[i].user));
    }
}

static void end(void)
{
    ioctl(device, RTC_PIE_OFF, 0);
    close(device);
    free(stamps);
}

const struct latency_source latency_rtc = {
    .name = "rtc",
    .title = DEVICE ", whose periodic interrupts the kernel emulates by a timer since 2.6.38",
    .leaves_out = "its own minimum: no stamp says when an interrupt came, so the least of a run is 0",
    .parts = false,
    .present = present,
    .begin = begin,
    .wait = wait,
    .finish = finish,
    .end = end,
};
