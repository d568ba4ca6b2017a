/*
 * Read before the first line of each source of a POSIX program: its main() keeps its meaning, but is called
 * takt_posix_main at link. Not a macro, so that the end of main() still means 0.
 */
#ifndef TAKT_POSIX_PROGRAM_H
#define TAKT_POSIX_PROGRAM_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
extern int main() __asm__("takt_posix_main");
#pragma GCC diagnostic pop

#endif
