/*
 * The announce engine where it waits, hands over and recovers. The argument for it all stands in announce.h.
 *
 * Every word is read once, checked, and only then used. A context's word has no value that makes no sense; a lock word
 * that makes none ends the call with -EBADMSG, and the lock is lost.
 */
#include "announce.h"
#include "order.h"

#include "stats.h"

static uint32_t own_bit(const struct llq_context *context)
{
    return 1u << (LLQ_WORD_WAITS - 1 + context->index);
}

static bool owns(const struct llq_context *context, uint32_t word)
{
    return (word & LLQ_WORD_LIFE) == context->owned;
}

/** Nobody but contexts of the domain; and nobody waits for a free lock. */
static bool makes_sense(const struct llq_context *context, uint32_t word)
{
    uint32_t owner = word & LLQ_WORD_OWNER;

    if (owner > context->contexts || (word & LLQ_WORD_ALL_WAIT) >> (LLQ_WORD_WAITS + context->contexts) != 0)
        return false;
    return owner != 0 || (word & ~LLQ_WORD_INCONSISTENT) == 0;
}

/** Count those that are overtaken. @return false: one of them has changed, choose again */
static bool count_overtaken(struct llq *lock, const struct llq_announced *all, uint32_t chosen)
{
    for (uint32_t left = all->waits; left != 0; left &= left - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(left);
        uint32_t word = all->word[id];

        /* relaxed: the grant publishes it to the next that chooses */
        if (llq_is_overtaken(all, id, chosen) &&
            !TAKT_CAS(llq_word_of(lock, id), word, word + (1u << LLQ_MINE_OVERTAKEN), relaxed))
            return false;
    }
    return true;
}

/** End a sleep; of whoever has the lock now, or of somebody who is to see that it is dead. */
static void wake_up(struct llq *lock, uint32_t id)
{
    struct takt_word *mine = llq_word_of(lock, id);
    uint32_t word;

    do {
        word = TAKT_LOAD(mine, relaxed); /* relaxed: ordered by the fence of the caller */
        if (!(word & LLQ_MINE_ASLEEP))
            return;
    } while (!TAKT_CAS(mine, word, word & ~LLQ_MINE_ASLEEP,
                       relaxed)); /* relaxed: after it the lock word is looked at */
    llq_port_unblock(lock, id, mine);
}

static void wake_those(struct llq *lock, uint32_t ids, uint32_t policy)
{
    llq_port_wake();
    if (!(policy & LLQ_POLICY_BLOCK))
        return;
    /* pairs with the fence of llq_announce_sleep(): it sees the new lock word, or this its promise to sleep */
    TAKT_FENCE(seq_cst);
    for (; ids != 0; ids &= ids - 1)
        wake_up(lock, (uint32_t)__builtin_ctz(ids));
}

/** The word with another owner: the one that was chosen, or none. */
static uint32_t with_owner(uint32_t word, const struct llq_announced *all, uint32_t chosen)
{
    if (chosen == LLQ_NOBODY)
        return 0;
    word &= ~(LLQ_WORD_LIFE | LLQ_WORD_INCONSISTENT | 1u << (LLQ_WORD_WAITS + chosen));
    return word | (chosen + 1) | (all->word[chosen] >> LLQ_MINE_EPOCH & LLQ_EPOCH_MASK) << LLQ_WORD_EPOCH;
}

/**
 * One try to take the lock from the owner that the word names, and give it to the next.
 *
 * All is read before anything is stored: from the first store on those that wait fetch the line, and the second would have
 * to fetch it back.
 *
 * @param version of the owner's grant; NULL: its life is over, and the next is told
 * @return false: the word has changed
 */
