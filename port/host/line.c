/*
 * The interrupt controller of a core: 64 lines, 8 priorities, nesting; and the pended switch, which is what
 * happens when no handler is left.
 *
 * Handlers run on a stack of the core's own, so that a thread's stack needs room for one frame of a host
 * signal and not for eight. That stack is a context like a thread's: it is entered when the first handler
 * begins, and left before a switch of threads is thought of. A handler in a handler stays on it.
 *
 * Races: everything below runs masked, so a signal in between only sets a bit in `pending`. Its other words
 * are not touched by signal handlers. `pending` is changed by single instructions, as a signal may come
 * between any two. The loop in takt_host_run() ends when it has seen nothing pending; a signal after that
 * look is found by whoever opens the mask.
 *
 * Bound: nesting is at most the number of priorities, on the handlers' stack; each level costs a signal's
 * frame.
 */
#include "host.h"

#include <errno.h>

#include "../context/context.h"

#define THREADS TAKT_PORT_IRQ_PRIORITIES /* level of threads: less urgent than any line */
#define STACK   (256u * 1024u)

struct line {
    takt_irq_handler_t handler;
    void *arg;
    uint8_t priority;
};

/** The controller of one core. */
struct controller {
    struct line line[TAKT_PORT_IRQ_LINES];
    uint64_t enabled;
    uint64_t at[TAKT_PORT_IRQ_PRIORITIES]; /* lines of each priority */
    unsigned level;                        /* priority of what runs */
    struct takt_context *thread;           /* the thread that runs, or was interrupted */
    struct takt_context handlers, boot;
};

static struct controller controllers[CONFIG_TAKT_CORES];
static char stacks[CONFIG_TAKT_CORES][STACK] __attribute__((aligned(64)));

__thread struct takt_host takt_host = {.masked = 1};
unsigned takt_host_cores = 1;
bool takt_host_crowded;

static struct controller *controller(void)
{
    return &controllers[takt_host.core];
}

static uint64_t bit(unsigned line)
{
    return (uint64_t)1 << line;
}

/* relaxed, here and below: the other side is a signal handler on the same POSIX thread */
void takt_host_raise(unsigned line)
{
    __atomic_fetch_or(&takt_host.pending, bit(line), __ATOMIC_RELAXED);
}

static void lower(unsigned line)
{
    __atomic_fetch_and(&takt_host.pending, ~bit(line), __ATOMIC_RELAXED);
}

static void reopen(const struct controller *c)
{
    uint64_t urgent = 0;

    for (unsigned p = 0; p < c->level && p < TAKT_PORT_IRQ_PRIORITIES; p++)
        urgent |= c->at[p];
    takt_host.open = urgent & c->enabled;
}

static unsigned most_urgent(const struct controller *c, uint64_t due)
{
    unsigned p = 0;

    while ((due & c->at[p]) == 0)
        p++;
    return (unsigned)__builtin_ctzll(due & c->at[p]);
}

static void handle(struct controller *c, unsigned number)
{
    const struct line line = c->line[number]; /* a handler in between may detach it */
    unsigned interrupted = c->level;

    lower(number);
    c->level = line.priority;
    takt_host.depth++;
    takt_host.taken++;
    takt_host.watched = 0;
    reopen(c);
    takt_irq_enter(number);
    takt_port_unmask(0);
    line.handler(line.arg);
    (void)takt_port_mask();
    takt_host.watched = 0;
    takt_irq_exit(number);
    takt_host.depth--;
    c->level = interrupted;
    reopen(c);
}

static void handle_all(struct controller *c)
{
    uint64_t due;

    while ((due = takt_host.pending & takt_host.open) != 0)
        handle(c, most_urgent(c, due));
}

/* The handlers' context: does what is due each time that it is switched to. */
static void handlers(void (*unused)(void))
{
    struct controller *c = controller();

    (void)unused;
    for (;;) {
        handle_all(c);
        takt_context_switch(&c->handlers, c->thread);
    }
}

static void switch_thread(struct controller *c)
{
    struct takt_context *from = c->thread;

    takt_host.switch_due = 0;
    takt_host.watched = 0;
    c->thread = takt_sched_switch();
    if (c->thread != from)
        takt_context_switch(from, c->thread);
}

void takt_host_run(void)
{
    struct controller *c = controller();
    int error = errno;

    while (takt_host_raised()) {
        if (takt_host.depth != 0)
            handle_all(c);
        else if ((takt_host.pending & takt_host.open) != 0)
            takt_context_switch(c->thread, &c->handlers);
        else
            switch_thread(c);
    }
    errno = error;
}

void takt_host_take(void)
{
    do {
        (void)takt_port_mask();
        takt_host_run();
        takt_host_barrier();
        takt_host.masked = 0;
        takt_host_barrier();
    } while (takt_host_due());
}

/* A new thread arrives here from a switch, masked. */
static void begin(void (*entry)(void))
{
    takt_port_unmask(0);
    entry();
}

void takt_port_context_init(struct takt_context *context, void *stack, size_t size, void (*entry)(void))
{
    takt_context_init(context, stack, size, begin, entry);
}

void takt_port_start(struct takt_context *first)
{
    struct controller *c = controller();

    takt_context_init(&c->handlers, stacks[takt_host.core], STACK, handlers, NULL);
    c->thread = first;
    takt_host_fence_begin();
    takt_host_run_threads();
    takt_context_switch(&c->boot, first);
    __builtin_trap();
}

static void attach(unsigned number, unsigned priority, takt_irq_handler_t handler, void *arg)
{
    struct controller *c = controller();

    c->line[number] = (struct line){handler, arg, (uint8_t)priority};
    c->enabled &= ~bit(number);
    for (unsigned p = 0; p < TAKT_PORT_IRQ_PRIORITIES; p++)
        c->at[p] &= ~bit(number);
    if (handler != NULL)
        c->at[priority] |= bit(number);
    else
        lower(number);
    reopen(c);
}

void takt_host_line(unsigned line, unsigned priority, takt_irq_handler_t handler)
{
    controller()->level = THREADS;
    attach(line, priority, handler, NULL);
    controller()->enabled |= bit(line);
    reopen(controller());
}

static bool is_own(unsigned number)
{
    return number == TAKT_HOST_LINE_TIMER || number == TAKT_HOST_LINE_DOORBELL;
}

int takt_irq_attach(unsigned number, unsigned priority, takt_irq_handler_t handler, void *arg)
{
    takt_mask_t old = takt_port_mask();
    int result = 0;

    if (number >= TAKT_PORT_IRQ_LINES || priority >= TAKT_PORT_IRQ_PRIORITIES)
        result = -EINVAL;
    else if (is_own(number) || (handler != NULL && controller()->line[number].handler != NULL))
        result = -EBUSY;
    else
        attach(number, priority, handler, arg);
    takt_port_unmask(old);
    return result;
}

static int enable(unsigned number, bool on)
{
    struct controller *c = controller();
    takt_mask_t old;

    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    old = takt_port_mask();
    c->enabled = on ? c->enabled | bit(number) : c->enabled & ~bit(number);
    reopen(c);
    takt_port_unmask(old);
    return 0;
}

int takt_irq_enable(unsigned number)
{
    return enable(number, true);
}

int takt_irq_disable(unsigned number)
{
    return enable(number, false);
}

int takt_irq_pend(unsigned number)
{
    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    takt_host_raise(number);
    takt_port_unmask(takt_port_mask());
    return 0;
}

int takt_irq_clear(unsigned number)
{
    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    lower(number);
    return 0;
}
