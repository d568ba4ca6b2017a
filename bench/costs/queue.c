/* Message queues: messages of 16 and of 4 bytes without a waiter, and 16 bytes to a waiting receiver. */
#include "costs.h"

#define CAPACITY 4

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(16, CAPACITY)];
static uint32_t sent[4] = {1, 2, 3, 4}, received[4];

static TAKT_PLACED void receiver(void *arg)
{
    uint32_t message[4];

    (void)arg;
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(receive_blocks);
        (void)takt_queue_receive(&queue, message, TAKT_FOREVER);
        TAKT_TO(send_wakes);
        COSTS_CHECK(message[3] == sent[3]);
    }
}

static TAKT_PLACED void wake(void)
{
    costs_help(receiver, COSTS_HELPER);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(send_wakes);
        (void)takt_queue_send(&queue, sent, TAKT_NO_WAIT);
        TAKT_TO(receive_blocks);
    }
    costs_helped();
}

static TAKT_PLACED void alone_16(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(send_16);
        (void)takt_queue_send(&queue, sent, TAKT_NO_WAIT);
        TAKT_TO(send_16);
        TAKT_FROM(receive_16);
        (void)takt_queue_receive(&queue, received, TAKT_NO_WAIT);
        TAKT_TO(receive_16);
        COSTS_CHECK(received[3] == sent[3]);
    }
}

static TAKT_PLACED void alone_4(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(send_4);
        (void)takt_queue_send(&queue, sent, TAKT_NO_WAIT);
        TAKT_TO(send_4);
        TAKT_FROM(receive_4);
        (void)takt_queue_receive(&queue, received, TAKT_NO_WAIT);
        TAKT_TO(receive_4);
        COSTS_CHECK(received[0] == sent[0]);
    }
}

void costs_queue(void)
{
    COSTS_CHECK(takt_queue_init(&queue, store, 16, CAPACITY) == 0);
    wake();
    alone_16();
    COSTS_CHECK(takt_queue_init(&queue, store, 4, CAPACITY) == 0);
    alone_4();
}
