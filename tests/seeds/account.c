/*
 * The books of a core's own objects, and all invariants that the kernel can check by itself.
 */
#include "mixed.h"

void mixed_invariants(struct mixed_world *world)
{
    MIXED_RESULT(takt_core_check(), 0);
    MIXED_RESULT(takt_timers_check(), 0);
    for (unsigned i = 0; i < MIXED_SEMS; i++)
        MIXED_RESULT(takt_sem_check(&world->sem[i]), 0);
    for (unsigned i = 0; i < MIXED_MUTEXES; i++)
        MIXED_RESULT(takt_mutex_check(&world->guard[i].mutex), 0);
    for (unsigned i = 0; i < MIXED_QUEUES; i++)
        MIXED_RESULT(takt_queue_check(&world->queue[i].queue), 0);
    MIXED_RESULT(takt_mutex_check(&world->monitor), 0);
    MIXED_RESULT(takt_cond_check(&world->changed), 0);
    MIXED_RESULT(takt_event_check(&world->event), 0);
    MIXED_RESULT(takt_pool_check(&world->pool), 0);
    MIXED_RESULT(takt_sem_check(&world->inbox), 0);
}

static void account_queue(struct mixed_queue *queue)
{
    uint32_t left = takt_queue_count(&queue->queue);

    MIXED_CHECK(queue->sent == queue->received + left);
    for (uint32_t i = 0; i < left; i++)
        MIXED_RESULT(mixed_receive(queue, TAKT_NO_WAIT), 0);
    MIXED_RESULT(mixed_receive(queue, TAKT_NO_WAIT), -EAGAIN);
    MIXED_CHECK(queue->sum_sent == queue->sum_received);
}

void mixed_account(struct mixed_world *world)
{
    mixed_invariants(world);
    MIXED_CHECK(world->given[0] == world->taken[0] + takt_sem_count(&world->sem[0]));
    /* a handler's give at the maximum may be dropped when it met the kernel lock (sem.c) */
    MIXED_CHECK(world->given[1] >= world->taken[1] + takt_sem_count(&world->sem[1]));
    MIXED_CHECK(world->produced == world->consumed + world->stock);
    MIXED_CHECK(takt_mutex_owner(&world->monitor) == NULL);
    for (unsigned i = 0; i < MIXED_MUTEXES; i++)
        MIXED_CHECK(takt_mutex_owner(&world->guard[i].mutex) == NULL);
    for (unsigned i = 0; i < MIXED_QUEUES; i++)
        account_queue(&world->queue[i]);
    if (world->kept != NULL)
        MIXED_RESULT(takt_pool_free(&world->pool, world->kept), 0);
    MIXED_CHECK(takt_pool_available(&world->pool) == MIXED_BLOCKS);
    MIXED_CHECK(world->operations != 0);
}
