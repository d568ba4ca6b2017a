/*
 * Interrupt threads: where a handler runs, what it delays, and that no interrupt is lost between the top half and the
 * moment at which its source is let through again.
 */
#include "scenario.h"

#include <string.h>

/* lines that no board uses; the second one is more urgent */
#define LINE        24u
#define LINE_SECOND 25u

static struct takt_irq irq, second;
static _Alignas(16) char stack[TAKT_STACK_MIN], stack_second[TAKT_STACK_MIN];
static unsigned raised, handled;

static struct takt_irq_attr attr_of(takt_irq_handler_t handler, takt_prio_t priority)
{
    return (struct takt_irq_attr){.name = "device",
                                  .handler = handler,
                                  .way = TAKT_IRQ_THREADED,
                                  .urgency = 5,
                                  .priority = priority,
                                  .stack = stack,
                                  .stack_size = sizeof stack};
}

static void connect(struct takt_irq_attr attr)
{
    raised = handled = 0;
    EXPECT_EQ(takt_irq_connect(&irq, LINE, &attr), 0);
    takt_irq_start(&irq);
}

static void disconnect(void)
{
    EXPECT_EQ(takt_irq_disconnect(&irq), 0);
}

static void raise(void)
{
    raised++;
    EXPECT_EQ(takt_irq_pend(LINE), 0);
}

/* The handler of a device that counts what it was asked: it does all that is there. */
static void handle_all(void *arg)
{
    (void)arg;
    handled = raised;
    mark("handled");
}

static void handle_in_a_thread(void *arg)
{
    EXPECT(arg == &irq && !takt_in_handler() && takt_self() == takt_irq_thread(&irq));
    handle_all(arg);
}

static void handle_in_the_interrupt(void *arg)
{
    EXPECT(arg == &irq && takt_in_handler());
    handle_all(arg);
}

static void threaded(void)
{
    struct takt_irq_attr attr = attr_of(handle_in_a_thread, HIGH);

    attr.arg = &irq;
    connect(attr);
    EXPECT(takt_irq_is_threaded(&irq));
    EXPECT(!CONFIG_TAKT_THREAD_NAME || strcmp(takt_thread_name(takt_irq_thread(&irq)), "irq/24-device") == 0);
    for (unsigned i = 1; i <= 3; i++) {
        raise();
        EXPECT_EQ(takt_irq_count(&irq), i);
    }
    EXPECT_MARKS("handled handled handled");
    disconnect();
}

static void direct(void)
{
    struct takt_irq_attr attr = attr_of(handle_in_the_interrupt, HIGH);

    attr.arg = &irq;
    attr.way = TAKT_IRQ_DIRECT;
    connect(attr);
    EXPECT(!takt_irq_is_threaded(&irq) && takt_irq_thread(&irq) == NULL);
    for (unsigned i = 0; i < 3; i++)
        raise();
    EXPECT_EQ(takt_irq_count(&irq), 3);
    EXPECT_MARKS("handled handled handled");
    disconnect();
}

static void note_where(void *arg)
{
    (void)arg;
    mark(takt_in_handler() ? "interrupt" : "thread");
}

static void as_configured(void)
{
    struct takt_irq_attr attr = attr_of(note_where, HIGH);

    attr.way = TAKT_IRQ_AS_CONFIGURED;
    connect(attr);
    raise();
    EXPECT_MARKS(CONFIG_TAKT_IRQ_THREADED ? "thread" : "interrupt");
    disconnect();
}

static void work_long(void *arg)
{
    mark("begins");
    EXPECT_EQ(takt_sem_take(arg, TAKT_FOREVER), 0); /* a thread may */
    mark("ends");
}

static void urgent_work(void *arg)
{
    (void)arg;
    mark("urgent");
}

