/* See format.h. A conversion is parsed into a struct, so that each step sees a whole one. */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define DIGITS 24 /* a 64-bit number in base 8 or more, and its sign */

/** Where text goes; length counts what does not fit, too. */
struct out {
    char *buffer;
    size_t size, length;
};

/** One conversion. */
struct spec {
    bool left, zero, plus, blank;
    int width, precision; /* precision -1: none given */
    size_t bytes;         /* of the argument */
    char kind;
};

static void put(struct out *out, char c)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

static void fill(struct out *out, char c, int count)
{
    while (count-- > 0)
        put(out, c);
}

static void put_padded(struct out *out, const struct spec *spec, const char *text, int length)
{
    if (!spec->left)
        fill(out, ' ', spec->width - length);
    for (int i = 0; i < length; i++)
        put(out, text[i]);
    if (spec->left)
        fill(out, ' ', spec->width - length);
}

static int digits_of(uint64_t value, unsigned base, bool upper, char *end)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char *first = end;

    for (; value != 0; value /= base)
        *--first = digits[value % base];
    return (int)(end - first);
}

static char sign_of(const struct spec *spec, bool negative)
{
    if (negative)
        return '-';
    if (spec->plus)
        return '+';
    return spec->blank ? ' ' : '\0';
}

static void put_number(struct out *out, const struct spec *spec, uint64_t value, unsigned base, char sign)
{
    char digits[DIGITS];
    int count = digits_of(value, base, spec->kind == 'X', digits + DIGITS);
    int least = spec->precision < 0 ? 1 : spec->precision;
    int length;

    if (spec->zero && !spec->left && spec->precision < 0 && spec->width - (sign != '\0') > least)
        least = spec->width - (sign != '\0');
    if (least < count)
        least = count;
    length = least + (sign != '\0');
    if (!spec->left)
        fill(out, ' ', spec->width - length);
    if (sign != '\0')
        put(out, sign);
    fill(out, '0', least - count);
    for (int i = 0; i < count; i++)
        put(out, digits[DIGITS - count + i]);
    if (spec->left)
        fill(out, ' ', spec->width - length);
}

static const char *flags(const char *format, struct spec *spec)
{
    for (;; format++) {
        switch (*format) {
        case '-':
            spec->left = true;
            break;
        case '0':
            spec->zero = true;
            break;
        case '+':
            spec->plus = true;
            break;
        case ' ':
            spec->blank = true;
            break;
        default:
            return format;
        }
    }
}

static const char *count(const char *format, int *number, va_list *args)
{
    if (*format == '*') {
        *number = va_arg(*args, int);
        return format + 1;
    }
    for (*number = 0; *format >= '0' && *format <= '9'; format++)
        *number = *number * 10 + (*format - '0');
    return format;
}

static const char *length_of(const char *format, struct spec *spec)
{
    static const struct {
        char name[3];
        uint8_t bytes;
    } lengths[] = {{"hh", 1},
                   {"ll", sizeof(long long)},
                   {"h", sizeof(short)},
                   {"l", sizeof(long)},
                   {"z", sizeof(size_t)},
                   {"t", sizeof(ptrdiff_t)},
                   {"j", sizeof(intmax_t)}};

    spec->bytes = sizeof(int);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t letters = strlen(lengths[i].name);

        if (strncmp(format, lengths[i].name, letters) == 0) {
            spec->bytes = lengths[i].bytes;
            return format + letters;
        }
    }
    return format;
}

/* The conversion behind a '%'; returns what follows it. */
static const char *parse(const char *format, struct spec *spec, va_list *args)
{
    *spec = (struct spec){.precision = -1};
    format = flags(format, spec);
    format = count(format, &spec->width, args);
    if (spec->width < 0) {
        spec->left = true;
        spec->width = -spec->width;
    }
    if (*format == '.')
        format = count(format + 1, &spec->precision, args);
    format = length_of(format, spec);
    spec->kind = *format;
    return *format != '\0' ? format + 1 : format;
}

static uint64_t take(const struct spec *spec, va_list *args)
{
    if (spec->bytes > sizeof(int))
        return va_arg(*args, unsigned long long);
    return va_arg(*args, unsigned);
}

/* The number that the low bytes of value are, with their sign. */
static int64_t signed_of(uint64_t value, size_t bytes)
{
    unsigned unused = 64 - 8 * (unsigned)bytes;

    return (int64_t)(value << unused) >> unused;
}

static void put_signed(struct out *out, const struct spec *spec, va_list *args)
{
    int64_t value = signed_of(take(spec, args), spec->bytes);

    put_number(out, spec, value < 0 ? 0u - (uint64_t)value : (uint64_t)value, 10, sign_of(spec, value < 0));
}

static void put_unsigned(struct out *out, const struct spec *spec, va_list *args, unsigned base)
{
    uint64_t value = take(spec, args);

    put_number(out, spec, spec->bytes < 8 ? value & ((UINT64_C(1) << 8 * spec->bytes) - 1) : value, base,
               '\0');
}

static void put_string(struct out *out, const struct spec *spec, const char *text)
{
    size_t length = 0, most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;

    while (length < most && text[length] != '\0')
        length++;
    put_padded(out, spec, text, (int)length);
}

/* false: it does not know the conversion. */
static bool convert(struct out *out, struct spec *spec, va_list *args)
{
    char c;

    switch (spec->kind) {
    case 'd':
    case 'i':
        put_signed(out, spec, args);
        return true;
    case 'u':
        put_unsigned(out, spec, args, 10);
        return true;
    case 'x':
    case 'X':
        put_unsigned(out, spec, args, 16);
        return true;
    case 'p':
        spec->bytes = sizeof(void *);
        put_unsigned(out, spec, args, 16);
        return true;
    case 's':
        put_string(out, spec, va_arg(*args, const char *));
        return true;
    case 'c':
        c = (char)va_arg(*args, int);
        put_padded(out, spec, &c, 1);
        return true;
    case '%':
        put(out, '%');
        return true;
    default:
        return false;
    }
}

size_t takt_format(char *buffer, size_t size, const char *format, va_list args)
{
    struct out out = {buffer, size, 0};
    struct spec spec;
    va_list rest;

    va_copy(rest, args);
    while (*format != '\0') {
        const char *next;

        if (*format != '%') {
            put(&out, *format++);
            continue;
        }
        next = parse(format + 1, &spec, &rest);
        if (!convert(&out, &spec, &rest)) {
            while (format < next)
                put(&out, *format++);
        }
        format = next;
    }
    va_end(rest);
    if (size > 0)
        buffer[out.length < size ? out.length : size - 1] = '\0';
    return out.length;
}
