/*
 * Text built in the caller's memory: bounded, never overrun, no heap and no printf, so that it works the same
 * on every board and gives the same bytes for the same values. Numbers are integers with a fixed count of
 * decimals, because a floating-point unit and its rounding are not something that every target shares.
 */
#ifndef TAKT_COMMON_TEXT_H
#define TAKT_COMMON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Text under construction; always ends in a 0 byte. */
struct takt_text {
    char *buffer;
    size_t size, length;
    bool cut; /* something did not fit: the text is not whole */
};

/** Begin an empty text in a buffer of size bytes, at least 1. */
void takt_text_begin(struct takt_text *text, char *buffer, size_t size);

/** Append one character, or bytes, or a string. What does not fit is left out, and cut is set. */
void takt_text_char(struct takt_text *text, char c);
void takt_text_bytes(struct takt_text *text, const char *bytes, size_t length);
void takt_text_add(struct takt_text *text, const char *string);

/** Append c count times. */
void takt_text_fill(struct takt_text *text, char c, size_t count);

/**
 * Append value / 10^decimals: takt_text_fixed(&t, 13282, 3) appends 13.282.
 * @param decimals 0 to 18
 */
void takt_text_fixed(struct takt_text *text, int64_t value, unsigned decimals);

/** Append an integer. */
static inline void takt_text_int(struct takt_text *text, int64_t value)
{
    takt_text_fixed(text, value, 0);
}

/** Columns that a UTF-8 string takes on a terminal, when every character takes one. */
size_t takt_text_columns(const char *string);

#endif
