/*
 * Faults end in takt_panic(), with what the processor says about them (fault_text.c).
 *
 * All faults escalate to HardFault (their own handlers stay disabled), which is more urgent than every mask: it runs
 * on broken state and only reports. A fault in the report itself is a lockup, which ends the core too.
 */
#include "fault.h"

bool takt_cortexm_reports;

#if CONFIG_TAKT_MEMORY_TEST
extern const char takt_cortexm_try[], takt_cortexm_tried[]; /* in exclusive.S */

_Static_assert(EAGAIN == 11, "exclusive.S");

/* Memory that takes no exclusive accesses is a result of takt_port_try_add(), not a bug. */
static bool was_tried(struct takt_cortexm_frame *frame)
{
    if (frame->pc < (uintptr_t)takt_cortexm_try || frame->pc >= (uintptr_t)takt_cortexm_tried)
        return false;
    TAKT_CORTEXM_CFSR = TAKT_CORTEXM_CFSR; /* bits are cleared by writing them */
    frame->r0 = (uint32_t)-EFAULT;
    frame->pc = frame->lr & ~1u;
    return true;
}
#else
static bool was_tried(const struct takt_cortexm_frame *frame)
{
    (void)frame;
    return false;
}
#endif

void takt_cortexm_fault_in(struct takt_cortexm_frame *frame, uint32_t exc_return)
{
    if (takt_board_fault(frame) || was_tried(frame))
        return;
    if (CONFIG_TAKT_DEBUG) /* level.c asks */
        takt_cortexm_reports = true;
    takt_cortexm_fault_panic(frame, exc_return);
}
