/*
 * The metadata's language (TSDL), by recursive descent. What a kernel's metadata does not need is refused by its name and
 * line, not guessed at.
 */
#include "ctf.h"
#include "ctf_words.h"

#include "read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16 /* types in each other */

/** A name that a typealias, a struct or an enum gave to a type. */
struct alias {
    char name[TT_CTF_NAME];
    int type;
};

struct parser {
    struct tt_words words;
    struct tt_ctf *ctf;
    unsigned depth;
    struct alias *alias;
    size_t aliases, alias_room;
};

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
    tt_word_fail(&parser->words, "there is no type '%s'", name);
}

/* NAME = WORD; of an integer or a floating point number */
static void attribute(struct parser *parser, struct tt_ctf_type *type)
{
    char name[TT_CTF_NAME];

    tt_word_name(&parser->words, name);
    tt_word_expect(&parser->words, "=");
    if (strcmp(name, "size") == 0 || strcmp(name, "exp_dig") == 0 || strcmp(name, "mant_dig") == 0) {
        type->size += (unsigned)tt_word_number(&parser->words);
    } else if (strcmp(name, "align") == 0) {
        type->align = (unsigned)tt_word_number(&parser->words);
    } else if (strcmp(name, "signed") == 0) {
        type->is_signed = tt_word_is(&parser->words, "true") || tt_word_is(&parser->words, "1");
        tt_word_next(&parser->words);
    } else if (strcmp(name, "encoding") == 0) {
        type->text = !tt_word_is(&parser->words, "none");
        tt_word_next(&parser->words);
    } else if (strcmp(name, "byte_order") == 0) {
        type->big = tt_word_is(&parser->words, "be") || tt_word_is(&parser->words, "network");
        type->native = tt_word_is(&parser->words, "native");
        tt_word_next(&parser->words);
    } else { /* base, map = clock.name.value */
        type->clock |= strcmp(name, "map") == 0;
        while (!tt_word_is(&parser->words, ";") && parser->words.word[0] != '\0')
            tt_word_next(&parser->words);
    }
    tt_word_expect(&parser->words, ";");
}

static int take_integer(struct parser *parser, enum tt_ctf_kind kind)
{
    struct tt_ctf_type type = {.kind = kind, .align = 1, .native = true, .inner = TT_CTF_NONE};

    tt_word_expect(&parser->words, "{");
    while (!tt_word_accept(&parser->words, "}"))
        attribute(parser, &type);
    if (type.size == 0 || type.size > 64 || type.align == 0 || type.align > 64)
        tt_word_fail(&parser->words,
                     "a number has a size of %u and an alignment of %u bits; 1 to 64 are read", type.size,
                     type.align);
    return add_type(parser, &type);
}

static int take_type(struct parser *parser);

/* Names of values are not kept: numbers are what is mapped. */
static int take_enum(struct parser *parser)
{
    char name[TT_CTF_NAME] = "";
    int type;

    if (!tt_word_is(&parser->words, ":") && !tt_word_is(&parser->words, "{"))
        tt_word_name(&parser->words, name);
    if (tt_word_accept(&parser->words, ":"))
        type = take_type(parser);
    else
        type = find_alias(parser, tt_word_is(&parser->words, "{") ? "int" : name);
    if (tt_word_is(&parser->words, "{"))
        tt_word_skip(&parser->words);
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
        tt_word_fail(&parser->words, "types are nested more than %d deep", DEPTH);
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

    while (tt_word_accept(&parser->words, "[")) {
        if (isdigit((unsigned char)parser->words.word[0])) {
            array.count = (unsigned)tt_word_number(&parser->words);
        } else {
            array.kind = TT_CTF_SEQUENCE;
            do { /* the last part of a path */
                tt_word_name(&parser->words, array.length);
            } while (tt_word_accept(&parser->words, "."));
            if (array.length[0] == '_')
                memmove(array.length, array.length + 1, sizeof(array.length) - 1);
        }
        tt_word_expect(&parser->words, "]");
        type = array.inner;
        array.inner = add_type(parser, &array);
        contain(parser, array.inner, type);
    }
    return array.inner;
}

static void take_alignment(struct parser *parser, struct tt_ctf_type *type)
{
    uint64_t align = tt_word_number(&parser->words);

    if (align == 0 || align > 64)
        tt_word_fail(&parser->words, "an alignment is %llu bits; 1 to 64 are read",
                     (unsigned long long)align);
    type->align = (unsigned)align > type->align ? (unsigned)align : type->align;
}

