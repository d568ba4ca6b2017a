/*
 * Two receivers in the window between their look and their wait, when two messages come at once: the
 * semaphore keeps one of the two gives, and the receiver that takes it must pass it on. Only sim can put them
 * there: an interrupt in the middle of the first one's look makes the second one due, which then runs as soon
 * as preemption is on again; an interrupt in the middle of its look does what core 1's messages do.
 */
#include "cross_test.h"

#include "segment.h"

#include <string.h>

#include <takt_sim.h>

#define LINE_SECOND   1
#define LINE_MESSAGES 2

static struct takt_channel inbox;
static struct takt_thread *first, *second;
static struct takt_sem go;
static unsigned looks_first, looks_second; /* loads of a receiver's look */
static unsigned received;

/* kernel/channel.c's lane: head, tail and the messages, each on a line of its own. */
static void put(uint32_t message)
{
    unsigned char *lane = (unsigned char *)inbox.lanes;
    struct takt_word *tail = (struct takt_word *)(lane + TAKT_LINE);

    memcpy(lane + 2 * TAKT_LINE + 8 * tail->value, &message, sizeof(message));
    tail->value++;
    (void)takt_sem_give(&inbox.readable);
}

static void messages_come(void *arg)
{
    (void)arg;
    put(1);
    put(2);
}

static void second_is_due(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_give(&go), 0);
}

/* Before the second load of a look, that of the head: the tail, which says "nothing there", has been read. */
static void watch(enum takt_sim_point point, const char *site)
{
    if (point != TAKT_SIM_LOAD || strstr(site, "channel.c") == NULL)
        return;
    if (takt_self() == first && ++looks_first == 2)
        takt_sim_pend(0, LINE_SECOND);
    else if (takt_self() == second && ++looks_second == 2)
        takt_sim_pend(0, LINE_MESSAGES);
}

static void receive_one(void)
{
    uint32_t message = 0;

    EXPECT_EQ(takt_channel_receive(&inbox, &message, NULL, TAKT_MS(100)), 0);
    received++;
    EXPECT_EQ(message, received);
}

static void first_receiver(void *arg)
{
    (void)arg;
    takt_sim_on_choice = watch;
    receive_one();
    takt_sim_on_choice = NULL;
    EXPECT(looks_first > 2 && looks_second > 2);
    EXPECT_EQ(received, 2);
    cross_end("window", received, "messages");
}

static void second_receiver(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&go, TAKT_FOREVER), 0);
    EXPECT_EQ(looks_first, 2);
    receive_one();
    EXPECT_EQ(received, 1);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    EXPECT_EQ(takt_sem_init(&go, 0, 1), 0);
    EXPECT_EQ(takt_channel_create(&inbox, "inbox", sizeof(uint32_t), 4), 0);
    EXPECT_EQ(takt_irq_attach(LINE_SECOND, 5, second_is_due, NULL), 0);
    EXPECT_EQ(takt_irq_attach(LINE_MESSAGES, 5, messages_come, NULL), 0);
    EXPECT_EQ(takt_irq_enable(LINE_SECOND), 0);
    EXPECT_EQ(takt_irq_enable(LINE_MESSAGES), 0);
    first = cross_thread("first", first_receiver, NULL, 6);
    second = cross_thread("second", second_receiver, NULL, 5);
}
