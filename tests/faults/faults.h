/* What the programs of this suite share: scenarios of tests/scenario, and threads that mark themselves by name. */
#ifndef FAULTS_H
#define FAULTS_H

#include "scenario.h"

/** A worker with a name; mark_self() leaves it. */
static inline struct takt_thread *spawn_named(takt_prio_t priority, void (*entry)(void *), const char *name)
{
    return spawn_with((struct takt_thread_attr){.name = name, .priority = priority, .entry = entry});
}

static inline void mark_self(void)
{
    mark(takt_thread_name(takt_self()));
}

#define EXPECT_PRIORITY(thread, priority) EXPECT_EQ(takt_thread_effective_priority(thread), priority)

#endif
