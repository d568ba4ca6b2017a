/*
 * Channels: every message once, whole, in its sender's order, through lanes that are full most of the time;
 * nobody sleeps beside a message; lanes with nonsense in them cost their messages and no more.
 */
#include "cross_test.h"

#include "segment.h"

#define CAPACITY 4

struct message {
    uint32_t core, number, pattern[9];
};

static unsigned long messages(void)
{
    return cross_number("messages", 2000);
}

static uint32_t pairs(void)
{
    return (uint32_t)(messages() + 7) / 8;
}
static struct takt_channel inbox, shared_inbox, gone;
static struct takt_channel outbox[CONFIG_TAKT_CORES], shared_outbox[CONFIG_TAKT_CORES];
static uint32_t expected[CONFIG_TAKT_CORES];
static struct takt_word received, pairs_asked, spoilt, over, attached, withdrawn;
static volatile int send_in_handler, receive_in_handler;

static uint32_t pattern(uint32_t core, uint32_t number, uint32_t place)
{
    return (number * 31 + core) * 17 + place;
}

static void send(struct takt_channel *channel, unsigned core, uint32_t number)
{
    struct message message = {core, number, {0}};
    int result;

    for (uint32_t i = 0; i < 9; i++)
        message.pattern[i] = pattern(core, number, i);
    while ((result = takt_channel_send(channel, &message)) == -EAGAIN)
        EXPECT_EQ(takt_sleep(TAKT_US(3)), 0);
    EXPECT_EQ(result, 0);
}

static void check(const struct message *message, unsigned from)
{
    EXPECT_EQ(message->core, from);
    for (uint32_t i = 0; i < 9; i++)
        EXPECT_EQ(message->pattern[i], pattern(from, message->number, i));
}

static unsigned long receive_in_order(void)
{
    unsigned long total = messages() * (takt_core_count() - 1);
    struct message message;
    unsigned from;

    for (unsigned long i = 0; i < total; i++) {
        EXPECT_EQ(takt_channel_receive(&inbox, &message, &from, CROSS_PATIENCE), 0);
        EXPECT(from > 0 && from < takt_core_count());
        check(&message, from);
        EXPECT_EQ(message.number, expected[from]);
        expected[from]++;
    }
    EXPECT_EQ(takt_channel_receive(&inbox, &message, &from, TAKT_MS(1)), -ETIMEDOUT);
    EXPECT_EQ(takt_channel_receive(&inbox, &message, NULL, TAKT_NO_WAIT), -EAGAIN);
    return total;
}

static void receive_any(void)
{
    struct message message;
    unsigned from;

    EXPECT_EQ(takt_channel_receive(&shared_inbox, &message, &from, CROSS_PATIENCE), 0);
    check(&message, from);
    TAKT_ADD(&received, 1, release); /* pairs with cross_wait() */
}

/*
 * Two of these at once. First each takes what it can; then there are two messages a round and each takes just
 * one of them, so that the one must not sleep beside a message that the other has been told of.
 */
static void receive_shared(void *arg)
{
    struct takt_word *taken = arg;
    unsigned others = takt_core_count() - 1;

    while (others > 0 && TAKT_ADD(taken, 1, relaxed) < messages() * others)
        receive_any();
    for (uint32_t i = 1; others > 0 && i <= pairs(); i++) {
        receive_any();
        cross_wait(&received, (uint32_t)(messages() * others) + 2 * i);
        TAKT_ADD(&pairs_asked, 1, release); /* pairs with cross_wait() */
    }
    takt_thread_exit(0);
}

static void send_pairs(struct takt_channel *channel, unsigned core)
{
    cross_wait(&received, (uint32_t)messages() * (takt_core_count() - 1));
    for (uint32_t i = 0; i < pairs(); i++) {
        cross_wait(&pairs_asked, 2 * i);
        send(channel, core, 2 * i);
        send(channel, core, 2 * i + 1);
    }
}

/* The words of core 1's lane, as kernel/channel.c lays them out: head, and a line further tail. */
static struct takt_word *tail_of_core_1(void)
{
    return (struct takt_word *)((unsigned char *)inbox.lanes + TAKT_LINE);
}

static void spoilt_lane(void)
{
    struct takt_word *tail = tail_of_core_1();
    static const uint32_t wrong[] = {CAPACITY + 1, 1000, 0x80000000, UINT32_MAX};
    struct message message;
    unsigned from;

    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        tail->value += wrong[i];
        EXPECT_EQ(takt_channel_receive(&inbox, &message, &from, TAKT_NO_WAIT), -EBADMSG);
        EXPECT_EQ(takt_channel_receive(&inbox, &message, &from, TAKT_NO_WAIT), -EAGAIN);
    }
    TAKT_STORE(&spoilt, 1, release); /* pairs with cross_wait() */
    cross_wait(&over, 1);
    EXPECT_EQ(takt_channel_receive(&inbox, &message, &from, TAKT_FOREVER), 0);
    EXPECT_EQ(from, 1);
    EXPECT_EQ(message.number, 12345);
}

