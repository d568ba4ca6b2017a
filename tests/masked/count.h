/*
 * Counting what the kernel executes: basic blocks, by the compiler's hook at the head of each.
 *
 * The kernel's sources are compiled a second time with -fsanitize-coverage=trace-pc, so every basic block calls
 * __sanitizer_cov_trace_pc(). A count of blocks is not time, but it cannot hide a loop: a step whose length depends
 * on threads, timers, waiters or a chain executes more blocks when there are more of them. What a block cannot show,
 * the length of a copy, is added by the kernel's memcpy() and memset(), which are renamed to functions below.
 *
 * A window is what a core executes from the moment interrupts are held back until they open. Its name is the place
 * of the mask, file and line; the switch of threads, which the port calls with interrupts held back, is a window too.
 */
#ifndef COUNT_H
#define COUNT_H

#include <stddef.h>
#include <stdint.h>

/** How many settings (sizes of crowds and messages) are compared. */
#define COUNT_SETTINGS 6

/** A mask in the kernel's sources, and the longest window that began there, per setting. */
struct count_site {
    const char *place;
    uint64_t windows[COUNT_SETTINGS], longest[COUNT_SETTINGS];
};

/** From now on windows are noted under this setting (0 to COUNT_SETTINGS - 1). */
void count_begin(unsigned setting);
/** Windows are not noted. */
void count_end(void);

/** Blocks that the calling core has executed so far. */
uint64_t count_blocks(void);

/** The sites that were met, by place. @return how many */
size_t count_sites(const struct count_site **sites);

#endif
