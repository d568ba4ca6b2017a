/*
 * Reading and writing contract files. What stands there comes from outside: a line is one of the two macros with three
 * numbers or texts, a remark, or blank; anything else is said with its line.
 */
#include "contract.h"

#include "../trace/read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define THREAD "TAKT_CONTRACT_THREAD"
#define LINE   "TAKT_CONTRACT_LINE"

#define CORES_MAX 255
#define LINES_MAX 4095
#define TIME_MAX  (INT64_MAX / 4)
#define SHOWN_MAX 40

/** A place in the text. */
struct place {
    const char *at;
    unsigned line;
};

/* Behind blanks and remarks. @return false: a remark has no end */
static bool skip(struct place *place)
{
    for (;;) {
        if (*place->at == '\n') {
            place->line++;
            place->at++;
        } else if (isspace((unsigned char)*place->at)) {
            place->at++;
        } else if (strncmp(place->at, "//", 2) == 0) {
            place->at += strcspn(place->at, "\n");
        } else if (strncmp(place->at, "/*", 2) == 0) {
            const char *end = strstr(place->at + 2, "*/");

            if (end == NULL)
                return false;
            for (; place->at < end + 2; place->at++)
                place->line += *place->at == '\n';
        } else {
            return true;
        }
    }
}

static bool take(struct place *place, const char *word)
{
    size_t length = strlen(word);

    if (!skip(place) || strncmp(place->at, word, length) != 0)
        return false;
    place->at += length;
    return true;
}

static bool take_number(struct place *place, int64_t limit, int64_t *number)
{
    char *end;

    if (!skip(place) || !isdigit((unsigned char)*place->at))
        return false;
    errno = 0;
    *number = strtoll(place->at, &end, 10);
    place->at = end;
    return errno == 0 && *number <= limit;
}

static bool take_name(struct place *place, char *name)
{
    size_t length = 0;

    if (!take(place, "\""))
        return false;
    for (; *place->at != '"'; place->at++) {
        if (*place->at == '\\' && (place->at[1] == '"' || place->at[1] == '\\'))
            place->at++;
        if (*place->at == '\0' || *place->at == '\n' || length + 1 >= TT_CONTRACT_NAME)
            return false;
        name[length++] = *place->at;
    }
    place->at++;
    name[length] = '\0';
    return length != 0;
}

static bool take_term(struct place *place, struct tt_term *term)
{
    bool thread = take(place, THREAD);
    int64_t core, number = 0;

    if ((!thread && !take(place, LINE)) || !take(place, "(") || !take_number(place, CORES_MAX, &core) ||
        !take(place, ","))
        return false;
    if (thread ? !take_name(place, term->name) : !take_number(place, LINES_MAX, &number))
        return false;
    term->core = (unsigned)core;
    term->number = (unsigned)number;
    return take(place, ",") && take_number(place, TIME_MAX, &term->ns) && take(place, ")");
}

static int refuse(const struct place *place, const char *path)
{
    fprintf(
        stderr,
        "takt-trace: %s:%u: '%.*s' makes no sense in a contract. It holds lines " THREAD
        "(CORE, \"NAME\", NS) and " LINE "(CORE, NUMBER, NS), as takt-trace advise --contract writes them.\n",
        path, place->line,
        (int)strnlen(place->at, strcspn(place->at, "\n") < SHOWN_MAX ? strcspn(place->at, "\n") : SHOWN_MAX),
        place->at);
    return -1;
}

int tt_contract_parse(struct tt_contract *contract, const char *text, const char *path)
{
    struct place place = {text, 1};

    *contract = (struct tt_contract){0};
    for (;;) {
        struct tt_term term = {.core = 0};

        if (skip(&place) && *place.at == '\0')
            return 0;
        if (!take_term(&place, &term)) {
            tt_contract_free(contract);
            return refuse(&place, path);
        }
        contract->term = tt_grow(contract->term, contract->count, &contract->room, sizeof(*contract->term));
        contract->term[contract->count++] = term;
    }
}

int tt_contract_read(struct tt_contract *contract, const char *path)
{
    struct tt_input input = {.path = path};
    int result;

    *contract = (struct tt_contract){0};
    if (tt_load(&input) != 0)
        return -1;
    result = tt_contract_parse(contract, (const char *)input.byte, path);
    free(input.byte);
    return result;
}

void tt_contract_free(struct tt_contract *contract)
{
    free(contract->term);
    *contract = (struct tt_contract){0};
}

const struct tt_term *tt_contract_term(const struct tt_contract *contract, unsigned core, const char *name,
                                       unsigned number)
{
    for (size_t i = 0; i < contract->count; i++) {
        const struct tt_term *term = &contract->term[i];

        if (term->core == core && strcmp(term->name, name) == 0 &&
            (name[0] != '\0' || term->number == number))
            return term;
    }
    return NULL;
}

void tt_contract_write(FILE *file, const struct tt_term *term)
{
    if (term->name[0] == '\0') {
        fprintf(file, LINE "(%u, %u, %lld)\n", term->core, term->number, (long long)term->ns);
        return;
    }
    fprintf(file, THREAD "(%u, \"", term->core);
    for (const char *c = term->name; *c != '\0'; c++)
        fprintf(file, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fprintf(file, "\", %lld)\n", (long long)term->ns);
}
