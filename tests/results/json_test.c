/*
 * The strict reader: what it takes, what it refuses and on which line it says so. Besides single faults,
 * every prefix of a good text and every text with one byte changed is read: none may crash or be read beyond
 * its end (the copies are of exact size, so that the address sanitizer would see it).
 */
#include "check.h"

#include "../../tools/json.h"

#include <stdlib.h>
#include <string.h>

unsigned long checks_made, checks_failed;

static const char *const good[] = {
    "{}",
    "[]",
    " \t\r\n[ ] ",
    "null",
    "true",
    "-0",
    "0.5e-3",
    "1E+2",
    "\"\"",
    "\"\\u00e9\"",
    "\"\\ud83d\\ude00\"",
    "[1,2,[3]]",
    "{\"a\":{}}",
    "\"\xc3\xa9\"",
    "\"\xf0\x9f\x98\x80\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
};

static const struct {
    const char *text;
    unsigned line;
    const char *what;
} bad[] = {
    {"", 1, "the text ends where a value"},
    {"[1,\n2,\n]", 3, "']' where a value"},
    {"{\n\"a\":1,\n\"b\":2,\n}", 4, "'}' where a key"},
    {"[1 2]", 1, "'2' where ',' or ']'"},
    {"{\"a\" 1}", 1, "'1' where ':'"},
    {"{a:1}", 1, "'a' where a key"},
    {"01", 1, "is not a number"},
    {"1.", 1, "is not a number"},
    {"-", 1, "is not a number"},
    {"1e", 1, "is not a number"},
    {"+1", 1, "'+' where a value"},
    {".5", 1, "'.' where a value"},
    {"1e999", 1, "too large"},
    {"NaN", 1, "'N' where a value"},
    {"nul", 1, "'n' where a value"},
    {"true x", 1, "'x' where the end of the text"},
    {"\"abc", 1, "ends inside a string"},
    {"\"a\nb\"", 1, "control character"},
    {"\"\\x\"", 1, "'x' where one of"},
    {"\"\\u12g4\"", 1, "'g' where a digit"},
    {"\"\\ud83d\"", 1, "surrogate"},
    {"\"\\ude00\"", 1, "surrogate"},
    {"\"\\u0000\"", 1, "\\u0000"},
    {"\"\xff\"", 1, "no UTF-8"},
    {"\"\xc0\x80\"", 1, "no UTF-8"},
    {"\"\xed\xa0\x80\"", 1, "no UTF-8"},
    {"\"\xc3\"", 1, "no UTF-8"},
    {"{\"a\":1,\n\"a\":2}", 2, "stands twice"},
    {"\xef\xbb\xbf{}", 1, "byte 0xef"},
};

static struct json *read_text(const char *text, size_t length, struct json_error *error)
{
    char *copy = malloc(length > 0 ? length : 1);
    struct json *value;

    if (copy == NULL)
        abort();
    memcpy(copy, text, length);
    value = json_read(copy, length, error);
    free(copy);
    return value;
}

static void test_good(void)
{
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct json_error error;
        struct json *value = read_text(good[i], strlen(good[i]), &error);

        if (!CHECK(value != NULL))
            (void)printf("  of %s: line %u, %s\n", good[i], error.line, error.what);
        json_free(value);
    }
}

static void test_bad(void)
{
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct json_error error = {0};
        struct json *value = read_text(bad[i].text, strlen(bad[i].text), &error);

        if (!CHECK(value == NULL && error.line == bad[i].line && strstr(error.what, bad[i].what) != NULL))
            (void)printf("  of %s: line %u, %s\n", bad[i].text, error.line, error.what);
        json_free(value);
    }
}

static void test_depth(void)
{
    char text[200];
    struct json_error error;
    struct json *value;

    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    CHECK(read_text(text, 130, &error) == NULL && strstr(error.what, "nested deeper") != NULL);
    value = read_text(text + 1, 128, &error);
    CHECK(value != NULL);
    json_free(value);
}

static void test_values(void)
{
    static const char text[] = "{\"a\": [1.25, \"x\\n\\u00b5\"],\n\"b\": false}";
    struct json_error error;
    struct json *value = read_text(text, sizeof(text) - 1, &error);
    const struct json *a = json_member(value, "a");

    CHECK(a != NULL && a->count == 2 && json_element(a, 0)->number > 1.24 &&
          json_element(a, 0)->number < 1.26);
    CHECK(strcmp(json_element(a, 1)->string, "x\n\xc2\xb5") == 0 && json_element(a, 2) == NULL);
    CHECK(json_member(value, "b")->line == 2 && json_member(value, "b")->type == JSON_BOOL);
    CHECK(json_member(value, "c") == NULL && json_member(a, "c") == NULL);
    json_free(value);
}

static void test_damage(void)
{
    static const char text[] =
        "{\"a\": [1.5e3, \"\\ud83d\\ude00\xc3\xa9\", null, true], \"b\": {\"c\": [[], {}]}}";
    char copy[sizeof(text)];
    struct json_error error;

    for (size_t length = 0; length < sizeof(text) - 1; length++)
        CHECK(read_text(text, length, &error) == NULL);
    for (size_t at = 0; at < sizeof(text) - 1; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            memcpy(copy, text, sizeof(text));
            copy[at] = (char)byte;
            json_free(read_text(copy, sizeof(text) - 1, &error));
            checks_made++;
        }
    }
}

int main(void)
{
    test_good();
    test_bad();
    test_depth();
    test_values();
    test_damage();
    return checks_end();
}
