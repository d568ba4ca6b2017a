/* Bounded text. Every append goes through takt_text_char(), the one place that knows the bound. */
#include "text.h"

#include <string.h>

void takt_text_begin(struct takt_text *text, char *buffer, size_t size)
{
    text->buffer = buffer;
    text->size = size;
    text->length = 0;
    text->cut = false;
    buffer[0] = '\0';
}

void takt_text_char(struct takt_text *text, char c)
{
    if (text->length + 1 >= text->size) {
        text->cut = true;
        return;
    }
    text->buffer[text->length++] = c;
    text->buffer[text->length] = '\0';
}

void takt_text_bytes(struct takt_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        takt_text_char(text, bytes[i]);
}

void takt_text_add(struct takt_text *text, const char *string)
{
    takt_text_bytes(text, string, strlen(string));
}

void takt_text_fill(struct takt_text *text, char c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        takt_text_char(text, c);
}

void takt_text_fixed(struct takt_text *text, int64_t value, unsigned decimals)
{
    char digits[24]; /* 20 digits of 2^64, most significant last */
    unsigned count = 0;
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;

    while (rest > 0 || count <= decimals) {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    }
    if (value < 0)
        takt_text_char(text, '-');
    while (count > 0) {
        takt_text_char(text, digits[--count]);
        if (count == decimals && decimals > 0)
            takt_text_char(text, '.');
    }
}

size_t takt_text_columns(const char *string)
{
    size_t columns = 0;

    for (; *string != '\0'; string++)
        columns += ((unsigned char)*string & 0xC0u) != 0x80u; /* continuation bytes take no column */
    return columns;
}