/* What is more urgent than the handler's thread runs in the middle of the handler. */
static void more_urgent_threads_go_on(void)
{
    struct takt_irq_attr attr = attr_of(work_long, HIGH);
    static struct takt_sem go_on;

    EXPECT_EQ(takt_sem_init(&go_on, 0, 1), 0);
    attr.arg = &go_on;
    connect(attr);
    raise();
    EXPECT_MARKS("begins");
    (void)spawn(HIGHER, urgent_work, NULL);
    EXPECT_MARKS("urgent");
    EXPECT_EQ(takt_sem_give(&go_on), 0);
    EXPECT_MARKS("ends");
    disconnect();
    EXPECT_EQ(takt_sem_delete(&go_on), 0);
}

/* A handler that is less urgent than the driver waits for it. */
static void less_urgent_handlers_wait(void)
{
    connect(attr_of(handle_all, LOW));
    raise();
    EXPECT_MARKS("");
    EXPECT_EQ(takt_irq_count(&irq), 0);
    scenario_let_run();
    EXPECT_MARKS("handled");
    disconnect();
}

/* While the source is masked it is raised a hundred times: that is one more run, and it sees them all. */
static void a_burst(void)
{
    connect(attr_of(handle_all, LOW));
    for (unsigned i = 0; i < 100; i++)
        raise();
    scenario_let_run();
    EXPECT_MARKS("handled handled");
    EXPECT_EQ(handled, 100);
    EXPECT_EQ(takt_irq_count(&irq), 2);
    disconnect();
}

static void raise_again(void *arg)
{
    (void)arg;
    handled = raised;
    mark("begins");
    if (raised < 3)
        raise();
    mark("ends");
}

/* What is raised in the handler comes after it, not inside. */
static void raised_in_its_handler(void)
{
    connect(attr_of(raise_again, HIGH));
    raise();
    EXPECT_MARKS("begins ends begins ends begins ends");
    EXPECT_EQ(handled, 3);
    disconnect();
}

static void take_back(void *arg)
{
    (void)arg;
    mark("handled");
    EXPECT_EQ(takt_irq_pend(LINE), 0); /* what a controller notes of a line that is active still */
}

/* A source by level: what stays pending at the handler's end is no new interrupt. */
static void a_level(void)
{
    struct takt_irq_attr attr = attr_of(take_back, HIGH);

    attr.level = true;
    connect(attr);
    raise();
    EXPECT_MARKS("handled");
    raise();
    EXPECT_MARKS("handled");
    disconnect();
}

static void stop_itself(void *arg)
{
    takt_irq_stop(arg);
    mark("stopped");
}

static void stop_and_start(enum takt_irq_way way)
{
    struct takt_irq_attr attr = attr_of(stop_itself, HIGH);

    attr.way = way;
    attr.arg = &irq;
    connect(attr);
    raise();
    EXPECT_MARKS("stopped");
    raise();
    EXPECT_MARKS("");
    takt_irq_start(&irq);
    EXPECT_MARKS("stopped");
    disconnect();
}

static void stopped_by_its_handler(void)
{
    stop_and_start(TAKT_IRQ_DIRECT);
    stop_and_start(TAKT_IRQ_THREADED);
}

/* Whoever starts it while its handler is due does not let the source through. */
static void started_while_it_is_held(void)
{
    connect(attr_of(handle_all, LOW));
    raise();
    takt_irq_start(&irq);
    raise();
    EXPECT_EQ(takt_irq_count(&irq), 0);
    takt_irq_stop(&irq);
    scenario_let_run();
    EXPECT_MARKS("handled");
    takt_irq_start(&irq);
    scenario_let_run();
    EXPECT_MARKS("handled");
    disconnect();
}

static void starts_it(void *arg)
{
    (void)arg;
    takt_irq_start(&irq);
}

static void from_a_handler(void)
{
    connect(attr_of(handle_all, HIGH));
    takt_irq_stop(&irq);
    raise();
    EXPECT_MARKS("");
    in_handler(starts_it, NULL);
    EXPECT_MARKS("handled");
    disconnect();
}

static void give_way(void *arg)
{
    (void)arg;
    mark("low begins");
    EXPECT_EQ(takt_irq_pend(LINE_SECOND), 0);
    mark("low ends");
}

static void second_runs(void *arg)
{
    (void)arg;
    mark("high");
}

