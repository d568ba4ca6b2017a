/* Recordings of any size, as the recorder would have made them; made from its format alone, not by its code. */
#ifndef TAKT_TESTS_TRACE_GENERATE_H
#define TAKT_TESTS_TRACE_GENERATE_H

/**
 * Write a sound recording: on each core an interrupt wakes a worker, which sends to a reader and rings the next core.
 * @param events in all; as many as whole periods give, a few less
 * @return events written; -1: the file cannot be written
 */
long generate(const char *path, long events, unsigned cores);

#endif