static bool hand_over(struct llq *lock, struct llq_context *context, uint32_t word, const uint32_t *version)
{
    uint32_t policy = TAKT_LOAD(&lock->policy, relaxed); /* relaxed: never changes after llq_init() */
    uint32_t overtakings = policy & LLQ_POLICY_OVERTAKINGS;
    struct llq_announced all;
    uint32_t chosen, next;

    llq_read_announced(lock, word, &all);
    chosen = llq_choose(&all, overtakings);
    if (chosen != LLQ_NOBODY && overtakings != 0 && !count_overtaken(lock, &all, chosen))
        return false;
    next = with_owner(word, &all, chosen) | (version == NULL ? LLQ_WORD_INCONSISTENT : 0);
    /* relaxed: published by the hand-over. If all who wait leave before it, the number belongs to no grant */
    if (version != NULL && chosen != LLQ_NOBODY)
        TAKT_STORE(&lock->grants, *version + 1, relaxed);
    /* release: the section, also a dead owner's, of which the fence has brought all; acquire: the next step of this
     * context, if it takes the lock itself */
    if (!TAKT_CAS(&lock->tail, word, next, acq_rel))
        return false;
    if (chosen == LLQ_NOBODY)
        return true;
    llq_stats_handed(lock, context, chosen);
    wake_those(lock, 1u << chosen, policy);
    return true;
}

/** The owner did not repair: the lock is dead for all. */
static bool hand_to_nobody(struct llq *lock, uint32_t word)
{
    /* relaxed, both: nobody will enter any more; the policy never changes */
    if (!TAKT_CAS(&lock->tail, word, LLQ_WORD_DEAD, relaxed))
        return false;
    wake_those(lock, (word & LLQ_WORD_ALL_WAIT) >> LLQ_WORD_WAITS, TAKT_LOAD(&lock->policy, relaxed));
    return true;
}

int llq_announce_pass(struct llq *lock, struct llq_context *context, uint32_t version)
{
    bool done = false;

    while (!done) {
        /* acquire: pairs with the release of llq_announce_request(), for the contexts' words */
        uint32_t word = TAKT_LOAD(&lock->tail, acquire);

        if (!owns(context, word) || !makes_sense(context, word))
            return -EBADMSG;
        done = word & LLQ_WORD_INCONSISTENT ? hand_to_nobody(lock, word)
                                            : hand_over(lock, context, word, &version);
    }
    return 0;
}

int llq_announce_forsake(struct llq *lock, struct llq_context *context)
{
    uint32_t word;

    do {
        word = TAKT_LOAD(&lock->tail, acquire); /* pairs as in llq_announce_pass() */
        if (!owns(context, word) || !makes_sense(context, word))
            return -EBADMSG;
    } while (!hand_over(lock, context, word, NULL));
    return 0;
}

/** The word, read with acquire, says that the context owns the lock. */
static int enter(struct llq *lock, struct llq_context *context, uint32_t word)
{
    /* relaxed: only owners store it, and the grant was acquired */
    uint32_t grants = TAKT_LOAD(&lock->grants, relaxed);

    if (!(word & LLQ_WORD_INCONSISTENT)) {
        context->version = grants;
        return 0;
    }
    /* whoever recovered the lock did not count the grant: it owned nothing */
    TAKT_STORE(&lock->grants, grants + 1, relaxed); /* relaxed: as in llq_announce_first() */
    context->version = grants + 1;
    return -EOWNERDEAD;
}

/** Take a lock that the word, read with acquire, says to be free. @return false: it isn't */
static bool take(struct llq *lock, struct llq_context *context, uint32_t word, int *result)
{
    uint32_t died = word & LLQ_WORD_INCONSISTENT;

    /* acquire: as in llq_announce_acquire() */
    if (!TAKT_CAS(&lock->tail, word, died | context->owned, acquire))
        return false;
    llq_announce_first(lock, context);
    *result = died ? -EOWNERDEAD : 0;
    return true;
}

/** Write the own word, and set the bit. @return false: the lock word has changed */
static bool announce(struct llq *lock, struct llq_context *context, uint32_t word)
{
    struct llq_announced all;
    uint32_t mine = context->priority << LLQ_MINE_PRIORITY | (context->epoch & LLQ_EPOCH_MASK)
                                                                 << LLQ_MINE_EPOCH;
    uint32_t next = 1;

    llq_read_announced(lock, word, &all);
    if (llq_oldest_age(&all) >= LLQ_OLDEST)
        next = 0; /* the last ticket, once more */
    mine |= (all.ticket + next - 1) % LLQ_TICKETS;
    /* relaxed: published by the bit; nobody looks at it before */
    TAKT_STORE(llq_word_of(lock, context->index - 1), mine, relaxed);
    /* release: the own word, to the acquires before a choice; acquire: all grants that were made before are counted */
    return TAKT_CAS(&lock->tail, word, (word + (next << LLQ_WORD_TICKET)) | own_bit(context), acq_rel);
}

