/* What the pairs do. A wait ends with the slot, so that a partner that has ended already is not waited for. */
#include "pairs.h"

#include "line.h"

struct pairs_core pairs_cores[CONFIG_TAKT_CORES];

uint32_t pairs_guarded;

/* Whether there is time for another round; notes the last one. */
static bool again(const struct pairs_core *core, struct pairs_count *count, takt_time_t *began)
{
    takt_time_t now = takt_now();

    if (*began != 0) {
        count->rounds++;
        count->longest = now - *began > count->longest ? now - *began : count->longest;
    }
    *began = now;
    bench_share();
    return now < core->end;
}

static bool wait(struct pairs_core *core, struct takt_sem *sem)
{
    return takt_sem_take(sem, takt_at(core->end)) == 0;
}

static void independent_first(struct pairs_core *core, struct pairs_count *count)
{
    takt_time_t began = 0;

    while (again(core, count, &began)) {
        (void)takt_sem_give(&core->there);
        if (!wait(core, &core->back))
            return;
    }
}

static void independent_second(struct pairs_core *core)
{
    while (wait(core, &core->there))
        (void)takt_sem_give(&core->back);
}

static void locked_turn(struct pairs_core *core)
{
    struct takt_llq_token token;

    pairs_must(takt_llq_acquire(&core->lock, TAKT_FOREVER, &token), "takt_llq_acquire");
    pairs_guarded++;
    core->turns++;
    pairs_must(takt_llq_release(&core->lock, &token), "takt_llq_release");
}

static void lock_first(struct pairs_core *core, struct pairs_count *count)
{
    takt_time_t began = 0;

    while (again(core, count, &began)) {
        locked_turn(core);
        (void)takt_sem_give(&core->there);
        if (!wait(core, &core->back))
            return;
    }
}

static void lock_second(struct pairs_core *core)
{
    while (wait(core, &core->there)) {
        locked_turn(core);
        (void)takt_sem_give(&core->back);
    }
}

static void queue_first(struct pairs_core *core, struct pairs_count *count)
{
    takt_time_t began = 0;
    uint32_t message = core->number;

    if (core->number == 0)
        return;
    while (again(core, count, &began)) {
        pairs_must(takt_channel_send(&core->channel, &message), "takt_channel_send");
        if (!wait(core, &core->back))
            return;
    }
}

static void queue_second(struct pairs_core *core)
{
    uint32_t message;
    unsigned from;

    if (core->number != 0)
        return;
    while (takt_channel_receive(&core->channel, &message, &from, takt_at(core->end)) == 0)
        pairs_must(takt_remote_sem_give(&pairs_cores[from].answer), "takt_remote_sem_give");
}

static void wake_first(struct pairs_core *core, struct pairs_count *count)
{
    takt_time_t began = 0;

    while (again(core, count, &began)) {
        pairs_must(takt_remote_sem_give(&core->far_there), "takt_remote_sem_give");
        if (!wait(core, &core->back))
            return;
    }
}

static void wake_second(struct pairs_core *core)
{
    while (wait(core, &core->there))
        pairs_must(takt_remote_sem_give(&core->far_back), "takt_remote_sem_give");
}

static bool always(unsigned core)
{
    (void)core;
    return true;
}

static bool all_but_receiver(unsigned core)
{
    return core != 0;
}

static bool with_another(unsigned core)
{
    (void)core;
    return takt_core_count() > 1;
}

const struct pairs_way pairs_ways[PAIRS_WAYS] = {
    {"independent", independent_first, independent_second, always},
    {"shared lock", lock_first, lock_second, always},
    {"shared queue", queue_first, queue_second, all_but_receiver},
    {"cross wake", wake_first, wake_second, with_another},
};

static const char *name_of(char name[16], const char *what, unsigned core)
{
    unsigned length = 0;

    while (what[length] != '\0') {
        name[length] = what[length];
        length++;
    }
    name[length] = (char)('0' + core / 10);
    name[length + 1] = (char)('0' + core % 10);
    name[length + 2] = '\0';
    return name;
}

void pairs_offer(struct pairs_core *core)
{
    char name[16];

    pairs_must(takt_sem_init(&core->there, 0, 1), "takt_sem_init");
    pairs_must(takt_sem_init(&core->back, 0, 1), "takt_sem_init");
    pairs_must(takt_remote_export_sem(&core->there, name_of(name, "there", core->number)), "offering");
    pairs_must(takt_remote_export_sem(&core->back, name_of(name, "back", core->number)), "offering");
    if (core->number != 0)
        return;
    pairs_must(takt_llq_create(&core->lock, "pairs", NULL), "takt_llq_create");
    pairs_must(takt_channel_create(&core->channel, "pairs-queue", sizeof(uint32_t), 4),
               "takt_channel_create");
}

void pairs_find(struct pairs_core *core)
{
    unsigned count = takt_core_count(), next = (core->number + 1) % count,
             last = (core->number + count - 1) % count;
    char name[16];

    if (count == 1)
        return;
    pairs_must(takt_remote_find(&core->far_there, name_of(name, "there", next), TAKT_S(5)), "finding");
    pairs_must(takt_remote_find(&core->far_back, name_of(name, "back", last), TAKT_S(5)), "finding");
    if (core->number != 0) {
        pairs_must(takt_llq_attach(&core->lock, "pairs", TAKT_S(5)), "takt_llq_attach");
        pairs_must(takt_channel_attach(&core->channel, "pairs-queue", TAKT_S(5)), "takt_channel_attach");
        return;
    }
    for (unsigned other = 1; other < count; other++)
        pairs_must(takt_remote_find(&pairs_cores[other].answer, name_of(name, "back", other), TAKT_S(5)),
                   "finding");
}
