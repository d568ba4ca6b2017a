/*
 * Notices: what the kernel found out under its lock, or masked, and the application is to be told.
 *
 * The application's function may call every service of class any, so it runs with the kernel lock free and interrupts
 * open: in the timer interrupt, which is raised for it. Until it runs, a notice stands in the core's list once, however
 * often its reason occurs; who tells it has its own count.
 *
 * Guarded by the mask: each step links or unlinks one. The list is doubly linked, so that an object that goes away
 * takes its notice along in one step, too. A handler that adds a notice between the step that unlinks it and the
 * application's function makes it told twice, never not at all.
 */
#include "kernel.h"

void takt_notice_add(struct takt_core *core, struct takt_notice *notice)
{
    takt_mask_t old = takt_port_mask();

    if (notice->link == NULL) {
        notice->next = core->notices;
        notice->link = &core->notices;
        if (notice->next != NULL)
            notice->next->link = &notice->next;
        core->notices = notice;
    }
    takt_port_timer_raise();
    takt_port_unmask(old);
}

/* Masked. */
static void unlink_one(struct takt_notice *notice)
{
    *notice->link = notice->next;
    if (notice->next != NULL)
        notice->next->link = notice->link;
    notice->link = NULL;
}

void takt_notice_drop(struct takt_notice *notice)
{
    takt_mask_t old = takt_port_mask();

    if (notice->link != NULL)
        unlink_one(notice);
    takt_port_unmask(old);
}

/* One is taken off the list by whoever drops it, too; then there may be none. */
static struct takt_notice *take(struct takt_core *core)
{
    takt_mask_t old = takt_port_mask();
    struct takt_notice *notice = core->notices;

    if (notice != NULL)
        unlink_one(notice);
    takt_port_unmask(old);
    return notice;
}

/* Mostly there is none, which is seen without a mask: who adds one later raises the interrupt again. */
bool takt_notice_tell(struct takt_core *core)
{
    struct takt_notice *notice = core->notices == NULL ? NULL : take(core);

    if (notice == NULL)
        return false;
    (void)takt_unlock(core);
    notice->tell(notice);
    takt_lock(core);
    return true;
}
