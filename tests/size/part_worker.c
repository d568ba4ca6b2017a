#include "part.h"

static struct takt_job first, second;
static unsigned runs;

static void run(struct takt_job *job, void *arg)
{
    CHECK(!takt_in_handler() && arg == (job == &first ? &first : &second));
    runs++;
}

void part_worker(void)
{
    struct takt_worker *worker = takt_worker_net_rx();

    CHECK(takt_worker_net_rx() == worker);
    CHECK(takt_thread_set_priority(takt_worker_thread(worker), PART_LOWER) == 0);
    CHECK(takt_job_init(&first, worker, run, &first) == 0);
    CHECK(takt_job_init(&second, worker, run, &second) == 0);
    CHECK(takt_job_submit(&first) == 0 && takt_job_submit(&first) == -EALREADY);
    CHECK(takt_job_submit(&second) == 0 && takt_job_cancel(&second) == 0);
    CHECK(takt_job_queued(&first) && !takt_job_queued(&second) && runs == 0);
    CHECK(takt_worker_flush(worker, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_worker_flush(worker, TAKT_FOREVER) == 0 && runs == 1);
    CHECK(takt_job_flush(&first, TAKT_NO_WAIT) == 0);
}
