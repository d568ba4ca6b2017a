/* The class of what came in from a network; linked where somebody asks for it. */
#include <takt/worker.h>

TAKT_WORKER_CLASS_NAMED(net_rx, "net-rx", CONFIG_TAKT_WORKER_NET_RX_PRIORITY, CONFIG_TAKT_WORKER_STACK);
