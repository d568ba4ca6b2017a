/* The class of what goes out to a network; linked where somebody asks for it. */
#include <takt/worker.h>

TAKT_WORKER_CLASS_NAMED(net_tx, "net-tx", CONFIG_TAKT_WORKER_NET_TX_PRIORITY, CONFIG_TAKT_WORKER_STACK);
