/* Threads: ids, ends, joining, detaching; attributes and their errors; once; keys. */
#include "check.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static void *give_back(void *arg)
{
    return arg;
}

static void *exit_with(void *arg)
{
    pthread_exit(arg);
}

static void *own_id(void *arg)
{
    *(pthread_t *)arg = pthread_self();
    return NULL;
}

static void *sleep_a_while(void *arg)
{
    sleep_ms(30);
    return arg;
}

static void ends(void)
{
    pthread_t id, told;
    void *value;
    int x;

    EQUAL(pthread_create(&id, NULL, give_back, &x), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == &x);
    EQUAL(pthread_create(&id, NULL, exit_with, &x), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == &x);
    EQUAL(pthread_create(&id, NULL, own_id, &told), 0);
    EQUAL(pthread_join(id, NULL), 0);
    HOLDS(pthread_equal(id, told));
    HOLDS(!pthread_equal(id, pthread_self()));
    EQUAL(pthread_create(&id, NULL, sleep_a_while, &x), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == &x);
    EQUAL(pthread_join(pthread_self(), NULL), EDEADLK);
}

static volatile int released, gone;

static void *until_released(void *arg)
{
    UNTIL(released);
    gone++;
    return arg;
}

static void detached(void)
{
    pthread_attr_t attr;
    pthread_t id;

    EQUAL(pthread_attr_init(&attr), 0);
    EQUAL(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED), 0);
    EQUAL(pthread_create(&id, &attr, until_released, NULL), 0);
    EQUAL(pthread_join(id, NULL), EINVAL);
    EQUAL(pthread_detach(id), EINVAL);
    EQUAL(pthread_attr_destroy(&attr), 0);
    EQUAL(pthread_create(&id, NULL, until_released, NULL), 0);
    EQUAL(pthread_detach(id), 0);
    EQUAL(pthread_join(id, NULL), EINVAL);
    released = 1;
    UNTIL(gone == 2);
    for (int i = 0; i < 500; i++) { /* places are used again */
        EQUAL(pthread_create(&id, NULL, give_back, NULL), 0);
        EQUAL(pthread_detach(id), 0);
        if (i % 8 == 0)
            sleep_ms(1);
    }
}

static void attributes(void)
{
    pthread_attr_t attr;
    struct sched_param param;
    size_t size;
    int value;

    EQUAL(pthread_attr_init(&attr), 0);
    EQUAL(pthread_attr_getdetachstate(&attr, &value), 0);
    EQUAL(value, PTHREAD_CREATE_JOINABLE);
    EQUAL(pthread_attr_setdetachstate(&attr, 77), EINVAL);
    EQUAL(pthread_attr_getscope(&attr, &value), 0);
    EQUAL(value, PTHREAD_SCOPE_SYSTEM);
    EQUAL(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM), 0);
    EQUAL(pthread_attr_setscope(&attr, PTHREAD_SCOPE_PROCESS), ENOTSUP);
    EQUAL(pthread_attr_setscope(&attr, 77), EINVAL);
    EQUAL(pthread_attr_getinheritsched(&attr, &value), 0);
    EQUAL(value, PTHREAD_INHERIT_SCHED);
    EQUAL(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED), 0);
    EQUAL(pthread_attr_setinheritsched(&attr, 77), EINVAL);
    EQUAL(pthread_attr_getschedpolicy(&attr, &value), 0);
    EQUAL(value, SCHED_OTHER);
    EQUAL(pthread_attr_setschedpolicy(&attr, 777), EINVAL);
    EQUAL(pthread_attr_setschedpolicy(&attr, SCHED_FIFO), 0);
    param.sched_priority = sched_get_priority_max(SCHED_FIFO) + 1;
    EQUAL(pthread_attr_setschedparam(&attr, &param), EINVAL);
    param.sched_priority = sched_get_priority_max(SCHED_FIFO);
    EQUAL(pthread_attr_setschedparam(&attr, &param), 0);
    param.sched_priority = 0;
    EQUAL(pthread_attr_getschedparam(&attr, &param), 0);
    EQUAL(param.sched_priority, sched_get_priority_max(SCHED_FIFO));
    EQUAL(pthread_attr_setstacksize(&attr, 1), EINVAL);
    EQUAL(pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN), 0);
    EQUAL(pthread_attr_getstacksize(&attr, &size), 0);
    EQUAL(size, PTHREAD_STACK_MIN);
    EQUAL(pthread_attr_setguardsize(&attr, 8192), 0);
    EQUAL(pthread_attr_getguardsize(&attr, &size), 0);
    EQUAL(size, 8192);
    EQUAL(pthread_attr_destroy(&attr), 0);
}

static union {
    char bytes[131072];
    double align;
} stack;

static void *inside(void *arg)
{
    char here;

    *(int *)arg = &here >= stack.bytes && &here < stack.bytes + sizeof stack;
    return NULL;
}

