/* Message processing: one thread sends itself a message of four words and receives it. */
#include "metric.h"

static volatile uint32_t counter;
static bool lost;

static void work(void)
{
    static uint32_t sent[4] = {0x11112222, 0x33334444, 0, 0}, received[4];

    for (;;) {
        if (!metric_queue_send(sent) || !metric_queue_receive(received) || received[3] != sent[3])
            break;
        sent[3]++;
        counter++;
    }
    lost = true;
}

static void init(void)
{
    (void)metric_queue_create();
    (void)metric_thread_create(0, 10, work);
    (void)metric_thread_resume(0);
}

static uint32_t count(void)
{
    return counter;
}

static bool right(void)
{
    return !lost && counter != 0;
}

const struct metric_test metric_message = {"message", "message processing", init, count, right};
