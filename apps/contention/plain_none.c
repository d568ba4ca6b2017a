/* A board without POSIX threads beside Takt: the locks that need them are left out. */
#include "locks.h"

void contention_plain_begin(unsigned core)
{
    (void)core;
}

bool contention_plain(void)
{
    return false;
}

void contention_plain_pause(void)
{
}

void contention_plain_go(void)
{
}

bool contention_plain_over(void)
{
    return true;
}

const struct contention_lock contention_pthread = {.name = "pthread", .plain = true};
const struct contention_lock contention_pthread_pi = {.name = "pthread-PI", .plain = true};
