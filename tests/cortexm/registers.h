/* Registers full of a pattern: r1-r12 and the flags, and where there is a floating point unit, its registers. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

/* Fill them with numbers that follow from a seed, spend some ten thousand instructions, and see whether they are the same.
 * @return 0: they are */
uint32_t registers_changed(uint32_t seed);

#endif
