/* The histories of words and the views of contexts; see memory.h. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** For each word the write, by the number that it got when it was made; 0 is the value at the beginning. */
struct view {
    uint8_t write[MEMORY_WORDS];
};

struct history {
    struct takt_word *word;
    uint32_t value[MEMORY_WRITES];
    struct view carries[MEMORY_WRITES];
    bool follows[MEMORY_WRITES];  /* a read-modify-write: stays right behind the write before it */
    uint8_t order[MEMORY_WRITES]; /* modification order: which write stands there */
    uint8_t place[MEMORY_WRITES]; /* the other way round */
    uint8_t floor;                /* the first place that matters, as far as the key knows */
    unsigned count;
};

static struct history histories[MEMORY_WORDS];
static unsigned words;

static struct view known[EXPLORE_CONTEXTS];  /* may not be ignored */
static struct view met[EXPLORE_CONTEXTS];    /* carried by what was loaded: an acquire fence takes it */
static struct view fenced[EXPLORE_CONTEXTS]; /* known at the last release fence */
static struct view shared;                   /* by all sequentially consistent fences */
static uint8_t last_read[EXPLORE_CONTEXTS];
static bool has_left[EXPLORE_CONTEXTS];
static bool fences; /* the scenario has any: only then met, fenced and shared say something */
static unsigned contexts;

static _Noreturn void too_much(const char *what)
{
    fprintf(stderr, "explore: %s; make the scenario shorter or the limits in memory.h larger\n", what);
    exit(EXIT_FAILURE);
}

static void join(struct view *view, const struct view *other)
{
    for (unsigned i = 0; i < words; i++) {
        const uint8_t *place = histories[i].place;

        if (place[other->write[i]] > place[view->write[i]])
            view->write[i] = other->write[i];
    }
}

void memory_forget(bool has_fences)
{
    words = 0;
    fences = has_fences;
}

static void clear(struct history *history)
{
    history->value[0] = history->word->value;
    history->carries[0] = (struct view){{0}};
    history->follows[0] = false;
    history->order[0] = history->place[0] = 0;
    history->count = 1;
}

void memory_begin(unsigned count)
{
    contexts = count;
    for (unsigned i = 0; i < words; i++)
        clear(&histories[i]);
    memset(known, 0, sizeof(known));
    memset(met, 0, sizeof(met));
    memset(fenced, 0, sizeof(fenced));
    memset(last_read, 0, sizeof(last_read));
    memset(has_left, 0, sizeof(has_left));
    shared = (struct view){{0}};
}

unsigned memory_number(const struct takt_word *word)
{
    for (unsigned i = 0; i < words; i++) {
        if (histories[i].word == word)
            return i;
    }
    if (words == MEMORY_WORDS)
        too_much("more words than it can follow");
    histories[words].word = (struct takt_word *)word;
    clear(&histories[words]);
    return words++;
}

/** Can the operation be made by reading what stands there (a store: by standing right behind it)? */
static bool fits(const struct history *history, unsigned place, const struct explore_op *op)
{
    bool taken = place + 1 < history->count && history->follows[history->order[place + 1]];
    bool fails =
        op->kind == EXPLORE_CAS && !op->blind && history->value[history->order[place]] != op->expected;

    return op->kind == EXPLORE_LOAD || fails || !taken;
}

unsigned memory_variants(unsigned context, const struct explore_op *op)
{
    const struct history *history;
    unsigned number, count = 0;

    if (op->kind == EXPLORE_FENCE)
        return 1;
    number = memory_number(op->word);
    history = &histories[number];
    for (unsigned place = history->count; place-- > history->place[known[context].write[number]];)
        count += fits(history, place, op);
    return count;
}

/** The place that a variant stands for: counted from the newest on. */
static unsigned find_place(const struct history *history, const struct explore_op *op, unsigned variant)
{
    for (unsigned place = history->count; place-- > 0;) {
        if (fits(history, place, op) && variant-- == 0)
            return place;
    }
    too_much("a variant that is not there");
}

static bool acquires(memory_order order)
{
    return order == memory_order_acquire || order == memory_order_acq_rel || order == memory_order_seq_cst;
}

static bool releases(memory_order order)
{
    return order == memory_order_release || order == memory_order_acq_rel || order == memory_order_seq_cst;
}

/** A new write right behind a place. */
static unsigned insert(struct history *history, unsigned place, uint32_t value)
{
    unsigned write = history->count;

    if (write == MEMORY_WRITES) {
        explore_fail("writes without end");
        return history->order[write - 1];
    }
    history->count++;
    for (unsigned i = write; i > place + 1; i--) {
        history->order[i] = history->order[i - 1];
        history->place[history->order[i]] = (uint8_t)i;
    }
    history->order[place + 1] = (uint8_t)write;
    history->place[write] = (uint8_t)(place + 1);
    history->value[write] = value;
    history->follows[write] = false;
    history->word->value = history->value[history->order[history->count - 1]];
    return write;
}

