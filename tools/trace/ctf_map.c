/*
 * Takt's events from those of Zephyr (subsys/tracing/ctf) and from Takt's own export. Records are kept until all have been
 * read, because what Zephyr does not say stands later: a thread that leaves its core and becomes ready the next time it
 * is heard of did wait, one that runs again did not.
 */
#include "ctf.h"

#include "read.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum op {
    OP_EVENT, /* as it stands: Takt's event, a, b */
    OP_IN,    /* thread a runs */
    OP_OUT,   /* thread a runs no more; b: it waits */
    OP_READY,
    OP_PENDING,
    OP_WAITS_FOR, /* the running thread is about to wait for object a */
    OP_OWNS,      /* the running thread has mutex a */
    OP_LOST
};

struct entry {
    int64_t time;
    uint32_t a, b;
    uint16_t event;
    uint8_t op, core;
};

/** What is known of a thread: what is heard of it next, and on which core it runs next (both from behind), its level + 1,
 * whether it waits, whether it said that it is going to, and the core whose it is, + 1. */
enum { NEXT, NEXT_CORE, LEVEL, WAITING, PENDING, HOME };

struct tt_ctf_map {
    struct tt_trace *trace;
    struct entry *entry;
    size_t count, room;
    struct tt_table names;   /* by core, number and text: which were told */
    struct tt_table threads; /* by thread; counts: see the enumeration */
    uint32_t running[TT_CORES], object[TT_CORES];
    unsigned depth[TT_CORES];
    bool zephyr; /* not Takt's own */
    uint64_t unknown;
};

/** What a record's name means: the event, and the fields that are its arguments. */
struct rule {
    const char *name;
    uint8_t op;
    uint16_t event;
    const char *a, *b;
    uint8_t kind; /* of the object that a is */
};

#define E(name) TAKT_TRACE_EVENT_##name

