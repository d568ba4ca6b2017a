/*
 * The calls of a score, made on the kernel's objects. Messages and blocks are bytes without meaning: the score says
 * what comes next, not what they hold.
 */
#include "machine_part.h"

#include <stdlib.h>

#define MESSAGE_MAX 65536u

static unsigned char message[MESSAGE_MAX], received[MESSAGE_MAX];

static void *memory_of(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        takt_panic("there is not enough memory for this replay", __FILE__, __LINE__);
    return memory;
}

static void make_queue(struct tt_part *part, const struct tt_thing *thing)
{
    size_t size = thing->value != 0 && thing->value <= MESSAGE_MAX ? thing->value : sizeof(uint32_t);
    uint32_t room = thing->limit < UINT16_MAX ? thing->limit : 1024;

    part->memory = memory_of(TAKT_QUEUE_WORDS(size, room) * sizeof(uintptr_t));
    (void)takt_queue_init(&part->queue, part->memory, size, room);
    for (int64_t i = 0; i < thing->start; i++)
        (void)takt_queue_send(&part->queue, message, TAKT_NO_WAIT);
}

static int take_block(struct tt_part *part, takt_deadline_t deadline)
{
    void *block;
    int result = takt_pool_alloc(&part->pool, &block, deadline);

    if (result == 0)
        part->block[part->blocks++] = block;
    return result;
}

static void make_pool(struct tt_part *part, const struct tt_thing *thing)
{
    size_t size = thing->value != 0 ? thing->value : sizeof(void *);
    uint32_t count = thing->limit < UINT16_MAX ? thing->limit : 1024;

    part->memory = memory_of(TAKT_POOL_WORDS(size, count) * sizeof(uintptr_t));
    part->blocks = 0;
    part->block = memory_of((count + 1) * sizeof(*part->block));
    (void)takt_pool_init(&part->pool, part->memory, size, count);
    while (part->blocks + thing->start < count)
        (void)take_block(part, TAKT_NO_WAIT);
}

/* Which of the blocks that are out comes back makes no difference to the kernel. */
static int give_block(struct tt_part *part)
{
    if (part->blocks == 0)
        return -EINVAL;
    return takt_pool_free(&part->pool, part->block[--part->blocks]);
}

/* A timer's function: what it did in the recording at its next turn. */
static void on_timer(struct takt_timer *timer, void *arg)
{
    (void)timer;
    tt_machine_run(*(uint32_t *)arg, TAKT_TRACE_EVENT_call_end);
}

static void make_object(const struct tt_thing *thing, struct tt_part *part)
{
    switch (thing->kind) {
    case TAKT_TRACE_SEM:
        (void)takt_sem_init(&part->sem, (uint32_t)thing->start, thing->limit);
        break;
    case TAKT_TRACE_MUTEX:
        (void)takt_mutex_init(&part->mutex, thing->value);
        break;
    case TAKT_TRACE_COND:
        (void)takt_cond_init(&part->cond);
        break;
    case TAKT_TRACE_QUEUE:
        make_queue(part, thing);
        break;
    case TAKT_TRACE_EVENT:
        (void)takt_event_init(&part->event, (uint32_t)thing->start);
        break;
    case TAKT_TRACE_POOL:
        make_pool(part, thing);
        break;
    case TAKT_TRACE_TIMER:
        part->memory = memory_of(sizeof(uint32_t));
        *(uint32_t *)part->memory = (uint32_t)(part - tt_machine.part);
        (void)takt_timer_init_direct(&part->timer, on_timer, part->memory);
        break;
    default:
        break;
    }
}

void tt_act_object(uint32_t place)
{
    make_object(&tt_machine.score->thing[place], &tt_machine.part[place]);
}

/* Made anew, with what the recording says of it. */
static int make_again(const struct tt_act *act, struct tt_part *part)
{
    struct tt_thing thing = tt_machine.score->thing[act->thing];

    thing.value = (uint32_t)(act->with[0] >> 32);
    thing.limit = (uint32_t)act->with[0];
    thing.start = thing.kind == TAKT_TRACE_SEM || thing.kind == TAKT_TRACE_EVENT ? thing.value
                  : thing.kind == TAKT_TRACE_POOL                                ? thing.limit
                                                                                 : 0;
    make_object(&thing, part);
    return 0;
}

static int delete_object(const struct tt_thing *thing, struct tt_part *part)
{
    switch (thing->kind) {
    case TAKT_TRACE_SEM:
        return takt_sem_delete(&part->sem);
    case TAKT_TRACE_MUTEX:
        return takt_mutex_delete(&part->mutex);
    case TAKT_TRACE_QUEUE:
        return takt_queue_delete(&part->queue);
    case TAKT_TRACE_EVENT:
        return takt_event_delete(&part->event);
    case TAKT_TRACE_POOL:
        return takt_pool_delete(&part->pool);
    default:
        return 0;
    }
}

static int signal_all(struct takt_cond *cond, uint32_t how)
{
    return how == 2 ? takt_cond_delete(cond) : how == 1 ? takt_cond_broadcast(cond) : takt_cond_signal(cond);
}

