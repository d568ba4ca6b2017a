/*
 * What a recording says of objects of every kind: all of them when it begins, named or not, with what they are then; and
 * nothing of those that are left out, by group, object or number.
 */
#include "kinds.h"

#include "crc.h"

#include <string.h>

#define PRIORITY 5
#define LINE     4u

static struct takt_thread threads[2];
static uintptr_t stacks[2][(TAKT_STACK_MIN + 8192) / sizeof(uintptr_t)];
static struct takt_sem never;
static unsigned cases;

static const uint16_t group_of[] = {
    0,
#define TAKT_EVENT2(group, name, a, b)     TAKT_TRACE_GROUP_##group,
#define TAKT_EVENT2_OWN(group, name, a, b) TAKT_TRACE_GROUP_##group,
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

static void told(const struct kind *kind, unsigned i)
{
    const struct takt_trace_object *entry = kinds_entry((uint32_t)kind->id(i));
    uint32_t now = kind->now[i];

    EXPECT(entry != NULL);
    EXPECT(entry->kind == kind->kind);
    EXPECT(entry->value == kind->value);
    EXPECT(entry->limit == kind->limit);
    if (kind->kind == TAKT_TRACE_MUTEX && now != 0)
        now = (uint32_t)(uintptr_t)&threads[0];
    EXPECT(entry->now == now);
    EXPECT(kind->kind != TAKT_TRACE_LLQ || strcmp(entry->name, i == 0 ? "lock 0" : "lock 1") == 0);
    cases++;
}

static void threads_are_told(void)
{
    const struct takt_trace_object *self = kinds_entry((uint32_t)(uintptr_t)&threads[0]);
    const struct takt_trace_object *waits = kinds_entry((uint32_t)(uintptr_t)&threads[1]);
    const struct takt_trace_memory *memory = &takt_trace_memory[0];
    unsigned idle = 0;

    EXPECT(self != NULL && waits != NULL);
    EXPECT(self->kind == TAKT_TRACE_THREAD && strcmp(self->name, "test") == 0);
    EXPECT(self->base == PRIORITY && self->effective == PRIORITY && self->state == 0 && self->now == 0);
    EXPECT(self->limit == PRIORITY - 1 && self->value == takt_port_from_ns(TAKT_MS(5)));
    EXPECT(strcmp(waits->name, "waits") == 0 && waits->state != 0);
    EXPECT(waits->now - (uint32_t)(uintptr_t)&never < sizeof(never));
    for (uint32_t i = 0; i < memory->region.objects_used; i++)
        idle += memory->object[i].kind == TAKT_TRACE_THREAD && strcmp(memory->object[i].name, "idle") == 0 &&
                memory->object[i].base >= CONFIG_TAKT_LEVELS - 1;
    EXPECT(idle == 1);
    cases++;
}

static void count_running(const struct takt_trace_record *record, void *context)
{
    *(unsigned *)context +=
        record->event == TAKT_TRACE_EVENT_running && record->a == (uint32_t)(uintptr_t)&threads[0];
}

static void head_is_told(void)
{
    const struct takt_trace_region *region = &takt_trace_memory[0].region;
    uint64_t span = (uint64_t)takt_port_to_ns((uint64_t)1 << 32);
    unsigned running = 0;

    EXPECT(region->configuration == TAKT_CONFIGURATION_HASH);
    EXPECT(((uint64_t)region->span_high << 32 | region->span_low) == span);
    EXPECT(region->cores == takt_core_count() && region->core == 0);
    EXPECT(strncmp(region->board, TAKT_BOARD, sizeof(region->board) - 1) == 0);
    EXPECT(region->objects_lost == 0);
    kinds_records(0, count_running, &running);
    EXPECT(running == 1);
    cases++;
}

static void the_beginning_tells_all(void)
{
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    takt_trace_stop();
    for (unsigned k = 0; k < KINDS; k++) {
        told(&kinds[k], 0);
        told(&kinds[k], 1);
    }
    threads_are_told();
    head_is_told();
    EXPECT(takt_trace_save("trace-told.takt") == 0);
}

static void use_all(unsigned i)
{
    for (unsigned k = 0; k < KINDS; k++)
        kinds[k].use(i);
    takt_trace_mark(LINE, i);
    takt_trace_counter(LINE + 1, i);
    EXPECT(takt_sleep(TAKT_US(200)) == 0); /* a switch, a timer's interrupt, idling */
}

struct seen {
    uint32_t groups, wrong; /* groups that are there; records of others than are wanted */
    uint32_t wanted;
};

static void see_group(const struct takt_trace_record *record, void *context)
{
    struct seen *seen = context;
    uint32_t group = group_of[record->event];

    seen->groups |= group;
    seen->wrong += (group & (seen->wanted | TAKT_TRACE_GROUP_always)) == 0;
}

static void each_group_alone(void)
{
    for (uint32_t group = 2; group <= TAKT_TRACE_GROUP_all; group <<= 1) {
        struct seen seen = {.wanted = group};

        /* one takes a second core, one a build of its own: events.c, windows.c */
        if (group == TAKT_TRACE_GROUP_cross || group == TAKT_TRACE_GROUP_window)
            continue;
        takt_trace_start(TAKT_TRACE_ONCE, group);
        use_all(0);
        takt_trace_stop();
        kinds_records(0, see_group, &seen);
        EXPECT(seen.wrong == 0);
        EXPECT(seen.groups & group);
        cases++;
    }
}

struct both {
    uint32_t id[2], groups;
    unsigned seen[2];
};

static void see_object(const struct takt_trace_record *record, void *context)
{
    struct both *both = context;

    for (unsigned i = 0; i < 2; i++)
        both->seen[i] += record->a == both->id[i] && (group_of[record->event] & both->groups) != 0;
}

static void each_kind_left_out(void)
{
    for (unsigned k = 0; k < KINDS; k++) {
        const struct kind *kind = &kinds[k];
        struct both both = {.id = {(uint32_t)kind->id(0), (uint32_t)kind->id(1)},
                            .groups = TAKT_TRACE_GROUP_all};

        takt_trace_start(TAKT_TRACE_ONCE, 0);
        EXPECT(takt_trace_mute((const void *)kind->id(1)) == 0);
        kind->use(0);
        kind->use(1);
        EXPECT(takt_trace_unmute((const void *)kind->id(1)) == 0);
        takt_trace_stop();
        kinds_records(0, see_object, &both);
        EXPECT(both.seen[0] > 0);
        EXPECT(both.seen[1] == 0);
        cases++;
    }
}

static struct takt_sem pended;

static void pend(void *arg)
{
    (void)arg;
    EXPECT(takt_sem_give(&pended) == 0);
}

/* A line, a mark and a counter of one number each: only the line that is named is left out. */
static void numbers_left_out(void)
{
    struct both lines = {.id = {LINE, LINE + 1}, .groups = TAKT_TRACE_GROUP_irq};
    struct both marks = {.id = {LINE, LINE + 1}, .groups = TAKT_TRACE_GROUP_user};

    EXPECT(takt_sem_init(&pended, 0, 9) == 0);
    for (unsigned i = 0; i < 2; i++) {
        EXPECT(takt_irq_attach(LINE + i, 3, pend, NULL) == 0);
        EXPECT(takt_irq_enable(LINE + i) == 0);
    }
    EXPECT(takt_trace_mute_number(TAKT_TRACE_GROUP_object, LINE) == -EINVAL);
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    EXPECT(takt_trace_mute_number(TAKT_TRACE_GROUP_irq, LINE + 1) == 0);
    for (unsigned i = 0; i < 2; i++) {
        EXPECT(takt_irq_pend(LINE + i) == 0);
        EXPECT(takt_sem_take(&pended, TAKT_S(1)) == 0);
        takt_trace_mark((uint16_t)(LINE + i), i);
    }
    EXPECT(takt_trace_unmute_number(TAKT_TRACE_GROUP_irq, LINE + 1) == 0);
    takt_trace_stop();
    kinds_records(0, see_object, &lines);
    kinds_records(0, see_object, &marks);
    EXPECT(lines.seen[0] >= 2 && lines.seen[1] == 0);
    EXPECT(marks.seen[0] == 1 && marks.seen[1] == 1);
    EXPECT(takt_trace_unmute_number(TAKT_TRACE_GROUP_irq, LINE + 1) == -ENOENT);
    cases++;
}

static void too_many_left_out(void)
{
    for (unsigned i = 1; i <= CONFIG_TAKT_TRACE_MUTED; i++)
        EXPECT(takt_trace_mute_number(TAKT_TRACE_GROUP_user, i) == 0);
    EXPECT(takt_trace_mute(&pended) == -ENOSPC);
    for (unsigned i = 1; i <= CONFIG_TAKT_TRACE_MUTED; i++)
        EXPECT(takt_trace_unmute_number(TAKT_TRACE_GROUP_user, i) == 0);
    cases++;
}

static void run(void *arg)
{
    (void)arg;
    kinds_make();
    the_beginning_tells_all();
    each_group_alone();
    each_kind_left_out();
    numbers_left_out();
    too_many_left_out();
    takt_printf("amount: %u cases\n", cases);
    takt_exit(0);
}

static void wait(void *arg)
{
    (void)arg;
    (void)takt_sem_take(&never, TAKT_FOREVER);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {.name = "test",
                                    .entry = run,
                                    .stack = stacks[0],
                                    .stack_size = sizeof(stacks[0]),
                                    .priority = PRIORITY,
                                    .has_threshold = true,
                                    .threshold = PRIORITY - 1,
                                    .slice = TAKT_MS(5)};

    if (core != 0)
        return;
    EXPECT(takt_sem_init(&never, 0, 1) == 0);
    EXPECT(takt_thread_create(&threads[0], &attr) == 0 && takt_thread_start(&threads[0]) == 0);
    attr = (struct takt_thread_attr){
        .name = "waits", .entry = wait, .stack = stacks[1], .stack_size = sizeof(stacks[1]), .priority = 1};
    EXPECT(takt_thread_create(&threads[1], &attr) == 0 && takt_thread_start(&threads[1]) == 0);
}
