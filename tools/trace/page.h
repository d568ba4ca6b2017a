/* What the programs that write pages share: texts and numbers as a script of the page takes them. */
#ifndef TAKT_TOOLS_TRACE_PAGE_H
#define TAKT_TOOLS_TRACE_PAGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Bytes that a page takes as base64. */
struct tt_bytes {
    unsigned char *byte;
    size_t count, room;
};

/** Append a number, 7 bits a byte, the lowest first. */
void tt_bytes_number(struct tt_bytes *bytes, uint64_t number);
void tt_bytes_put(const struct tt_bytes *bytes, FILE *out);
void tt_bytes_free(struct tt_bytes *bytes);

/** A text as JSON that can stand in a script: a script ends at the first </, wherever it stands. */
void tt_page_text(FILE *out, const char *text);

#endif
