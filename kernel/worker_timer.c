/* The class of timers' functions; linked where somebody asks for it. */
#include <takt/worker.h>

TAKT_WORKER_CLASS(timer, CONFIG_TAKT_WORKER_TIMER_PRIORITY, CONFIG_TAKT_WORKER_STACK);