static const struct rule rules[] = {
    {"thread_switched_in", OP_IN, 0, "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_switched_out", OP_OUT, 0, "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_ready", OP_READY, 0, "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_pending", OP_PENDING, 0, "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_create", OP_EVENT, E(thread_create), "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_abort", OP_EVENT, E(thread_exit), "thread_id", NULL, TAKT_TRACE_THREAD},
    {"thread_priority_set", OP_EVENT, E(priority), "thread_id", "prio", TAKT_TRACE_THREAD},
    {"isr_enter", OP_EVENT, E(irq_enter), NULL, NULL, 0},
    {"isr_exit", OP_EVENT, E(irq_exit), NULL, NULL, 0},
    {"isr_exit_to_scheduler", OP_EVENT, E(irq_exit), NULL, NULL, 0},
    {"semaphore_give_exit", OP_EVENT, E(sem_give), "id", NULL, TAKT_TRACE_SEM},
    {"semaphore_take_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_SEM},
    {"semaphore_take_exit", OP_EVENT, E(sem_take), "id", "ret", TAKT_TRACE_SEM},
    {"mutex_lock_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_MUTEX},
    {"mutex_lock_exit", OP_OWNS, E(mutex_lock), "id", "ret", TAKT_TRACE_MUTEX},
    {"mutex_unlock_exit", OP_EVENT, E(mutex_unlock), "id", "ret", TAKT_TRACE_MUTEX},
    {"timer_start", OP_EVENT, E(timer_start), "id", "period", TAKT_TRACE_TIMER},
    {"timer_status_sync_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_TIMER},
    {"msgq_put_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_QUEUE},
    {"msgq_put_exit", OP_EVENT, E(queue_send), "id", "ret", TAKT_TRACE_QUEUE},
    {"msgq_get_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_QUEUE},
    {"msgq_get_exit", OP_EVENT, E(queue_receive), "id", "ret", TAKT_TRACE_QUEUE},
    {"mem_slab_alloc_blocking", OP_WAITS_FOR, 0, "id", NULL, TAKT_TRACE_POOL},
    {"mem_slab_alloc_exit", OP_EVENT, E(pool_alloc), "id", "ret", TAKT_TRACE_POOL},
    {"mem_slab_free_exit", OP_EVENT, E(pool_free), "id", NULL, TAKT_TRACE_POOL},
};

static void add(struct tt_ctf_map *map, const struct tt_ctf_record *record, const struct entry *entry)
{
    map->entry = tt_grow(map->entry, map->count, &map->room, sizeof(*map->entry));
    map->entry[map->count] = *entry;
    map->entry[map->count].time = record->time;
    map->entry[map->count++].core = (uint8_t)record->core;
}

/* Each name is told once; objects without one are called by their kind and number. */
static void name(struct tt_ctf_map *map, unsigned core, uint32_t id, unsigned kind, const char *text)
{
    struct tt_row *row = tt_row(&map->names, core, id, text[0] != '\0', 0);

    if (row->count[0]++ == 0 && id != 0)
        tt_add_named(tt_core_of(map->trace, core), core, id, kind, text);
}

static uint32_t number(const struct tt_ctf_record *record, const char *field)
{
    const struct tt_ctf_value *value = field != NULL ? tt_ctf_value(record, field) : NULL;

    return value != NULL ? (uint32_t)value->value : 0;
}

static const char *text(const struct tt_ctf_record *record, const char *field)
{
    const struct tt_ctf_value *value = tt_ctf_value(record, field);

    return value != NULL ? value->text : "";
}

static void take_rule(struct tt_ctf_map *map, const struct tt_ctf_record *record, const struct rule *rule)
{
    struct entry entry = {
        .op = rule->op, .event = rule->event, .a = number(record, rule->a), .b = number(record, rule->b)};

    map->zephyr |= rule->op == OP_IN || rule->op == OP_OUT;
    if (rule->kind != 0)
        name(map, record->core, entry.a, rule->kind,
             rule->kind == TAKT_TRACE_THREAD ? text(record, "name") : "");
    add(map, record, &entry);
}

/* A user's event of Zephyr's: a mark, numbered by its name. */
static void take_named(struct tt_ctf_map *map, const struct tt_ctf_record *record)
{
    uint32_t hash = 0;
    struct entry entry = {.op = OP_EVENT, .event = E(mark), .b = number(record, "arg0")};

    for (const char *c = text(record, "name"); *c != '\0'; c++)
        hash = hash * 31 + (unsigned char)*c;
    entry.a = hash % 65535 + 1;
    name(map, record->core, entry.a, TAKT_TRACE_MARK, text(record, "name"));
    add(map, record, &entry);
}

/* Linux's, and so Takt's own export: both sides of a switch in one event, with names. */
static void take_switch(struct tt_ctf_map *map, const struct tt_ctf_record *record)
{
    struct entry entry = {
        .op = OP_EVENT,
        .event = E(switch),
        .a = number(record, "prev_tid"),
        .b = number(record, "next_tid")
    };

    name(map, record->core, entry.a, TAKT_TRACE_THREAD, text(record, "prev_comm"));
    name(map, record->core, entry.b, TAKT_TRACE_THREAD, text(record, "next_comm"));
    add(map, record, &entry);
}

static bool take_own(struct tt_ctf_map *map, const struct tt_ctf_record *record)
{
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++) {
        struct entry entry = {.op = OP_EVENT, .event = (uint16_t)event};

        if (strcmp(record->event->name, tt_event_name(event)) != 0 ||
            tt_ctf_value(record, tt_argument_name(event, 0)) == NULL)
            continue;
        entry.a = number(record, tt_argument_name(event, 0));
        entry.b = number(record, tt_argument_name(event, 1));
        add(map, record, &entry);
        return true;
    }
    return false;
}

void tt_ctf_map_record(void *context, const struct tt_ctf_record *record)
{
    struct tt_ctf_map *map = context;
    const char *what = record->event->name;

    if (record->core >= TT_CORES) {
        map->unknown++;
        return;
    }
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (strcmp(rules[i].name, what) == 0) {
            take_rule(map, record, &rules[i]);
            return;
        }
    }
    if (strcmp(what, "sched_switch") == 0)
        take_switch(map, record);
    else if (strcmp(what, "named_event") == 0)
        take_named(map, record);
    else if (strcmp(what, "thread_info") == 0 || strcmp(what, "thread_name_set") == 0)
        name(map, record->core, number(record, "thread_id"), TAKT_TRACE_THREAD, text(record, "name"));
    else if (!take_own(map, record))
        map->unknown++;
}

void tt_ctf_map_lost(void *context, uint32_t core, uint64_t count)
{
    struct tt_ctf_map *map = context;
    struct tt_ctf_record record = {.core = core,
                                   .time = map->count > 0 ? map->entry[map->count - 1].time : 0};

    if (core >= TT_CORES)
        return;
    tt_core_of(map->trace, core)->lost += count;
    add(map, &record, &(struct entry){.op = OP_LOST, .a = (uint32_t)count});
}

/* Backwards: what is heard of a thread next after it has left its core or was made, and where one that is ready runs. */
static void look_ahead(struct tt_ctf_map *map)
{
    for (size_t i = map->count; i-- > 0;) {
        struct entry *entry = &map->entry[i];
        bool made = entry->op == OP_EVENT && entry->event == E(thread_create);
        struct tt_row *row;

        if (entry->op != OP_IN && entry->op != OP_OUT && entry->op != OP_READY && !made)
            continue;
        row = tt_row(&map->threads, entry->a, 0, 0, 0);
        if (entry->op == OP_OUT || made)
            entry->b = row->count[NEXT] == OP_READY + 1;
        if (entry->op == OP_READY && row->count[NEXT_CORE] != 0)
            entry->core = (uint8_t)(row->count[NEXT_CORE] - 1);
        if (entry->op == OP_IN)
            row->count[NEXT_CORE] = entry->core + 1u;
        if (entry->op != OP_OUT)
            row->count[NEXT] = entry->op + 1u;
    }
}

static void emit(struct tt_ctf_map *map, const struct entry *entry, unsigned event, uint32_t a, uint32_t b)
{
    struct tt_event out = {.time = entry->time,
                           .event = (uint16_t)event,
                           .core = entry->core,
                           .handler = map->depth[entry->core] > 0,
                           .a = a,
                           .b = b};

    tt_add_event(tt_core_of(map->trace, entry->core), &out);
}

static void leave_core(struct tt_ctf_map *map, const struct entry *entry)
{
    struct tt_row *row = tt_row(&map->threads, entry->a, 0, 0, 0);

    row->count[HOME] = entry->core + 1u;
    if ((entry->b == 0 && row->count[PENDING] == 0) || row->count[WAITING] != 0)
        return;
    emit(map, entry, E(block), map->object[entry->core], entry->a);
    emit(map, entry, E(unready), entry->a, 1);
    row->count[WAITING] = 1;
    row->count[PENDING] = 0;
    map->object[entry->core] = 0;
}

static void become_ready(struct tt_ctf_map *map, const struct entry *entry)
{
    struct tt_row *row = tt_row(&map->threads, entry->a, 0, 0, 0);

    emit(map, entry, E(ready), entry->a,
         row->count[LEVEL] == 0 ? TT_NO_LEVEL : (uint32_t)row->count[LEVEL] - 1);
    row->count[WAITING] = row->count[PENDING] = 0;
    row->count[HOME] = entry->core + 1u;
}

/* A thread that was preempted on one core and goes on on another is taken from the one and ready on the other. */
static void enter_core(struct tt_ctf_map *map, const struct entry *entry)
{
    struct tt_row *row = tt_row(&map->threads, entry->a, 0, 0, 0);
    struct entry from = *entry;

    if (row->count[HOME] != 0 && row->count[HOME] != entry->core + 1u) {
        from.core = (uint8_t)(row->count[HOME] - 1);
        if (row->count[WAITING] == 0)
            emit(map, &from, E(unready), entry->a, 0);
        become_ready(map, entry);
    }
    row->count[HOME] = entry->core + 1u;
    if (map->running[entry->core] != 0 && map->running[entry->core] != entry->a)
        emit(map, entry, E(switch), map->running[entry->core], entry->a);
    map->running[entry->core] = entry->a;
}

/* Zephyr's urgent threads, those that give way of their own will only, have levels below 0. */
static uint32_t level_of(uint32_t priority)
{
    int32_t level = (int32_t)priority + 16;

    return level < 0 ? 0 : level > 254 ? 254 : (uint32_t)level;
}

static void write_event(struct tt_ctf_map *map, const struct entry *entry)
{
    unsigned *depth = &map->depth[entry->core];
    uint32_t b = entry->b;

    if (entry->event == E(irq_enter)) {
        emit(map, entry, E(irq_enter), entry->a, b);
        ++*depth;
        return;
    }
    if (entry->event == E(irq_exit) && *depth > 0)
        --*depth;
    if (entry->event == E(thread_create) && map->zephyr && b == 0)
        return; /* it is there already, and runs without having been made ready */
    if (entry->event == E(priority) && map->zephyr) {
        b = level_of(b);
        tt_row(&map->threads, entry->a, 0, 0, 0)->count[LEVEL] = b + 1;
    }
    emit(map, entry, entry->event, entry->a, b);
}

static void write_entry(struct tt_ctf_map *map, const struct entry *entry)
{
    switch (entry->op) {
    case OP_IN:
        enter_core(map, entry);
        break;
    case OP_OUT:
        leave_core(map, entry);
        break;
    case OP_READY:
        become_ready(map, entry);
        break;
    case OP_PENDING:
        tt_row(&map->threads, entry->a, 0, 0, 0)->count[PENDING] = 1;
        break;
    case OP_WAITS_FOR:
        map->object[entry->core] = entry->a;
        break;
    case OP_OWNS:
        if ((int32_t)entry->b == 0 && map->running[entry->core] != 0)
            emit(map, entry, E(mutex_owner), entry->a, map->running[entry->core]);
        emit(map, entry, entry->event, entry->a, entry->b);
        break;
    case OP_LOST:
        emit(map, entry, E(lost), entry->a, entry->a);
        break;
    default:
        write_event(map, entry);
        break;
    }
}

struct tt_ctf_map *tt_ctf_map_begin(struct tt_trace *trace)
{
    struct tt_ctf_map *map = tt_must(calloc(1, sizeof(*map)));

    map->trace = trace;
    return map;
}

uint64_t tt_ctf_map_end(struct tt_ctf_map *map)
{
    uint64_t unknown = map->unknown;

    look_ahead(map);
    for (size_t i = 0; i < map->count; i++)
        write_entry(map, &map->entry[i]);
    tt_table_free(&map->names);
    tt_table_free(&map->threads);
    free(map->entry);
    free(map);
    return unknown;
}
