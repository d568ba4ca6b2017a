/* The machine's frame, chosen once. */
#ifndef TAKT_FRAME_H
#define TAKT_FRAME_H

#if defined(__x86_64__)
#include "frame_x86_64.h"
#elif defined(__aarch64__)
#include "frame_aarch64.h"
#else
#error                                                                                                       \
    "the boards sim and host run on x86-64 and AArch64; write port/context/swap_<machine>.S and frame_<machine>.h"
#endif

#endif
