/*
 * A stream is handed over while the program runs: a thread works and records, a less urgent one drains what is full into
 * a file that others can read meanwhile. At a moderate rate nothing is lost.
 *
 * Arguments: ms=N, how long (500); file=PATH.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "kinds.h"

#define STACK  (TAKT_STACK_MIN + 16384)
#define PERIOD TAKT_US(500)
#define MARKS  10u /* in a period: 20,000 a second, beside what the kernel records */

static struct takt_thread works, drains;
static uintptr_t stacks[2][STACK / sizeof(uintptr_t)];
static struct takt_sem ended;
static takt_time_t length;
static uint32_t marks, packets;
static int file = -1;

/* The C library is entered with interrupts held back, as in board/common/result.c. */
static int put(void *context, const void *bytes, size_t size)
{
    takt_mask_t old = takt_port_mask();
    ssize_t written = write(file, bytes, size);

    (void)context;
    takt_port_unmask(old);
    return written == (ssize_t)size ? 0 : -EIO;
}

static void work(void *arg)
{
    takt_time_t end = takt_now() + length, next = takt_now();

    (void)arg;
    for (; next < end; next += PERIOD) {
        for (unsigned i = 0; i < MARKS; i++)
            takt_trace_mark(1, marks++);
        EXPECT(takt_sleep(takt_at(next + PERIOD)) == 0);
    }
    EXPECT(takt_sem_give(&ended) == 0);
}

static void drain(bool all)
{
    int result = takt_trace_drain(put, NULL, all);

    EXPECT(result >= 0);
    packets += (uint32_t)result;
}

static void start(struct takt_thread *thread, unsigned i, void (*entry)(void *), takt_prio_t priority)
{
    const struct takt_thread_attr attr = {.name = i == 0 ? "works" : "drains",
                                          .entry = entry,
                                          .stack = stacks[i],
                                          .stack_size = STACK,
                                          .priority = priority};

    EXPECT(takt_thread_create(thread, &attr) == 0 && takt_thread_start(thread) == 0);
}

static void run(void *arg)
{
    (void)arg;
    takt_trace_start(TAKT_TRACE_STREAM, 0);
    start(&works, 0, work, 3);
    while (takt_sem_take(&ended, TAKT_MS(5)) == -ETIMEDOUT)
        drain(false);
    takt_trace_stop();
    drain(true);
    EXPECT(takt_trace_lost() == 0);
    EXPECT(packets > CONFIG_TAKT_TRACE_PACKETS); /* more than the memory holds went through it */
    takt_printf("marks: %u\namount: %u packets\n", (unsigned)marks, (unsigned)packets);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    length = TAKT_MS(strtol(takt_argument("ms", "500"), NULL, 10));
    file = open(takt_argument("file", "stream.takt"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    EXPECT(file >= 0);
    EXPECT(takt_sem_init(&ended, 0, 1) == 0);
    start(&drains, 1, run, 6);
}
