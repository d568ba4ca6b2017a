/*
 * The simulated machine keeps its promises: interrupts, time, injections and counters, each by a case that makes the
 * very situation. Core 0 runs the cases, core 1 does what they ask of another core.
 *
 * Run with --costs zero: times are exact then. The seeded mode lets interrupts come late, so the cases that are
 * about exact times are for the timed mode.
 */
#include "port.h"

#include <takt/irq.h>
#include <takt/takt.h>
#include <takt_sim.h>

#include <errno.h>
#include <string.h>

#define STACK 65536

static struct takt_thread threads[2];
static _Alignas(64) unsigned char stacks[2][STACK];
static unsigned cases;

/* What handlers did, in order. */
static char log_text[64];

static void log_add(char what)
{
    size_t length = strlen(log_text);

    TAKT_ASSERT(length + 1 < sizeof(log_text));
    log_text[length] = what;
    log_text[length + 1] = '\0';
}

static void check(bool condition, const char *what, int line)
{
    if (condition)
        return;
    takt_printf("%s:%d: not so: %s (log: %s)\n", __FILE__, line, what, log_text);
    takt_exit(1);
}

#define CHECK(condition) check((condition), #condition, __LINE__)

/* Lines: 1 is more urgent than 2, both than the timer; 3 is less urgent. */
static bool pend_inside;

static void urgent(void *arg)
{
    (void)arg;
    log_add('u');
    errno = ENODEV;
    if (pend_inside)
        (void)takt_irq_pend(2);
    log_add('U');
}

static void middle(void *arg)
{
    (void)arg;
    log_add('m');
    if (pend_inside)
        (void)takt_irq_pend(1);
    log_add('M');
}

static takt_time_t slow_at;

static void slow(void *arg)
{
    (void)arg;
    slow_at = takt_now();
    takt_work(TAKT_US(30));
    log_add('s');
}

static void attach_all(void)
{
    CHECK(takt_irq_attach(1, 1, urgent, NULL) == 0 && takt_irq_enable(1) == 0);
    CHECK(takt_irq_attach(2, 2, middle, NULL) == 0 && takt_irq_enable(2) == 0);
    CHECK(takt_irq_attach(3, 7, slow, NULL) == 0 && takt_irq_enable(3) == 0);
}

static void begin(void)
{
    log_text[0] = '\0';
    pend_inside = false;
    cases++;
}

static void refused_lines(void)
{
    begin();
    CHECK(takt_irq_attach(TAKT_PORT_IRQ_LINES, 0, urgent, NULL) == -EINVAL);
    CHECK(takt_irq_attach(4, TAKT_PORT_IRQ_PRIORITIES, urgent, NULL) == -EINVAL);
    CHECK(takt_irq_attach(1, 1, middle, NULL) == -EBUSY);
    CHECK(takt_irq_attach(63, 1, middle, NULL) == -EBUSY);
    CHECK(takt_irq_attach(62, 1, NULL, NULL) == -EBUSY);
    CHECK(takt_irq_enable(64) == -EINVAL && takt_irq_disable(64) == -EINVAL && takt_irq_pend(64) == -EINVAL);
}

/* A more urgent line interrupts a handler; a less urgent one waits for its end. */
static void nesting(void)
{
    begin();
    pend_inside = true;
    TAKT_ASSERT(takt_irq_disable(2) == 0); /* else the two would pend each other for ever */
    (void)takt_irq_pend(1);
    CHECK(strcmp(log_text, "uU") == 0);
    pend_inside = false;
    (void)takt_irq_enable(2);
    CHECK(strcmp(log_text, "uUmM") == 0);

    begin();
    pend_inside = true;
    (void)takt_irq_disable(1);
    (void)takt_irq_pend(2);
    CHECK(strcmp(log_text, "mM") == 0);
    pend_inside = false;
    (void)takt_irq_enable(1);
    CHECK(strcmp(log_text, "mMuU") == 0);
}

/* Equally urgent lines take turns. */
static void pend_equal(void *arg)
{
    (void)arg;
    log_add('<');
    (void)takt_irq_pend(2);
    log_add('>');
}

static void equal_waits(void)
{
    begin();
    CHECK(takt_irq_attach(5, 2, pend_equal, NULL) == 0 && takt_irq_enable(5) == 0);
    (void)takt_irq_pend(5);
    CHECK(strcmp(log_text, "<>mM") == 0);
    CHECK(takt_irq_attach(5, 2, NULL, NULL) == 0);
}

static void pend_urgent(void *arg)
{
    (void)arg;
    log_add('<');
    (void)takt_irq_pend(1);
    log_add('>');
}

static void urgent_inside(void)
{
    begin();
    CHECK(takt_irq_attach(5, 3, pend_urgent, NULL) == 0 && takt_irq_enable(5) == 0);
    (void)takt_irq_pend(5);
    CHECK(strcmp(log_text, "<uU>") == 0);
    CHECK(takt_irq_attach(5, 3, NULL, NULL) == 0);
}

