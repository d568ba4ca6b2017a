#include "part.h"

static unsigned order;

static void more_urgent(void *arg)
{
    *(unsigned *)arg = ++order;
    part_rest();
}

static void guarded(void *arg)
{
    static unsigned between, above;

    (void)arg;
    (void)part_helper(PART_LOWER - 1, more_urgent, &between);
    CHECK(between == 0);
    (void)part_helper(PART_HIGHER, more_urgent, &above);
    CHECK(above == 1);
    CHECK(takt_thread_set_threshold(takt_self(), PART_LOWER) == 0);
    CHECK(between == 2);
    part_rest();
}

void part_threshold(void)
{
    struct takt_thread *thread = part_create((struct takt_thread_attr){
        .entry = guarded, .priority = PART_LOWER, .has_threshold = true, .threshold = PART_PRIORITY});

    CHECK(takt_thread_start(thread) == 0);
    part_let_run();
    CHECK(order == 2);
}
