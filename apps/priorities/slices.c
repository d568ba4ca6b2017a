/*
 * Weighted slices: four threads of one level compute all the time, with slices of 25, 10, 10 and 55 parts of a block.
 * Once alone, once with a more urgent thread that interrupts often and at other times than slices end. The reader adds
 * up who ran, over whole blocks.
 */
#include "priorities.h"

#define BLOCK_NS  4000000
#define BLOCKS    104u /* the first and the last are not whole; half as many more where the machine is busy */
#define PIECE_NS  20000
#define URGENT_NS 37000 /* of work, once in a period */
#define PERIOD_NS 730000

static struct takt_thread thread[2][PARTIES];
static volatile bool over; /* threads of one core */

static void worker(void *arg)
{
    (void)arg;
    while (!over)
        takt_work(PIECE_NS);
}

static void urgent(void *arg)
{
    (void)arg;
    while (!over) {
        takt_work(URGENT_NS);
        priorities_must(takt_sleep(PERIOD_NS - URGENT_NS), "takt_sleep");
    }
}

static void run(bool interrupted)
{
    static const struct priorities_thread urgent_one = {"urgent", 2, 2};
    struct takt_thread *threads = thread[interrupted];
    unsigned count = interrupted ? PRIORITIES_SLICES + 1 : PRIORITIES_SLICES;

    over = false;
    for (unsigned i = 0; i < PRIORITIES_SLICES; i++) {
        const struct priorities_thread as = {priorities_slices_of[i].name, 4, 4};

        priorities_create(&threads[i], i, &as, worker, NULL,
                          (takt_time_t)BLOCK_NS / 100 * priorities_slices_of[i].part);
    }
    if (interrupted)
        priorities_create(&threads[PRIORITIES_SLICES], PRIORITIES_SLICES, &urgent_one, urgent, NULL, 0);
    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_switch);
    priorities_start(threads, count);
    priorities_must(takt_sleep((takt_time_t)BLOCKS * BLOCK_NS * 3 / 2), "takt_sleep");
    takt_trace_stop();
    over = true;
    priorities_must(takt_sem_give(&priorities_done), "takt_sem_give");
    priorities_join(threads, count);
    priorities_save(interrupted ? "slices-interrupted" : "slices");
}

void priorities_slices(void)
{
    run(false);
    run(true);
}