static void mask_holds_back(void)
{
    takt_mask_t outer, inner;

    begin();
    outer = takt_port_mask();
    (void)takt_irq_pend(2);
    (void)takt_irq_pend(1);
    (void)takt_irq_pend(1);
    inner = takt_port_mask();
    takt_port_unmask(inner);
    CHECK(log_text[0] == '\0');
    takt_port_unmask(outer);
    CHECK(strcmp(log_text, "uUmM") == 0); /* the most urgent first, and once */
}

static void spurious(void)
{
    uint64_t before = takt_sim_counters(0).spurious;

    begin();
    (void)takt_irq_enable(9);
    (void)takt_irq_pend(9);
    (void)takt_irq_disable(9);
    CHECK(takt_sim_counters(0).spurious == before + 1);
}

/* Work that a handler interrupts takes as much longer as the handler works. */
static void work_is_preempted(void)
{
    takt_time_t from = takt_now();

    begin();
    takt_sim_pend_at(0, 3, takt_sim_clock(0) + 40000);
    takt_work(TAKT_US(100));
    CHECK(strcmp(log_text, "s") == 0);
    CHECK(slow_at == from + TAKT_US(40));
    CHECK(takt_now() == from + TAKT_US(130));
}

/* What is under way arrives at its own time, not with what comes before it. */
static void each_at_its_time(void)
{
    begin();
    takt_sim_pend_at(0, 2, takt_sim_clock(0) + 20000);
    takt_sim_pend_at(0, 1, takt_sim_clock(0) + 10000);
    takt_work(TAKT_US(15));
    CHECK(strcmp(log_text, "uU") == 0);
    takt_work(TAKT_US(15));
    CHECK(strcmp(log_text, "uUmM") == 0);
}

static void timer_is_exact(void)
{
    takt_time_t until = takt_now() + 12345;

    begin();
    (void)takt_sleep(takt_at(until));
    CHECK(takt_now() == until);
    (void)takt_sleep(takt_at(until - 1));
    CHECK(takt_now() == until);
}

/* An interrupt at the k-th step of a core, neither before nor after. */
static void at_a_step(void)
{
    struct takt_word word = {0};

    begin();
    takt_sim_pend_at_choice(0, 2, 1); /* has passed: never */
    takt_sim_pend_at_choice(0, 1, takt_sim_choices(0) + 3);
    (void)TAKT_LOAD(&word, relaxed); /* relaxed: the word is this thread's own */
    (void)TAKT_LOAD(&word, relaxed);
    CHECK(log_text[0] == '\0');
    (void)TAKT_LOAD(&word, relaxed);
    CHECK(strcmp(log_text, "uU") == 0);
}

static unsigned char source[100], target[100];

static unsigned copied(void)
{
    unsigned count = 0;

    while (count < sizeof(target) && target[count] == 7)
        count++;
    return count;
}

static unsigned seen_by_handler;

static void look_at_copy(void *arg)
{
    (void)arg;
    seen_by_handler = copied();
}

static void interrupt_in_a_copy(void)
{
    begin();
    memset(source, 7, sizeof(source));
    CHECK(takt_irq_attach(6, 1, look_at_copy, NULL) == 0 && takt_irq_enable(6) == 0);
    takt_sim_pend_at_choice(0, 6, takt_sim_choices(0) + 1);
    takt_port_copy(target, source, sizeof(source));
    CHECK(seen_by_handler == sizeof(target) / 2 && copied() == sizeof(target));
    CHECK(takt_irq_attach(6, 1, NULL, NULL) == 0);
}

/* What core 1 is asked to do, and what it has done. */
static _Alignas(64) struct takt_word asked, done;
static _Alignas(64) struct takt_word shared;

enum { NOTHING, LOOK, WORK_AND_STORE, TURN, END };

static void ask(uint32_t what)
{
    TAKT_STORE(&done, 0, relaxed);     /* before asked, by the order of the next */
    TAKT_STORE(&asked, what, release); /* pairs with helper()'s acquire */
}

static void ask_and_wait(uint32_t what)
{
    ask(what);
    while (TAKT_LOAD(&done, acquire) == 0) /* pairs with helper()'s release */
        takt_port_relax();
}

static void helper(void *arg)
{
    uint32_t what = NOTHING;

    (void)arg;
    while (what != END) {
        errno = ENOMEM;
        while ((what = TAKT_EXCHANGE(&asked, NOTHING, acquire)) == NOTHING) /* pairs with ask() */
            takt_port_relax();
        if (what == LOOK)
            (void)TAKT_LOAD(&shared, relaxed); /* relaxed: only the access matters */
        if (what == WORK_AND_STORE) {
            takt_work(TAKT_MS(1));
            TAKT_STORE(&shared, 5, release); /* pairs with wait_for_another_core() */
        }
        TAKT_STORE(&done, 1, release); /* pairs with ask_and_wait() */
        while (what == TURN)
            takt_work(100);
    }
}