static void store(unsigned context, unsigned number, unsigned place, const struct explore_op *op)
{
    struct history *history = &histories[number];
    bool changes = op->kind != EXPLORE_STORE;
    unsigned before = history->order[place];
    uint32_t value = op->kind == EXPLORE_ADD ? history->value[before] + op->value : op->value;
    unsigned write = insert(history, place, value);
    struct view *carries = &history->carries[write];

    known[context].write[number] = (uint8_t)write;
    *carries = releases(op->order) ? known[context] : fenced[context];
    carries->write[number] = (uint8_t)write;
    if (!changes)
        return;
    history->follows[write] = true;
    join(carries, &history->carries[before]); /* the release sequence goes on */
}

static void load(unsigned context, unsigned number, unsigned write, bool acquire)
{
    struct history *history = &histories[number];
    struct view carried = history->carries[write];

    carried.write[number] = (uint8_t)write; /* the write at the beginning carries nothing of its own */
    last_read[context] = (uint8_t)write;
    if (history->place[write] > history->place[known[context].write[number]])
        known[context].write[number] = (uint8_t)write;
    if (acquire)
        join(&known[context], &carried);
    if (fences)
        join(&met[context], &carried);
}

static void fence(unsigned context, memory_order order)
{
    if (!fences)
        too_much("a fence in a scenario that does not say so");
    if (acquires(order))
        join(&known[context], &met[context]);
    if (order == memory_order_seq_cst) {
        join(&known[context], &shared);
        shared = known[context];
    }
    if (releases(order))
        fenced[context] = known[context];
}

uint32_t memory_apply(unsigned context, const struct explore_op *op, unsigned variant, bool *stored)
{
    unsigned number, place, write;
    uint32_t before;
    bool success;

    *stored = false;
    if (op->kind == EXPLORE_FENCE) {
        fence(context, op->order);
        return 0;
    }
    if (op->order == memory_order_seq_cst)
        too_much("a sequentially consistent operation, which memory.h does not know");
    number = memory_number(op->word);
    place = find_place(&histories[number], op, variant);
    write = histories[number].order[place];
    before = histories[number].value[write];
    success = op->kind != EXPLORE_CAS || op->blind || before == op->expected;
    if (op->kind != EXPLORE_STORE)
        load(context, number, write, success && acquires(op->order));
    *stored = op->kind != EXPLORE_LOAD && success;
    if (*stored)
        store(context, number, place, op);
    return before;
}

unsigned memory_last_read(unsigned context)
{
    return last_read[context];
}

bool memory_later(unsigned number, unsigned than)
{
    return histories[number].place[than] + 1u < histories[number].count;
}

bool memory_plain(unsigned context, struct takt_word *word)
{
    unsigned number = memory_number(word);
    struct history *history = &histories[number];
    unsigned newest = history->order[history->count - 1];
    bool ordered = known[context].write[number] == newest;
    struct explore_op op = {.kind = EXPLORE_STORE, .word = word, .value = 0, .order = memory_order_relaxed};

    store(context, number, history->count - 1, &op);
    return ordered;
}

void memory_join(unsigned context, unsigned stopped)
{
    join(&known[context], &known[stopped]);
}

void memory_leave(unsigned context)
{
    has_left[context] = true;
}

/** The first place of a word that somebody who is still there may look at. */
static unsigned floor_of(unsigned number)
{
    const struct history *history = &histories[number];
    unsigned floor = history->count - 1;

    for (unsigned i = 0; i < contexts; i++) {
        unsigned place = history->place[known[i].write[number]];

        if (!has_left[i] && place < floor)
            floor = place;
    }
    return floor;
}

unsigned memory_place(unsigned number, unsigned write)
{
    const struct history *history = &histories[number];
    unsigned place = history->place[write];

    return place < history->floor ? 0 : place - history->floor;
}

static void key_view(struct key *key, const struct view *view)
{
    uint64_t packed = 0;

    for (unsigned i = 0; i < words; i++) {
        packed = packed << 6 | memory_place(i, view->write[i]);
        if (i % 10 == 9) {
            key_add(key, packed);
            packed = 0;
        }
    }
    key_add(key, packed);
}

void memory_key(struct key *key)
{
    for (unsigned i = 0; i < words; i++)
        histories[i].floor = (uint8_t)floor_of(i);
    for (unsigned i = 0; i < words; i++) {
        const struct history *history = &histories[i];

        key_add(key, (uint64_t)i << 32 | (history->count - history->floor));
        for (unsigned place = history->floor; place < history->count; place++) {
            unsigned write = history->order[place];
            bool follows = place > history->floor && history->follows[write];

            key_add(key, (uint64_t)follows << 32 | history->value[write]);
            key_view(key, &history->carries[write]);
        }
    }
    for (unsigned i = 0; i < contexts; i++) {
        if (has_left[i])
            continue;
        key_view(key, &known[i]);
        if (fences) {
            key_view(key, &met[i]);
            key_view(key, &fenced[i]);
        }
    }
    if (fences)
        key_view(key, &shared);
}
