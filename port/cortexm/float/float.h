/* Words between r4-r11 and the processor's frame of a thread that has never run: the exception return; and what
 * a core does at its start. For C and for switch.S. */
#ifndef TAKT_CORTEXM_FLOAT_H
#define TAKT_CORTEXM_FLOAT_H

#define TAKT_CORTEXM_FLOAT_WORDS 1
/* CPACR: full access to the unit. Automatic and lazy stacking are on at reset. */
#define TAKT_CORTEXM_FLOAT_START()                                                                           \
    (TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED88u) |= 0xFu << 20, takt_cortexm_settle())

#endif
