/*
 * Recursive descent, one function a rule of the grammar. The depth is bounded, so hostile input cannot
 * exhaust the stack; every read is bounded by the end of the text, which need not be terminated. The first
 * error ends the reading, and what was built until then is freed as a whole.
 */
#include "json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX  64
#define NUMBER_MAX 64 /* characters of a number */

struct reader {
    const char *at, *end;
    unsigned line, depth;
    struct json_error *error;
};

static bool fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reader *r, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    r->error->line = r->line;
    vsnprintf(r->error->what, sizeof(r->error->what), format, arguments);
    va_end(arguments);
    return false;
}

static int peek(const struct reader *r)
{
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

static void skip_blanks(struct reader *r)
{
    for (; r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0'; r->at++)
        r->line += *r->at == '\n';
}

static bool unexpected(struct reader *r, const char *wanted)
{
    int c = peek(r);

    if (c < 0)
        return fail(r, "the text ends where %s should stand", wanted);
    if (c < 0x20 || c > 0x7e)
        return fail(r, "byte 0x%02x where %s should stand", (unsigned)c, wanted);
    return fail(r, "'%c' where %s should stand", c, wanted);
}

/* Strings */

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_hex4(struct reader *r, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(peek(r));

        if (digit < 0)
            return unexpected(r, "a digit of \\uXXXX");
        *value = *value * 16 + (uint32_t)digit;
        r->at++;
    }
    return true;
}

static char *put_utf8(char *out, uint32_t c)
{
    unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0x00, 0xc0, 0xe0, 0xf0};

    *out++ = (char)(lead[more] | c >> 6 * more);
    while (more-- > 0)
        *out++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return out;
}

static bool read_unicode(struct reader *r, char **out)
{
    uint32_t c, low;

    if (!read_hex4(r, &c))
        return false;
    if (c >= 0xd800 && c < 0xdc00) {
        if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
            return fail(r, "half of a surrogate pair");
        r->at += 2;
        if (!read_hex4(r, &low))
            return false;
        if (low < 0xdc00 || low > 0xdfff)
            return fail(r, "half of a surrogate pair");
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    } else if (c >= 0xdc00 && c < 0xe000) {
        return fail(r, "half of a surrogate pair");
    }
    if (c == 0)
        return fail(r, "\\u0000 inside a string");
    *out = put_utf8(*out, c);
    return true;
}

static bool read_escape(struct reader *r, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *known = c > 0 ? strchr(from, c) : NULL;

    if (c == 'u') {
        r->at++;
        return read_unicode(r, out);
    }
    if (known == NULL)
        return unexpected(r, "one of \"\\/bfnrtu after a backslash");
    r->at++;
    *(*out)++ = to[known - from];
    return true;
}

/* Bytes of the character that begins here, 0: not UTF-8 (too long a form and surrogates included). */
static unsigned utf8_length(const struct reader *r)
{
    const unsigned char *s = (const unsigned char *)r->at;
    size_t left = (size_t)(r->end - r->at);
    unsigned length = s[0] < 0x80   ? 1
                      : s[0] < 0xc2 ? 0
                      : s[0] < 0xe0 ? 2
                      : s[0] < 0xf0 ? 3
                      : s[0] < 0xf5 ? 4
                                    : 0;

    if (length > left)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

static bool read_character(struct reader *r, char **out)
{
    unsigned length;

    if (peek(r) == '\\') {
        r->at++;
        return read_escape(r, out);
    }
    if (peek(r) < 0x20)
        return fail(r, "a bare control character inside a string");
    length = utf8_length(r);
    if (length == 0)
        return fail(r, "bytes that are no UTF-8");
    memcpy(*out, r->at, length);
    *out += length;
    r->at += length;
    return true;
}

/* An escape is never shorter than what it stands for, so the rest of the text bounds the room that is needed.
 */
static bool read_string(struct reader *r, char **string)
{
    const char *close = ++r->at;
    char *out;

    while (close < r->end && *close != '"')
        close += *close == '\\' && r->end - close > 1 ? 2 : 1;
    out = *string = malloc((size_t)(close - r->at) + 1);
    if (out == NULL)
        return fail(r, "no memory");
    while (peek(r) != '"') {
        if (peek(r) < 0)
            return fail(r, "the text ends inside a string");
        if (!read_character(r, &out))
            return false;
    }
    r->at++;
    *out = '\0';
    return true;
}

/* Numbers and words */

static bool digits(const char **at)
{
    const char *begin = *at;

    while (**at >= '0' && **at <= '9')
        (*at)++;
    return *at > begin;
}

static bool number_good(const char *s)
{
    s += *s == '-';
    if (s[0] == '0' && s[1] >= '0' && s[1] <= '9')
        return false;
    if (!digits(&s))
        return false;
    if (*s == '.' && (s++, !digits(&s)))
        return false;
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '+' || *s == '-';
        if (!digits(&s))
            return false;
    }
    return *s == '\0';
}

