/* Between worker.c and worker_flush.c. Private to kernel/. */
#ifndef TAKT_KERNEL_WORKER_H
#define TAKT_KERNEL_WORKER_H

#include "kernel.h"

#include <takt/worker.h>

/** Link a job before another one of its worker, unless it is queued; its give is the caller's. @return linked */
bool takt_job_link(struct takt_job *job, struct takt_job *next);

#endif
