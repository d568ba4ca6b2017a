/*
 * The metadata's language (TSDL), by recursive descent. What a kernel's metadata does not need is refused by its name and
 * line, not guessed at.
 */
#include "ctf.h"

#include "read.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16 /* types in each other */

/** A name that a typealias, a struct or an enum gave to a type. */
struct alias {
    char name[TT_CTF_NAME];
    int type;
};

struct parser {
    struct tt_ctf *ctf;
    const char *path, *at;
    unsigned line, depth;
    char word[256]; /* the present one: a name, a number, a sign, or a text */
    bool is_text;
    struct alias *alias;
    size_t aliases, alias_room;
    jmp_buf failed;
};

static _Noreturn void fail(struct parser *parser, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "takt-trace: %s, line %u: ", parser->path, parser->line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputs(".\n", stderr);
    longjmp(parser->failed, 1);
}

static void skip_blanks(struct parser *parser)
{
    for (;; parser->at++) {
        const char *at = parser->at;

        if (at[0] == '/' && at[1] == '*') {
            for (at += 2; at[0] != '\0' && (at[0] != '*' || at[1] != '/'); at++)
                parser->line += *at == '\n';
            parser->at = at[0] == '\0' ? at - 1 : at + 1;
        } else if (at[0] == '/' && at[1] == '/') {
            while (parser->at[1] != '\0' && parser->at[1] != '\n')
                parser->at++;
        } else if (!isspace((unsigned char)*at)) {
            return;
        }
        parser->line += *parser->at == '\n';
    }
}

static void put(struct parser *parser, size_t *used, char c)
{
    if (*used + 1 >= sizeof(parser->word))
        fail(parser, "a word is longer than %zu bytes", sizeof(parser->word) - 1);
    parser->word[(*used)++] = c;
}

static void read_text(struct parser *parser, size_t *used)
{
    for (parser->at++; *parser->at != '"'; parser->at++) {
        if (*parser->at == '\0')
            fail(parser, "a text does not end");
        if (*parser->at == '\\' && parser->at[1] != '\0')
            parser->at++;
        put(parser, used, *parser->at);
    }
    parser->at++;
    parser->is_text = true;
}

/* The next word; an empty one at the end. */
static void next(struct parser *parser)
{
    size_t used = 0;

    skip_blanks(parser);
    parser->is_text = false;
    if (*parser->at == '"') {
        read_text(parser, &used);
    } else if (isalnum((unsigned char)*parser->at) || *parser->at == '_') {
        while (isalnum((unsigned char)*parser->at) || *parser->at == '_')
            put(parser, &used, *parser->at++);
    } else if (parser->at[0] == ':' && parser->at[1] == '=') {
        put(parser, &used, ':');
        put(parser, &used, '=');
        parser->at += 2;
    } else if (*parser->at != '\0') {
        put(parser, &used, *parser->at++);
    }
    parser->word[used] = '\0';
}

static bool is(const struct parser *parser, const char *word)
{
    return !parser->is_text && strcmp(parser->word, word) == 0;
}

static bool accept(struct parser *parser, const char *word)
{
    if (!is(parser, word))
        return false;
    next(parser);
    return true;
}

static void expect(struct parser *parser, const char *word)
{
    if (!accept(parser, word))
        fail(parser, "'%s' was expected, not '%s'", word, parser->word);
}

static void take_name(struct parser *parser, char *name)
{
    if (parser->word[0] == '\0')
        fail(parser, "a name was expected at the end");
    snprintf(name, TT_CTF_NAME, "%.*s", (int)TT_CTF_NAME - 1, parser->word);
    next(parser);
}

static uint64_t take_number(struct parser *parser)
{
    char *end;
    uint64_t value = strtoull(parser->word, &end, 0);

    if (end == parser->word || *end != '\0')
        fail(parser, "a number was expected, not '%s'", parser->word);
    next(parser);
    return value;
}

/* Balanced braces and what is in them. */
static void skip_block(struct parser *parser)
{
    unsigned depth = 0;

    do {
        if (parser->word[0] == '\0' && !parser->is_text)
            fail(parser, "a block does not end");
        depth += is(parser, "{");
        depth -= is(parser, "}");
        next(parser);
    } while (depth > 0);
}

