/*
 * Interrupts, as an application sees them: numbers of the board, direct handlers. A handler runs with more
 * urgent interrupts open, may call every service of class any, and must not wait.
 */
#ifndef TAKT_IRQ_H
#define TAKT_IRQ_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Handler of an interrupt. */
typedef void (*takt_irq_handler_t)(void *arg);

/**
 * Attach a handler to an interrupt of the calling core, or detach it with NULL. The interrupt stays disabled.
 *
 * Call class: thread, before start. Bound: constant.
 * @param priority 0 is the most urgent; the board says how many there are (TAKT_PORT_IRQ_PRIORITIES)
 * @return 0; -EINVAL: no such interrupt or priority; -EBUSY: it has a handler
 */
int takt_irq_attach(unsigned number, unsigned priority, takt_irq_handler_t handler, void *arg)
    TAKT_NEEDS(CONFIG_TAKT_IRQ);

/** Let an interrupt of the calling core through. Call class: any. @return 0; -EINVAL: no such number */
int takt_irq_enable(unsigned number) TAKT_NEEDS(CONFIG_TAKT_IRQ);

/** Hold an interrupt of the calling core back; it stays pending. Call class: any. @return 0; -EINVAL */
int takt_irq_disable(unsigned number) TAKT_NEEDS(CONFIG_TAKT_IRQ);

/** Raise an interrupt of the calling core by software. Call class: any. @return 0; -EINVAL: no such number */
int takt_irq_pend(unsigned number) TAKT_NEEDS(CONFIG_TAKT_IRQ);

/**
 * Forget that an interrupt of the calling core is pending, unless its line is still active. Call class: any.
 * @return 0; -EINVAL: no such number
 */
int takt_irq_clear(unsigned number) TAKT_NEEDS(CONFIG_TAKT_IRQ);

/** Whether the caller is a handler. Call class: any. */
bool takt_in_handler(void);

#ifdef __cplusplus
}
#endif

#endif
