/*
 * Interrupt lines: what <takt/irq.h> promises, and the shorter way of takt_cortexm_direct().
 *
 * The board's table of vectors is constant. With the first line that is attached the core gets a copy in RAM, where the
 * line's vector leads to a function that looks up what was attached; that of a line more urgent than the kernel's level
 * does not touch the kernel, not even to say that it is there; a direct line has the application's function. A program
 * that attaches nothing has neither the copy nor this file.
 *
 * Races considered: a line is disabled, and not pending, while its entry changes. The table in RAM is whole before VTOR
 * names it; preemption is off meanwhile, so that two threads do not both begin it. A handler that is active while another core or thread attaches cannot be this line's.
 *
 * Bound: constant; the first of a core copies the table.
 */
#include "kernel.h"

#define LINES   TAKT_PORT_IRQ_LINES
#define VECTORS (TAKT_CORTEXM_FIRST + LINES)
#define ALIGNED                                                                                              \
    (VECTORS <= 32 ? 128 : VECTORS <= 64 ? 256 : VECTORS <= 128 ? 512 : 1024) /* what VTOR can name */

/** What was attached to a line. */
struct line {
    takt_irq_handler_t handler;
    void *arg;
};

static struct line lines[CONFIG_TAKT_CORES][LINES];
static takt_cortexm_vector_t vectors[CONFIG_TAKT_CORES][VECTORS] __attribute__((aligned(ALIGNED)));

static uint32_t bit(unsigned line)
{
    return 1u << line % 32;
}

static unsigned running_line(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception - TAKT_CORTEXM_FIRST;
}

static void attached(void)
{
    unsigned number = running_line();
    const struct line *line = &lines[takt_port_core_id()][number];

    takt_irq_enter(number);
    line->handler(line->arg);
    takt_irq_exit(number);
}

/* Above the kernel's level. */
static void urgent(void)
{
    const struct line *line = &lines[takt_port_core_id()][running_line()];

    line->handler(line->arg);
}

static bool exists(unsigned number, unsigned priority)
{
    return number < LINES && priority < TAKT_PORT_IRQ_PRIORITIES;
}

static void set_vector(unsigned number, takt_cortexm_vector_t function)
{
    takt_cortexm_vector_t *table = vectors[takt_port_core_id()];
    struct takt_core *core = takt_core();

    takt_preempt_enter(core);
    if (TAKT_CORTEXM_VTOR != (uint32_t)(uintptr_t)table) {
        memcpy(table, (const void *)(uintptr_t)TAKT_CORTEXM_VTOR, sizeof vectors[0]);
        __asm__ volatile("dsb" ::: "memory");
        TAKT_CORTEXM_VTOR = (uint32_t)(uintptr_t)table;
    }
    table[TAKT_CORTEXM_FIRST + number] = function;
    __asm__ volatile("dsb" ::: "memory");
    takt_preempt_leave(core);
}

static void disarm(unsigned number, unsigned priority)
{
    TAKT_CORTEXM_ICER(number) = bit(number);
    TAKT_CORTEXM_IPR(number) = (uint8_t)TAKT_CORTEXM_PRIORITY(priority);
    takt_cortexm_settle();
}

static takt_cortexm_vector_t vector_of(takt_irq_handler_t handler, unsigned priority)
{
    if (handler == NULL)
        return takt_cortexm_fault;
    return priority < CONFIG_TAKT_CORTEXM_LEVEL ? urgent : attached;
}

int takt_irq_attach(unsigned number, unsigned priority, takt_irq_handler_t handler, void *arg)
{
    struct line *line;

    if (!exists(number, priority))
        return -EINVAL;
    line = &lines[takt_port_core_id()][number];
    if (handler != NULL && line->handler != NULL)
        return -EBUSY;
    disarm(number, priority);
    *line = (struct line){handler, arg};
    set_vector(number, vector_of(handler, priority));
    return 0;
}

int takt_cortexm_direct(unsigned line, unsigned priority, takt_cortexm_vector_t function)
{
    if (!exists(line, priority))
        return -EINVAL;
    disarm(line, priority);
    set_vector(line, function);
    return 0;
}

int takt_irq_enable(unsigned number)
{
    if (number >= LINES)
        return -EINVAL;
    TAKT_CORTEXM_ISER(number) = bit(number);
    takt_cortexm_settle();
    return 0;
}

int takt_irq_disable(unsigned number)
{
    if (number >= LINES)
        return -EINVAL;
    TAKT_CORTEXM_ICER(number) = bit(number);
    takt_cortexm_settle();
    return 0;
}

int takt_irq_pend(unsigned number)
{
    if (number >= LINES)
        return -EINVAL;
    TAKT_CORTEXM_ISPR(number) = bit(number);
    takt_cortexm_settle();
    return 0;
}

int takt_irq_clear(unsigned number)
{
    if (number >= LINES)
        return -EINVAL;
    TAKT_CORTEXM_ICPR(number) = bit(number);
    takt_cortexm_settle();
    return 0;
}
