/*
 * What the C library itself declares, before any name is given another meaning.
 *
 * A program on sim or host is linked with the machine's own C library, whose threads it must not meet. So the headers
 * beside this folder give POSIX names to Takt's functions and types by macros. A header of the C library that is read
 * after such a macro would declare Takt's name with the C library's type; so those that declare the types are read
 * here first, whichever header a program begins with. What can be shared is shared: struct timespec, siginfo_t,
 * sched_param, error numbers.
 *
 * Some of these read others of them, and so meet a header of this folder: while TAKT_POSIX_LIBC_READ is defined, it hands
 * on to the C library's and does no more.
 */
#ifndef TAKT_POSIX_LIBC_H
#define TAKT_POSIX_LIBC_H

#define TAKT_POSIX_LIBC_READ

#include_next <errno.h>
#include_next <limits.h>
#include_next <sys/types.h>
#include_next <time.h>
#include_next <signal.h>
#include_next <sched.h>
#undef TAKT_POSIX_LIBC_READ

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <takt/config.h>

#ifdef __NEWLIB__
#include <takt/posix/newlib.h>
#endif

#endif
