/* Message queues: order and contents of messages. Waiting is covered by waiting.c, for senders and receivers. */
#include "scenario.h"

#include <string.h>

#define CAPACITY 3

static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), CAPACITY)];

static void init(void)
{
    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(int), CAPACITY), 0);
}

static int send(int message, takt_deadline_t deadline)
{
    return takt_queue_send(&queue, &message, deadline);
}

static int send_front(int message, takt_deadline_t deadline)
{
    return takt_queue_send_front(&queue, &message, deadline);
}

static int receive(void)
{
    int message = -1;
    int result = takt_queue_receive(&queue, &message, TAKT_NO_WAIT);

    EXPECT_EQ(takt_queue_check(&queue), 0);
    return result == 0 ? message : result;
}

static void init_refuses(void)
{
    EXPECT_EQ(takt_queue_init(&queue, NULL, 4, 4), -EINVAL);
    EXPECT_EQ(takt_queue_init(&queue, store, 0, 4), -EINVAL);
    EXPECT_EQ(takt_queue_init(&queue, store, 4, 0), -EINVAL);
}

static void messages_come_in_order(void)
{
    init();
    EXPECT_EQ(takt_queue_count(&queue), 0);
    for (int round = 0; round < 10; round++) {
        EXPECT_EQ(send(round, TAKT_NO_WAIT), 0);
        EXPECT_EQ(send(round + 100, TAKT_FOREVER), 0);
        EXPECT_EQ(takt_queue_count(&queue), 2);
        EXPECT_EQ(receive(), round);
        EXPECT_EQ(receive(), round + 100);
        EXPECT_EQ(receive(), -EAGAIN);
    }
}

