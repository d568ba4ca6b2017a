/* See host_test.h. Ends come from any core; the first one ends the run. */
#include "host_test.h"

#include <stdlib.h>

void host_test_start(struct host_test_thread *thread, const struct takt_thread_attr *attr)
{
    struct takt_thread_attr full = *attr;

    full.stack = thread->stack;
    full.stack_size = sizeof(thread->stack);
    HOST_TEST_CHECK(takt_thread_create(&thread->thread, &full) == 0);
    HOST_TEST_CHECK(takt_thread_start(&thread->thread) == 0);
}

uint64_t host_test_number(const char *key, uint64_t otherwise)
{
    const char *text = takt_argument(key, NULL);

    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

void host_test_failed(const char *what, const char *file, int line)
{
    takt_printf("FAILED on core %u: %s (%s:%d)\n", takt_core_id(), what, file, line);
    takt_exit(1);
}

void host_test_done(const char *what, uint64_t amount, uint64_t floor)
{
    takt_printf("at least %llu wanted, %lld ms, %u cores\namount: %llu %s\n", (unsigned long long)floor,
                (long long)(takt_now() / TAKT_MS(1)), takt_core_count(), (unsigned long long)amount, what);
    takt_exit(amount < floor);
}
