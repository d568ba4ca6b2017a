/*
 * The bakery engine. The argument stands in bakery.h.
 *
 * Words of others are read once each and have no value that makes no sense. The count of grants is raised by each owner
 * for itself; who registers just before it does may count one grant too many, that of the owner whom it waits for.
 */
#include "bakery.h"

#include "stats.h"

/* a context's word: what it does 0-1, ticket 2-31 */
#define IDLE     0u
#define CHOOSING 1u
#define WAITS    2u
#define OWNS     3u
#define DOES     3u
#define TICKET   2

static struct takt_word *word_of(const struct llq *lock, uint32_t id)
{
    return (struct takt_word *)&lock->grants + 1 + id;
}

static uint32_t own_id(const struct llq_context *context)
{
    return context->index - 1;
}

static bool has_ticket(uint32_t word)
{
    return (word & DOES) >= WAITS;
}

/** Distance from one ticket to another, in words without what they do. */
static int32_t behind(uint32_t word, uint32_t other)
{
    return (int32_t)((word & ~DOES) - (other & ~DOES));
}

/** Store the own word: all of them release, see the argument. */
static void say(struct llq *lock, const struct llq_context *context, uint32_t word)
{
    TAKT_STORE(word_of(lock, own_id(context)), word, release); /* pairs with the acquire of is_ahead() */
    llq_port_wake();
}

/** A ticket behind all that are seen. */
static uint32_t choose(const struct llq *lock, const struct llq_context *context)
{
    uint32_t last = 0;
    bool any = false;

    for (uint32_t id = 0; id < context->contexts; id++) {
        uint32_t word = TAKT_LOAD(word_of(lock, id), relaxed); /* relaxed: ordered by the fence before */

        if (has_ticket(word) && (!any || behind(word, last) > 0)) {
            last = word;
            any = true;
        }
    }
    return (last & ~DOES) + (1u << TICKET);
}

/** Has this context to be waited for? */
static bool is_ahead(const struct llq *lock, const struct llq_context *context, uint32_t id, uint32_t mine)
{
    uint32_t word =
        TAKT_LOAD(word_of(lock, id), acquire); /* pairs with the release of say(): its last section */
    int32_t distance = behind(mine, word);

    if (!has_ticket(word))
        return (word & DOES) == CHOOSING;
    return distance > 0 || (distance == 0 && id < own_id(context));
}

int llq_bakery_request(struct llq *lock, struct llq_context *context)
{
    say(lock, context, CHOOSING);
    /* pairs with itself in the others: of two that choose at least one sees the other */
    TAKT_FENCE(seq_cst);
    say(lock, context, choose(lock, context) | WAITS);
    /* the same, for the ticket */
    TAKT_FENCE(seq_cst);
    /* relaxed: the fence has brought the grants of sections that ended before */
    context->registered = TAKT_LOAD(&lock->grants, relaxed);
    return -EINPROGRESS;
}

int llq_bakery_poll(struct llq *lock, struct llq_context *context)
{
    uint32_t mine = TAKT_LOAD(word_of(lock, own_id(context)), relaxed); /* relaxed: own word */

    for (uint32_t id = 0; id < context->contexts; id++) {
        if (id != own_id(context) && is_ahead(lock, context, id, mine)) {
            llq_stats_waits(context);
            return -EINPROGRESS;
        }
    }
    say(lock, context, mine | OWNS);
    /* relaxed, both: stored by owners, and the last one's end was acquired */
    context->version = TAKT_LOAD(&lock->grants, relaxed) + 1;
    TAKT_STORE(&lock->grants, context->version, relaxed);
    return 0;
}

int llq_bakery_cancel(struct llq *lock, struct llq_context *context)
{
    say(lock, context, IDLE);
    return -ECANCELED;
}

int llq_bakery_acquire(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    (void)llq_bakery_request(lock, context);
    for (uint32_t turn = 0;; turn++) {
        int result = llq_bakery_poll(lock, context);

        if (result != -EINPROGRESS)
            return result;
        if (deadline != LLQ_FOREVER && llq_port_now() >= deadline) {
            (void)llq_bakery_cancel(lock, context);
            return -ETIMEDOUT;
        }
        llq_port_relax(turn);
    }
}

int llq_bakery_try(struct llq *lock, struct llq_context *context)
{
    int result;

    for (uint32_t id = 0; id < context->contexts; id++) {
        if (TAKT_LOAD(word_of(lock, id), relaxed) != IDLE) /* relaxed: a hint that spares the others a wait */
            return -EAGAIN;
    }
    (void)llq_bakery_request(lock, context);
    result = llq_bakery_poll(lock, context);
    if (result == 0)
        return 0;
    (void)llq_bakery_cancel(lock, context);
    return -EAGAIN;
}

int llq_bakery_release(struct llq *lock, struct llq_context *context)
{
    say(lock, context, IDLE);
    return 0;
}

int llq_bakery_owner(const struct llq *lock, const struct llq_context *context)
{
    for (uint32_t id = 0; id < context->contexts; id++) {
        if ((TAKT_LOAD(word_of(lock, id), relaxed) & DOES) ==
            OWNS) /* relaxed: nothing is concluded from it */
            return (int)id;
    }
    return -ENOENT;
}

int llq_bakery_check(const struct llq *lock, const struct llq_context *context)
{
    unsigned owners = 0;
    unsigned busy = 0;

    for (uint32_t id = 0; id < context->contexts; id++) {
        uint32_t word =
            TAKT_LOAD(word_of(lock, id), relaxed); /* relaxed: the caller knows that nobody stores */

        owners += (word & DOES) == OWNS;
        busy += word != IDLE;
    }
    if (owners > 1)
        return -EBADMSG;
    return busy == 0 ? 0 : -EBUSY;
}
