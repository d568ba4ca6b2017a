/*
 * What the conformance programs share. Each is a plain POSIX program: the same source runs on Linux, whose C library says
 * whether an expectation is the standard's, and on Takt. A check that fails says where; the status counts.
 */
#ifndef CHECK_H
#define CHECK_H

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int checks, failures;

static inline void check_equal(const char *file, int line, const char *what, long long got,
                               long long expected)
{
    checks++;
    if (got == expected)
        return;
    failures++;
    printf("%s:%d: %s is %lld, expected %lld\n", file, line, what, got, expected);
}

static inline void check_failed(const char *file, int line, const char *what, long long got, int number,
                                int expected)
{
    checks++;
    if (got == -1 && number == expected)
        return;
    failures++;
    printf("%s:%d: %s gives %lld with errno %s, expected -1 with %s\n", file, line, what, got,
           strerror(number), strerror(expected));
}

/** A value is what it should be. */
#define EQUAL(what, expected) check_equal(__FILE__, __LINE__, #what, (long long)(what), (long long)(expected))

/** Something holds. */
#define HOLDS(what) check_equal(__FILE__, __LINE__, #what, (what) ? 1 : 0, 1)

/** A function that returns -1 and sets errno does so. */
#define FAILS(what, expected)                                                                                \
    do {                                                                                                     \
        long long got_ = (errno = 0, (long long)(what));                                                     \
        check_failed(__FILE__, __LINE__, #what, got_, errno, expected);                                      \
    } while (0)

static inline int check_end(void)
{
    printf("amount: %d checks\n", checks);
    return failures == 0 ? 0 : 1;
}

/** A clock's time and so many ms. */
static inline struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec time;

    clock_gettime(clock, &time);
    time.tv_sec += ms / 1000;
    time.tv_nsec += ms % 1000 * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    } else if (time.tv_nsec < 0) {
        time.tv_nsec += 1000000000;
        time.tv_sec--;
    }
    return time;
}

static inline long ms_since(clockid_t clock, const struct timespec *begin)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (long)(now.tv_sec - begin->tv_sec) * 1000 + (now.tv_nsec - begin->tv_nsec) / 1000000;
}

static inline void sleep_ms(long ms)
{
    struct timespec span = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    nanosleep(&span, NULL);
}

/** Longer than it usually takes a thread to reach its wait. What a check finds must not depend on it: machines stop. */
#define SETTLE() sleep_ms(20)

/** Until something holds that another thread does. */
#define UNTIL(what)                                                                                          \
    while (!(what))                                                                                          \
    sleep_ms(1)

#endif
