/*
 * Places that a counting emulator watches: labels without size, so the measured code has not one instruction more.
 *
 * A row of figures named x is counted from TAKT_FROM(x) to TAKT_TO(x), two labels that may lie in different threads:
 * "A gives, B runs" goes from before the call in A to after B's own call. tools/takt-count.c counts, and finds the
 * labels in the program's symbols. What the compiler moves across them is what it would move across the call anyway.
 *
 * A label can stand only once, so the function that holds it must not be inlined twice, cloned or unrolled: those
 * functions are TAKT_PLACED.
 */
#ifndef TAKT_BENCH_PLACE_H
#define TAKT_BENCH_PLACE_H

#define TAKT_PLACED __attribute__((noinline, noclone))

#define TAKT_PLACE(name) __asm__ volatile(".globl takt_place_" #name "\ntakt_place_" #name ":" : : : "memory")

#define TAKT_FROM(row) TAKT_PLACE(from_##row)
#define TAKT_TO(row)   TAKT_PLACE(to_##row)

#endif
