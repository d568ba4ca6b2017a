/* What no configuration leaves out: creation, priorities, giving way, sleeping, preemption off. */
#include "part.h"

static unsigned turns;
static char order[3], letters[] = "abc";
static bool done;

static void note(void *arg)
{
    order[turns++] = *(const char *)arg;
    part_rest();
}

static void count(void *arg)
{
    (void)arg;
    for (turns = 0; !done; turns++)
        takt_yield();
    part_rest();
}

static void by_priority(void)
{
    turns = 0;
    takt_preempt_lock();
    (void)part_helper(PART_LOWER, note, &letters[2]);
    (void)part_helper(PART_HIGHER, note, &letters[1]);
    (void)part_helper(PART_HIGHER - 1, note, &letters[0]);
    CHECK(turns == 0);
    CHECK(takt_sleep(TAKT_MS(1)) == -EPERM);
    takt_preempt_unlock();
    CHECK(turns == 2);
    part_let_run();
    CHECK(turns == 3 && order[0] == 'a' && order[1] == 'b' && order[2] == 'c');
}

static void among_equals(void)
{
    struct takt_thread *thread = part_helper(PART_PRIORITY, count, NULL);

    for (unsigned i = 0; i < 5; i++) {
        takt_yield();
        CHECK(turns == i);
    }
    CHECK(takt_thread_set_priority(thread, PART_LOWER + 1) == 0);
    takt_yield();
    CHECK(turns == 4);
    CHECK(takt_thread_priority(thread) == PART_LOWER + 1);
    CHECK(takt_thread_effective_priority(thread) == PART_LOWER + 1);
    done = true;
    part_let_run();
}

void part_thread(void)
{
    takt_time_t start = takt_now();

    CHECK(takt_sleep(TAKT_MS(1)) == 0);
    CHECK(takt_now() - start >= TAKT_MS(1));
    CHECK(takt_sleep(takt_at(start)) == 0);
    CHECK(takt_sleep(TAKT_FOREVER) == -EINVAL);
    CHECK(takt_self() != NULL && takt_thread_priority(takt_self()) == PART_PRIORITY);
    by_priority();
    among_equals();
}