/* Two handlers: who runs is a matter of their threads' priorities, not of the interrupts'. */
static void ordered_by_priority(void)
{
    struct takt_irq_attr attr = attr_of(second_runs, HIGHER);

    connect(attr_of(give_way, HIGH));
    attr.name = NULL;
    attr.urgency = 7;
    attr.stack = stack_second;
    EXPECT_EQ(takt_irq_connect(&second, LINE_SECOND, &attr), 0);
    takt_irq_start(&second);
    EXPECT(!CONFIG_TAKT_THREAD_NAME ||
           strcmp(takt_thread_name(takt_irq_thread(&second)), "irq/25-handler") == 0);
    raise();
    EXPECT_MARKS("low begins high low ends");
    EXPECT_EQ(takt_thread_set_priority(takt_irq_thread(&second), LOW), 0);
    raise();
    EXPECT_MARKS("low begins low ends");
    scenario_let_run();
    EXPECT_MARKS("high");
    EXPECT_EQ(takt_irq_disconnect(&second), 0);
    disconnect();
}

static void disconnects_itself(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_irq_disconnect(&irq), -EDEADLK);
    mark("refused");
}

static void refused(void)
{
    struct takt_irq_attr attr = attr_of(disconnects_itself, HIGH), wrong = attr;

    wrong.handler = NULL;
    EXPECT_EQ(takt_irq_connect(&second, LINE, &wrong), -EINVAL);
    wrong = attr;
    wrong.stack = NULL;
    EXPECT_EQ(takt_irq_connect(&second, LINE, &wrong), -EINVAL);
    wrong = attr;
    wrong.stack_size = TAKT_STACK_MIN - 1;
    EXPECT_EQ(takt_irq_connect(&second, LINE, &wrong), -ENOSPC);
    wrong = attr;
    wrong.urgency = UINT8_MAX;
    EXPECT_EQ(takt_irq_connect(&second, LINE, &wrong), -EINVAL);
    EXPECT_EQ(takt_irq_connect(&second, UINT32_MAX, &attr), -EINVAL);
    connect(attr);
    EXPECT_EQ(takt_irq_connect(&second, LINE, &attr), -EBUSY);
    raise();
    EXPECT_MARKS("refused");
    takt_preempt_lock();
    EXPECT_EQ(takt_irq_disconnect(&irq), -EPERM);
    takt_preempt_unlock();
    disconnect();
}

static void let_go_on(void *arg)
{
    EXPECT_EQ(takt_sem_give(arg), 0);
}

/* Disconnecting waits for the handler, and what is raised meanwhile does not come. */
static void disconnected_while_it_runs(void)
{
    struct takt_irq_attr attr = attr_of(work_long, HIGH);
    static struct takt_sem go_on;

    EXPECT_EQ(takt_sem_init(&go_on, 0, 1), 0);
    attr.arg = &go_on;
    connect(attr);
    raise();
    raise();
    (void)spawn(LOW, let_go_on, &go_on);
    disconnect();
    EXPECT_MARKS("begins ends");
    EXPECT_EQ(takt_sem_delete(&go_on), 0);
    EXPECT_EQ(takt_irq_count(&irq), 1);
}

static void disconnected_while_it_is_due(void)
{
    connect(attr_of(handle_all, LOW));
    raise();
    disconnect();
    EXPECT_EQ(takt_irq_count(&irq), 0);
    EXPECT_MARKS("");
}

SCENARIOS(SCENARIO(threaded), SCENARIO(direct), SCENARIO(as_configured), SCENARIO(more_urgent_threads_go_on),
          SCENARIO(less_urgent_handlers_wait), SCENARIO(a_burst), SCENARIO(raised_in_its_handler),
          SCENARIO(a_level), SCENARIO(stopped_by_its_handler), SCENARIO(started_while_it_is_held),
          SCENARIO(from_a_handler), SCENARIO(ordered_by_priority), SCENARIO(refused),
          SCENARIO(disconnected_while_it_runs), SCENARIO(disconnected_while_it_is_due));
