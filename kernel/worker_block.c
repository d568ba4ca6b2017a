/* The class of flash and other block devices; linked where somebody asks for it. */
#include <takt/worker.h>

TAKT_WORKER_CLASS(block, CONFIG_TAKT_WORKER_BLOCK_PRIORITY, CONFIG_TAKT_WORKER_STACK);
