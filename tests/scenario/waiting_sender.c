/* Senders to a full queue: a grant takes one message out, and the messages stay in order. */
#include "waiting.h"

#define CAPACITY 2

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(uint64_t), CAPACITY)];
static uint64_t entered, left;

static int send(takt_deadline_t deadline)
{
    static const uint64_t message = 7;
    int result = takt_queue_send(&queue, &message, deadline);

    entered += result == 0;
    return result;
}

static void reset(void)
{
    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(uint64_t), CAPACITY), 0);
    entered = left = 0;
    for (unsigned i = 0; i < CAPACITY; i++)
        EXPECT_EQ(send(TAKT_NO_WAIT), 0);
}

static int receive(void)
{
    uint64_t message = 0;
    int result = takt_queue_receive(&queue, &message, TAKT_NO_WAIT);

    EXPECT(result != 0 || message == 7);
    left += result == 0;
    return result;
}

static void finish(void)
{
    scenario_join_all();
    EXPECT_EQ(entered - left, takt_queue_count(&queue));
}

static int drop(void)
{
    return takt_queue_delete(&queue);
}

static int check(void)
{
    return takt_queue_check(&queue);
}

static long available(void)
{
    return CAPACITY - (long)takt_queue_count(&queue);
}

const struct waitable waitable = {.reset = reset,
                                  .wait = send,
                                  .grant = receive,
                                  .finish = finish,
                                  .drop = drop,
                                  .check = check,
                                  .available = available};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON, WAITING_ORDERED, WAITING_STORED);
#endif