static void own_stack(void)
{
    pthread_attr_t attr;
    pthread_t id;
    void *place;
    size_t size;
    int there = 0;

    EQUAL(pthread_attr_init(&attr), 0);
    EQUAL(pthread_attr_setstack(&attr, stack.bytes, 1), EINVAL);
    EQUAL(pthread_attr_setstack(&attr, stack.bytes, sizeof stack), 0);
    EQUAL(pthread_attr_getstack(&attr, &place, &size), 0);
    HOLDS(place == stack.bytes);
    EQUAL(size, sizeof stack);
    EQUAL(pthread_create(&id, &attr, inside, &there), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(there, 1);
}

static int ran;

static void count(void)
{
    sleep_ms(10);
    ran++;
}

static void *once_there(void *arg)
{
    EQUAL(pthread_once(arg, count), 0);
    EQUAL(ran, 1);
    return NULL;
}

static void once(void)
{
    static pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_t ids[4];

    for (int i = 0; i < 4; i++)
        EQUAL(pthread_create(&ids[i], NULL, once_there, &control), 0);
    for (int i = 0; i < 4; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    EQUAL(ran, 1);
}

static pthread_once_t again = PTHREAD_ONCE_INIT;
static volatile int begun;

static void slow_at_first(void)
{
    if (begun++ == 0)
        sleep(1000);
}

static void *once_slow(void *arg)
{
    pthread_once(&again, slow_at_first);
    return arg;
}

/* A routine that is cancelled has not run. */
static void once_cancelled(void)
{
    pthread_t first, second;
    void *value;

    EQUAL(pthread_create(&first, NULL, once_slow, NULL), 0);
    UNTIL(begun == 1);
    EQUAL(pthread_create(&second, NULL, once_slow, NULL), 0);
    SETTLE();
    EQUAL(pthread_cancel(first), 0);
    EQUAL(pthread_join(first, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(pthread_join(second, &value), 0);
    HOLDS(value == NULL);
    EQUAL(begun, 2);
}

static pthread_key_t key;
static int destroyed, rounds;

static void destroy(void *value)
{
    destroyed += *(int *)value;
    HOLDS(pthread_getspecific(key) == NULL);
}

static void store_again(void *value)
{
    rounds++;
    pthread_setspecific(key, value);
}

static void *with_value(void *arg)
{
    HOLDS(pthread_getspecific(key) == NULL);
    EQUAL(pthread_setspecific(key, arg), 0);
    HOLDS(pthread_getspecific(key) == arg);
    return NULL;
}

static void keys(void)
{
    pthread_t id;
    int value = 5;

    EQUAL(pthread_key_create(&key, destroy), 0);
    HOLDS(pthread_getspecific(key) == NULL);
    EQUAL(pthread_create(&id, NULL, with_value, &value), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(destroyed, 5);
    EQUAL(pthread_key_delete(key), 0);
    EQUAL(pthread_key_delete(key), EINVAL);
    EQUAL(pthread_setspecific(key, &value), EINVAL);
    HOLDS(pthread_getspecific(key) == NULL);
    EQUAL(pthread_key_create(&key, store_again), 0);
    EQUAL(pthread_create(&id, NULL, with_value, &value), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(rounds, PTHREAD_DESTRUCTOR_ITERATIONS);
    EQUAL(pthread_key_delete(key), 0);
}

static void all_keys(void)
{
    static pthread_key_t all[PTHREAD_KEYS_MAX + 1];
    int made = 0;

    while (made <= PTHREAD_KEYS_MAX && pthread_key_create(&all[made], NULL) == 0)
        made++;
    HOLDS(made > 0 && made <= PTHREAD_KEYS_MAX);
    EQUAL(pthread_key_create(&all[made], NULL), EAGAIN);
    while (made > 0)
        EQUAL(pthread_key_delete(all[--made]), 0);
}

static int order[3], ordered;

static void note(void *arg)
{
    order[ordered++] = (int)(long)arg;
}

static void *leave_by_exit(void *arg)
{
    pthread_cleanup_push(note, (void *)1L);
    pthread_cleanup_push(note, (void *)2L);
    pthread_cleanup_push(note, (void *)3L);
    pthread_cleanup_pop(1);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

static void cleanup(void)
{
    pthread_t id;

    EQUAL(pthread_create(&id, NULL, leave_by_exit, NULL), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(ordered, 3);
    EQUAL(order[0], 3);
    EQUAL(order[1], 2);
    EQUAL(order[2], 1);
}

static void *own_errno(void *arg)
{
    errno = 7;
    sleep_ms(20);
    EQUAL(errno, 7);
    return arg;
}

static void errno_of_each(void)
{
    pthread_t id;

    EQUAL(pthread_create(&id, NULL, own_errno, NULL), 0);
    sleep_ms(5);
    errno = 9;
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(errno, 9);
}

int main(void)
{
    ends();
    detached();
    attributes();
    own_stack();
    once();
    once_cancelled();
    keys();
    all_keys();
    cleanup();
    errno_of_each();
    return check_end();
}
