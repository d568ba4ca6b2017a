/*
 * What a recording says of objects when it begins: the count of a semaphore, a mutex's owner, and so on, so that what is
 * recorded from there on can be added up.
 *
 * It looks at every object of the calling core that was made and not deleted, each in a step of its own: what a handler
 * changes in between is seen before or after. An object whose memory ends has to be deleted first, as always; else
 * what stands there by then is told.
 */
#include "kernel.h"

#include <takt/event.h>
#include <takt/pool.h>
#include <takt/queue.h>

#include "recorder.h"

#if CONFIG_TAKT_SEM
static uint32_t sem_now(const void *object)
{
    return takt_sem_count(object);
}
#else
#define sem_now NULL
#endif

#if CONFIG_TAKT_MUTEX
static uint32_t mutex_now(const void *object)
{
    return (uint32_t)TAKT_ID(takt_mutex_owner(object));
}
#else
#define mutex_now NULL
#endif

#if CONFIG_TAKT_QUEUE
static uint32_t queue_now(const void *object)
{
    return takt_queue_count(object);
}
#else
#define queue_now NULL
#endif

#if CONFIG_TAKT_EVENT
static uint32_t event_now(const void *object)
{
    return takt_event_get(object);
}
#else
#define event_now NULL
#endif

#if CONFIG_TAKT_TIMER
static uint32_t timer_now(const void *object)
{
    return takt_timer_active(object);
}
#else
#define timer_now NULL
#endif

#if CONFIG_TAKT_TIMER
void takt_trace_tell_timer(const void *object)
{
    const struct takt_timer *timer = object;
    bool runs = takt_timer_active(timer);
    uint64_t when = timer->asked ? timer->asked_when : timer->node.when;
    uint64_t period = timer->asked ? timer->asked_period : timer->period;

    if (!runs || !takt_trace_is_on(TAKT_TRACE_GROUP_timer))
        return;
    takt_trace_with((uint64_t)takt_port_to_ns(when));
    takt_trace_with((uint64_t)takt_port_to_ns(period));
    takt_trace_record(TAKT_TRACE_GROUP_timer, TAKT_TRACE_EVENT_timer_runs, TAKT_ID(timer), timer->missed, 0);
}
#else
void takt_trace_tell_timer(const void *object)
{
    (void)object;
}
#endif

#if CONFIG_TAKT_POOL
static uint32_t pool_now(const void *object)
{
    return takt_pool_available(object);
}
#else
#define pool_now NULL
#endif

uint32_t takt_trace_state_of(enum takt_trace_kind kind, const void *object)
{
    static uint32_t (*const now[TAKT_TRACE_KINDS])(const void *object) = {
        [TAKT_TRACE_SEM] = sem_now,     [TAKT_TRACE_MUTEX] = mutex_now, [TAKT_TRACE_QUEUE] = queue_now,
        [TAKT_TRACE_EVENT] = event_now, [TAKT_TRACE_TIMER] = timer_now, [TAKT_TRACE_POOL] = pool_now,
    };

    return now[kind] == NULL ? 0 : now[kind](object);
}
