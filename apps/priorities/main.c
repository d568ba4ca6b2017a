/*
 * Paper 3's experiment: what equal and unique priorities cost (cycles.c), how far that varies (spread.c), weighted slices
 * (slices.c), and a priority inversion with and without inheritance (inversion.c). Each part is recorded; what it
 * cost is read from the recordings alone (tools/priorities), so that figures and pictures are the same thing.
 */
#include "priorities.h"

#include "../common/text.h"

#define STACK_SIZE         (TAKT_STACK_MIN + 1024)
#define CONDUCTOR_PRIORITY 0
#define SETTLE_NS          20000000 /* other cores start, and ring */

struct takt_sem priorities_done;
struct takt_queue priorities_queue[RECEIVERS];

static struct takt_thread conductor_thread;
static uintptr_t conductor_stack[4 * STACK_SIZE / sizeof(uintptr_t)];
static uintptr_t stacks[PARTIES][STACK_SIZE / sizeof(uintptr_t)];
static uintptr_t store[RECEIVERS][TAKT_QUEUE_WORDS(WORDS_MAX * sizeof(uint32_t), MESSAGES)];
static uint32_t random_state;

void priorities_must(int result, const char *what)
{
    if (result >= 0)
        return;
    takt_printf("priorities: %s returned %d\n", what, result);
    takt_exit(1);
}

void priorities_create(struct takt_thread *thread, unsigned stack, const struct priorities_thread *as,
                       void (*entry)(void *), void *arg, takt_time_t slice)
{
    struct takt_thread_attr attr = {.name = as->name,
                                    .entry = entry,
                                    .arg = arg,
                                    .stack = stacks[stack],
                                    .stack_size = sizeof(stacks[stack]),
                                    .priority = as->priority,
                                    .threshold = as->threshold,
                                    .has_threshold = as->threshold != as->priority,
                                    .slice = slice};

    priorities_must(takt_thread_create(thread, &attr), "takt_thread_create");
}

void priorities_start(struct takt_thread *threads, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        priorities_must(takt_thread_start(&threads[i]), "takt_thread_start");
}

void priorities_join(struct takt_thread *threads, unsigned count)
{
    priorities_must(takt_sem_take(&priorities_done, TAKT_FOREVER), "takt_sem_take");
    for (unsigned i = 0; i < count; i++)
        priorities_must(takt_thread_join(&threads[i], NULL, TAKT_FOREVER), "takt_thread_join");
}

void priorities_queues(unsigned words)
{
    static const char *const names[RECEIVERS] = {"queue A", "queue B", "queue C"};

    for (unsigned i = 0; i < RECEIVERS; i++) {
        priorities_must(takt_queue_init(&priorities_queue[i], store[i], words * sizeof(uint32_t), MESSAGES),
                        "takt_queue_init");
        (void)takt_trace_name(&priorities_queue[i], names[i]);
    }
}

void priorities_save(const char *name)
{
    char buffer[64];
    struct takt_text text;

    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "priorities-");
    takt_text_add(&text, name);
    takt_text_add(&text, ".takt");
    priorities_must(takt_trace_save(buffer), "takt_trace_save");
    takt_printf("  %s\n", buffer);
}

/* Marsaglia's xorshift with 32 bits (Journal of Statistical Software 8(14), 2003). */
void priorities_seed(uint32_t seed)
{
    random_state = seed | 1;
}

uint32_t priorities_random(uint32_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (uint32_t)((uint64_t)random_state * below >> 32);
}

static void conductor(void *arg)
{
    (void)arg;
    priorities_must(takt_sem_init(&priorities_done, 0, 1), "takt_sem_init");
    (void)takt_trace_name(&priorities_done, "done");
    (void)takt_trace_mark_name(PRIORITIES_MARK_CYCLE, "cycle");
    priorities_must(takt_sleep(SETTLE_NS), "takt_sleep");
    priorities_cycles();
    priorities_spread();
    priorities_slices();
    priorities_inversion();
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
    priorities_must(takt_thread_create(&conductor_thread, &attr), "takt_thread_create");
    priorities_must(takt_thread_start(&conductor_thread), "takt_thread_start");
}
