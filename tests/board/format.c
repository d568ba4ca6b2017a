/*
 * takt_format() gives what vsnprintf() gives: for conversions put together at random from what it promises, for values at
 * the ends of their types, and for buffers that are too small. What it does not promise stays in the text as it was.
 */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TIMES 20000u

static unsigned cases, wrong;

static void compare(size_t size, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void compare(size_t size, const char *format, ...)
{
    char got[128], expected[128];
    size_t length;
    va_list args;
    int right;

    memset(got, '#', sizeof got);
    memset(expected, '#', sizeof expected);
    va_start(args, format);
    length = takt_format(got, size, format, args);
    va_end(args);
    va_start(args, format);
    right = vsnprintf(expected, size, format, args);
    va_end(args);
    cases++;
    if (length == (size_t)right && memcmp(got, expected, sizeof got) == 0)
        return;
    wrong++;
    printf("FAIL \"%s\" in %zu bytes: %zu \"%.*s\", expected %d \"%.*s\"\n", format, size, length, (int)size,
           got, right, (int)size, expected);
}

static uint64_t next_random(void)
{
    static uint64_t x = UINT64_C(0x9E3779B97F4A7C15);

    x ^= x << 13;
    x ^= x >> 7;
    return x ^= x << 17;
}

static unsigned below(unsigned limit)
{
    return (unsigned)(next_random() % limit);
}

/* A random value, often one where something changes. */
static uint64_t value(void)
{
    static const uint64_t ends[] = {0,         1,          9,          10,        0x7F,      0x80,
                                    0xFF,      0x7FFF,     0x8000,     0xFFFF,    INT32_MAX, UINT32_MAX,
                                    INT64_MAX, UINT64_MAX, 1ull << 31, 1ull << 63};

    return below(2) == 0 ? ends[below(sizeof ends / sizeof ends[0])] : next_random() >> below(64);
}

/* "[%-08.3" and what follows the length. The flag 0 is left out beside '-' and a precision, where C says it is ignored. */
static size_t begin(char *format)
{
    size_t length = 0;

    format[length++] = '[';
    format[length++] = '%';
    if (below(3) == 0)
        format[length++] = "-+ 0"[below(4)];
    if (below(2) == 0)
        length += (size_t)sprintf(format + length, "%u", 1 + below(25));
    if (below(3) == 0)
        length += (size_t)sprintf(format + length, ".%u", below(22));
    return length;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

static void number(void)
{
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    char format[48];
    size_t length = begin(format);
    unsigned kind = below(8);
    size_t size = below(4) == 0 ? 1 + below(30) : 100;
    char conversion = "diuxX"[below(5)];

    if (conversion != 'd' && conversion != 'i' && (format[2] == '+' || format[2] == ' '))
        format[2] = '-'; /* undefined in C with an unsigned conversion */
    (void)sprintf(format + length, "%s%c]", lengths[kind], conversion);
    if (kind < 3)
        compare(size, format, (int)value());
    else
        compare(size, format, (long long)value());
}

static void text(void)
{
    static const char *const words[] = {"", "a", "takt", "a longer text than fits"};
    char format[48];
    size_t length = begin(format);

    if (format[2] == '0' || format[2] == '+' || format[2] == ' ')
        format[2] = '-';
    (void)strcpy(format + length, "s]");
    compare(1 + below(60), format, words[below(4)]);
}

#pragma GCC diagnostic pop

static void the_rest(void)
{
    compare(100, "%c%c %% %5c|%-5c|", 'a', 'b', 'c', 'd');
    compare(100, "%*d|%-*d|%.*d|%*d", 7, 1, 7, 2, 3, 4, -6, 5);
    compare(100, "%s %.3s %10s|%-10s|%.*s", "one", "twofold", "three", "four", 2, "five");
    compare(100, "%d %u %lld %llu %zu", -1, 1u, -2ll, 2ull, (size_t)3);
    compare(5, "%d", 1234567);
    compare(1, "%d", 1);
    compare(100, "plain");
}

/* No reference: the C library knows these. */
static void expect_kept(const char *expected, const char *format, ...)
{
    char got[64];
    va_list args;

    va_start(args, format);
    (void)takt_format(got, sizeof got, format, args);
    va_end(args);
    cases++;
    if (strcmp(got, expected) == 0)
        return;
    wrong++;
    printf("FAIL kept: \"%s\", expected \"%s\"\n", got, expected);
}

int main(void)
{
    for (unsigned i = 0; i < TIMES; i++) {
        number();
        text();
    }
    the_rest();
    expect_kept("%f and 1", "%f and %d", 1);
    expect_kept("%", "%");
    expect_kept("%5", "%5");
    printf("amount: %u cases\n", cases);
    return wrong != 0;
}
