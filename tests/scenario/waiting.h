/*
 * What all objects that a thread can wait for have in common, tested once for each of them.
 *
 * A program is waiting.c and one file that describes an object as a waitable: a way to wait for one unit, and a way
 * to grant one. That file lists the properties that apply to it.
 */
#ifndef WAITING_H
#define WAITING_H

#include "scenario.h"

/** An object that threads wait for. */
struct waitable {
    void (*reset)(void); /* set it up anew: a wait has to wait */
    int (*wait)(takt_deadline_t deadline);
    int (*grant)(void);   /* ends one wait, or all of them; any class */
    void (*finish)(void); /* after a scenario; or NULL */
    int (*drop)(void);    /* delete it; or NULL */
    int (*check)(void);
    long (*available)(void); /* units that a wait would find now; or NULL: not known */
    bool shared;             /* a grant is for all waiters: units are not counted */
};

/** Given by the program. */
extern const struct waitable waitable;

void no_wait_returns_at_once(void);
void a_wait_times_out(void);
void an_absolute_deadline_is_kept(void);
void a_past_deadline_times_out_at_once(void);
void what_is_there_comes_before_a_past_deadline(void);
void waiting_is_refused_where_it_is_not_allowed(void);
void a_handler_grants(void);
void a_timer_grants(void);
void a_suspended_waiter_is_granted(void);
void a_suspended_waiter_times_out(void);
void a_resumed_waiter_goes_on_waiting(void);

/** Properties of every waitable. */
#define WAITING_COMMON                                                                                       \
    SCENARIO(no_wait_returns_at_once), SCENARIO(a_wait_times_out), SCENARIO(an_absolute_deadline_is_kept),   \
        SCENARIO(a_past_deadline_times_out_at_once), SCENARIO(what_is_there_comes_before_a_past_deadline),   \
        SCENARIO(waiting_is_refused_where_it_is_not_allowed), SCENARIO(a_handler_grants),                    \
        SCENARIO(a_timer_grants), SCENARIO(a_suspended_waiter_is_granted),                                   \
        SCENARIO(a_suspended_waiter_times_out), SCENARIO(a_resumed_waiter_goes_on_waiting)

void waiters_are_served_by_priority_and_in_turn(void);
void a_raised_waiter_goes_to_the_tail(void);
void a_lowered_waiter_goes_to_the_head(void);
void nobody_takes_what_was_granted(void);
void a_granted_thread_may_have_to_wait_for_the_processor(void);
void a_waiter_that_times_out_leaves_the_others_in_order(void);

/** Properties of those of which a grant serves one waiter. */
#define WAITING_ORDERED                                                                                      \
    SCENARIO(waiters_are_served_by_priority_and_in_turn), SCENARIO(a_raised_waiter_goes_to_the_tail),        \
        SCENARIO(a_lowered_waiter_goes_to_the_head), SCENARIO(nobody_takes_what_was_granted),                \
        SCENARIO(a_granted_thread_may_have_to_wait_for_the_processor),                                       \
        SCENARIO(a_waiter_that_times_out_leaves_the_others_in_order)

void a_grant_before_the_deadline_in_the_same_instant(void);
void a_deadline_before_the_grant_in_the_same_instant(void);
void a_handler_takes_what_is_there(void);
void delete_wakes_every_waiter(void);

/** Properties of those that have a store, and can be deleted. */
#define WAITING_STORED                                                                                       \
    SCENARIO(a_grant_before_the_deadline_in_the_same_instant),                                               \
        SCENARIO(a_deadline_before_the_grant_in_the_same_instant), SCENARIO(a_handler_takes_what_is_there),  \
        SCENARIO(delete_wakes_every_waiter)

#endif
