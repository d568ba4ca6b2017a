/* Faults: the way in, and the report. Private to fault.c, fault_text.c. */
#ifndef TAKT_CORTEXM_FAULT_H
#define TAKT_CORTEXM_FAULT_H

#include "kernel.h"

/** From switch.S. */
void takt_cortexm_fault_in(struct takt_cortexm_frame *frame, uint32_t exc_return);

/** Panic with what the processor says. */
#if CONFIG_TAKT_PANIC_TEXT
void takt_cortexm_fault_panic(const struct takt_cortexm_frame *frame, uint32_t exc_return)
    __attribute__((noreturn));
#else
static inline __attribute__((noreturn)) void takt_cortexm_fault_panic(const struct takt_cortexm_frame *frame,
                                                                      uint32_t exc_return)
{
    (void)frame;
    (void)exc_return;
    TAKT_PANIC("fault");
}
#endif

#endif
