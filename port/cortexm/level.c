/*
 * Debug builds: whoever masks wants to change the kernel's state, and may do so up to the kernel's level only. The
 * check stands at the mask, as every service but the plainest look at a word goes through it.
 */
#include "kernel.h"

void takt_cortexm_check_level(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    if (exception < TAKT_CORTEXM_FIRST || takt_cortexm_reports)
        return;
    if (TAKT_CORTEXM_IPR(exception - TAKT_CORTEXM_FIRST) >= TAKT_CORTEXM_MASK)
        return;
    takt_cortexm_reports = true;
    takt_panic("a handler above the kernel's level (CONFIG_TAKT_CORTEXM_LEVEL) called the kernel", __FILE__,
               __LINE__);
}
