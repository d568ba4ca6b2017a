/*
 * LLQ on FreeRTOS: one instance of it on each core, a context for each core. A core's tasks share its context, so the
 * scheduler is suspended before the library is entered and until the lock is released; interrupts stay open. The
 * tick stands still meanwhile, so deadlines need another clock of the device.
 */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include "FreeRTOS.h"
#include "task.h"

int64_t device_nanoseconds(void); /* given by the application: a counter that never runs back */

static inline void llq_port_mask(void) /* done by lock_acquire() */
{
}

static inline void llq_port_unmask(void)
{
}

static inline void llq_port_relax(uint32_t turn)
{
    (void)turn;
    portNOP(); /* with WFE here, llq_port_wake() is DSB and SEV */
}

static inline void llq_port_wake(void)
{
}

static inline int64_t llq_port_now(void)
{
    return device_nanoseconds();
}

static inline void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id,
                                  uint32_t value)
{
    (void)event, (void)lock, (void)id, (void)value;
}

#endif
