/*
 * Stop a core for good: what the kernel asks for when a core that holds a lock gives no sign of life (takt_port_fence()).
 *
 * A core is a POSIX thread, and a signal of its own stops it: the handler says that the core has stopped, as its last
 * store, and never returns. Whoever sees that sees all that the core stored before.
 *
 * Guards: that no core is stopped which would go on by itself. The host takes a processor away for as long as it likes, so
 * silence tells nothing here; nor does the mask, in the middle of which the thread may be when that happens. A core hangs
 * if its doorbell stays unanswered with the mask closed over a span of the core's *own* processor time. So the first signal
 * notes that time, and a later one stops the core if enough of it has passed. A core that answers its doorbell, or is
 * open to it, forgets the note.
 *
 * Races considered. The handler runs on the core's thread, with all signals held back, so the thread's own words stand
 * still under it. Several cores may ask at once: each sends a signal, and one of them is enough. A core that has left or
 * stopped by itself answers to no signal, and needs none.
 *
 * Bound: a call waits PATIENCE for the answer; false then means: not yet, ask again. A core that hangs without using its
 * processor (in a system call that never ends) is never stopped.
 */
#include "host.h"

#include <errno.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <sys/syscall.h>

#define ENOUGH   TAKT_MS(5) /* of processor time with the mask closed: no step of the kernel takes so long */
#define PATIENCE TAKT_MS(1)

static __thread bool begun; /* its first thread runs: one that starts is masked while it measures its clock */
static __thread takt_time_t hangs_since; /* in the thread's processor time; 0: not that anybody noticed */

static takt_time_t processor_time(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * TAKT_S(1) + now.tv_nsec + 1;
}

static bool would_answer(void)
{
    /* relaxed: the own core's, which nobody else clears */
    return !begun || takt_host.masked == 0 || TAKT_LOAD(&takt_doors[takt_host.core].rung, relaxed) == 0;
}

static void asked(int number)
{
    int error = errno;

    (void)number;
    if (would_answer()) {
        hangs_since = 0;
    } else if (hangs_since == 0) {
        hangs_since = processor_time();
    } else if (processor_time() - hangs_since >= ENOUGH) {
        takt_host_rest_end();
        takt_port_stop();
    }
    errno = error;
}

void takt_host_fence_begin(void)
{
    begun = true;
}

void takt_host_fence_forget(void)
{
    hangs_since = 0;
}

void takt_host_fence_install(void)
{
    struct sigaction action = {.sa_handler = asked, .sa_flags = SA_RESTART};

    (void)sigfillset(&action.sa_mask);
    (void)sigaction(TAKT_HOST_SIGNAL_FENCE, &action, NULL);
}

static bool has_stopped(const struct takt_door *door)
{
    /* acquire: pairs with the release in takt_port_stop(), and takt_host_leave(): its stores are seen */
    return TAKT_LOAD(&door->state, acquire) >= TAKT_HOST_STOPPED;
}

bool takt_port_fence(unsigned core)
{
    const struct takt_door *door = &takt_doors[core];
    /* acquire: pairs with takt_host_attach(), after which the thread can be signalled */
    uint32_t tid = TAKT_LOAD(&door->tid, acquire);
    uint64_t until = takt_port_counter() + takt_port_from_ns(PATIENCE);

    if (tid != 0 && !has_stopped(door))
        (void)syscall(SYS_tgkill, getpid(), (pid_t)tid, TAKT_HOST_SIGNAL_FENCE);
    while (!has_stopped(door) && takt_port_counter() < until)
        (void)sched_yield();
    return has_stopped(door);
}
