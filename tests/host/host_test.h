/*
 * What the tests of the host port share: threads of little words, and an end that prints what was done.
 */
#ifndef HOST_TEST_H
#define HOST_TEST_H

#include <stdint.h>

#include <takt/takt.h>

#include "port.h"

#define HOST_TEST_STACK 32768u

/** A thread with its stack. */
struct host_test_thread {
    struct takt_thread thread;
    _Alignas(64) char stack[HOST_TEST_STACK];
};

/** Make and start a thread of the calling core. */
void host_test_start(struct host_test_thread *thread, const struct takt_thread_attr *attr);

/** A number that the command line gives, or the other. */
uint64_t host_test_number(const char *key, uint64_t otherwise);

/** Print what failed, and end the run. */
void host_test_failed(const char *what, const char *file, int line) __attribute__((noreturn));

/** Print how much was done, and end the run: well, if it is at least so much. */
void host_test_done(const char *what, uint64_t amount, uint64_t floor) __attribute__((noreturn));

#define HOST_TEST_CHECK(condition) ((condition) ? (void)0 : host_test_failed(#condition, __FILE__, __LINE__))

#endif
