/*
 * What the machine's cores share: slots that other cores ask for, channels, locks. All are made before the cores'
 * threads run, and found when all are made, as applications do; so whose cache has what is likely to be as it was.
 *
 * Slots have the numbers that they had: they are filled in order, with something that nobody asks for in between. A
 * channel's slot was offered so often that its lanes are called as they were. A lane's messages are numbered from 0 here;
 * what is heard of them is moved to the recorded numbers.
 */
#include "machine_part.h"

#include "cross.h"

#include <stdio.h>
#include <string.h>

#define NAME 24

static struct takt_sem nothing[TT_CORES];  /* of slots that nobody asks for */
static struct takt_channel idle[TT_CORES]; /* of channels that their owner does nothing with */
static struct takt_remote found[TT_CORES][TT_CORES][TT_SLOTS]; /* handles, by who asks whom for what */
static struct takt_word met; /* cores: a shared word, so that who looks at it in vain is woken */

static void must(int result)
{
    if (result != 0)
        takt_panic("what cores share cannot be made as it was recorded", __FILE__, __LINE__);
}

static const char *name_of(char *text, unsigned core, unsigned slot)
{
    (void)snprintf(text, NAME, "%u:%u", core, slot);
    return text;
}

/* Whose memory a channel is in that is received from on this core. */
static struct takt_channel *channel_at(const struct tt_channel *channel, const struct tt_slot *slot)
{
    if (channel->thing != TT_NOBODY)
        return &tt_machine.part[channel->thing].channel;
    return slot->thing != TT_NOBODY ? &tt_machine.part[slot->thing].channel : &idle[takt_core_id()];
}

/* The lane that is looked at first: of a channel that was used before, the one that the first message came from. */
static unsigned first_lane(const struct tt_channel *channel)
{
    for (unsigned c = 0; c < TT_CORES; c++) {
        if (channel->lane[c].received && channel->lane[c].number != 0)
            return channel->first;
    }
    return 0;
}

static void make_channel(const struct tt_channel *channel, const struct tt_slot *slot, const char *name)
{
    struct takt_channel *made = channel_at(channel, slot);

    for (uint32_t past = 1; past < channel->generation; past += 2) {
        must(takt_remote_export_sem(&nothing[takt_core_id()], name));
        must(takt_remote_withdraw(name));
    }
    must(takt_channel_create(made, name, channel->size, channel->room));
    made->next_lane = (uint8_t)first_lane(channel);
    if (slot->thing != TT_NOBODY && tt_machine.score->thing[slot->thing].start > 0)
        must(takt_sem_give(&made->readable));
}

static void make_slot(const struct tt_slot *slot, const char *name)
{
    struct tt_part *part = slot->thing == TT_NOBODY ? NULL : &tt_machine.part[slot->thing];

    if (slot->channel != TT_NOBODY)
        make_channel(&tt_machine.score->channel[slot->channel], slot, name);
    else if (part == NULL)
        must(takt_remote_export_sem(&nothing[takt_core_id()], name));
    else if (tt_machine.score->thing[slot->thing].kind == TAKT_TRACE_THREAD)
        must(takt_remote_export_thread(&part->thread, name));
    else
        must(takt_remote_export_sem(&part->sem, name));
}

static void make_slots(unsigned core)
{
    const struct tt_slot *slot = tt_machine.score->core[core].slot;
    unsigned used = 0;
    char name[NAME];

    must(takt_sem_init(&nothing[core], 0, UINT16_MAX));
    for (unsigned i = 0; i < TT_SLOTS; i++)
        used = slot[i].used ? i + 1 : used;
    for (unsigned i = 0; i < used; i++)
        make_slot(&slot[i], name_of(name, core, i));
}

static void find_channel(uint32_t place)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];
    const struct tt_channel *channel;
    char name[NAME];

    if (thing->channel == TT_NOBODY)
        return; /* nothing came through it */
    channel = &tt_machine.score->channel[thing->channel];
    if (channel->owner != takt_core_id())
        must(takt_channel_attach(&tt_machine.part[place].channel,
                                 name_of(name, channel->owner, channel->slot), TAKT_FOREVER));
}

/* A receiver that got nothing: its channel is nobody else's. */
static void make_unheard(uint32_t place)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];

    if (thing->channel == TT_NOBODY && thing->holds != TT_NOBODY)
        must(takt_channel_create(&tt_machine.part[place].channel, thing->name, thing->value, thing->limit));
}

/* The lowest core that has a lock makes it. */
static bool makes(const struct tt_thing *lock)
{
    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        const struct tt_thing *other = &tt_machine.score->thing[i];

        if (other->kind == TAKT_TRACE_LLQ && other->met && other->core < lock->core &&
            strcmp(other->name, lock->name) == 0)
            return false;
    }
    return true;
}

static void lock_up(uint32_t place, bool make)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];
    const struct llq_attr attr = {.engine = (enum llq_engine)(thing->limit & 3),
                                  .rank = thing->value,
                                  .overtakings = thing->limit >> 2 & 15,
                                  .robust = (thing->limit & TAKT_TRACE_LLQ_ROBUST) != 0,
                                  .block = (thing->limit & TAKT_TRACE_LLQ_BLOCKS) != 0,
                                  .ceiling = thing->limit >> 8};
    struct takt_llq *llq = &tt_machine.part[place].llq;

    if (makes(thing) != make)
        return;
    if (make)
        must(takt_llq_create(llq, thing->name, &attr));
    else
        must(takt_llq_attach(llq, thing->name, TAKT_FOREVER));
    if (thing->holds != TT_NOBODY)
        must(takt_llq_set_ceiling(llq, (takt_prio_t)tt_machine.score->thing[thing->holds].limit));
}

