/*
 * Readers of bytes from outside, each given any bytes at all. A reader is one source with LLVMFuzzerTestOneInput(), which
 * must come back whatever it is given: no crash, no hang, nothing read or written where it may not.
 *
 * The ordinary build links it with replay.c, a plain main that gives it every file of its corpus; builds with sanitizers
 * watch it. ./takt test fuzz --long has clang build it with libFuzzer, and searches. What that finds becomes a file of
 * the corpus. To add a reader: its source here, a folder in corpus/, and a line in CMakeLists.txt.
 */
#ifndef TAKT_TESTS_FUZZ_H
#define TAKT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** Give the reader some bytes. @return 0 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Put bytes where a reader that opens files finds them. @return the path, the same for each name */
const char *fuzz_file(const char *name, const uint8_t *data, size_t size);

/** The folder of those files. */
const char *fuzz_folder(void);

/** What readers say about bad input goes nowhere. */
void fuzz_quiet(void);

#endif
