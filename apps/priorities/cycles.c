/*
 * The article's application: D fills the queues of A, B and C, three messages each, and gives way. With equal and with
 * unique priorities, the maps between, and with a preemption threshold for D; each case is a recording of its own. The
 * first and the last cycle do not count: threads begin and end there.
 */
#include "priorities.h"

#include "../common/text.h"

#define CYCLES 34u

static struct takt_thread thread[PRIORITIES_CASES][RECEIVERS + 1];
static uint32_t left; /* cycles */

static void receiver(void *arg)
{
    struct takt_queue *own = arg;
    uint32_t message[WORDS_MAX];

    do
        priorities_must(takt_queue_receive(own, message, TAKT_FOREVER), "takt_queue_receive");
    while (message[0] != 0);
}

/* The last message of all is 0: its receiver ends. */
static void sender(void *arg)
{
    uint32_t message[WORDS_MAX] = {0};

    (void)arg;
    while (left-- > 0) {
        takt_trace_mark(PRIORITIES_MARK_CYCLE, left);
        for (unsigned i = 0; i < MESSAGES * RECEIVERS; i++) {
            message[0] = 1 + i;
            priorities_must(takt_queue_send(&priorities_queue[i % RECEIVERS], message, TAKT_NO_WAIT),
                            "takt_queue_send");
        }
        takt_yield();
    }
    takt_trace_stop();
    message[0] = 0;
    for (unsigned i = 0; i < RECEIVERS; i++)
        priorities_must(takt_queue_send(&priorities_queue[i], message, TAKT_FOREVER), "takt_queue_send");
    priorities_must(takt_sem_give(&priorities_done), "takt_sem_give");
}

static void save(const char *name, unsigned words)
{
    char buffer[48];
    struct takt_text text;

    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, name);
    takt_text_char(&text, '-');
    takt_text_int(&text, (int64_t)(words * sizeof(uint32_t)));
    priorities_save(buffer);
}

/* Receivers first, as in the article: when D begins they wait already. */
static void run(unsigned number, unsigned words)
{
    const struct priorities_case *one = &priorities_cases[number];

    priorities_queues(words);
    left = CYCLES;
    for (unsigned i = 0; i < RECEIVERS; i++)
        priorities_create(&thread[number][i], i, &one->thread[i], receiver, &priorities_queue[i], 0);
    priorities_create(&thread[number][RECEIVERS], RECEIVERS, &one->thread[RECEIVERS], sender, NULL, 0);
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    priorities_start(thread[number], RECEIVERS + 1);
    priorities_join(thread[number], RECEIVERS + 1);
    save(one->name, words);
}

void priorities_cycles(void)
{
    for (unsigned words = 1; words <= WORDS_MAX; words *= WORDS_MAX) {
        for (unsigned i = 0; i < PRIORITIES_CASES; i++)
            run(i, words);
    }
}
