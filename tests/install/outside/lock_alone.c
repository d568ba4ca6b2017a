/* The lock between contexts without the kernel: two plain threads count, and the sum must be right. */
#include <llq/llq.h>

#include <pthread.h>
#include <stdio.h>

#define TIMES 10000

LLQ_MEMORY(words, 2);
static struct llq *const lock = (struct llq *)words;
static long count;

static void *add(void *arg)
{
    struct llq_context context;
    struct llq_token token;

    if (llq_context_init(&context, *(unsigned *)arg, 2, 0) != 0)
        return arg;
    for (int i = 0; i < TIMES; i++) {
        if (llq_acquire(lock, &context, LLQ_FOREVER, &token) != 0)
            return arg;
        count++;
        if (llq_release(lock, &context, &token) != 0)
            return arg;
    }
    return NULL;
}

int main(void)
{
    unsigned ids[2] = {0, 1};
    pthread_t threads[2];
    void *failed[2];

    if (llq_init(lock, 2, NULL) != 0)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &failed[i]);
    printf("lock alone: counted to %ld\n", count);
    return failed[0] == NULL && failed[1] == NULL && count == 2L * TIMES ? 0 : 2;
}
