/*
 * A strict reader of JSON (RFC 8259) for the project's host tools: the whole text becomes a tree, every value
 * knows its line. Strict means that what other readers quietly mend is an error here: double keys, text after
 * the end, bytes that are no UTF-8, numbers such as 01 or .5. Results are written by programs, so any of
 * these is a bug.
 */
#ifndef TAKT_TOOLS_JSON_H
#define TAKT_TOOLS_JSON_H

#include <stdbool.h>
#include <stddef.h>

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

/** A value; members of an object have a key. */
struct json {
    enum json_type type;
    unsigned line;
    char *key;
    char *string;   /* of a string, without its escapes; a 0 byte is refused */
    double number;  /* of a number; 1 or 0 of a boolean */
    unsigned count; /* of members or elements */
    struct json *first, *next;
};

/** What is wrong with a text, and where. */
struct json_error {
    unsigned line;
    char what[160];
};

/** Read a text. @return the value, for json_free(); NULL: error says why */
struct json *json_read(const char *text, size_t length, struct json_error *error);

/** Give a value and all in it back; NULL is fine. */
void json_free(struct json *value);

/** The member of an object, or NULL. */
const struct json *json_member(const struct json *object, const char *key);

/** The element of an array, or NULL. */
const struct json *json_element(const struct json *array, unsigned index);

/** "an object", "a number" ... */
const char *json_type_name(enum json_type type);

#endif
