#include "part.h"

static volatile unsigned turns[2];
static volatile bool done;

static void compute(void *arg)
{
    while (!done) {
        takt_work(TAKT_US(100));
        ++*(volatile unsigned *)arg;
    }
    part_rest();
}

void part_slice(void)
{
    struct takt_thread *thread[2];

    for (unsigned i = 0; i < 2; i++) {
        thread[i] = part_create((struct takt_thread_attr){
            .entry = compute, .arg = (void *)&turns[i], .priority = PART_LOWER, .slice = TAKT_MS(1)});
        CHECK(takt_thread_start(thread[i]) == 0);
    }
    for (unsigned i = 0; i < 1000 && (turns[0] == 0 || turns[1] == 0); i++)
        CHECK(takt_sleep(TAKT_MS(5)) == 0);
    CHECK(turns[0] != 0 && turns[1] != 0);
    CHECK(takt_thread_set_slice(thread[0], 0) == 0);
    done = true;
    part_let_run();
}