static int add_type(struct parser *parser, const struct tt_ctf_type *type)
{
    struct tt_ctf *ctf = parser->ctf;

    ctf->type = tt_grow(ctf->type, ctf->types, &ctf->type_room, sizeof(*ctf->type));
    ctf->type[ctf->types] = *type;
    return (int)ctf->types++;
}

static void add_alias(struct parser *parser, const char *name, int type)
{
    parser->alias = tt_grow(parser->alias, parser->aliases, &parser->alias_room, sizeof(*parser->alias));
    parser->alias[parser->aliases].type = type;
    snprintf(parser->alias[parser->aliases++].name, TT_CTF_NAME, "%s", name);
}

static int find_alias(struct parser *parser, const char *name)
{
    for (size_t i = parser->aliases; i-- > 0;) {
        if (strcmp(parser->alias[i].name, name) == 0)
            return parser->alias[i].type;
    }
    fail(parser, "there is no type '%s'", name);
}

/* NAME = WORD; of an integer or a floating point number */
static void attribute(struct parser *parser, struct tt_ctf_type *type)
{
    char name[TT_CTF_NAME];

    take_name(parser, name);
    expect(parser, "=");
    if (strcmp(name, "size") == 0 || strcmp(name, "exp_dig") == 0 || strcmp(name, "mant_dig") == 0) {
        type->size += (unsigned)take_number(parser);
    } else if (strcmp(name, "align") == 0) {
        type->align = (unsigned)take_number(parser);
    } else if (strcmp(name, "signed") == 0) {
        type->is_signed = is(parser, "true") || is(parser, "1");
        next(parser);
    } else if (strcmp(name, "encoding") == 0) {
        type->text = !is(parser, "none");
        next(parser);
    } else if (strcmp(name, "byte_order") == 0) {
        type->big = is(parser, "be") || is(parser, "network");
        type->native = is(parser, "native");
        next(parser);
    } else { /* base, map = clock.name.value */
        type->clock |= strcmp(name, "map") == 0;
        while (!is(parser, ";") && parser->word[0] != '\0')
            next(parser);
    }
    expect(parser, ";");
}

static int take_integer(struct parser *parser, enum tt_ctf_kind kind)
{
    struct tt_ctf_type type = {.kind = kind, .align = 1, .native = true, .inner = TT_CTF_NONE};

    expect(parser, "{");
    while (!accept(parser, "}"))
        attribute(parser, &type);
    if (type.size == 0 || type.size > 64 || type.align == 0 || type.align > 64)
        fail(parser, "a number has a size of %u and an alignment of %u bits; 1 to 64 are read", type.size,
             type.align);
    return add_type(parser, &type);
}

static int take_type(struct parser *parser);

/* Names of values are not kept: numbers are what is mapped. */
static int take_enum(struct parser *parser)
{
    char name[TT_CTF_NAME] = "";
    int type;

    if (!is(parser, ":") && !is(parser, "{"))
        take_name(parser, name);
    if (accept(parser, ":"))
        type = take_type(parser);
    else
        type = find_alias(parser, is(parser, "{") ? "int" : name);
    if (is(parser, "{"))
        skip_block(parser);
    if (name[0] != '\0')
        add_alias(parser, name, type);
    return type;
}

/* What a structure or an array is of makes it stricter and deeper. */
static void contain(struct parser *parser, int outer, int inner)
{
    struct tt_ctf_type *type = &parser->ctf->type[outer];
    const struct tt_ctf_type *of = &parser->ctf->type[inner];

    if (of->align > type->align)
        type->align = of->align;
    if (of->depth + 1 > type->depth)
        type->depth = of->depth + 1;
    if (type->depth > DEPTH)
        fail(parser, "types are nested more than %d deep", DEPTH);
}

static int add_field(struct parser *parser, int last, int structure, const char *name, int type)
{
    struct tt_ctf *ctf = parser->ctf;
    struct tt_ctf_field field = {.type = type, .next = TT_CTF_NONE};

    snprintf(field.name, sizeof(field.name), "%s", name[0] == '_' ? name + 1 : name);
    ctf->field = tt_grow(ctf->field, ctf->fields, &ctf->field_room, sizeof(field));
    ctf->field[ctf->fields] = field;
    if (last == TT_CTF_NONE)
        ctf->type[structure].inner = (int)ctf->fields;
    else
        ctf->field[last].next = (int)ctf->fields;
    contain(parser, structure, type);
    return (int)ctf->fields++;
}

