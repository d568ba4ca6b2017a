/*
 * Reading the boards' counter: the first half of the dual timer, 32 bits that count down, for ever. The bits above are
 * counted by software, in half turns: the event notes those that have passed, at least once in every quarter, so
 * a reader knows from the top bit whether the note is behind. It needs no mask, and cannot go back: whichever of the
 * two words an interrupt comes between, an old note and a new count still differ by one half turn at most. The note,
 * mended, has the count's top bit as its lowest, so the count is the lower half of the result as it is.
 */
#ifndef MPS2_COUNTER_H
#define MPS2_COUNTER_H

static inline uint64_t takt_board_counter(void)
{
    uint32_t halves = TAKT_BOARD_HALVES, count = ~TAKT_BOARD_COUNT;

    halves += (halves ^ count >> 31) & 1;
    return (uint64_t)(halves >> 1) << 32 | count;
}

#if CONFIG_TAKT_OPTIMIZE_SIZE
uint64_t takt_port_counter(void); /* one for all who read it: counter_read.c */
#else
static inline uint64_t takt_port_counter(void)
{
    return takt_board_counter();
}
#endif

#endif