static void to_the_front(void)
{
    init();
    EXPECT_EQ(send_front(1, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send(2, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send_front(3, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send_front(4, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(send(4, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(send_front(4, TAKT_US(10)), -ETIMEDOUT);
    EXPECT_EQ(takt_queue_count(&queue), CAPACITY);
    EXPECT_EQ(receive(), 3);
    EXPECT_EQ(receive(), 1);
    EXPECT_EQ(receive(), 2);
}

static void peek_leaves_the_message(void)
{
    int message = 0;

    init();
    EXPECT_EQ(takt_queue_peek(&queue, &message), -EAGAIN);
    EXPECT_EQ(message, 0);
    EXPECT_EQ(send(5, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send(6, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_peek(&queue, &message), 0);
    EXPECT_EQ(message, 5);
    EXPECT_EQ(takt_queue_count(&queue), 2);
    EXPECT_EQ(receive(), 5);
    EXPECT_EQ(takt_queue_peek(&queue, &message), 0);
    EXPECT_EQ(message, 6);
}

static void use_in_handler(void *arg)
{
    int message = 0;

    (void)arg;
    EXPECT_EQ(send(1, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send_front(2, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_peek(&queue, &message), -EPERM);
    EXPECT_EQ(takt_queue_count(&queue), 2);
    EXPECT_EQ(receive(), 2);
    EXPECT_EQ(send(3, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send(4, TAKT_NO_WAIT), 0);
    EXPECT_EQ(send(5, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(send_front(5, TAKT_MS(1)), -EPERM);
}

static void a_queue_in_a_handler(void)
{
    init();
    in_handler(use_in_handler, NULL);
    EXPECT_EQ(receive(), 1);
    EXPECT_EQ(receive(), 3);
    EXPECT_EQ(receive(), 4);
    EXPECT_EQ(receive(), -EAGAIN);
}

/** A waiting sender. */
struct sender {
    int message, result;
    bool front;
};

static void send_once(void *arg)
{
    struct sender *sender = arg;

    sender->result =
        sender->front ? send_front(sender->message, TAKT_FOREVER) : send(sender->message, TAKT_FOREVER);
}

/* The message of a waiting sender enters when a place is free, where the sender said; the most urgent first. */
static void waiting_senders_enter(void)
{
    struct sender low = {.message = 10}, high = {.message = 20}, front = {.message = 30, .front = true};

    init();
    for (int i = 1; i <= CAPACITY; i++)
        EXPECT_EQ(send(i, TAKT_NO_WAIT), 0);
    (void)spawn(LOW, send_once, &low);
    scenario_let_run();
    (void)spawn(HIGH, send_once, &high);
    (void)spawn(HIGH, send_once, &front);
    EXPECT_EQ(takt_queue_check(&queue), 0);
    EXPECT_EQ(send(4, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(receive(), 1);  /* 20 enters */
    EXPECT_EQ(receive(), 2);  /* 30 enters to the front */
    EXPECT_EQ(receive(), 30); /* 10 enters */
    EXPECT_EQ(receive(), 3);
    EXPECT_EQ(receive(), 20);
    EXPECT_EQ(receive(), 10);
    EXPECT_EQ(receive(), -EAGAIN);
    scenario_join_all();
    EXPECT_EQ(low.result | high.result | front.result, 0);
}

/** A waiting receiver. */
struct receiver {
    int message, result;
};

static void receive_once(void *arg)
{
    struct receiver *receiver = arg;

    receiver->result = takt_queue_receive(&queue, &receiver->message, TAKT_FOREVER);
}

static void a_message_goes_to_the_receiver_directly(void)
{
    struct receiver low = {.result = 1}, low2 = {.result = 1};

    init();
    (void)spawn(LOW, receive_once, &low);
    (void)spawn(LOW, receive_once, &low2);
    scenario_let_run();
    EXPECT_EQ(send(1, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_count(&queue), 0);
    EXPECT_EQ(receive(), -EAGAIN); /* it is the waiter's, though it has not run */
    EXPECT_EQ(send_front(2, TAKT_NO_WAIT), 0);
    scenario_join_all();
    EXPECT_EQ(low.message, 1);
    EXPECT_EQ(low2.message, 2);
    EXPECT_EQ(low.result | low2.result, 0);
}

/* A waiting receiver is not given the message of a sender that waits behind others; and delete wakes both. */
static void delete_keeps_the_messages(void)
{
    struct sender sender = {.message = 9};

    init();
    for (int i = 1; i <= CAPACITY; i++)
        EXPECT_EQ(send(i, TAKT_NO_WAIT), 0);
    (void)spawn(HIGH, send_once, &sender);
    EXPECT_EQ(takt_queue_delete(&queue), 0);
    EXPECT_EQ(sender.result, -EIDRM);
    EXPECT_EQ(receive(), 1);
}

/* Sizes of which blocks are rounded up, and larger ones; a byte pattern of each message's own. */
static void messages_of_any_size(void)
{
    static void *room[TAKT_QUEUE_WORDS(200, 2)];
    static const size_t sizes[] = {1, 2, 3, 7, 8, 9, 31, 64, 199, 200};
    unsigned char in[200], out[202];

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t size = sizes[i];

        EXPECT_EQ(takt_queue_init(&queue, room, size, 2), 0);
        for (unsigned char round = 0; round < 4; round++) {
            memset(in, 0x11 * round + 1, size);
            in[size - 1] = (unsigned char)size;
            memset(out, 0xEE, sizeof out);
            EXPECT_EQ(takt_queue_send(&queue, in, TAKT_NO_WAIT), 0);
            EXPECT_EQ(takt_queue_receive(&queue, out + 1, TAKT_NO_WAIT), 0);
            EXPECT_EQ(memcmp(in, out + 1, size), 0);
            EXPECT(out[0] == 0xEE && out[size + 1] == 0xEE);
        }
        EXPECT_EQ(takt_queue_check(&queue), 0);
    }
}

static void check_finds_a_broken_queue(void)
{
    struct takt_qblock *free;

    init();
    EXPECT_EQ(send(1, TAKT_NO_WAIT), 0);
    queue.sent = 2;
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
    queue.sent = 1;
    free = queue.free;
    queue.free = free->next;
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
    free->next = free;
    queue.free = free;
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
}

/* A queue in which both threads and messages wait is broken: the message is not delivered. */
static void check_finds_an_undelivered_message(void)
{
    struct takt_thread waiting = *takt_self();

    init();
    EXPECT_EQ(send(1, TAKT_NO_WAIT), 0);
    queue.receivers.head = &waiting;
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
    queue.receivers.head = NULL;
    EXPECT_EQ(receive(), 1);
    queue.receivers.head = &waiting; /* which does not wait */
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
    queue.receivers.head = NULL;
    queue.senders.head = &waiting;
    EXPECT_EQ(takt_queue_check(&queue), -EFAULT);
    queue.senders.head = NULL;
    EXPECT_EQ(takt_queue_check(&queue), 0);
}

void scenario_before_start(void)
{
    init();
    EXPECT_EQ(send(1, TAKT_NO_WAIT), 0);
    EXPECT_EQ(receive(), 1);
    EXPECT_EQ(receive(), -EAGAIN);
    EXPECT_EQ(takt_queue_delete(&queue), 0);
}

SCENARIOS(SCENARIO(init_refuses), SCENARIO(messages_come_in_order), SCENARIO(to_the_front),
          SCENARIO(peek_leaves_the_message), SCENARIO(a_queue_in_a_handler), SCENARIO(waiting_senders_enter),
          SCENARIO(a_message_goes_to_the_receiver_directly), SCENARIO(delete_keeps_the_messages),
          SCENARIO(messages_of_any_size), SCENARIO(check_finds_a_broken_queue),
          SCENARIO(check_finds_an_undelivered_message));
