/* Everything an application needs of Takt. */
#ifndef TAKT_TAKT_H
#define TAKT_TAKT_H

#include <takt/channel.h>
#include <takt/cond.h>
#include <takt/console.h>
#include <takt/contract.h>
#include <takt/core.h>
#include <takt/event.h>
#include <takt/irq.h>
#include <takt/irq_thread.h>
#include <takt/klock.h>
#include <takt/llq.h>
#include <takt/mutex.h>
#include <takt/period.h>
#include <takt/pool.h>
#include <takt/queue.h>
#include <takt/remote.h>
#include <takt/sem.h>
#include <takt/thread.h>
#include <takt/timer.h>
#include <takt/watchdog.h>
#include <takt/worker.h>

#endif
