/* The contexts as coroutines, and the functions that stand for the atomic operations. */
#include "operations.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

struct coroutine coroutines[EXPLORE_CONTEXTS];
struct coroutine *running;
const struct explore *now_exploring;
struct takt_context search;
const char *failure;
bool telling;
unsigned deaths;

static struct takt_word data;

unsigned explore_self(void)
{
    return (unsigned)(running - coroutines);
}

void explore_fail(const char *reason)
{
    if (failure == NULL)
        failure = reason;
}

static void choose(const struct explore_op *op)
{
    struct coroutine *self = running;

    self->pending = op;
    takt_context_switch(&self->machine, &search);
    self->pending = NULL; /* it stands on the context's stack, and ends with the caller */
}

void explore_point(void)
{
    if (running == NULL)
        return;
    key_add(&running->seen, 5); /* further than before, whatever comes of it */
    choose(NULL);
}

void explore_request(uint64_t known)
{
    running->passed = false;
    running->watched = 0;
    running->seen = (struct key){3, 4};
    key_add(&running->seen, known);
}

void explore_data(void)
{
    if (running != NULL && !memory_plain(explore_self(), &data))
        explore_fail("two sections without an order");
}

void explore_relax(uint32_t turn)
{
    if (turn == 0)
        running->entry = running->seen;
    else
        running->seen = running->entry;
    running->waits = true;
}

int64_t explore_now(void)
{
    running->has_deadline = true;
    return running->passed ? EXPLORE_DEADLINE : EXPLORE_DEADLINE - 1;
}

unsigned explore_life(unsigned id)
{
    return coroutines[id].life;
}

bool explore_life_is_over(unsigned id, uint32_t life)
{
    return coroutines[id].dead || coroutines[id].life != life;
}

/** The context looks whether somebody is dead. */
static bool look_for_dead(unsigned id, uint32_t life)
{
    bool over = explore_life_is_over(id, life);

    running->asks = true;
    running->deaths = deaths;
    key_add(&running->seen, over ? 7 : 6);
    return over;
}

bool explore_suspect(unsigned id, uint32_t life)
{
    return look_for_dead(id, life) || now_exploring->silent;
}

bool explore_fence(unsigned id, uint32_t life)
{
    bool over = look_for_dead(id, life);

    if (over)
        memory_join(explore_self(), id);
    return over || now_exploring->hasty;
}

void explore_block(const struct takt_word *word, uint32_t seen, bool has_deadline, bool looks)
{
    running->seen = running->entry; /* a turn of a wait, and not the first */
    if (word->value != seen) {
        running->waits = true;
        return;
    }
    running->asleep = true;
    running->asks = looks;
    running->has_deadline = has_deadline && !running->passed;
    explore_point();
}

void explore_unblock(unsigned id)
{
    coroutines[id].asleep = false;
}

/** What the context learns: nothing by a store, only success by a compare-and-swap. */
static uint64_t told(const struct explore_op *op, uint32_t before, bool stored)
{
    bool value = op->kind == EXPLORE_LOAD || op->kind == EXPLORE_EXCHANGE || op->kind == EXPLORE_ADD;

    return (uint64_t)op->kind << 40 | (uint64_t)stored << 32 | (value ? before : 0);
}

static void tell(const struct explore_op *op, uint32_t before, bool stored, unsigned variant)
{
    static const char *const names[] = {"load", "store", "exchange", "add", "compare-and-swap", "fence"};
    const char *slash = strrchr(op->site, '/');

    printf("    context %u: %-28s %s", explore_self(), slash != NULL ? slash + 1 : op->site, names[op->kind]);
    if (op->kind != EXPLORE_FENCE)
        printf(" of word %u", memory_number(op->word));
    if (op->kind != EXPLORE_STORE && op->kind != EXPLORE_FENCE)
        printf(", reads %u", before);
    if (stored)
        printf(", writes %u", op->value);
    else if (op->kind == EXPLORE_CAS)
        printf(", fails");
    if (variant != 0)
        printf(op->kind == EXPLORE_STORE ? "  (before the newest write, by %u)" : "  (not the newest, by %u)",
               variant);
    printf("\n");
}

static void watch(struct coroutine *self, unsigned number)
{
    if ((self->watched >> number & 1) == 0)
        self->first[number] = (uint8_t)memory_last_read(explore_self());
    self->watched |= (uint64_t)1 << number;
}

