/* What the port of the unit tests is told and notes. */
#ifndef TESTS_LLQ_UNIT_PORT_H
#define TESTS_LLQ_UNIT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#define UNIT_PORT_CONTEXTS 12

extern struct unit_port {
    int64_t now, step; /* time, and what it goes on by with each look */
    unsigned masked, slept, asked, recovered;
    unsigned woken[UNIT_PORT_CONTEXTS];
    bool silent[UNIT_PORT_CONTEXTS], dead[UNIT_PORT_CONTEXTS]; /* dead: in the life that epoch names */
    uint32_t epoch[UNIT_PORT_CONTEXTS];
} unit_port;

#endif
