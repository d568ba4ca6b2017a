/*
 * All cores record while the others send messages to core 0, a few at a time: what lint says of causes on different
 * cores, and what chains say of doorbells, is tried on its recording.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#define MESSAGES 40u

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            takt_printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            takt_exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

static struct takt_thread threads[CONFIG_TAKT_CORES];
static uintptr_t stacks[CONFIG_TAKT_CORES][(TAKT_STACK_MIN + 8192) / sizeof(uintptr_t)];
static struct takt_channel inbox, outbox[CONFIG_TAKT_CORES];
static struct takt_word stopped; /* cores that record no more */

static void finish(unsigned long messages)
{
    takt_trace_stop();
    while (TAKT_LOAD(&stopped, acquire) < takt_core_count() - 1) /* pairs with the release of send() */
        EXPECT(takt_sleep(TAKT_US(50)) == 0);
    EXPECT(takt_trace_save("across.takt") == 0);
    takt_printf("amount: %lu messages\n", messages);
    takt_exit(0);
}

static void receive(void *arg)
{
    unsigned long total = (takt_core_count() - 1) * MESSAGES;
    unsigned message, from;

    (void)arg;
    for (unsigned long i = 0; i < total; i++) {
        EXPECT(takt_channel_receive(&inbox, &message, &from, TAKT_S(5)) == 0);
        takt_work(TAKT_US(3));
    }
    finish(total);
}

static void send(void *arg)
{
    struct takt_channel *channel = &outbox[takt_core_id()];

    (void)arg;
    EXPECT(takt_channel_attach(channel, "inbox", TAKT_S(5)) == 0);
    for (unsigned i = 0; i < MESSAGES; i++) {
        while (takt_channel_send(channel, &i) == -EAGAIN)
            EXPECT(takt_sleep(TAKT_US(5)) == 0);
        if (i % 4 == 0)
            EXPECT(takt_sleep(TAKT_US(40)) == 0);
    }
    takt_trace_stop();
    TAKT_ADD(&stopped, 1, release); /* pairs with the acquire of finish() */
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {.name = core == 0 ? "receiver" : "sender",
                                    .entry = core == 0 ? receive : send,
                                    .stack = stacks[core],
                                    .stack_size = sizeof(stacks[core]),
                                    .priority = 5};

    if (core == 0) {
        EXPECT(takt_channel_create(&inbox, "inbox", sizeof(unsigned), 8) == 0);
        (void)takt_trace_name(&inbox.readable, "inbox");
    }
    EXPECT(takt_thread_create(&threads[core], &attr) == 0);
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    EXPECT(takt_thread_start(&threads[core]) == 0);
}
