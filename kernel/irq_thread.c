/*
 * Interrupt threads, and the same handlers without them.
 *
 * The top half does three things of constant length: note that the source is held, mask it, give the thread's
 * semaphore. The thread takes it, runs the handler, and lets the source through again. The semaphore's limit is 1,
 * since the source cannot come again in between.
 *
 * Races considered. Whether the source is let through depends on two words: started (the application's wish) and held
 * (its handler is due or runs). Starting, stopping and the end of a handler look at both in one masked step, so
 * neither a handler nor another thread comes between the look and the enabling. The top half sets held before it
 * masks the source: a more urgent handler that starts the interrupt just there leaves it masked.
 *
 * An interrupt that is raised while its source is masked stays pending and comes when it is let through; so after the
 * last raise the handler begins once more. For a source that keeps its line active the controller notes it as pending
 * again when the top half ends, with the cause that the handler is going to remove; that note is taken back before
 * the source is let through, which cannot lose anything: a line that is still active is noted anew.
 *
 * Disconnecting stops the source first, so that the thread does not let it through; then the thread is told, and
 * joined. Only then is the line without a handler.
 */
#include "kernel.h"

#include <takt/irq_thread.h>

static void let_through(const struct takt_irq *irq)
{
    if (irq->started && !irq->held)
        (void)takt_irq_enable(irq->number);
}

static void top_half(void *arg)
{
    struct takt_irq *irq = arg;

    irq->held = true;
    atomic_signal_fence(memory_order_seq_cst); /* what interrupts here starts it in vain */
    (void)takt_irq_disable(irq->number);
    (void)takt_sem_give(&irq->due);
}

static void direct(void *arg)
{
    struct takt_irq *irq = arg;

    irq->count++;
    irq->handler(irq->arg);
}

static void handler_over(struct takt_irq *irq)
{
    takt_mask_t old = takt_port_mask();

    irq->held = false;
    if (irq->level)
        (void)takt_irq_clear(irq->number);
    let_through(irq);
    takt_port_unmask(old);
}

static void serve(void *arg)
{
    struct takt_irq *irq = arg;

    while (takt_sem_take(&irq->due, TAKT_FOREVER) == 0 && !irq->ended) {
        irq->count++;
        irq->handler(irq->arg);
        handler_over(irq);
    }
}

#if CONFIG_TAKT_THREAD_NAME
static char *put(char *to, const char *end, const char *text)
{
    while (*text != '\0' && to < end)
        *to++ = *text++;
    return to;
}

/* irq/<number>-<name> */
static const char *name_thread(struct takt_irq *irq, const char *name)
{
    const char *end = irq->name + sizeof irq->name - 1;
    char digits[4], *first = digits + sizeof digits - 1, *to;
    unsigned left = irq->number;

    *first = '\0';
    do {
        *--first = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    to = put(irq->name, end, "irq/");
    to = put(to, end, first);
    to = put(to, end, "-");
    *put(to, end, name == NULL ? "handler" : name) = '\0';
    return irq->name;
}
#else
static const char *name_thread(const struct takt_irq *irq, const char *name)
{
    (void)irq;
    return name;
}
#endif

static bool is_threaded(const struct takt_irq_attr *attr)
{
    return attr->way == TAKT_IRQ_THREADED ||
           (attr->way == TAKT_IRQ_AS_CONFIGURED && CONFIG_TAKT_IRQ_THREADED);
}

/* Some are so urgent that the kernel does not hold them back. */
static bool may_call_kernel(int urgency)
{
    return urgency >= TAKT_PORT_IRQ_KERNEL;
}

/* As takt_thread_create() looks at them: what it would refuse is refused before the line is taken. */
static int thread_allowed(const struct takt_irq_attr *attr)
{
    if (attr->stack == NULL || !takt_is_level(attr->priority) || !may_call_kernel(attr->urgency))
        return -EINVAL;
    return attr->stack_size < TAKT_STACK_MIN ? -ENOSPC : 0;
}

static void begin_thread(struct takt_irq *irq, const struct takt_irq_attr *attr)
{
    const struct takt_thread_attr thread = {
        .name = name_thread(irq, attr->name),
        .entry = serve,
        .arg = irq,
        .stack = attr->stack,
        .stack_size = attr->stack_size,
        .priority = attr->priority,
    };

    (void)takt_sem_init(&irq->due, 0, 1);
    (void)takt_thread_create(&irq->thread, &thread);
    (void)takt_thread_start(&irq->thread);
}

int takt_irq_connect(struct takt_irq *irq, unsigned number, const struct takt_irq_attr *attr)
{
    bool threaded = is_threaded(attr);
    int result = threaded ? thread_allowed(attr) : 0;

    TAKT_CLASS_THREAD();
    if (attr->handler == NULL)
        return -EINVAL;
    if (result == 0)
        result = takt_irq_attach(number, attr->urgency, threaded ? top_half : direct, irq);
    if (result != 0)
        return result;
    *irq = (struct takt_irq){
        .handler = attr->handler,
        .arg = attr->arg,
        .number = (uint8_t)number,
        .threaded = threaded,
        .level = attr->level,
    };
    if (threaded)
        begin_thread(irq, attr);
    return 0;
}

void takt_irq_start(struct takt_irq *irq)
{
    takt_mask_t old = takt_port_mask();

    irq->started = true;
    let_through(irq);
    takt_port_unmask(old);
}

void takt_irq_stop(struct takt_irq *irq)
{
    takt_mask_t old = takt_port_mask();

    irq->started = false;
    (void)takt_irq_disable(irq->number);
    takt_port_unmask(old);
}

#if CONFIG_TAKT_JOIN
static int end_thread(struct takt_irq *irq)
{
    int result = takt_wait_allowed(takt_core(), TAKT_FOREVER);

    if (takt_core()->current == &irq->thread)
        result = -EDEADLK;
    if (result != 0)
        return result;
    takt_irq_stop(irq);
    irq->ended = true;
    (void)takt_sem_give(&irq->due); /* or it is given already */
    (void)takt_thread_join(&irq->thread, NULL, TAKT_FOREVER);
    return takt_sem_delete(&irq->due);
}

int takt_irq_disconnect(struct takt_irq *irq)
{
    int result = irq->threaded ? end_thread(irq) : 0;

    TAKT_CLASS_THREAD();
    if (result == 0)
        result = takt_irq_attach(irq->number, 0, NULL, NULL);
    return result;
}
#endif

bool takt_irq_is_threaded(const struct takt_irq *irq)
{
    return irq->threaded;
}

uint32_t takt_irq_count(const struct takt_irq *irq)
{
    return irq->count;
}

struct takt_thread *takt_irq_thread(struct takt_irq *irq)
{
    return irq->threaded ? &irq->thread : NULL;
}
