/*
 * A new thread's first frame, and the priorities of the port's own exceptions.
 *
 * A thread begins by the same way back as every other: its stack holds what an interrupted thread's would. PendSV is
 * less urgent than every line, so a switch happens when no handler is active; SVC, by which threads give way, is as little
 * urgent; SysTick is not used and stays at that level, where it can disturb nobody.
 */
#include "kernel.h"

#include "float.h"
#include "offsets.h"

#define XPSR_THUMB 0x01000000u
#define FRAME      8u          /* words that the processor stores */
#define KEPT       8u          /* r4-r11 */
#define RETURN     0xFFFFFFFDu /* to a thread, on the process stack, no floating point frame */

/* switch.S finds the thread that is left, and its stack pointer, by these. */
_Static_assert(offsetof(struct takt_core, current) == TAKT_CORTEXM_CURRENT, "offsets.h");
_Static_assert(offsetof(struct takt_thread, context) == 0, "switch.S");
_Static_assert(offsetof(struct takt_context, sp) == 0, "switch.S");

#if TAKT_CORTEXM_LIMITS
_Static_assert(offsetof(struct takt_context, limit) == 4, "armv8m/arch.inc");

static void limit_init(struct takt_context *context, void *stack)
{
    context->limit = (void *)(((uintptr_t)stack + 7) & ~(uintptr_t)7);
}
#else
static void limit_init(struct takt_context *context, void *stack)
{
    (void)context;
    (void)stack;
}
#endif

TAKT_SELDOM void takt_port_context_init(struct takt_context *context, void *stack, size_t size,
                                        void (*entry)(void))
{
    uintptr_t top = ((uintptr_t)stack + size) & ~(uintptr_t)7;
    uint32_t *frame = (uint32_t *)top - FRAME;
    uint32_t *sp = frame - TAKT_CORTEXM_FLOAT_WORDS - KEPT;

    memset(sp, 0, top - (uintptr_t)sp);
    if (TAKT_CORTEXM_FLOAT_WORDS != 0)
        sp[KEPT] = RETURN;
    frame[6] = (uint32_t)(uintptr_t)entry & ~1u;
    frame[7] = XPSR_THUMB;
    context->sp = sp;
    limit_init(context, stack);
}

TAKT_SELDOM void takt_cortexm_start(void)
{
    (void)takt_port_mask();
    TAKT_CORTEXM_FLOAT_START();
    for (unsigned exception = 11; exception <= 15; exception++)
        TAKT_CORTEXM_SHPR(exception) = TAKT_CORTEXM_PRIORITY(TAKT_PORT_IRQ_PRIORITIES - 1);
}

void takt_port_stop(void)
{
    (void)takt_port_mask();
    takt_board_stopped();
    for (;;)
        __asm__ volatile("wfi");
}
