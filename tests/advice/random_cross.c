/*
 * What of a random application crosses cores, in a ring: each core asks the next one. How often is drawn from the seed and
 * the asking core's number, so that both sides know it without asking. And objects that are made and deleted while others
 * run: one by a thread for itself, one under the thread that waits for it.
 *
 * What a thread does must not depend on the times, or no prediction could know it. Whoever resumes a thread that is not
 * suspended does nothing; so the thread that is to be resumed says when it is about to be suspended, and it is more urgent
 * than all others. So is the one that waits for what is deleted: it waits first.
 */
#include "random.h"

#include <takt_sim.h>

#define TURNS 20u /* of each, at most */

static unsigned next_core(unsigned core)
{
    return (core + 1) % takt_core_count();
}

static unsigned core_before(unsigned core)
{
    return (core + takt_core_count() - 1) % takt_core_count();
}

/* How often a core asks another one for something. */
static unsigned times(unsigned core, unsigned what)
{
    uint64_t hash = (takt_sim_seed() * 64 + core) * 8 + what + 1;

    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return 1 + (unsigned)((hash >> 40) % TURNS);
}

static struct member *new_member(struct world *w)
{
    return &w->member[w->members++];
}

static void add_resume(struct member *m, unsigned *left)
{
    if (*left == 0)
        return;
    --*left;
    add(m, FAR_AWAIT, 0, 0);
    add(m, SLEEP, 0, TAKT_US(15));
    add(m, FAR_RESUME, 0, 0);
}

static void draw_asking(struct world *w, struct member *m)
{
    unsigned left[] = {times(w->core, 0), times(w->core, 1), times(w->core, 2)};
    static const enum kind kinds[] = {FAR_GIVE, FAR_RESUME, FAR_SEND};

    while (left[0] + left[1] + left[2] != 0) {
        unsigned what = below(w, 3);

        add(m, SLEEP, 0, (takt_time_t)(1 + below(w, 60)) * 500);
        add_work(w, m);
        if (left[what] == 0 || (what == 2 && takt_core_count() == 1))
            left[2] = takt_core_count() == 1 ? 0 : left[2];
        else if (what == 1)
            add_resume(m, &left[what]);
        else if (left[what]-- != 0)
            add(m, kinds[what], 0, 0);
    }
    add(m, DOOM, 0, 0);
}

static void draw_answering(struct world *w, struct member *m, enum kind kind, unsigned turns)
{
    for (unsigned i = 0; i < turns; i++) {
        add(m, kind, 0, 0);
        add_work(w, m);
    }
}

void cross_draw(struct world *w)
{
    unsigned before = core_before(w->core);
    struct member *m;

    draw_asking(w, new_member(w));
    draw_answering(w, new_member(w), FAR_TAKE, times(before, 0));
    m = new_member(w);
    m->first = true;
    w->sleeper = &m->thread;
    for (unsigned i = 0; i < times(before, 1); i++) {
        add(m, FAR_READY, 0, 0);
        draw_answering(w, m, FAR_SUSPEND, 1);
    }
    if (takt_core_count() > 1)
        draw_answering(w, new_member(w), FAR_RECEIVE, times(before, 2));
    m = new_member(w);
    m->first = true;
    draw_answering(w, m, DOOMED, 1);
}

void cross_add_own(struct world *w, struct member *m)
{
    unsigned lock = below(w, LOCKS);

    if (below(w, 4) == 0)
        add(m, OWN_OBJECT, m->number, 0);
    else
        add(m, FAR_LOCK, lock, (takt_time_t)(1 + below(w, 10)) * (lock == 0 ? 20 : 100));
}

static const char *text_of(char *text, char what, unsigned core)
{
    text[0] = what;
    text[1] = (char)('0' + core);
    text[2] = '\0';
    return text;
}

