/*
 * The doorbell: what a core does when another one rings.
 *
 * Guards: that a bell means no more than "look". It carries nothing, so bells may melt into one, come late,
 * or come without a reason; whoever rings has stored before what there is to find. The handler looks at
 * everything that a core may be rung for: cores that ask for admission, requests, tests of the memory, signs of
 * life, locks that were granted, cores that have stopped.
 *
 * Races considered. What is stored while the handler looks is followed by its own bell, which stays pending
 * until the handler has ended, unless remote.c has shown that this look finds it. Before a core is attached
 * nobody has a reason to ring it.
 *
 * Bound: linear in cores, plus the requests that are carried out; once for each core that attaches, a contest
 * (memory_test.c). Services of class any only.
 */
#include "memory_test.h"

void takt_cross_ring(const struct takt_cross *cross, unsigned core)
{
    takt_trace_doorbell(cross->segment.core, core);
    takt_port_doorbell(core);
}

void takt_cross_follow(const struct takt_cross *cross)
{
    for (unsigned core = 0; core < cross->segment.cores; core++) {
        if (takt_segment_state(&cross->segment, core) == TAKT_CORE_STOPPED)
            TAKT_PANIC("another core stopped");
    }
}

void takt_doorbell_interrupt(void)
{
    struct takt_cross *cross = takt_cross();

    takt_trace_rung(0, 0);
    if (!cross->segment.attached)
        return;
    takt_segment_admit(&cross->segment);
    takt_remote_serve(cross);
    takt_memory_serve(cross);
    takt_llq_serve(cross);
    if (CONFIG_TAKT_STOP_ALL)
        takt_cross_follow(cross);
}
