/*
 * The contract: what the bounds of takt-trace advise rest on, checked while the system runs.
 *
 * It says how long each thread computes at most from ready to waiting, and how far apart the arrivals of each interrupt
 * are at least. takt-trace advise --contract FILE writes it from a recording, as a file that is also C; in CMake,
 * takt_contract(program FILE) builds it in, and the kernel takes it when a core starts. Nothing in the application's
 * sources changes. docs/advice.md shows the whole way.
 *
 * A breach is an event in the trace (breach, breach_line), and takt_contract_hook() is called.
 */
#ifndef TAKT_CONTRACT_H
#define TAKT_CONTRACT_H

#include <takt/meter.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_CONTRACT

/** What a contract says of a thread. */
struct takt_contract_thread {
    const char *name;
    takt_time_t computes; /* ns */
    unsigned core;
};

/** What it says of an interrupt, and what has come of it. */
struct takt_contract_line {
    takt_time_t distance; /* ns; 0: nothing */
    struct takt_notice notice;
    uint64_t units; /* the distance in counter units */
    uint64_t last;  /* when it came */
    uint64_t least; /* the shortest distance that was too short */
    uint32_t breaches;
    bool came;
};

/** A contract, as <takt/contract_table.h> makes it. */
struct takt_contract {
    const struct takt_contract_thread *thread;
    struct takt_meter *meter; /* one a thread */
    size_t threads;
    struct takt_contract_line *line; /* so many for each core, by number */
    unsigned lines;
};

/** The application's; where it has none, it is not there. */
extern const struct takt_contract takt_contract_given __attribute__((weak));

/** A breach. */
struct takt_contract_breach {
    const struct takt_thread *thread; /**< NULL: an interrupt's */
    unsigned line;                    /**< its number */
    takt_time_t said;                 /**< ns in the contract */
    takt_time_t worst; /**< ns: the longest computing time that was over it, or the shortest distance */
    uint32_t count;    /**< of this thread or line, since the start */
};

/**
 * Given by the application or left out: called in the timer interrupt after a breach; breaches of one thread or line
 * that come close together may be one call. May call every service of class any.
 */
void takt_contract_hook(const struct takt_contract_breach *breach);

/** Breaches of the calling core since its start. Call class: any. Bound: grows with the contract. */
uint32_t takt_contract_breaches(void);

#else

struct takt_contract_breach;
uint32_t takt_contract_breaches(void) TAKT_NEEDS(CONFIG_TAKT_CONTRACT);

#endif

#ifdef __cplusplus
}
#endif

#endif