void cross_make(struct world *w)
{
    static const struct llq_attr sleeps = {.rank = 2, .block = true};
    char text[3];

    MUST(takt_sem_init(&w->far, 0, 100000));
    MUST(takt_sem_init(&w->asleep, 0, TURNS));
    MUST(takt_sem_init(&w->doomed, 0, 1));
    name(&w->asleep, "asleep", 0);
    name(&w->far, "far", 0);
    name(&w->doomed, "doomed", 0);
    for (unsigned i = 0; i < w->members; i++)
        name(&w->member[i].own, "own", i);
    MUST(takt_remote_export_sem(&w->far, text_of(text, 'f', w->core)));
    MUST(takt_remote_export_sem(&w->asleep, text_of(text, 'a', w->core)));
    if (takt_core_count() > 1)
        MUST(takt_channel_create(&w->in, text_of(text, 'c', w->core), 8, 32));
    if (w->core != 0)
        return;
    MUST(takt_llq_create(&w->lock[0], "spins", NULL));
    MUST(takt_llq_create(&w->lock[1], "sleeps", &sleeps));
}

void cross_find(struct world *w)
{
    unsigned next = next_core(w->core);
    char text[3];

    MUST(takt_remote_export_thread(w->sleeper, text_of(text, 't', w->core)));
    MUST(takt_remote_find(&w->far_sem, text_of(text, 'f', next), TAKT_S(1)));
    MUST(takt_remote_find(&w->far_asleep, text_of(text, 'a', core_before(w->core)), TAKT_S(1)));
    MUST(takt_remote_find(&w->far_thread, text_of(text, 't', next), TAKT_S(1)));
    if (takt_core_count() > 1)
        MUST(takt_channel_attach(&w->out, text_of(text, 'c', next), TAKT_S(1)));
    if (w->core == 0)
        return;
    MUST(takt_llq_attach(&w->lock[0], "spins", TAKT_S(1)));
    MUST(takt_llq_attach(&w->lock[1], "sleeps", TAKT_S(1)));
}

static void lock(struct world *w, const struct step *step)
{
    struct takt_llq_token token;

    MUST(takt_llq_acquire(&w->lock[step->which], TAKT_FOREVER, &token));
    takt_work(step->time);
    MUST(takt_llq_release(&w->lock[step->which], &token));
}

/* A semaphore for a moment. */
static void make_and_delete(struct takt_sem *sem)
{
    MUST(takt_sem_init(sem, 1, 3));
    (void)takt_sem_take(sem, TAKT_NO_WAIT);
    MUST(takt_sem_give(sem));
    MUST(takt_sem_delete(sem));
}

void cross_carry_out(struct member *m, const struct step *step)
{
    struct world *w = m->world;
    uint64_t message = m->number;

    switch (step->kind) {
    case FAR_GIVE:
        MUST(takt_remote_sem_give(&w->far_sem));
        break;
    case FAR_TAKE:
        MUST(takt_sem_take(&w->far, TAKT_FOREVER));
        break;
    case FAR_RESUME:
        (void)takt_remote_resume(&w->far_thread);
        break;
    case FAR_AWAIT:
        MUST(takt_sem_take(&w->asleep, TAKT_FOREVER));
        break;
    case FAR_READY:
        MUST(takt_remote_sem_give(&w->far_asleep));
        break;
    case FAR_SUSPEND:
        MUST(takt_thread_suspend(&m->thread));
        break;
    case FAR_SEND:
        MUST(takt_channel_send(&w->out, &message));
        break;
    case FAR_RECEIVE:
        MUST(takt_channel_receive(&w->in, &message, NULL, TAKT_FOREVER));
        break;
    case FAR_LOCK:
        lock(w, step);
        break;
    case OWN_OBJECT:
        make_and_delete(&m->own);
        break;
    case DOOM:
        MUST(takt_sem_delete(&w->doomed));
        break;
    default:
        (void)takt_sem_take(&w->doomed, TAKT_FOREVER);
    }
}
