/* Base64 and texts of pages. */
#include "page.h"

#include "read.h"

#include <stdlib.h>

void tt_bytes_number(struct tt_bytes *bytes, uint64_t number)
{
    if (bytes->room - bytes->count < 10) {
        bytes->room = bytes->room == 0 ? 4096 : bytes->room * 2;
        bytes->byte = tt_must(realloc(bytes->byte, bytes->room));
    }
    for (; number > 127; number >>= 7)
        bytes->byte[bytes->count++] = (unsigned char)(128 | (number & 127));
    bytes->byte[bytes->count++] = (unsigned char)number;
}

void tt_bytes_put(const struct tt_bytes *bytes, FILE *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = bytes->byte;
    char four[4];

    fputc('"', out);
    for (size_t left = bytes->count; left > 0; byte += 3) {
        uint32_t three =
            (uint32_t)byte[0] << 16 | (left > 1 ? (uint32_t)byte[1] << 8 : 0) | (left > 2 ? byte[2] : 0);

        four[0] = digits[three >> 18];
        four[1] = digits[three >> 12 & 63];
        four[2] = '=';
        four[3] = '=';
        if (left > 1)
            four[2] = digits[three >> 6 & 63];
        if (left > 2)
            four[3] = digits[three & 63];
        fwrite(four, 1, sizeof(four), out);
        left = left > 3 ? left - 3 : 0;
    }
    fputc('"', out);
}

void tt_bytes_free(struct tt_bytes *bytes)
{
    free(bytes->byte);
    *bytes = (struct tt_bytes){0};
}

void tt_page_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f || c == '<')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}