static int take_struct(struct parser *parser)
{
    struct tt_ctf_type type = {.kind = TT_CTF_STRUCT, .align = 1, .inner = TT_CTF_NONE};
    char name[TT_CTF_NAME] = "", field[TT_CTF_NAME];
    int structure, last = TT_CTF_NONE;

    if (!tt_word_is(&parser->words, "{"))
        tt_word_name(&parser->words, name);
    if (!tt_word_is(&parser->words, "{")) {
        snprintf(field, sizeof(field), "%s", name);
        return find_alias(parser, field);
    }
    if (++parser->depth > DEPTH)
        tt_word_fail(&parser->words, "structures are nested more than %d deep", DEPTH);
    structure = add_type(parser, &type);
    tt_word_expect(&parser->words, "{");
    while (!tt_word_accept(&parser->words, "}")) {
        int of = take_type(parser);

        do {
            int whole;

            tt_word_name(&parser->words, field);
            whole = take_array(parser, of);
            last = add_field(parser, last, structure, field, whole);
        } while (tt_word_accept(&parser->words, ","));
        tt_word_expect(&parser->words, ";");
    }
    parser->depth--;
    if (tt_word_accept(&parser->words, "align")) {
        tt_word_expect(&parser->words, "(");
        take_alignment(parser, &parser->ctf->type[structure]);
        tt_word_expect(&parser->words, ")");
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

    if (tt_word_accept(&parser->words, "integer"))
        return take_integer(parser, TT_CTF_INTEGER);
    if (tt_word_accept(&parser->words, "floating_point"))
        return take_integer(parser, TT_CTF_FLOAT);
    if (tt_word_accept(&parser->words, "struct"))
        return take_struct(parser);
    if (tt_word_accept(&parser->words, "enum"))
        return take_enum(parser);
    if (tt_word_accept(&parser->words, "string")) {
        if (tt_word_is(&parser->words, "{"))
            tt_word_skip(&parser->words);
        return add_type(parser, &text);
    }
    if (tt_word_is(&parser->words, "variant"))
        tt_word_fail(&parser->words, "variants are not read");
    tt_word_name(&parser->words, name);
    while (isalpha((unsigned char)parser->words.word[0]) &&
           strncmp(name, "unsigned", 8) == 0) { /* unsigned int */
        snprintf(name, sizeof(name), "unsigned %.30s", parser->words.word);
        tt_word_next(&parser->words);
        break;
    }
    type = find_alias(parser, name);
    return type;
}

static void take_alias(struct parser *parser)
{
    int type = take_type(parser);
    char name[TT_CTF_NAME];

    tt_word_expect(&parser->words, ":=");
    tt_word_name(&parser->words, name);
    while (!tt_word_is(&parser->words, ";") && parser->words.word[0] != '\0') { /* names of two words */
        strncat(name, " ", sizeof(name) - strlen(name) - 1);
        strncat(name, parser->words.word, sizeof(name) - strlen(name) - 1);
        tt_word_next(&parser->words);
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
        block->id = tt_word_number(&parser->words);
    else if (strcmp(name, "stream_id") == 0)
        block->stream = tt_word_number(&parser->words);
    else if (strcmp(name, "freq") == 0)
        block->frequency = tt_word_number(&parser->words);
    else if (strcmp(name, "name") == 0)
        tt_word_name(&parser->words, block->name);
    else if (strcmp(name, "byte_order") == 0)
        parser->ctf->big = tt_word_is(&parser->words, "be") || tt_word_is(&parser->words, "network");
    while (!tt_word_is(&parser->words, ";") && (parser->words.word[0] != '\0' || parser->words.is_text))
        tt_word_next(&parser->words);
}

static struct block take_block(struct parser *parser)
{
    struct block block = {TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE, TT_CTF_NONE,
                          TT_CTF_NONE, 0,           0,           0,           ""};

    tt_word_expect(&parser->words, "{");
    while (!tt_word_accept(&parser->words, "}")) {
        char name[TT_CTF_NAME * 2], part[TT_CTF_NAME];

        tt_word_name(&parser->words, part);
        snprintf(name, sizeof(name), "%s", part);
        if (tt_word_accept(&parser->words, ".")) {
            tt_word_name(&parser->words, part);
            snprintf(name + strlen(name), sizeof(name) - strlen(name), ".%s", part);
        }
        if (tt_word_accept(&parser->words, ":=")) {
            assign_type(parser, &block, name);
        } else {
            tt_word_expect(&parser->words, "=");
            assign_word(parser, &block, name);
        }
        tt_word_expect(&parser->words, ";");
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

    if (tt_word_accept(&parser->words, "typealias")) {
        take_alias(parser);
    } else if (tt_word_is(&parser->words, "struct") || tt_word_is(&parser->words, "enum")) {
        (void)take_type(parser);
    } else if (tt_word_accept(&parser->words, "trace")) {
        block = take_block(parser);
        parser->ctf->packet_header = block.packet_header;
    } else if (tt_word_accept(&parser->words, "stream")) {
        block = take_block(parser);
        add_stream(parser->ctf, &block);
    } else if (tt_word_accept(&parser->words, "event")) {
        block = take_block(parser);
        add_event(parser->ctf, &block);
    } else if (tt_word_accept(&parser->words, "clock")) {
        block = take_block(parser);
        parser->ctf->frequency = block.frequency != 0 ? block.frequency : parser->ctf->frequency;
    } else if (tt_word_accept(&parser->words, "env") || tt_word_accept(&parser->words, "callsite")) {
        tt_word_skip(&parser->words);
    } else {
        tt_word_fail(&parser->words, "'%s' is not understood", parser->words.word);
    }
    tt_word_expect(&parser->words, ";");
}

int tt_ctf_parse(struct tt_ctf *ctf, const char *text, const char *path)
{
    struct parser *parser = tt_must(calloc(1, sizeof(*parser)));
    int result = 0;

    *ctf = (struct tt_ctf){.packet_header = TT_CTF_NONE, .frequency = 1000000000};
    parser->ctf = ctf;
    parser->words.path = path;
    parser->words.at = text;
    parser->words.line = 1;
    if (setjmp(parser->words.failed) == 0) {
        for (tt_word_next(&parser->words); parser->words.word[0] != '\0' || parser->words.is_text;)
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
