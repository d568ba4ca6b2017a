/* Each option has a range; what is out of it is told with the range. */
#include "arguments.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "latency.h"

struct latency_arguments latency_arguments = {
    .source = "auto",
    .results = "build/results",
    .rate = 2048,
    .seconds = 10,
    .priority = 90,
    .cpu = -1,
};

static const char usage[] =
    "takt-latency: how late a thread runs after the interrupt that it waits for.\n"
    "\n"
    "  --source auto|pirq|rtc|timer  the module linux/pirq, /dev/rtc0, a timer; auto: the first that is "
    "there\n"
    "  --rate HZ                     interrupts a second, 2 to 8192 (2048); pirq and rtc: a power of two\n"
    "  --seconds N                   to measure (10)\n"
    "  --samples N                   to take, instead of a time\n"
    "  --priority N                  1 to 99: SCHED_FIFO (90); 0: an ordinary thread\n"
    "  --cpu N                       stay on this processor\n"
    "  --load hackbench              20 groups of senders and receivers, meanwhile\n"
    "  --over US                     stop at the first latency beyond, and show what ran instead\n"
    "  --trace                       parts from the kernel's trace, for rtc and timer (x86)\n"
    "  --histogram                   how many samples up to each power of two\n"
    "  --results FOLDER              where the result goes (build/results)\n";

enum option_key {
    SOURCE = 256,
    RATE,
    SECONDS,
    SAMPLES,
    PRIORITY,
    CPU,
    LOAD,
    OVER,
    TRACE,
    HISTOGRAM,
    RESULTS,
    HELP
};

static const struct option options[] = {
    {"source", required_argument, NULL, SOURCE},
    {"rate", required_argument, NULL, RATE},
    {"seconds", required_argument, NULL, SECONDS},
    {"samples", required_argument, NULL, SAMPLES},
    {"priority", required_argument, NULL, PRIORITY},
    {"cpu", required_argument, NULL, CPU},
    {"load", required_argument, NULL, LOAD},
    {"over", required_argument, NULL, OVER},
    {"trace", no_argument, NULL, TRACE},
    {"histogram", no_argument, NULL, HISTOGRAM},
    {"results", required_argument, NULL, RESULTS},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int64_t number(const char *name, int64_t least, int64_t most)
{
    char *end;
    long long value = strtoll(optarg, &end, 10);
    if (*end != 0 || end == optarg || value < least || value > most) {
        latency_die("--%s '%s': a number from %lld to %lld", name, optarg, (long long)least, (long long)most);
    }
    return value;
}

static const char *one_of(const char *name, const char *const *words)
{
    char known[128] = "";
    for (; *words != NULL; words++) {
        if (strcmp(optarg, *words) == 0) {
            return *words;
        }
        snprintf(known + strlen(known), sizeof known - strlen(known), " %s", *words);
    }
    latency_die("--%s '%s': one of%s", name, optarg, known);
}

static void take(int key)
{
    static const char *const sources[] = {"auto", "pirq", "rtc", "timer", NULL};
    static const char *const loads[] = {"hackbench", NULL};
    struct latency_arguments *to = &latency_arguments;
    switch (key) {
    case SOURCE:
        to->source = one_of("source", sources);
        break;
    case RATE:
        to->rate = (uint32_t)number("rate", 2, 8192);
        break;
    case SECONDS:
        to->seconds = (uint32_t)number("seconds", 1, 1000000);
        break;
    case SAMPLES:
        to->samples = (uint64_t)number("samples", 2, 1000000000);
        break;
    case PRIORITY:
        to->priority = (int)number("priority", 0, 99);
        break;
    case CPU:
        to->cpu = (int)number("cpu", 0, 1023);
        break;
    case LOAD:
        to->load = one_of("load", loads);
        break;
    case OVER:
        to->over = number("over", 1, 1000000000) * 1000;
        break;
    case TRACE:
        to->trace = true;
        break;
    case HISTOGRAM:
        to->histogram = true;
        break;
    case RESULTS:
        to->results = optarg;
        break;
    case HELP:
        fputs(usage, stdout);
        exit(0);
    default:
        latency_die("it takes these options:\n%s", usage);
    }
}

void arguments_parse(int argc, char **argv)
{
    int key;
    opterr = 0;
    while ((key = getopt_long(argc, argv, "", options, NULL)) != -1) {
        take(key);
    }
    if (optind < argc) {
        latency_die("'%s' is no option. It takes:\n%s", argv[optind], usage);
    }
    if (latency_arguments.trace && latency_arguments.over != 0) {
        latency_die("--trace and --over both use the kernel's trace: say one of them");
    }
    if (latency_arguments.samples == 0) {
        latency_arguments.samples = (uint64_t)latency_arguments.seconds * latency_arguments.rate;
    }
}
