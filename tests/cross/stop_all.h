/* Before kernel/doorbell.c, which stop_all has anew: with the choice that it is about. */
#ifndef STOP_ALL_H
#define STOP_ALL_H

#include <takt/config.h>

#undef CONFIG_TAKT_STOP_ALL
#define CONFIG_TAKT_STOP_ALL 1

#endif