/* A line is remote when another core wrote it, or looked at what this one wants to write. */
static void accesses_are_counted(void)
{
    struct takt_sim_counters a, b;

    begin();
    TAKT_STORE(&shared, 1, relaxed); /* relaxed: only the access matters, here and below */
    a = takt_sim_counters(0);
    TAKT_STORE(&shared, 2, relaxed);
    (void)TAKT_LOAD(&shared, relaxed);
    b = takt_sim_counters(0);
    CHECK(b.own == a.own + 2 && b.remote == a.remote);
    ask_and_wait(LOOK);
    a = takt_sim_counters(0);
    (void)TAKT_LOAD(&shared, relaxed);
    TAKT_STORE(&shared, 3, relaxed);
    TAKT_STORE(&shared, 4, relaxed);
    b = takt_sim_counters(0);
    CHECK(b.own == a.own + 2 && b.remote == a.remote + 1);
}

/* Neither handlers nor other cores change a thread's errno. */
static void errno_is_the_threads(void)
{
    begin();
    errno = ENOENT;
    (void)takt_irq_pend(1);
    CHECK(errno == ENOENT && strcmp(log_text, "uU") == 0);
    ask_and_wait(LOOK);
    CHECK(errno == ENOENT);
}

/* A core that waits in a loop, where nothing costs anything, is there when the other stores; not much later. */
static void wait_for_another_core(void)
{
    takt_time_t from = takt_now(), took;

    begin();
    ask(WORK_AND_STORE);
    while (TAKT_LOAD(&shared, acquire) != 5) /* pairs with helper()'s release */
        takt_port_relax();
    took = takt_now() - from;
    CHECK(took >= TAKT_MS(1) && took < TAKT_MS(1) + TAKT_US(1));
    while (TAKT_LOAD(&done, acquire) == 0) /* pairs with helper()'s release */
        takt_port_relax();
}

/* A loop with a deadline of its own ends in time though no other core ever does anything. */
static void wait_for_a_deadline(void)
{
    takt_time_t until = takt_now() + TAKT_US(93);

    begin();
    while (takt_now() < until)
        takt_port_relax();
    CHECK(takt_now() <= until + TAKT_US(2));
}

static void doorbell(void)
{
    uint64_t before = takt_sim_counters(1).interrupts;

    begin();
    takt_port_doorbell(1);
    takt_port_doorbell(1);
    takt_work(TAKT_US(10));
    CHECK(takt_sim_counters(1).interrupts > before && takt_sim_counters(1).interrupts <= before + 2);
}

/* The dead take no step. Last, for core 1 stays dead. */
static void death(void)
{
    uint64_t steps;

    begin();
    ask_and_wait(TURN);
    steps = takt_sim_choices(1);
    takt_work(TAKT_US(10));
    CHECK(takt_sim_choices(1) > steps);
    takt_sim_crash_at_choice(1, takt_sim_choices(1) + 10);
    steps = takt_sim_choices(1);
    takt_work(TAKT_US(10));
    CHECK(takt_sim_choices(1) == steps + 10 || takt_sim_choices(1) == steps + 11);
    steps = takt_sim_choices(1);
    takt_work(TAKT_MS(1));
    CHECK(takt_sim_choices(1) == steps);
}

static void exact_times(void)
{
    work_is_preempted();
    each_at_its_time();
    timer_is_exact();
    doorbell();
    wait_for_another_core();
    wait_for_a_deadline();
}

static void run(void *arg)
{
    bool exact = strcmp(takt_argument("times", "exact"), "exact") == 0;

    (void)arg;
    attach_all();
    refused_lines();
    nesting();
    equal_waits();
    urgent_inside();
    mask_holds_back();
    spurious();
    at_a_step();
    interrupt_in_a_copy();
    accesses_are_counted();
    errno_is_the_threads();
    if (exact)
        exact_times();
    death();
    takt_printf("sim/machine: seed %llu, %lld ns of virtual time\namount: %u cases\n",
                (unsigned long long)takt_sim_seed(), (long long)takt_now(), cases);
    takt_exit(cases >= (exact ? 18 : 12) ? 0 : 1);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = core == 0 ? "cases" : "helper",
        .entry = core == 0 ? run : helper,
        .stack = stacks[core & 1],
        .stack_size = STACK,
        .priority = 5,
    };

    if (core > 1)
        return;
    TAKT_ASSERT(takt_thread_create(&threads[core], &attr) == 0);
    TAKT_ASSERT(takt_thread_start(&threads[core]) == 0);
}