void tt_act_timers(unsigned core)
{
    uint32_t at = tt_machine.score->core[core].timers.first;

    for (; at != 0; at = tt_machine.score->act[at].next) {
        const struct tt_act *act = &tt_machine.score->act[at];

        (void)takt_timer_start(&tt_machine.part[act->thing].timer, takt_at(act->with[0]), act->with[1]);
    }
}

takt_deadline_t tt_act_until(const struct tt_act *act)
{
    if (act->b == 1 && act->initial) /* what is known is when the timer's handler began */
        return act->with[0] - tt_machine.play->cost[TT_COST_irq_entry];
    if (act->b == 1)
        return act->with[0];
    return act->b == 0 ? TAKT_NO_WAIT : TAKT_FOREVER;
}

void tt_act_follow(struct tt_part *part, struct tt_act *act)
{
    int64_t *deadline = act->kind == TAKT_TRACE_EVENT_call_event_wait ? &act->with[1] : &act->with[0];

    if (act->follows == TT_CLOCK)
        part->later = part->ahead;
    if (act->follows != TT_FIXED)
        *deadline += part->later;
}

static int preempt(uint32_t off)
{
    if (off)
        takt_preempt_lock();
    else
        takt_preempt_unlock();
    return 0;
}

static int start(uint32_t place)
{
    return takt_thread_start(&tt_machine.part[place].thread);
}

static int act_on_thread(const struct tt_act *act, struct takt_thread *thread)
{
    switch (act->kind) {
    case TAKT_TRACE_EVENT_call_sleep:
        return takt_sleep(tt_act_until(act));
    case TAKT_TRACE_EVENT_call_yield:
        takt_yield();
        return 0;
    case TAKT_TRACE_EVENT_call_create:
        tt_machine_thread(act->thing);
        return 0;
    case TAKT_TRACE_EVENT_call_start:
        return start(act->thing);
    case TAKT_TRACE_EVENT_call_exit:
        takt_thread_exit((int)act->b);
    case TAKT_TRACE_EVENT_call_join:
        return takt_thread_join(thread, NULL, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_suspend:
        return takt_thread_suspend(thread);
    case TAKT_TRACE_EVENT_call_resume:
        return takt_thread_resume(thread);
    case TAKT_TRACE_EVENT_call_priority:
        return takt_thread_set_priority(thread, (takt_prio_t)act->b);
    case TAKT_TRACE_EVENT_call_threshold:
        return takt_thread_set_threshold(thread, (takt_prio_t)act->b);
    default:
        return takt_thread_set_slice(thread, act->with[0]);
    }
}

int tt_act(const struct tt_act *act)
{
    struct tt_part *part = &tt_machine.part[act->thing == TT_NOBODY ? 0 : act->thing];

    switch (act->kind) {
    case TAKT_TRACE_EVENT_call_sem_give:
        return takt_sem_give(&part->sem);
    case TAKT_TRACE_EVENT_call_sem_take:
        return takt_sem_take(&part->sem, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_mutex_lock:
        return takt_mutex_lock(&part->mutex, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_mutex_unlock:
        return takt_mutex_unlock(&part->mutex);
    case TAKT_TRACE_EVENT_call_cond_wait:
        return takt_cond_wait(&part->cond, &tt_machine.part[act->b].mutex, act->with[0]);
    case TAKT_TRACE_EVENT_call_cond_signal:
        return signal_all(&part->cond, act->b);
    case TAKT_TRACE_EVENT_call_queue_send:
        return takt_queue_send(&part->queue, message, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_queue_front:
        return takt_queue_send_front(&part->queue, message, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_queue_receive:
        return takt_queue_receive(&part->queue, received, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_event_set:
        return takt_event_set(&part->event, act->b);
    case TAKT_TRACE_EVENT_call_event_clear:
        return takt_event_clear(&part->event, act->b);
    case TAKT_TRACE_EVENT_call_event_wait:
        return takt_event_wait(&part->event, act->b, (unsigned)act->with[0], act->with[1], NULL);
    case TAKT_TRACE_EVENT_call_pool_alloc:
        return take_block(part, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_pool_free:
        return give_block(part);
    case TAKT_TRACE_EVENT_call_timer_start:
        return takt_timer_start(&part->timer, act->with[0], act->with[1]);
    case TAKT_TRACE_EVENT_call_timer_stop:
        return takt_timer_stop(&part->timer);
    case TAKT_TRACE_EVENT_call_preempt:
        return preempt(act->b);
    case TAKT_TRACE_EVENT_call_delete:
        return delete_object(&tt_machine.score->thing[act->thing], part);
    case TAKT_TRACE_EVENT_made:
        return make_again(act, part);
    case TAKT_TRACE_EVENT_call_remote:
    case TAKT_TRACE_EVENT_call_channel:
    case TT_RECEIVE:
    case TAKT_TRACE_EVENT_call_llq_acquire:
    case TAKT_TRACE_EVENT_call_llq_release:
        return tt_shared_act(act);
    default:
        return act_on_thread(act, &part->thread);
    }
}
