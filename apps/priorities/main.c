/*
 * Paper 3's application: D fills the queues of A, B and C, three messages each, and gives way. Run with equal and
 * with unique priorities, the maps between, and with a preemption threshold for D; each case is a recording of its
 * own. What it costs is read from the recordings alone (tools/takt-priorities.c), so that the figures and the picture
 * are the same thing.
 *
 * The conductor is more urgent than all and sleeps while a case runs, so it is in no cycle but the first and the
 * last, which do not count.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include "../common/text.h"
#include "cases.h"

#define CYCLES     34u
#define MESSAGES   3u /* of each receiver in a cycle */
#define RECEIVERS  3u
#define WORDS_MAX  4u
#define STACK_SIZE (TAKT_STACK_MIN + 1024)

#define CONDUCTOR_PRIORITY 0
#define CYCLE_MARK         1

static struct takt_thread conductor_thread, thread[PRIORITIES_CASES][RECEIVERS + 1];
static uintptr_t conductor_stack[4 * STACK_SIZE / sizeof(uintptr_t)];
static uintptr_t stack[RECEIVERS + 1][STACK_SIZE / sizeof(uintptr_t)];
static struct takt_queue queue[RECEIVERS];
static uintptr_t store[RECEIVERS][TAKT_QUEUE_WORDS(WORDS_MAX * sizeof(uint32_t), MESSAGES)];
static struct takt_sem done;
static uint32_t left; /* cycles */
static unsigned words;

static void must(int result, const char *what)
{
    if (result >= 0)
        return;
    takt_printf("priorities: %s returned %d\n", what, result);
    takt_exit(1);
}

static void receiver(void *arg)
{
    struct takt_queue *own = arg;
    uint32_t message[WORDS_MAX];

    do
        must(takt_queue_receive(own, message, TAKT_FOREVER), "takt_queue_receive");
    while (message[0] != 0);
}

/* The last message of all is 0: its receiver ends. */
static void sender(void *arg)
{
    uint32_t message[WORDS_MAX] = {0};

    (void)arg;
    while (left-- > 0) {
        takt_trace_mark(CYCLE_MARK, left);
        for (unsigned i = 0; i < MESSAGES * RECEIVERS; i++) {
            message[0] = 1 + i;
            must(takt_queue_send(&queue[i % RECEIVERS], message, TAKT_NO_WAIT), "takt_queue_send");
        }
        takt_yield();
    }
    takt_trace_stop();
    message[0] = 0;
    for (unsigned i = 0; i < RECEIVERS; i++)
        must(takt_queue_send(&queue[i], message, TAKT_FOREVER), "takt_queue_send");
    must(takt_sem_give(&done), "takt_sem_give");
}

static void start(struct takt_thread *one, const struct priorities_thread *as, unsigned number)
{
    struct takt_thread_attr attr = {.name = as->name,
                                    .entry = number < RECEIVERS ? receiver : sender,
                                    .arg = number < RECEIVERS ? (void *)&queue[number] : NULL,
                                    .stack = stack[number],
                                    .stack_size = sizeof(stack[number]),
                                    .priority = as->priority,
                                    .threshold = as->threshold,
                                    .has_threshold = as->threshold != as->priority};

    must(takt_thread_create(one, &attr), "takt_thread_create");
}

static void make_queues(void)
{
    static const char *const names[RECEIVERS] = {"queue A", "queue B", "queue C"};

    for (unsigned i = 0; i < RECEIVERS; i++) {
        must(takt_queue_init(&queue[i], store[i], words * sizeof(uint32_t), MESSAGES), "takt_queue_init");
        (void)takt_trace_name(&queue[i], names[i]);
    }
    (void)takt_trace_mark_name(CYCLE_MARK, "cycle");
}

/* priorities-CASE-BYTES.takt, as tools/takt-priorities.c looks for it. */
static void save(const char *name)
{
    char buffer[64];
    struct takt_text text;

    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "priorities-");
    takt_text_add(&text, name);
    takt_text_char(&text, '-');
    takt_text_int(&text, (int64_t)(words * sizeof(uint32_t)));
    takt_text_add(&text, ".takt");
    must(takt_trace_save(buffer), "takt_trace_save");
    takt_printf("  %s\n", buffer);
}

/* Receivers first, as in the article: when D begins they wait already. */
static void run(unsigned number)
{
    const struct priorities_case *one = &priorities_cases[number];

    make_queues();
    left = CYCLES;
    for (unsigned i = 0; i <= RECEIVERS; i++)
        start(&thread[number][i], &one->thread[i], i);
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    for (unsigned i = 0; i <= RECEIVERS; i++)
        must(takt_thread_start(&thread[number][i]), "takt_thread_start");
    must(takt_sem_take(&done, TAKT_FOREVER), "takt_sem_take");
    for (unsigned i = 0; i <= RECEIVERS; i++)
        must(takt_thread_join(&thread[number][i], NULL, TAKT_FOREVER), "takt_thread_join");
    save(one->name);
}

static void conductor(void *arg)
{
    (void)arg;
    must(takt_sem_init(&done, 0, 1), "takt_sem_init");
    for (words = 1; words <= WORDS_MAX; words *= WORDS_MAX) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++)
            run(i);
    }
    takt_exit(0);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {.name = "conductor",
                                    .entry = conductor,
                                    .stack = conductor_stack,
                                    .stack_size = sizeof(conductor_stack),
                                    .priority = CONDUCTOR_PRIORITY};

    if (core != 0)
        return;
    must(takt_thread_create(&conductor_thread, &attr), "takt_thread_create");
    must(takt_thread_start(&conductor_thread), "takt_thread_start");
}
