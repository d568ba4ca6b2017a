/* What apps/common/ asks of the kernel, for a Linux program. */
#ifndef TAKT_CORE_H
#define TAKT_CORE_H

#include <assert.h>

#define TAKT_ASSERT(condition) assert(condition)

#endif
