/*
 * Masked steps of what goes between cores: offering, asking, taking back. The other core gives back what it is given,
 * so that requests arrive on both. Nothing here depends on the crowd, and that is to be seen.
 */
#include "masked.h"

static struct takt_sem here, there;
static struct takt_llq ceiling, asleep[2];
static struct takt_thread echo;
static _Alignas(16) unsigned char stack[TAKT_STACK_MIN];

static void give_back(void *arg)
{
    struct takt_remote back;

    (void)arg;
    MASKED_CHECK(takt_remote_find(&back, "here", TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_llq_attach(&asleep[1], "asleep", TAKT_FOREVER) == 0);
    while (takt_sem_take(&there, TAKT_FOREVER) == 0) {
        struct takt_llq_token token;

        MASKED_CHECK(takt_llq_acquire(&asleep[1], TAKT_FOREVER, &token) == 0);
        MASKED_CHECK(takt_remote_sem_give(&back) == 0);
        MASKED_CHECK(takt_sleep(TAKT_US(10)) == 0);
        MASKED_CHECK(takt_llq_release(&asleep[1], &token) == 0);
    }
}

void across_init(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "echo", .entry = give_back, .stack = stack, .stack_size = sizeof stack, .priority = 5};

    if (core == 0) {
        MASKED_CHECK(takt_sem_init(&here, 0, UINT32_MAX) == 0);
        MASKED_CHECK(takt_remote_export_sem(&here, "here") == 0);
        MASKED_CHECK(takt_llq_create(&ceiling, "ceiling", &(struct llq_attr){.ceiling = 1}) == 0);
        MASKED_CHECK(takt_llq_create(&asleep[0], "asleep", &(struct llq_attr){.block = true}) == 0);
    } else if (core == 1) {
        MASKED_CHECK(takt_sem_init(&there, 0, UINT32_MAX) == 0);
        MASKED_CHECK(takt_remote_export_sem(&there, "there") == 0);
        MASKED_CHECK(takt_thread_create(&echo, &attr) == 0 && takt_thread_start(&echo) == 0);
    }
}

/* A section with interrupts off, and a hand-over that rings this core. */
static void locks(void)
{
    struct takt_llq_token token;

    MASKED_CHECK(takt_llq_acquire(&ceiling, TAKT_FOREVER, &token) == 0);
    MASKED_CHECK(takt_llq_release(&ceiling, &token) == 0);
    MASKED_CHECK(takt_llq_acquire(&asleep[0], TAKT_FOREVER, &token) == 0);
    MASKED_CHECK(takt_llq_release(&asleep[0], &token) == 0);
}

void across_work(void)
{
    static struct takt_sem other;
    struct takt_remote remote;

    MASKED_CHECK(takt_sem_init(&other, 0, 1) == 0);
    MASKED_CHECK(takt_remote_export_sem(&other, "other") == 0);
    MASKED_CHECK(takt_remote_withdraw("other") == 0);
    MASKED_CHECK(takt_remote_find(&remote, "there", TAKT_S(1)) == 0);
    for (unsigned i = 0; i < 10; i++) {
        MASKED_CHECK(takt_remote_sem_give(&remote) == 0);
        MASKED_CHECK(takt_sem_take(&here, TAKT_S(1)) == 0);
        locks();
    }
}
