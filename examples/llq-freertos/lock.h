/*
 * A lock between the cores, as tasks use it. Not for interrupt handlers.
 *
 * The scheduler of this core is suspended from before the request to after the release: a holder and a waiter of one
 * core can never meet, and the core has one request at a time.
 */
#ifndef LOCK_H
#define LOCK_H

#include <llq/llq.h>

#include "FreeRTOS.h"
#include "task.h"

/** @return as llq_acquire() */
static inline int lock_acquire(struct llq *lock, struct llq_context *core, int64_t deadline,
                               struct llq_token *token)
{
    int result;

    vTaskSuspendAll();
    result = llq_acquire(lock, core, deadline, token);
    if (result != 0)
        (void)xTaskResumeAll();
    return result;
}

/** @return as llq_release() */
static inline int lock_release(struct llq *lock, struct llq_context *core, const struct llq_token *token)
{
    int result = llq_release(lock, core, token);

    if (result != -EPERM)
        (void)xTaskResumeAll();
    return result;
}

#endif
