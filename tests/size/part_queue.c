#include "part.h"

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(uint32_t), 2)];
static uint32_t received;

static void receive(void *arg)
{
    (void)arg;
    for (;;)
        CHECK(takt_queue_receive(&queue, &received, TAKT_FOREVER) == 0);
}

void part_queue(void)
{
    uint32_t message = 1;

    CHECK(takt_queue_init(&queue, store, sizeof message, 2) == 0);
    CHECK(takt_queue_receive(&queue, &message, TAKT_MS(1)) == -ETIMEDOUT);
    for (; message <= 2; message++)
        CHECK(takt_queue_send(&queue, &message, TAKT_NO_WAIT) == 0);
    CHECK(takt_queue_send(&queue, &message, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_queue_peek(&queue, &message) == 0 && message == 1);
    (void)part_helper(PART_HIGHER, receive, NULL);
    CHECK(received == 2 && takt_queue_count(&queue) == 0);
    message = 3;
    CHECK(takt_queue_send(&queue, &message, TAKT_FOREVER) == 0 && received == 3);
    CHECK(takt_queue_check(&queue) == 0);
}