/** One try to register, or a step towards it. @return as llq_announce_request(); -EAGAIN: another try */
static int try_request(struct llq *lock, struct llq_context *context)
{
    /* acquire: the section before, if it is free; the contexts' words, as in llq_announce_pass() */
    uint32_t word = TAKT_LOAD(&lock->tail, acquire);
    int result;

    if (word == LLQ_WORD_DEAD)
        return -ENOTRECOVERABLE;
    if (!makes_sense(context, word))
        return -EBADMSG;
    if ((word & LLQ_WORD_OWNER) == context->index) { /* an earlier life: this one holds nothing */
        (void)hand_over(lock, context, word, NULL);
        return -EAGAIN;
    }
    if (word & own_bit(context)) { /* and asked for nothing */
        /* relaxed: nothing is handed on */
        (void)TAKT_CAS(&lock->tail, word, word & ~own_bit(context), relaxed);
        return -EAGAIN;
    }
    if ((word & LLQ_WORD_OWNER) == 0)
        return take(lock, context, word, &result) ? result : -EAGAIN;
    if (!announce(lock, context, word))
        return -EAGAIN;
    /* relaxed, after the acquire of the registration */
    context->registered = TAKT_LOAD(&lock->grants, relaxed);
    llq_stats_waits(context);
    return -EINPROGRESS;
}

int llq_announce_request(struct llq *lock, struct llq_context *context)
{
    int result;

    do
        result = try_request(lock, context);
    while (result == -EAGAIN);
    return result;
}

/** Is the owner's life over? Then hand on what it had. */
static void recover(struct llq *lock, struct llq_context *context, uint32_t word, uint32_t turn)
{
    uint32_t owner = (word & LLQ_WORD_OWNER) - 1;
    uint32_t epoch = word >> LLQ_WORD_EPOCH & LLQ_EPOCH_MASK;

    if (!(TAKT_LOAD(&lock->policy, relaxed) & LLQ_POLICY_ROBUST)) /* relaxed: never changes */
        return;
    if (!llq_port_suspect(owner, epoch, turn) || !llq_port_fence(owner, epoch))
        return;
    if (hand_over(lock, context, word, NULL))
        llq_port_trace(LLQ_RECOVERED, lock, context->index - 1, owner);
}

int llq_announce_poll(struct llq *lock, struct llq_context *context, uint32_t turn)
{
    uint32_t word =
        TAKT_LOAD(&lock->tail, acquire); /* pairs with the release of the hand-over: the section */

    if (owns(context, word))
        return enter(lock, context, word);
    if (word == LLQ_WORD_DEAD)
        return -ENOTRECOVERABLE;
    if (!makes_sense(context, word))
        return -EBADMSG;
    if (!(word & own_bit(context))) /* granted to an earlier life: see "the same word again" */
        return llq_announce_request(lock, context);
    recover(lock, context, word, turn);
    return -EINPROGRESS;
}

int llq_announce_cancel(struct llq *lock, struct llq_context *context)
{
    for (;;) {
        uint32_t word = TAKT_LOAD(&lock->tail, acquire); /* pairs as in llq_announce_poll() */

        if (owns(context, word))
            return enter(lock, context, word);
        if (word == LLQ_WORD_DEAD)
            return -ENOTRECOVERABLE;
        if (!(word & own_bit(context)))
            return -ECANCELED;
        /* relaxed: nothing is handed on by leaving */
        if (TAKT_CAS(&lock->tail, word, word & ~own_bit(context), relaxed))
            return -ECANCELED;
    }
}

