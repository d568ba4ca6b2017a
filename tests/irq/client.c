/* A client of one class: what its image holds is looked at by client.sh. */
#include <takt/takt.h>

static struct takt_job job;

static void done(struct takt_job *finished, void *arg)
{
    (void)finished;
    (void)arg;
    (void)takt_printf("amount: 1 job\n");
    takt_exit(0);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    (void)takt_job_init(&job, takt_worker_net_tx(), done, NULL);
    (void)takt_job_submit(&job);
}
