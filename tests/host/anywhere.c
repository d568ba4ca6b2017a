/*
 * A doorbell at every single instruction of what the port does with its masks, timer, lines, idle and frames.
 *
 * The port runs beneath a kernel of two threads (below) that counts. The processor is made to trap after each
 * instruction of an operation; the k-th trap rings the core's own doorbell, so that its signal comes exactly
 * there; then the operation goes on without traps. k grows until the operation ends first. Whatever k was: when
 * the operation is over and the mask open, each bell has been answered, the other thread has had its turn, nothing
 * is pending, and errno is what it was.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include <takt/console.h>
#include <takt/core.h>
#include <takt/irq.h>

#include "port.h"

#define TRAP_FLAG 0x100
#define STACK     65536u
#define LINE      5u
#define FAR       TAKT_S(3600)
#define DENSE     60u /* without "all": farther in, not every instruction */
#define FLOOR     500u

/** Something that the port does, and how many bells (at most), ticks and interrupts of LINE it makes by itself. */
struct operation {
    const char *name;
    void (*run)(void);
    unsigned bells, ticks, hits;
    bool turn; /* the other thread runs in between */
};

static struct {
    unsigned bells, ticks, hits, turns;
} seen, expected;

static const struct operation *operation;
static struct takt_context one, other, *current = &one;
static char stack_one[STACK], stack_other[STACK];
static volatile unsigned traps, target, answered_before;
static volatile uint64_t rung_at;
static volatile bool ring_in_handler, trap_in_handler, enough;

/* Rings may be answered together, but each by an answer that begins after it. */
static void ring(void)
{
    answered_before = seen.bells;
    takt_port_doorbell(0);
}

static void traps_on(void)
{
    __asm__ volatile(
        "leaq -128(%%rsp), %%rsp; pushfq; orq %0, (%%rsp); popfq; leaq 128(%%rsp), %%rsp" ::"i"(TRAP_FLAG)
        : "memory", "cc");
}

static void traps_off(void)
{
    __asm__ volatile(
        "leaq -128(%%rsp), %%rsp; pushfq; andq %0, (%%rsp); popfq; leaq 128(%%rsp), %%rsp" ::"i"(~TRAP_FLAG)
        : "memory", "cc");
}

static void trap(int number, siginfo_t *info, void *frame)
{
    ucontext_t *context = frame;
    int error = errno;

    (void)number;
    (void)info;
    if (++traps == target) {
        context->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
        rung_at = takt_port_counter();
        ring();
    }
    errno = error;
}

static void say(const char *what, const char *name, unsigned number)
{
    char text[160];
    takt_mask_t old = takt_port_mask();
    int length = snprintf(text, sizeof(text), "%s%u %s\n", what, number, name);

    takt_console_write(text, (size_t)length);
    takt_port_unmask(old);
}

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    traps_off();
    takt_console_write(what, strlen(what));
    say(", at trap ", operation->name, target);
    takt_exit(1);
}

/* The kernel. */

struct takt_core *takt_core_state(unsigned core)
{
    (void)core;
    return NULL;
}

struct takt_context *takt_sched_switch(void)
{
    current = current == &one ? &other : &one;
    return current;
}

#if CONFIG_TAKT_TRACE || CONFIG_TAKT_CONTRACT
void takt_irq_enter(unsigned number)
{
    (void)number;
}

void takt_irq_exit(unsigned number)
{
    (void)number;
}
#endif

static void give_turn(void)
{
    takt_mask_t old = takt_port_mask();

    takt_port_pend_switch();
    takt_port_unmask(old);
}

void takt_timer_interrupt(void)
{
    seen.ticks++;
}

void takt_doorbell_interrupt(void)
{
    seen.bells++;
    if (ring_in_handler) {
        ring_in_handler = false;
        ring();
    }
    if (trap_in_handler) {
        trap_in_handler = false;
        traps_on();
    }
}

void takt_panic(const char *reason, const char *file, int line)
{
    (void)file;
    (void)line;
    takt_console_write(reason, strlen(reason));
    takt_exit(1);
}

static void hit(void *arg)
{
    (void)arg;
    seen.hits++;
    give_turn();
}

/* The other thread has an errno of its own, and the host's signals are open to it, however it came to run. */
static void take_turns(void)
{
    sigset_t held;

    for (;;) {
        errno = EBADF;
        seen.turns++;
        give_turn();
        check(errno == EBADF, "errno of the other thread was changed");
        (void)pthread_sigmask(SIG_BLOCK, NULL, &held);
        check(!sigismember(&held, SIGUSR1) && !sigismember(&held, SIGUSR2), "signals were held back");
    }
}

/* The operations. */

static void mask(void)
{
    takt_mask_t old = takt_port_mask(), nested = takt_port_mask();

    takt_port_unmask(nested);
    takt_port_unmask(old);
}

/* Asked for under the mask, the switch waits until it opens. */
static void switch_masked(void)
{
    takt_mask_t old = takt_port_mask();
    unsigned turns = seen.turns;

    takt_port_switch();
    check(seen.turns == turns, "a turn under the mask, bell at instruction of");
    takt_port_unmask(old);
}