int llq_announce_sleep(struct llq *lock, struct llq_context *context, uint32_t turn)
{
    struct takt_word *mine = llq_word_of(lock, context->index - 1);
    uint32_t word =
        TAKT_LOAD(mine, relaxed); /* relaxed: only the bit is wanted, which others clear to wake it */

    /* relaxed: ordered by the fence. It fails if an overtaking was counted; then once more */
    while (!(word & LLQ_MINE_ASLEEP) && !TAKT_CAS(mine, word, word | LLQ_MINE_ASLEEP, relaxed))
        word = TAKT_LOAD(mine, relaxed);
    TAKT_FENCE(seq_cst); /* pairs with the fence of wake_those() */
    return llq_announce_poll(lock, context, turn);
}

/** Sleep until somebody ends it, the deadline, or the time to look for a dead owner. */
static void block(struct llq *lock, struct llq_context *context, int64_t deadline, uint32_t policy)
{
    struct takt_word *mine = llq_word_of(lock, context->index - 1);
    uint32_t word = TAKT_LOAD(mine, relaxed); /* relaxed: only compared */

    if (policy & LLQ_POLICY_ROBUST) {
        int64_t look = llq_port_now() + LLQ_PORT_PATIENCE;

        deadline = deadline < look ? deadline : look;
    }
    if (word & LLQ_MINE_ASLEEP)
        llq_port_block(mine, word, deadline);
}

/** Wait for the grant of a registered request. */
static int await(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    uint32_t policy = TAKT_LOAD(&lock->policy, relaxed); /* relaxed: never changes */

    for (uint32_t turn = 0;; turn++) {
        bool sleeps = LLQ_CAN_BLOCK && (policy & LLQ_POLICY_BLOCK) && turn >= LLQ_PORT_BLOCKS;
        int result =
            sleeps ? llq_announce_sleep(lock, context, turn) : llq_announce_poll(lock, context, turn);

        if (result != -EINPROGRESS)
            return result;
        if (deadline != LLQ_FOREVER && llq_port_now() >= deadline) {
            result = llq_announce_cancel(lock, context);
            return result == -ECANCELED ? -ETIMEDOUT : result;
        }
        if (sleeps)
            block(lock, context, deadline, policy);
        else
            llq_port_relax(turn);
    }
}

int llq_announce_wait(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    int result = llq_announce_request(lock, context);

    return result == -EINPROGRESS ? await(lock, context, deadline) : result;
}

int llq_announce_try(struct llq *lock, struct llq_context *context)
{
    uint32_t word = TAKT_LOAD(&lock->tail, acquire); /* pairs as in try_request() */
    int result;

    if (word == LLQ_WORD_DEAD)
        return -ENOTRECOVERABLE;
    if (!makes_sense(context, word))
        return -EBADMSG;
    if ((word & LLQ_WORD_OWNER) != 0 || !take(lock, context, word, &result))
        return -EAGAIN;
    return result;
}

int llq_announce_consistent(struct llq *lock, struct llq_context *context)
{
    for (;;) {
        uint32_t word =
            TAKT_LOAD(&lock->tail, relaxed); /* relaxed: only the bit is wanted, and it is the owner's */

        if (!owns(context, word))
            return -EBADMSG;
        if (!(word & LLQ_WORD_INCONSISTENT))
            return -EINVAL;
        /* relaxed: the repair is handed on by the release */
        if (TAKT_CAS(&lock->tail, word, word & ~LLQ_WORD_INCONSISTENT, relaxed))
            return 0;
    }
}

int llq_announce_owner(const struct llq *lock, const struct llq_context *context)
{
    uint32_t word = TAKT_LOAD(&lock->tail, relaxed); /* relaxed: nothing is concluded from it */

    if (word == LLQ_WORD_DEAD)
        return -ENOTRECOVERABLE;
    if (!makes_sense(context, word))
        return -EBADMSG;
    return (word & LLQ_WORD_OWNER) == 0 ? -ENOENT : (int)(word & LLQ_WORD_OWNER) - 1;
}

int llq_announce_check(const struct llq *lock, const struct llq_context *context)
{
    int owner = llq_announce_owner(lock, context);

    if (owner >= 0)
        return -EBUSY;
    return owner == -ENOENT ? 0 : owner;
}
