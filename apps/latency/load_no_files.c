/* Without a file system there is no work of one. */
#include "latency.h"

void latency_files_begin(void)
{
}

void latency_files_end(void)
{
}
