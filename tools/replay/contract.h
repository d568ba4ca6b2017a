/*
 * Contract files: how long each thread computes at most, how far apart an interrupt's arrivals are at least. They are C,
 * too: include/takt/contract_table.h makes a table of one, which the kernel checks.
 */
#ifndef TAKT_TOOLS_REPLAY_CONTRACT_H
#define TAKT_TOOLS_REPLAY_CONTRACT_H

#include <stdint.h>
#include <stdio.h>

#define TT_CONTRACT_NAME 64

/** A line of it. */
struct tt_term {
    char name[TT_CONTRACT_NAME]; /* a thread's; "": an interrupt's */
    unsigned core, number;
    int64_t ns;
};

struct tt_contract {
    struct tt_term *term;
    size_t count, room;
};

/** Read one from memory, with a 0 behind it; path is for messages. @return 0; -1: said on the standard error */
int tt_contract_parse(struct tt_contract *contract, const char *text, const char *path);
/** Read a file. @return 0; -1: said on the standard error */
int tt_contract_read(struct tt_contract *contract, const char *path);
void tt_contract_free(struct tt_contract *contract);

/** The term of a thread (name) or an interrupt (number, with name ""). @return NULL: there is none */
const struct tt_term *tt_contract_term(const struct tt_contract *contract, unsigned core, const char *name,
                                       unsigned number);

/** Write a line. */
void tt_contract_write(FILE *file, const struct tt_term *term);

#endif
