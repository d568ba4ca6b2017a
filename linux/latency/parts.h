/* Parts of a latency from the kernel's own trace, where no module stamps them. */
#ifndef PARTS_H
#define PARTS_H

#include "latency.h"

/** Let the kernel note the calling thread's wakes. @return false: it cannot, why is said */
bool parts_begin(const struct latency_source *source);

/** Remember when the thread was in user mode. */
void parts_sample(const struct latency_sample *sample);

/** Read the trace; the parts of the samples that it has go into the figures. @return how many */
uint64_t parts_finish(struct latency_figures *figures);

#endif
