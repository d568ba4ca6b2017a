/*
 * Disturb an operation at every step: sim only.
 *
 * The operation runs again and again; in turn k something happens at its k-th choice point (each place where the
 * core's interrupts are open and the kernel could be in the middle of something), until the operation ends before
 * its k-th point. What happens is a function that runs in a handler, or in a thread more urgent than all others
 * that the handler makes ready.
 */
#ifndef EVERY_STEP_H
#define EVERY_STEP_H

#include "scenario.h"

/** What is done in each turn. */
struct every_step {
    void (*setup)(void);
    void (*operate)(void); /* by the driver */
    void (*disturb)(void); /* once in a turn */
    void (*verify)(void);  /* ends all workers but that of disturb */
};

/** Disturb in a handler. */
void every_step_in_a_handler(const struct every_step *what);
/** Disturb by a thread of priority HIGHER. */
void every_step_by_a_thread(const struct every_step *what);

/** Whether the disturbance of this turn happened; for verify. */
extern bool every_step_disturbed;

#endif
