/*
 * An image of all of Takt: the library is linked whole (CMakeLists.txt), and each kind of object stands here once, so
 * that the linker's map and the symbols tell what everything takes. It is measured, never run.
 */
#include <takt/takt.h>

#include "kernel.h"

#define SIZE_OF(name)                                                                                        \
    extern char size_of_takt_##name[sizeof(struct takt_##name)];                                             \
    char size_of_takt_##name[sizeof(struct takt_##name)] __attribute__((used))

SIZE_OF(core);
SIZE_OF(thread);
SIZE_OF(klock);
#if CONFIG_TAKT_SEM
SIZE_OF(sem);
#endif
#if CONFIG_TAKT_MUTEX
SIZE_OF(mutex);
#endif
#if CONFIG_TAKT_COND
SIZE_OF(cond);
#endif
#if CONFIG_TAKT_QUEUE
SIZE_OF(queue);
#endif
#if CONFIG_TAKT_EVENT
SIZE_OF(event);
#endif
#if CONFIG_TAKT_POOL
SIZE_OF(pool);
#endif
#if CONFIG_TAKT_IRQ_THREAD
SIZE_OF(irq);
#endif
#if CONFIG_TAKT_WORKER
SIZE_OF(worker);
SIZE_OF(job);
#endif
#if CONFIG_TAKT_TIMER
SIZE_OF(timer);
#endif
#if CONFIG_TAKT_CROSS
SIZE_OF(remote);
#endif
#if CONFIG_TAKT_CHANNEL
SIZE_OF(channel);
#endif
#if CONFIG_TAKT_LLQ
SIZE_OF(llq);
#endif

void takt_main(unsigned core)
{
    (void)core;
}
