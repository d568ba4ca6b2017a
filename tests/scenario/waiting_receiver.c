/* Receivers of a queue: a grant is one message, and must arrive unchanged. */
#include "waiting.h"

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(uint64_t), 4)];
static uint64_t number, sent, received; /* a message is its number; sums of what went in and came out */

static void reset(void)
{
    EXPECT_EQ(takt_queue_init(&queue, store, sizeof number, 4), 0);
    number = sent = received = 0;
}

static int receive(takt_deadline_t deadline)
{
    uint64_t message = 0;
    int result = takt_queue_receive(&queue, &message, deadline);

    received += message;
    EXPECT_EQ(message != 0, result == 0);
    return result;
}

static int send(void)
{
    uint64_t message = ++number;
    int result = takt_queue_send(&queue, &message, TAKT_NO_WAIT);

    if (result == 0)
        sent += message;
    return result;
}

static void finish(void)
{
    scenario_join_all();
    while (receive(TAKT_NO_WAIT) == 0) {
    }
    EXPECT_EQ(received, sent);
}

static long available(void)
{
    return takt_queue_count(&queue);
}

static int drop(void)
{
    return takt_queue_delete(&queue);
}

static int check(void)
{
    return takt_queue_check(&queue);
}

const struct waitable waitable = {.reset = reset,
                                  .wait = receive,
                                  .grant = send,
                                  .finish = finish,
                                  .drop = drop,
                                  .check = check,
                                  .available = available};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON, WAITING_ORDERED, WAITING_STORED);
#endif