/* TYPE name, name[4], name[length]; */
static int take_array(struct parser *parser, int type)
{
    struct tt_ctf_type array = {.kind = TT_CTF_ARRAY, .align = 1, .inner = type};

    while (accept(parser, "[")) {
        if (isdigit((unsigned char)parser->word[0])) {
            array.count = (unsigned)take_number(parser);
        } else {
            array.kind = TT_CTF_SEQUENCE;
            do { /* the last part of a path */
                take_name(parser, array.length);
            } while (accept(parser, "."));
            if (array.length[0] == '_')
                memmove(array.length, array.length + 1, sizeof(array.length) - 1);
        }
        expect(parser, "]");
        type = array.inner;
        array.inner = add_type(parser, &array);
        contain(parser, array.inner, type);
    }
    return array.inner;
}

static void take_alignment(struct parser *parser, struct tt_ctf_type *type)
{
    uint64_t align = take_number(parser);

    if (align == 0 || align > 64)
        fail(parser, "an alignment is %llu bits; 1 to 64 are read", (unsigned long long)align);
    type->align = (unsigned)align > type->align ? (unsigned)align : type->align;
}

static int take_struct(struct parser *parser)
{
    struct tt_ctf_type type = {.kind = TT_CTF_STRUCT, .align = 1, .inner = TT_CTF_NONE};
    char name[TT_CTF_NAME] = "", field[TT_CTF_NAME];
    int structure, last = TT_CTF_NONE;

    if (!is(parser, "{"))
        take_name(parser, name);
    if (!is(parser, "{")) {
        snprintf(field, sizeof(field), "%s", name);
        return find_alias(parser, field);
    }
    if (++parser->depth > DEPTH)
        fail(parser, "structures are nested more than %d deep", DEPTH);
    structure = add_type(parser, &type);
    expect(parser, "{");
    while (!accept(parser, "}")) {
        int of = take_type(parser);

        do {
            int whole;

            take_name(parser, field);
            whole = take_array(parser, of);
            last = add_field(parser, last, structure, field, whole);
        } while (accept(parser, ","));
        expect(parser, ";");
    }
    parser->depth--;
    if (accept(parser, "align")) {
        expect(parser, "(");
        take_alignment(parser, &parser->ctf->type[structure]);
        expect(parser, ")");
    }
    if (name[0] != '\0')
        add_alias(parser, name, structure);
    return structure;
}

static int take_type(struct parser *parser)
{
    const struct tt_ctf_type text = {.kind = TT_CTF_STRING, .align = 8, .inner = TT_CTF_NONE};
    char name[TT_CTF_NAME];
    int type;

    if (accept(parser, "integer"))
        return take_integer(parser, TT_CTF_INTEGER);
    if (accept(parser, "floating_point"))
        return take_integer(parser, TT_CTF_FLOAT);
    if (accept(parser, "struct"))
        return take_struct(parser);
    if (accept(parser, "enum"))
        return take_enum(parser);
    if (accept(parser, "string")) {
        if (is(parser, "{"))
            skip_block(parser);
        return add_type(parser, &text);
    }
    if (is(parser, "variant"))
        fail(parser, "variants are not read");
    take_name(parser, name);
    while (isalpha((unsigned char)parser->word[0]) && strncmp(name, "unsigned", 8) == 0) { /* unsigned int */
        snprintf(name, sizeof(name), "unsigned %.30s", parser->word);
        next(parser);
        break;
    }
    type = find_alias(parser, name);
    return type;
}

static void take_alias(struct parser *parser)
{
    int type = take_type(parser);
    char name[TT_CTF_NAME];

    expect(parser, ":=");
    take_name(parser, name);
    while (!is(parser, ";") && parser->word[0] != '\0') { /* names of two words */
        strncat(name, " ", sizeof(name) - strlen(name) - 1);
        strncat(name, parser->word, sizeof(name) - strlen(name) - 1);
        next(parser);
    }
    add_alias(parser, name, type);
}

/** What a block assigned. */
struct block {
    int packet_header, packet_context, event_header, event_context, context, fields;
    uint64_t id, stream, frequency;
    char name[TT_CTF_NAME];
};

