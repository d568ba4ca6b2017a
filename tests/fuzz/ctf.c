/* Folders in Common Trace Format: metadata, and a stream behind the first line that is "-- stream". */
#include "fuzz.h"

#include "../../tools/trace/read.h"

#include <string.h>

static const char mark[] = "-- stream\n";

static size_t find(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + sizeof(mark) - 1 <= size; i++) {
        if (memcmp(data + i, mark, sizeof(mark) - 1) == 0)
            return i;
    }
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t end = find(data, size), stream = end == size ? size : end + sizeof(mark) - 1;
    const char *path = fuzz_folder();
    struct tt_trace trace;

    fuzz_quiet();
    (void)fuzz_file("metadata", data, end);
    (void)fuzz_file("stream", data + stream, size - stream);
    if (tt_read(&trace, &path, 1) == 0)
        tt_free(&trace);
    return 0;
}
