/*
 * One core, two threads and a timer: the least that shows a kernel at work, on every board. The timer gives a semaphore
 * each millisecond; the more urgent thread takes it and sends a number; the other prints what it receives.
 */
#include <takt/takt.h>

#define NUMBERS 3

static struct takt_thread counter_thread, printer_thread;
static uintptr_t counter_stack[TAKT_STACK_MIN / sizeof(uintptr_t)],
    printer_stack[TAKT_STACK_MIN / sizeof(uintptr_t)];
static struct takt_timer timer;
static struct takt_sem beat;
static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), 1)];

static void give_beat(struct takt_timer *which, void *arg)
{
    (void)which;
    (void)takt_sem_give(arg);
}

static void counter(void *arg)
{
    (void)arg;
    for (int number = 1; number <= NUMBERS; number++) {
        (void)takt_sem_take(&beat, TAKT_FOREVER);
        (void)takt_queue_send(&queue, &number, TAKT_FOREVER);
    }
}

static void printer(void *arg)
{
    int number = 0;

    (void)arg;
    takt_printf("Takt %s on %s\n", TAKT_VERSION, TAKT_BOARD);
    (void)takt_timer_start(&timer, TAKT_MS(1), TAKT_MS(1));
    while (number < NUMBERS) {
        (void)takt_queue_receive(&queue, &number, TAKT_FOREVER);
        takt_printf("beat %d\n", number);
    }
    takt_exit(0);
}

static void start(struct takt_thread *thread, struct takt_thread_attr attr)
{
    if (takt_thread_create(thread, &attr) != 0 || takt_thread_start(thread) != 0)
        takt_exit(1);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    (void)takt_sem_init(&beat, 0, NUMBERS);
    (void)takt_queue_init(&queue, store, sizeof(int), 1);
    (void)takt_timer_init(&timer, give_beat, &beat);
    start(&counter_thread, (struct takt_thread_attr){.name = "counter",
                                                     .entry = counter,
                                                     .stack = counter_stack,
                                                     .stack_size = sizeof counter_stack,
                                                     .priority = 4});
    start(&printer_thread, (struct takt_thread_attr){.name = "printer",
                                                     .entry = printer,
                                                     .stack = printer_stack,
                                                     .stack_size = sizeof printer_stack,
                                                     .priority = 5});
}