static void assign_type(struct parser *parser, struct block *block, const char *name)
{
    int type = take_type(parser);

    if (strcmp(name, "packet.header") == 0)
        block->packet_header = type;
    else if (strcmp(name, "packet.context") == 0)
        block->packet_context = type;
    else if (strcmp(name, "event.header") == 0)
        block->event_header = type;
    else if (strcmp(name, "event.context") == 0)
        block->event_context = type;
    else if (strcmp(name, "context") == 0)
        block->context = type;
    else if (strcmp(name, "fields") == 0)
        block->fields = type;
}

static void assign_word(struct parser *parser, struct block *block, const char *name)
{
    if (strcmp(name, "id") == 0)
        block->id = take_number(parser);
    else if (strcmp(name, "stream_id") == 0)
        block->stream = take_number(parser);
    else if (strcmp(name, "freq") == 0)
        block->frequency = take_number(parser);
    else if (strcmp(name, "name") == 0)
        take_name(parser, block->name);
    else if (strcmp(name, "byte_order") == 0)
        parser->ctf->big = is(parser, "be") || is(parser, "network");
    while (!is(parser, ";") && (parser->word[0] != '\0' || parser->is_text))
        next(parser);
}

static struct block take_block(struct parser *parser)
{
    struct block block = {TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE,
                          TT_CTF_NONE, 0,           0,           0,           ""};

    expect(parser, "{");
    while (!accept(parser, "}")) {
        char name[TT_CTF_NAME * 2], part[TT_CTF_NAME];

        take_name(parser, part);
        snprintf(name, sizeof(name), "%s", part);
        if (accept(parser, ".")) {
            take_name(parser, part);
            snprintf(name + strlen(name), sizeof(name) - strlen(name), ".%s", part);
        }
        if (accept(parser, ":=")) {
            assign_type(parser, &block, name);
        } else {
            expect(parser, "=");
            assign_word(parser, &block, name);
        }
        expect(parser, ";");
    }
    return block;
}

static void add_stream(struct tt_ctf *ctf, const struct block *block)
{
    ctf->stream = tt_grow(ctf->stream, ctf->streams, &ctf->stream_room, sizeof(*ctf->stream));
    ctf->stream[ctf->streams++] =
        (struct tt_ctf_stream){block->id, block->packet_context, block->event_header, block->event_context};
}

static void add_event(struct tt_ctf *ctf, const struct block *block)
{
    struct tt_ctf_event event = {
        .id = block->id, .stream = block->stream, .context = block->context, .fields = block->fields};

    snprintf(event.name, sizeof(event.name), "%s", block->name);
    ctf->event = tt_grow(ctf->event, ctf->events, &ctf->event_room, sizeof(*ctf->event));
    ctf->event[ctf->events++] = event;
}

static void declaration(struct parser *parser)
{
    struct block block;

    if (accept(parser, "typealias")) {
        take_alias(parser);
    } else if (is(parser, "struct") || is(parser, "enum")) {
        (void)take_type(parser);
    } else if (accept(parser, "trace")) {
        block = take_block(parser);
        parser->ctf->packet_header = block.packet_header;
    } else if (accept(parser, "stream")) {
        block = take_block(parser);
        add_stream(parser->ctf, &block);
    } else if (accept(parser, "event")) {
        block = take_block(parser);
        add_event(parser->ctf, &block);
    } else if (accept(parser, "clock")) {
        block = take_block(parser);
        parser->ctf->frequency = block.frequency != 0 ? block.frequency : parser->ctf->frequency;
    } else if (accept(parser, "env") || accept(parser, "callsite")) {
        skip_block(parser);
    } else {
        fail(parser, "'%s' is not understood", parser->word);
    }
    expect(parser, ";");
}

int tt_ctf_parse(struct tt_ctf *ctf, const char *text, const char *path)
{
    struct parser *parser = tt_must(calloc(1, sizeof(*parser)));
    int result = 0;

    *ctf = (struct tt_ctf){.packet_header = TT_CTF_NONE, .frequency = 1000000000};
    parser->ctf = ctf;
    parser->path = path;
    parser->at = text;
    parser->line = 1;
    if (setjmp(parser->failed) == 0) {
        for (next(parser); parser->word[0] != '\0' || parser->is_text;)
            declaration(parser);
    } else {
        result = -1;
    }
    free(parser->alias);
    free(parser);
    return result;
}

void tt_ctf_free(struct tt_ctf *ctf)
{
    free(ctf->type);
    free(ctf->field);
    free(ctf->event);
    free(ctf->stream);
}
