/*
 * hackbench, as Takt sees it: groups of 20 senders and 20 receivers; every sender sends to every receiver of its group in
 * turn, 100 bytes a message, for ever. In Linux's each receiver reads from a pipe; here it has a queue.
 *
 * The end: senders are told and end; each receiver then gets a message that is empty.
 */
#include "latency.h"

#include <string.h>

#define MESSAGES  4u /* a queue holds */
#define RECEIVERS (LATENCY_GROUPS * LATENCY_PARTY)

struct message {
    uint32_t words[LATENCY_BYTES / 4];
};

static struct takt_queue queues[RECEIVERS];
static void *store[RECEIVERS][TAKT_QUEUE_WORDS(sizeof(struct message), MESSAGES)];
static volatile bool runs;
static uint32_t received[RECEIVERS]; /* each receiver's own */

static void sender(unsigned number)
{
    unsigned group = number / LATENCY_PARTY;
    struct message message;

    memset(&message, 1, sizeof(message));
    while (runs) {
        for (unsigned i = 0; i < LATENCY_PARTY && runs; i++)
            (void)takt_queue_send(&queues[group * LATENCY_PARTY + i], &message, TAKT_FOREVER);
    }
}

static void receiver(unsigned number)
{
    struct message message = {{1}};

    while (message.words[0] != 0) {
        (void)takt_queue_receive(&queues[number], &message, TAKT_FOREVER);
        received[number]++;
    }
}

static void run(void *arg)
{
    unsigned number = (unsigned)(uintptr_t)arg;

    if (number < RECEIVERS)
        receiver(number);
    else
        sender(number - RECEIVERS);
}

void latency_messages_begin(void)
{
    for (unsigned i = 0; i < RECEIVERS; i++)
        latency_must(takt_queue_init(&queues[i], store[i], sizeof(struct message), MESSAGES),
                     "takt_queue_init");
    runs = true;
    latency_crew_start(LATENCY_CREW_MESSAGES, 2 * RECEIVERS, "hackbench", LATENCY_PRIORITY_MESSAGES, run);
}

void latency_messages_end(void)
{
    const struct message last = {{0}};

    runs = false;
    latency_crew_join(LATENCY_CREW_MESSAGES + RECEIVERS, RECEIVERS);
    for (unsigned i = 0; i < RECEIVERS; i++)
        latency_must(takt_queue_send(&queues[i], &last, TAKT_FOREVER), "takt_queue_send");
    latency_crew_join(LATENCY_CREW_MESSAGES, RECEIVERS);
    for (unsigned i = 0; i < RECEIVERS; i++)
        latency_must(takt_queue_delete(&queues[i]), "takt_queue_delete");
}

uint64_t latency_messages_done(void)
{
    uint64_t done = 0;

    for (unsigned i = 0; i < RECEIVERS; i++)
        done += received[i];
    return done;
}