static uint32_t operate_in_context(const struct explore_op *op, bool *stored)
{
    struct coroutine *self = running;
    uint32_t before;

    choose(op);
    before = memory_apply(explore_self(), op, self->variant, stored);
    if (op->kind != EXPLORE_FENCE && op->kind != EXPLORE_STORE)
        watch(self, memory_number(op->word));
    key_add(&self->seen, told(op, before, *stored));
    if (telling)
        tell(op, before, *stored, self->variant);
    if (now_exploring->observe != NULL)
        now_exploring->observe(explore_self(), op, before, *stored);
    return before;
}

static bool is_constant(const struct explore_op *op)
{
    const struct takt_word *first = now_exploring->constants;

    if (op->word < first || op->word >= first + now_exploring->constant_count)
        return false;
    if (op->kind != EXPLORE_LOAD)
        explore_fail("a word that never changes is written");
    return op->kind == EXPLORE_LOAD;
}

/** Before and after a run nobody else is there. */
static uint32_t operate_alone(const struct explore_op *op, bool *stored)
{
    struct takt_word *word = (struct takt_word *)op->word;
    uint32_t before = word != NULL ? word->value : 0;

    *stored = op->kind != EXPLORE_LOAD && op->kind != EXPLORE_FENCE &&
              (op->kind != EXPLORE_CAS || before == op->expected);
    if (*stored)
        word->value = op->kind == EXPLORE_ADD ? before + op->value : op->value;
    return before;
}

/** @return what was there before */
static uint32_t operate(struct explore_op op, bool *stored)
{
    struct explore_op first = op;

    if (running == NULL)
        return operate_alone(&op, stored);
    if (is_constant(&op))
        return op.word->value;
    if (now_exploring->mutate != NULL)
        now_exploring->mutate(&op);
    if (!op.split)
        return operate_in_context(&op, stored);
    first.kind = EXPLORE_LOAD;
    op.kind = EXPLORE_STORE;
    first.value = operate_in_context(&first, stored);
    (void)operate_in_context(&op, stored);
    return first.value;
}

uint32_t takt_sim_load(const struct takt_word *word, memory_order order, const char *site)
{
    bool stored;

    return operate((struct explore_op){EXPLORE_LOAD, word, 0, 0, order, site, false, false}, &stored);
}

void takt_sim_store(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    operate((struct explore_op){EXPLORE_STORE, word, 0, value, order, site, false, false}, &stored);
}

uint32_t takt_sim_exchange(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    return operate((struct explore_op){EXPLORE_EXCHANGE, word, 0, value, order, site, false, false}, &stored);
}

uint32_t takt_sim_add(struct takt_word *word, uint32_t value, memory_order order, const char *site)
{
    bool stored;

    return operate((struct explore_op){EXPLORE_ADD, word, 0, value, order, site, false, false}, &stored);
}

bool takt_sim_cas(struct takt_word *word, uint32_t expected, uint32_t value, memory_order order,
                  const char *site)
{
    bool stored;

    operate((struct explore_op){EXPLORE_CAS, word, expected, value, order, site, false, false}, &stored);
    return stored;
}

void takt_sim_fence(memory_order order, const char *site)
{
    bool stored;

    operate((struct explore_op){EXPLORE_FENCE, NULL, 0, 0, order, site, false, false}, &stored);
}

/** A context's first and last function. */
static void enter(void (*nothing)(void))
{
    (void)nothing;
    now_exploring->body(explore_self());
    running->done = true;
    memory_leave(explore_self());
    takt_context_switch(&running->machine, &search);
}

void operations_go_on(struct coroutine *coroutine)
{
    if (coroutine->waits)
        coroutine->watched = 0;
    coroutine->waits = coroutine->asleep = coroutine->asks = false;
    coroutine->has_deadline = false;
    running = coroutine;
    takt_context_switch(&search, &coroutine->machine);
    running = NULL;
}

void operations_be_born(struct coroutine *coroutine)
{
    unsigned life = coroutine->life;

    memset(coroutine, 0, offsetof(struct coroutine, stack));
    coroutine->life = life + 1;
    takt_context_init(&coroutine->machine, coroutine->stack, STACK_SIZE, enter, NULL);
    operations_go_on(coroutine);
}

void operations_begin(void)
{
    if (now_exploring->checker_size != 0)
        memset(now_exploring->checker, 0, now_exploring->checker_size);
    data.value = 0;
    failure = NULL;
    now_exploring->prepare();
    memory_begin(now_exploring->contexts);
    for (unsigned i = 0; i < now_exploring->contexts; i++) {
        coroutines[i].life = UINT_MAX; /* the first is number 0 */
        operations_be_born(&coroutines[i]);
    }
}
