/*
 * How an interrupt arrives: the core's timer and the doorbell are signals to the core's POSIX thread.
 *
 * A signal handler begins with both signals held back by the host, so that its first step (look at the mask,
 * leave a bit) cannot be interrupted. If the mask is open it closes it, lets the host deliver signals again,
 * and does what is due, a switch of threads included: it then leaves this stack in the middle of the frame,
 * and comes back when the thread runs again. The invariant that makes every frame fit every other: at a
 * switch, the mask is closed and the host's signals are open. Where a thread was left, by itself or in a
 * frame, makes no difference.
 *
 * Races considered:
 * 1. The end of a frame. The mask must be open after it, but a signal between its opening and the return
 *    from the frame would begin a frame on top; a steady stream would fill the stack. So the host holds
 *    signals back again, what came in between is done, the mask is opened, and the return from the frame
 *    lets the host deliver again: one frame a level, never more.
 * 2. A doorbell is never lost. The ringer sets `rung`, and signals only if it was not set; the handler
 *    clears it before it looks at what it was rung for. Whoever rings after the clearing signals again.
 * 3. A core that starts stores its thread id, then looks at `rung`; the ringer sets `rung`, then loads the
 *    id. One of the two sees the other, as all four are sequentially consistent.
 * 4. Idle holds signals back from its last look at what came until its wait, which opens them and waits in
 *    one step (sigsuspend).
 * 5. A signal from outside, or late: both are only hints; it finds `rung` and the timer's time unchanged.
 *
 * An alternative signal stack cannot be used: two threads would have their frames on it. SA_NODEFER would
 * save two system calls an interrupt, and would let a second frame begin before the first has left its bit.
 *
 * The host stores all registers in the frame, those of the floating point unit too, and skips the red zone.
 */
#include "host.h"

#include <errno.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <sys/syscall.h>

#define LINGER TAKT_US(20)

struct takt_door takt_doors[CONFIG_TAKT_CORES];

static sigset_t both(void)
{
    sigset_t set;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, TAKT_HOST_SIGNAL_DOORBELL);
    (void)sigaddset(&set, TAKT_HOST_SIGNAL_TIMER);
    return set;
}

void takt_host_signals(bool open)
{
    sigset_t set = both();

    (void)pthread_sigmask(open ? SIG_UNBLOCK : SIG_BLOCK, &set, NULL);
}

void takt_host_signal(unsigned core)
{
    struct takt_door *door = &takt_doors[core];
    /* seq_cst: after what the signal is for (`rung`, or the end); pairs with takt_host_attach() */
    uint32_t tid = TAKT_LOAD(&door->tid, seq_cst);

    if (tid != 0)
        (void)syscall(SYS_tgkill, getpid(), (pid_t)tid, TAKT_HOST_SIGNAL_DOORBELL);
}

static void doorbell(void *unused)
{
    (void)unused;
    if (takt_host_halting())
        takt_host_leave();
    takt_host_fence_forget();
    /* acquire: pairs with takt_port_doorbell(): the ringer's stores are visible from here on */
    if (TAKT_EXCHANGE(&takt_doors[takt_host.core].rung, 0, acquire) != 0)
        takt_doorbell_interrupt();
}

static void arrive(int number)
{
    int error = errno;

    takt_host_rest_end();
    takt_host_raise(number == TAKT_HOST_SIGNAL_TIMER ? TAKT_HOST_LINE_TIMER : TAKT_HOST_LINE_DOORBELL);
    if (!TAKT_HOST_ANYWHERE || takt_host.masked != 0)
        return;
    takt_host.masked = 1;
    takt_host_barrier();
    do {
        takt_host_signals(true);
        takt_host_run();
        takt_host_signals(false);
    } while (takt_host_raised());
    takt_host_barrier();
    takt_host.masked = 0;
    errno = error;
}

static void install(void)
{
    struct sigaction action = {.sa_handler = arrive, .sa_mask = both(), .sa_flags = SA_RESTART};

    (void)sigaction(TAKT_HOST_SIGNAL_DOORBELL, &action, NULL);
    (void)sigaction(TAKT_HOST_SIGNAL_TIMER, &action, NULL);
    takt_host_fence_install();
}

bool takt_host_attach(unsigned core)
{
    struct takt_door *door = &takt_doors[core];

    takt_host.core = core;
    takt_host.kernel = takt_core_state(core);
    takt_host_line(TAKT_HOST_LINE_DOORBELL, TAKT_HOST_PRIORITY_DOORBELL, doorbell);
    if (!takt_host_timer_create())
        return false;
    install();
    takt_host_signals(true);
    /* seq_cst: before the load below; pairs with takt_port_doorbell() and takt_host_halt() */
    TAKT_STORE(&door->tid, (uint32_t)gettid(), seq_cst);
    /* seq_cst: after the store above */
    if (takt_host_halting())
        takt_host_leave();
    /* seq_cst: after the store above */
    if (TAKT_LOAD(&door->rung, seq_cst) != 0)
        takt_host_raise(TAKT_HOST_LINE_DOORBELL);
    return true;
}

void takt_host_yield(void)
{
    (void)sched_yield();
}

void takt_port_doorbell(unsigned core)
{
    /* seq_cst: releases what the handler is rung for, and comes before the load of the thread id */
    if (TAKT_EXCHANGE(&takt_doors[core].rung, 1, seq_cst) == 0)
        takt_host_signal(core);
}

void takt_host_look(void)
{
    /* relaxed: a hint; the handler exchanges */
    if (TAKT_LOAD(&takt_doors[takt_host.core].rung, relaxed) != 0 || takt_host_halting())
        takt_host_raise(TAKT_HOST_LINE_DOORBELL);
    takt_host_timer_look();
}

static bool nothing_since(uint32_t taken)
{
    return takt_host.taken == taken && !takt_host_raised();
}

/* To be woken from a wait costs the host more than an interrupt does: first stay awake for a moment. */
static void linger(uint32_t taken)
{
    uint64_t until = takt_port_counter() + takt_port_from_ns(LINGER);

    while (!takt_host_crowded && nothing_since(taken) && takt_port_counter() < until)
        takt_port_relax();
}

/*
 * Until something comes. ThreadSanitizer keeps a signal back, with the fibre that ran when it came; idle, another
 * fibre, would sleep through it. There it looks for itself, every now and then.
 */
static void sleep_until_signal(const sigset_t *open)
{
    const struct timespec moment = {.tv_nsec = 100000};

    if (TAKT_HOST_ANYWHERE) {
        (void)sigsuspend(open);
        return;
    }
    (void)nanosleep(&moment, NULL);
    takt_host_look();
}

/* Open or masked; masked it returns when something is pending, and leaves it so. */
void takt_port_idle(void)
{
    uint32_t taken = takt_host.taken;
    int error = errno;
    sigset_t open;

    linger(taken);
    takt_host_signals(false);
    (void)pthread_sigmask(SIG_BLOCK, NULL, &open);
    (void)sigdelset(&open, TAKT_HOST_SIGNAL_DOORBELL);
    (void)sigdelset(&open, TAKT_HOST_SIGNAL_TIMER);
    if (nothing_since(taken)) {
        takt_host_rest_begin();
        sleep_until_signal(&open);
        takt_host_rest_end();
    }
    takt_host_signals(true);
    takt_port_unmask(takt_port_mask());
    errno = error;
}