static bool read_number(struct reader *r, struct json *value)
{
    char copy[NUMBER_MAX + 1];
    size_t length = 0;

    while (r->at < r->end && length < NUMBER_MAX && *r->at != '\0' &&
           strchr("+-.0123456789eE", *r->at) != NULL)
        copy[length++] = *r->at++;
    copy[length] = '\0';
    if (!number_good(copy))
        return fail(r, "'%s' is not a number of JSON", copy);
    errno = 0;
    value->number = strtod(copy, NULL);
    if (errno == ERANGE && (value->number > 1 || value->number < -1))
        return fail(r, "'%s' is too large", copy);
    value->type = JSON_NUMBER;
    return true;
}

static bool read_word(struct reader *r, struct json *value)
{
    static const struct {
        const char *word;
        enum json_type type;
        double number;
    } words[] = {{"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}, {"null", JSON_NULL, 0}};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t length = strlen(words[i].word);

        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i].word, length) != 0)
            continue;
        r->at += length;
        value->type = words[i].type;
        value->number = words[i].number;
        return true;
    }
    return unexpected(r, "a value");
}

/* Arrays and objects */

static bool read_value(struct reader *r, struct json *value);

static bool read_key(struct reader *r, struct json *object, struct json *member)
{
    if (peek(r) != '"')
        return unexpected(r, "a key in quotes");
    if (!read_string(r, &member->key))
        return false;
    for (const struct json *other = object->first; other != member; other = other->next)
        if (strcmp(other->key, member->key) == 0)
            return fail(r, "the key \"%.64s\" stands twice", member->key);
    skip_blanks(r);
    if (peek(r) != ':')
        return unexpected(r, "':'");
    r->at++;
    return true;
}

static bool read_items(struct reader *r, struct json *value, char closer)
{
    struct json **end = &value->first;

    do {
        r->at += value->count > 0; /* the comma */
        skip_blanks(r);
        *end = calloc(1, sizeof(struct json));
        if (*end == NULL)
            return fail(r, "no memory");
        value->count++;
        if (value->type == JSON_OBJECT && !read_key(r, value, *end))
            return false;
        if (!read_value(r, *end))
            return false;
        end = &(*end)->next;
        skip_blanks(r);
    } while (peek(r) == ',');
    if (peek(r) != closer)
        return unexpected(r, closer == '}' ? "',' or '}'" : "',' or ']'");
    r->at++;
    return true;
}

static bool read_nested(struct reader *r, struct json *value)
{
    char closer = *r->at++ == '{' ? '}' : ']';

    value->type = closer == '}' ? JSON_OBJECT : JSON_ARRAY;
    if (++r->depth > DEPTH_MAX)
        return fail(r, "nested deeper than %d", DEPTH_MAX);
    skip_blanks(r);
    if (peek(r) == closer)
        r->at++;
    else if (!read_items(r, value, closer))
        return false;
    r->depth--;
    return true;
}

static bool read_value(struct reader *r, struct json *value)
{
    int c;

    skip_blanks(r);
    c = peek(r);
    value->line = r->line;
    if (c == '{' || c == '[')
        return read_nested(r, value);
    if (c == '"') {
        value->type = JSON_STRING;
        return read_string(r, &value->string);
    }
    return c == '-' || (c >= '0' && c <= '9') ? read_number(r, value) : read_word(r, value);
}

struct json *json_read(const char *text, size_t length, struct json_error *error)
{
    struct reader reader = {.at = text, .end = text + length, .line = 1, .error = error};
    struct json *value = calloc(1, sizeof(*value));
    bool good = value != NULL && read_value(&reader, value);

    if (value == NULL)
        (void)fail(&reader, "no memory");
    skip_blanks(&reader);
    if (good && reader.at < reader.end)
        good = unexpected(&reader, "the end of the text");
    if (good)
        return value;
    json_free(value);
    return NULL;
}

void json_free(struct json *value)
{
    while (value != NULL) {
        struct json *next = value->next;

        json_free(value->first);
        free(value->key);
        free(value->string);
        free(value);
        value = next;
    }
}

const struct json *json_member(const struct json *object, const char *key)
{
    const struct json *member = object->type == JSON_OBJECT ? object->first : NULL;

    while (member != NULL && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

const struct json *json_element(const struct json *array, unsigned index)
{
    const struct json *element = array->type == JSON_ARRAY ? array->first : NULL;

    while (element != NULL && index-- > 0)
        element = element->next;
    return element;
}

const char *json_type_name(enum json_type type)
{
    static const char *const names[] = {"null",     "true or false", "a number",
                                        "a string", "an array",      "an object"};

    return names[type];
}
