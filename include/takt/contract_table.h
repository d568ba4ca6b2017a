/*
 * The table of a contract file, TAKT_CONTRACT_FILE: included by one source of the program, which takt_contract() in CMake
 * makes. Lines of the file are TAKT_CONTRACT_THREAD(core, "name", ns) and TAKT_CONTRACT_LINE(core, number, ns).
 *
 * Interrupts are found by number without a search, so the table has room for each number up to the largest: its length
 * is the size of a union that has for each line an array one longer than its number.
 */
#ifndef TAKT_CONTRACT_TABLE_H
#define TAKT_CONTRACT_TABLE_H

#include <takt/contract.h>

#define TAKT_CONTRACT_THREAD(core, name, ns)
#define TAKT_CONTRACT_LINE(core, number, ns)                                                                 \
    _Static_assert((core) < CONFIG_TAKT_CORES && (number) < 4096,                                            \
                   "the contract names a core or an interrupt that is not there");                           \
    char of_##core##_##number[(number) + 1];
union takt_contract_numbers {
    char one;
#include TAKT_CONTRACT_FILE
};
#undef TAKT_CONTRACT_LINE
#undef TAKT_CONTRACT_THREAD

enum { TAKT_CONTRACT_LINES = sizeof(union takt_contract_numbers) };

#define TAKT_CONTRACT_THREAD(core, name, ns)
#define TAKT_CONTRACT_LINE(core, number, ns) [(core)*TAKT_CONTRACT_LINES + (number)] = {.distance = (ns)},
static struct takt_contract_line takt_contract_lines[CONFIG_TAKT_CORES * TAKT_CONTRACT_LINES + 1] = {
    [CONFIG_TAKT_CORES * TAKT_CONTRACT_LINES] = {0}, /* so that there is one */
#include TAKT_CONTRACT_FILE
};
#undef TAKT_CONTRACT_LINE
#undef TAKT_CONTRACT_THREAD

#define TAKT_CONTRACT_THREAD(core, name, ns) {(name), (ns), (core)},
#define TAKT_CONTRACT_LINE(core, number, ns)
static const struct takt_contract_thread takt_contract_threads[] = {
#include TAKT_CONTRACT_FILE
    {"", 0, CONFIG_TAKT_CORES}, /* so that there is one */
};
#undef TAKT_CONTRACT_LINE
#undef TAKT_CONTRACT_THREAD

enum { TAKT_CONTRACT_THREADS = sizeof(takt_contract_threads) / sizeof(takt_contract_threads[0]) - 1 };

static struct takt_meter takt_contract_meters[TAKT_CONTRACT_THREADS + 1];

const struct takt_contract takt_contract_given = {
    .thread = takt_contract_threads,
    .meter = takt_contract_meters,
    .threads = TAKT_CONTRACT_THREADS,
    .line = takt_contract_lines,
    .lines = TAKT_CONTRACT_LINES,
};

#endif
