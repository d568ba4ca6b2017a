/* Words between r4-r11 and the processor's frame of a thread that has never run, and what a core does at its start.
 * For C and for switch.S. */
#ifndef TAKT_CORTEXM_FLOAT_H
#define TAKT_CORTEXM_FLOAT_H

#define TAKT_CORTEXM_FLOAT_WORDS   0
#define TAKT_CORTEXM_FLOAT_START() ((void)0)

#endif