static void set_far(void)
{
    takt_port_timer_set(takt_port_counter() + takt_port_from_ns(FAR));
}

static void set_past(void)
{
    takt_port_timer_set(takt_port_counter());
    while (seen.ticks == expected.ticks)
        takt_port_relax();
}

/* Raised, and then set far ahead: it comes all the same. */
static void raise_timer(void)
{
    takt_port_timer_raise();
    set_far();
    while (seen.ticks == expected.ticks)
        takt_port_relax();
}

static void pend(void)
{
    (void)takt_irq_pend(LINE);
}

static void disable(void)
{
    (void)takt_irq_disable(LINE);
    (void)takt_irq_pend(LINE);
    (void)takt_irq_enable(LINE);
}

/* The timer ends the wait if the bell comes only after it. */
static void idle(void)
{
    takt_port_timer_set(takt_port_counter() + takt_port_from_ns(TAKT_US(500)));
    while (seen.ticks == expected.ticks)
        takt_port_idle();
    expected.ticks = seen.ticks;
}

/* With the mask closed the bell ends the wait too, and is answered after it: long before the timer. */
static void idle_masked(void)
{
    uint64_t until = takt_port_counter() + takt_port_from_ns(TAKT_S(2));
    takt_mask_t old;

    traps_off();
    if (traps >= target)
        return; /* answered before the mask */
    old = takt_port_mask();
    takt_port_timer_set(until);
    traps_on();
    takt_port_idle();
    traps_off();
    check(traps < target || rung_at >= until || takt_port_counter() < until,
          "the timer ended the wait, bell at instruction of");
    enough = takt_port_counter() >= until; /* what comes after the wait is as in idle() */
    takt_port_timer_set(UINT64_MAX);
    takt_port_unmask(old);
}

static void ring_again(void)
{
    ring_in_handler = true;
    ring();
}

/* Traps begin in the handler and go on through the way out of it, to the end of the signal's frame. */
static void leave_frame(void)
{
    traps_off();
    trap_in_handler = true;
    ring();
}

static void leave_frame_with_line(void)
{
    takt_mask_t old = takt_port_mask();

    (void)takt_irq_pend(LINE);
    ring();
    traps_off();
    trap_in_handler = true;
    takt_port_unmask(old);
}

static const struct operation operations[] = {
    {"mask", mask, 0, 0, 0, false},
    {"timer, far", set_far, 0, 0, 0, false},
    {"timer, past", set_past, 0, 1, 0, false},
    {"timer, raised", raise_timer, 0, 1, 0, false},
    {"pend a line", pend, 0, 0, 1, true},
    {"disable, pend, enable", disable, 0, 0, 1, true},
    {"give a turn", give_turn, 0, 0, 0, true},
    {"switch under the mask", switch_masked, 0, 0, 0, true},
    {"idle", idle, 0, 0, 0, false},
    {"idle, masked", idle_masked, 0, 0, 0, false},
    {"ring", ring, 1, 0, 0, false},
    {"ring in the handler", ring_again, 2, 0, 0, false},
    {"leave a frame", leave_frame, 1, 0, 0, false},
    {"leave a frame, with a line", leave_frame_with_line, 1, 0, 1, true},
};

/* @return whether to go on: the operation was not over at the k-th instruction */
static bool run_with_bell_at(unsigned k)
{
    unsigned turns = seen.turns;
    bool rung;

    expected = seen;
    enough = false;
    traps = 0;
    target = k;
    errno = ENOTTY;
    traps_on();
    operation->run();
    traps_off();
    rung = traps >= k;
    check(errno == ENOTTY, "errno was changed, bell at instruction of");
    check(seen.bells > answered_before || !(rung || operation->bells), "a bell was lost at instruction of");
    check(seen.bells <= expected.bells + operation->bells + rung, "too many bells at instruction of");
    check(seen.ticks == expected.ticks + operation->ticks, "ticks are wrong, bell at instruction of");
    check(seen.hits == expected.hits + operation->hits, "a line was lost, bell at instruction of");
    check(!operation->turn || seen.turns > turns, "no turn, bell at instruction of");
    check(!takt_host_raised() && !takt_port_in_handler(), "something is pending after");
    return rung && !enough;
}

static void run_all(void)
{
    unsigned amount = 0, dense = takt_argument("all", NULL) != NULL ? UINT32_MAX : DENSE;

    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        unsigned bells = 0;

        operation = &operations[i];

        for (unsigned k = 1; run_with_bell_at(k); k += 1 + k / dense)
            bells++;
        say("bells: ", operation->name, bells);
        amount += bells;
    }
    say("amount: ", "bells", amount);
    takt_exit(amount < FLOOR);
}

void takt_core_start(void)
{
    struct sigaction action = {.sa_sigaction = trap, .sa_flags = SA_SIGINFO};

    (void)sigfillset(&action.sa_mask);
    (void)sigaction(SIGTRAP, &action, NULL);
    (void)takt_irq_attach(LINE, 6, hit, NULL);
    (void)takt_irq_enable(LINE);
    takt_port_context_init(&one, stack_one, sizeof(stack_one), run_all);
    takt_port_context_init(&other, stack_other, sizeof(stack_other), take_turns);
    takt_port_start(&one);
}
