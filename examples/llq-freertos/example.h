/* The example, as the start-up code of each core calls it. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdint.h>

#define CORES 2

/** Core 0, before core 1 starts. */
int example_make(void);

/** Each core, after its own start. */
int example_core(unsigned id);

/** What was counted, and what has to be. */
long example_count(void);
long example_wanted(void);

/** The device's clock. */
int64_t device_nanoseconds(void);

#endif
