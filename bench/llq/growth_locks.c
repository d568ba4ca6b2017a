/*
 * The locks on Takt's own port, on static memory that all cores of sim share. Contexts have lines of their own; those
 * of the LLQ are private memory and are not counted.
 */
#include "growth.h"

#include "baseline/mcs.h"
#include "baseline/tas.h"
#include "baseline/ticket.h"
#include "costs.h"
#include "linked.h"

#define OVERTAKINGS 3u

static struct takt_word words[LLQ_WORDS(CONFIG_TAKT_CORES)] LLQ_ALIGNED;
static struct llq *const lock = (struct llq *)words;
static struct llq_context contexts[CONFIG_TAKT_CORES];
static struct llq_token tokens[CONFIG_TAKT_CORES];

static struct llq_ticket ticket;
static uint32_t tickets[CONFIG_TAKT_CORES];
static struct llq_tas tas;
static union {
    struct llq_mcs lock;
    unsigned char bytes[LLQ_MCS_SIZE(CONFIG_TAKT_CORES)];
} mcs LLQ_ALIGNED;

/*
 * The longest hand-over, said before anything is measured: so many accesses to lines of other cores. Linked: the links, states and counts of two nodes, and a registration that comes between. Announce and bakery:
 * the words of all are looked at, and each registration in between has one more look at the lock word.
 */
static int64_t linked_handover(unsigned cores)
{
    (void)cores;
    return 12 * (int64_t)takt_sim_costs.remote_ns;
}

static int64_t scanning_handover(unsigned cores)
{
    return (6 + 3 * (int64_t)cores) * takt_sim_costs.remote_ns;
}

static void make_llq(unsigned cores, const struct llq_attr *attr)
{
    growth_must(llq_init(lock, cores, attr), "llq_init");
    for (unsigned core = 0; core < cores; core++)
        growth_must(llq_context_init(&contexts[core], core, cores, 0), "llq_context_init");
}

static uint32_t llq_count(unsigned core)
{
    return llq_passed(&contexts[core]);
}

static void linked_make(unsigned cores)
{
    make_llq(cores, NULL);
}

static void bare_acquire(unsigned core)
{
    growth_must(llq_linked_acquire(lock, &contexts[core], LLQ_FOREVER), "llq_linked_acquire");
}

static void bare_release(unsigned core)
{
    growth_must(llq_linked_release(lock, &contexts[core], contexts[core].version), "llq_linked_release");
}

static void whole_acquire(unsigned core)
{
    growth_must(llq_acquire(lock, &contexts[core], LLQ_FOREVER, &tokens[core]), "llq_acquire");
}

static void whole_release(unsigned core)
{
    growth_must(llq_release(lock, &contexts[core], &tokens[core]), "llq_release");
}

static void announce_make(unsigned cores)
{
    make_llq(cores, &(struct llq_attr){.engine = LLQ_ANNOUNCE});
}

static void urgent_make(unsigned cores)
{
    make_llq(cores, &(struct llq_attr){.engine = LLQ_ANNOUNCE, .overtakings = OVERTAKINGS});
    for (unsigned core = 0; core < cores; core++)
        growth_must(llq_set_priority(&contexts[core], core), "llq_set_priority");
}

static void bakery_make(unsigned cores)
{
    make_llq(cores, &(struct llq_attr){.engine = LLQ_BAKERY});
}

static void ticket_make(unsigned cores)
{
    (void)cores;
    llq_ticket_init(&ticket);
}

static void ticket_acquire(unsigned core)
{
    tickets[core] = llq_ticket_acquire(&ticket);
}

static void ticket_release(unsigned core)
{
    llq_ticket_release(&ticket, tickets[core]);
}

static void mcs_make(unsigned cores)
{
    (void)cores;
    llq_mcs_init(&mcs.lock);
}

static void mcs_acquire(unsigned core)
{
    llq_mcs_acquire(&mcs.lock, core);
}

static void mcs_release(unsigned core)
{
    llq_mcs_release(&mcs.lock, core);
}

static void tas_make(unsigned cores)
{
    (void)cores;
    llq_tas_init(&tas);
}

static void tas_acquire(unsigned core)
{
    (void)core;
    llq_tas_acquire(&tas);
}

static void tas_release(unsigned core)
{
    (void)core;
    llq_tas_release(&tas);
}

static const struct growth_lock linked_bare = {.name = "LLQ linked, bare",
                                               .make = linked_make,
                                               .acquire = bare_acquire,
                                               .release = bare_release,
                                               .passed = llq_count,
                                               .handover = linked_handover};
static const struct growth_lock linked = {.name = "LLQ linked",
                                          .make = linked_make,
                                          .acquire = whole_acquire,
                                          .release = whole_release,
                                          .passed = llq_count,
                                          .handover = linked_handover};
static const struct growth_lock announce = {.name = "LLQ announce",
                                            .most_cores = LLQ_ANNOUNCE_MAX,
                                            .make = announce_make,
                                            .acquire = whole_acquire,
                                            .release = whole_release,
                                            .passed = llq_count,
                                            .handover = scanning_handover};
static const struct growth_lock urgent = {.name = "LLQ announce, K=3",
                                          .most_cores = LLQ_ANNOUNCE_MAX,
                                          .make = urgent_make,
                                          .acquire = whole_acquire,
                                          .release = whole_release,
                                          .passed = llq_count,
                                          .allowed = OVERTAKINGS,
                                          .handover = scanning_handover};
static const struct growth_lock bakery = {.name = "LLQ bakery",
                                          .most_cores = LLQ_ANNOUNCE_MAX,
                                          .make = bakery_make,
                                          .acquire = whole_acquire,
                                          .release = whole_release,
                                          .passed = llq_count,
                                          .handover = scanning_handover};
static const struct growth_lock by_ticket = {
    .name = "ticket", .make = ticket_make, .acquire = ticket_acquire, .release = ticket_release};
static const struct growth_lock by_mcs = {
    .name = "MCS", .make = mcs_make, .acquire = mcs_acquire, .release = mcs_release};
static const struct growth_lock by_tas = {
    .name = "test-and-set", .make = tas_make, .acquire = tas_acquire, .release = tas_release};

const struct growth_lock *const growth_locks[] = {&linked_bare, &linked,    &announce, &urgent,
                                                  &bakery,      &by_ticket, &by_mcs,   &by_tas};
const unsigned growth_lock_count = sizeof(growth_locks) / sizeof(growth_locks[0]);