/* A sender whose lane's head is nonsense. */
static void spoilt_head(void)
{
    struct takt_channel *own = &outbox[takt_core_id()];
    struct takt_word *head = (struct takt_word *)own->lanes;
    struct message message = {0};
    uint32_t good = head->value;

    head->value = good + 1;
    EXPECT_EQ(takt_channel_send(own, &message), -EBADMSG);
    head->value = good;
}

/* Withdrawn by its receiver while core 1 holds a handle. */
static void gone_channel(void)
{
    cross_wait(&attached, 1);
    EXPECT_EQ(takt_remote_withdraw("gone"), 0);
    TAKT_STORE(&withdrawn, 1, release); /* pairs with cross_wait() */
}

static void send_to_gone_channel(void)
{
    struct takt_channel channel;
    struct message message = {0};

    EXPECT_EQ(takt_channel_attach(&channel, "gone", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_channel_send(&channel, &message), 0);
    TAKT_STORE(&attached, 1, release); /* pairs with cross_wait() */
    cross_wait(&withdrawn, 1);
    EXPECT_EQ(takt_channel_send(&channel, &message), -ESTALE);
    EXPECT_EQ(takt_channel_attach(&channel, "gone", TAKT_NO_WAIT), -EAGAIN);
}

static void tick(struct takt_timer *timer, void *arg)
{
    struct message message = {0};

    (void)timer;
    (void)arg;
    send_in_handler = takt_channel_send(&inbox, &message);
    receive_in_handler = takt_channel_receive(&inbox, &message, NULL, TAKT_NO_WAIT);
}

static void handlers_are_refused(void)
{
    static struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, tick, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(100)), 0);
    EXPECT_EQ(send_in_handler, -EPERM);
    EXPECT_EQ(receive_in_handler, -EPERM);
}

static void receiver(void *arg)
{
    unsigned others = takt_core_count() - 1;
    unsigned long amount = 0;
    struct message message;

    (void)arg;
    EXPECT_EQ(takt_channel_send(&inbox, &message), -EPERM);
    handlers_are_refused();
    if (others > 0)
        gone_channel();
    amount += receive_in_order();
    if (others > 0) {
        cross_wait(&pairs_asked, 2 * pairs());
        amount += messages() * others + 2 * pairs();
        spoilt_lane();
    }
    cross_end("channel", amount + 7, "messages and cases");
}

static void sender(void *arg)
{
    unsigned core = takt_core_id();
    struct takt_channel *own = &outbox[core], *shared = &shared_outbox[core];
    struct message message;

    (void)arg;
    EXPECT_EQ(takt_channel_attach(own, "inbox", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_channel_attach(shared, "shared", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_channel_receive(own, &message, NULL, TAKT_NO_WAIT), -EPERM);
    if (core == 1)
        send_to_gone_channel();
    for (uint32_t i = 0; i < messages(); i++)
        send(own, core, i);
    for (uint32_t i = 0; i < messages(); i++)
        send(shared, core, i);
    if (core == 1) {
        send_pairs(shared, core);
        cross_wait(&spoilt, 1);
        spoilt_head();
        TAKT_STORE(&over, 1, release); /* pairs with cross_wait() */
        send(own, core, 12345);
    }
    takt_thread_exit(0);
}

static void bad_channels(void)
{
    static struct takt_channel none;

    EXPECT_EQ(takt_channel_create(&none, "none", 0, 1), -EINVAL);
    EXPECT_EQ(takt_channel_create(&none, "none", 4, 0), -EINVAL);
    EXPECT_EQ(takt_channel_create(&none, "none", 4, 3), -EINVAL);
    EXPECT_EQ(takt_channel_create(&none, "none", SIZE_MAX, 1), -EINVAL);
    EXPECT_EQ(takt_channel_create(&none, "", 4, 1), -EINVAL);
    EXPECT_EQ(takt_channel_create(NULL, "none", 4, 1), -EINVAL);
    if (takt_core_count() > 1)
        EXPECT_EQ(takt_channel_create(&none, "none", 4, 1u << 31), -ENOSPC);
    EXPECT_EQ(takt_channel_create(&none, "inbox", 4, 1), -EEXIST);
    EXPECT_EQ(takt_channel_attach(&none, "none", TAKT_NO_WAIT), -EAGAIN);
}

void takt_main(unsigned core)
{
    static struct takt_word taken;

    cross_begin(core);
    if (core != 0) {
        (void)cross_thread("sender", sender, NULL, 5);
        return;
    }
    EXPECT_EQ(takt_channel_create(&inbox, "inbox", sizeof(struct message), CAPACITY), 0);
    EXPECT_EQ(takt_channel_create(&shared_inbox, "shared", sizeof(struct message), CAPACITY), 0);
    EXPECT_EQ(takt_channel_create(&gone, "gone", sizeof(struct message), CAPACITY), 0);
    bad_channels();
    (void)cross_thread("receiver", receiver, NULL, 5);
    (void)cross_thread("shared-1", receive_shared, &taken, 5);
    (void)cross_thread("shared-2", receive_shared, &taken, 6);
}