static void make_lock(uint32_t place)
{
    lock_up(place, true);
}

static void find_lock(uint32_t place)
{
    lock_up(place, false);
}

/* Those of this core and kind that the recording speaks of. */
static void each(unsigned kind, void (*make)(uint32_t place))
{
    for (uint32_t i = 0; i < tt_machine.score->things; i++) {
        const struct tt_thing *thing = &tt_machine.score->thing[i];

        if (thing->core == takt_core_id() && thing->kind == kind && thing->met)
            make(i);
    }
}

static void find_slots(unsigned owner)
{
    const struct tt_slot *slot = tt_machine.score->core[owner].slot;
    unsigned own = takt_core_id();
    char name[NAME];

    for (unsigned i = 0; i < TT_SLOTS; i++) {
        if (slot[i].by & UINT64_C(1) << own)
            must(takt_remote_find(&found[own][owner][i], name_of(name, owner, i), TAKT_FOREVER));
    }
}

void tt_shared_make(void)
{
    make_slots(takt_core_id());
    each(TAKT_TRACE_CHANNEL, make_unheard);
    each(TAKT_TRACE_LLQ, make_lock);
}

static void fill(uint32_t place)
{
    static const unsigned char message[65536];
    const struct tt_thing *thing = &tt_machine.score->thing[place];
    const struct tt_channel *channel;

    if (thing->channel == TT_NOBODY)
        return;
    channel = &tt_machine.score->channel[thing->channel];
    if (channel->owner == takt_core_id() || channel->size > sizeof(message))
        return;
    for (uint32_t i = 0; i < channel->lane[takt_core_id()].pending; i++)
        must(takt_channel_send(&tt_machine.part[place].channel, message));
}

/* round: how many times they have met then. */
static void meet(uint32_t round)
{
    uint32_t all = 0;

    for (unsigned c = 0; c < tt_machine.score->cores; c++)
        all += tt_machine.score->core[c].present;
    /* relaxed: one host thread plays all cores */
    (void)TAKT_ADD(&met, 1, relaxed);
    while (TAKT_LOAD(&met, relaxed) < round * all)
        takt_port_relax();
}

void tt_shared_find(void)
{
    meet(1);
    for (unsigned c = 0; c < tt_machine.score->cores; c++)
        find_slots(c);
    each(TAKT_TRACE_CHANNEL, find_channel);
    each(TAKT_TRACE_LLQ, find_lock);
    each(TAKT_TRACE_CHANNEL, fill);
    meet(2);
}

static uint32_t low(const void *object)
{
    return (uint32_t)(uintptr_t)object;
}

uint32_t tt_shared_id(uint32_t address)
{
    for (uint32_t i = 0; address != 0 && i < tt_machine.score->things; i++) {
        const struct tt_thing *thing = &tt_machine.score->thing[i];
        const struct tt_part *part = &tt_machine.part[i];

        if (thing->core == takt_core_id() &&
            ((thing->kind == TAKT_TRACE_CHANNEL && low(part->channel.lanes) == address) ||
             (thing->kind == TAKT_TRACE_LLQ && low(part->llq.lock) == address)))
            return thing->id;
    }
    return address;
}

uint32_t tt_shared_part(uint32_t place, size_t offset)
{
    const struct tt_thing *thing = &tt_machine.score->thing[place];
    bool readable = thing->kind == TAKT_TRACE_CHANNEL && offset >= offsetof(struct takt_channel, readable) &&
                    offset < offsetof(struct takt_channel, readable) + sizeof(struct takt_sem);
    bool gate = thing->kind == TAKT_TRACE_LLQ && offset >= offsetof(struct takt_llq, gate) &&
                offset < offsetof(struct takt_llq, gate) + sizeof(struct takt_mutex);

    return (readable || gate) && thing->holds != TT_NOBODY ? tt_machine.score->thing[thing->holds].id
                                                           : thing->id;
}

uint32_t tt_shared_message(uint32_t lane, uint32_t number)
{
    const struct tt_slot *slot = &tt_machine.score->core[lane >> 8 & 0xff].slot[lane & 0xff];

    if (slot->channel == TT_NOBODY)
        return number;
    return number + tt_machine.score->channel[slot->channel].lane[lane >> 16 & 0xff].number;
}

static int ask(unsigned core, unsigned slot)
{
    const struct takt_remote *remote = &found[takt_core_id()][core][slot];

    return remote->kind == TAKT_KIND_THREAD ? takt_remote_resume(remote) : takt_remote_sem_give(remote);
}

static int acquire(struct tt_part *part, const struct tt_act *act)
{
    int result = takt_llq_acquire(&part->llq, tt_act_until(act), &part->token);

    return result == 0 || result == -EOWNERDEAD ? 0 : -1;
}

int tt_shared_act(const struct tt_act *act)
{
    static unsigned char message[65536], received[65536];
    struct tt_part *part = &tt_machine.part[act->thing == TT_NOBODY ? 0 : act->thing];

    switch (act->kind) {
    case TAKT_TRACE_EVENT_call_remote:
        return ask((unsigned)act->with[0], act->b);
    case TAKT_TRACE_EVENT_call_channel:
        return takt_channel_send(&part->channel, message);
    case TT_RECEIVE:
        return takt_channel_receive(&part->channel, received, NULL, tt_act_until(act));
    case TAKT_TRACE_EVENT_call_llq_acquire:
        return acquire(part, act);
    default:
        return takt_llq_release(&part->llq, &part->token);
    }
}
