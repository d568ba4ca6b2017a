/* The real interrupt: the module linux/pirq takes it, and stamps each part of its way. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../pirq/pirq.h"
#include "counter.h"
#include "latency.h"

#define DEVICE "/dev/pirq"

static int device = -1;

/* The module has its own rate; a result that names another would be wrong. */
static bool right_rate(char *why, unsigned size)
{
    unsigned rate = 0;
    FILE *file = fopen("/sys/module/pirq/parameters/rate", "r");
    if (file != NULL) {
        if (fscanf(file, "%u", &rate) != 1) {
            rate = 0;
        }
        fclose(file);
    }
    if (rate == latency_arguments.rate) {
        return true;
    }
    snprintf(why, size, "the module pirq is loaded with rate=%u: say --rate %u, or load it anew with rate=%u",
             rate, rate, latency_arguments.rate);
    return false;
}

static bool present(char *why, unsigned size)
{
    if (access(DEVICE, R_OK) == 0) {
        return right_rate(why, size);
    }
    if (errno == EACCES) {
        snprintf(why, size, DEVICE " may not be read: run as root");
    } else {
        snprintf(why, size,
                 "the module is not loaded: make -C linux/pirq && insmod linux/pirq/pirq.ko "
                 "(docs/linux.md says what must be unbound first)");
    }
    return false;
}

static void read_record(struct pirq_record *record)
{
    ssize_t got;
    do {
        got = read(device, record, sizeof *record);
    } while (got < 0 && errno == EINTR);
    if (got != sizeof *record) {
        latency_die(DEVICE ": %s", got < 0 ? strerror(errno) : "a short record");
    }
}

/* What came before the first wait is not to be measured. */
static void begin(void)
{
    struct pirq_record old;
    device = open(DEVICE, O_RDONLY);
    if (device < 0) {
        latency_die(DEVICE ": %s", strerror(errno));
    }
    read_record(&old);
    read_record(&old);
}

static void wait(struct latency_sample *sample)
{
    struct pirq_record record;
    read_record(&record);
    uint64_t user = counter_now();
    uint64_t first = record.thread != 0 ? record.thread : record.wake;
    *sample = (struct latency_sample){
        .part = {counter_span(record.handler, first), counter_span(first, record.wake),
                 counter_span(record.wake, record.runs), counter_span(record.runs, user),
                 counter_span(record.handler, user)},
        .interrupt = record.handler,
        .user = user,
        .missed = record.passed,
    };
}

static void end(void)
{
    close(device);
}

const struct latency_source latency_pirq = {
    .name = "pirq",
    .title = "the real-time clock's interrupt 8, taken by the module linux/pirq",
    .leaves_out = "from the hardware to the handler's first instruction (as the paper's)",
    .parts = true,
    .present = present,
    .begin = begin,
    .wait = wait,
    .end = end,
};
