/*
 * The core's own inbox: objects that a handler left because it met the kernel lock held. Its holder matches them before
 * it lets go (klock.c).
 *
 * Guarded by the mask: each step links or unlinks one.
 */
#include "kernel.h"

/* End of the inbox's list: not NULL, which means "not posted". */
static struct takt_post list_end;

void takt_post_init(struct takt_core *core)
{
    core->posts = &list_end;
    core->posts_tail = &core->posts;
}

void takt_post_add(struct takt_core *core, struct takt_post *post)
{
    if (post->next != NULL)
        return;
    post->next = &list_end;
    *core->posts_tail = post;
    core->posts_tail = &post->next;
    core->posted = true;
    takt_trace_posted(TAKT_ID(post), TAKT_ID(core));
}

struct takt_post *takt_post_take(struct takt_core *core)
{
    struct takt_post *post = core->posts;

    if (post == &list_end)
        return NULL;
    core->posts = post->next;
    if (core->posts == &list_end)
        core->posts_tail = &core->posts;
    post->next = NULL;
    return post;
}

void takt_match(struct takt_core *core, struct takt_post *post, takt_mask_t old)
{
    if (core->locked) {
        takt_post_add(core, post);
        takt_port_unmask(old);
        return;
    }
    core->locked = true;
    takt_window_begin(TAKT_WINDOW_LOCKED);
    takt_port_unmask(old);
    post->match(core, post);
    (void)takt_unlock(core);
}
