/*
 * Which process is a context, and whether it is gone.
 *
 * An entry is written by whoever joins, in this order:
 *
 *   1. The process named there is seen to be gone, or nobody is named.
 *   2. Its number is replaced, by compare-and-swap, by the own one marked as joining: of two that join, one
 *      wins.
 *   3. Time of birth and epoch are written.
 *   4. The mark is taken away, with release.
 *
 * Races considered. A reader asks about a life (an epoch) that it found in a lock, so that life had joined before. If
 * the entry says anything but that life's number and birth, somebody has gone through step 1 since: that life
 * is gone, whatever mixture of words was read. If it says that life's, the kernel is asked. So a wrong yes is
 * impossible, and a wrong no, between steps 3 and 4, is mended by asking again.
 *
 * A process that dies between 2 and 4 leaves a marked number without a birth. Whoever joins next takes it for gone
 * when no process has that number. (If another process has got just this number, the entry stays busy as long as that
 * one lives.)
 *
 * Asking the kernel. A pidfd stands for one process, so after it is opened the number cannot pass to another;
 * only then is the time of birth compared. It is readable when all threads of the process have ended, reaped or not: no
 * store of it can come any more. Kernels before 5.3 have none; there /proc tells: a zombie without other
 * threads is gone.
 */
#define _GNU_SOURCE
#include "llq_linux.h"

#include <llq/llq.h>
#include <llq/process.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define JOINING    0x80000000u
#define EPOCH_MASK ((1u << LLQ_EPOCH_BITS) - 1)

#define ASK_AGAIN 200000 /* ns between two questions of a thread that waits; one takes some 10,000 */

/* What /proc/PID/stat says, by the number of the field behind the name. */
#define STAT_STATE   0
#define STAT_THREADS 17
#define STAT_BORN    19

struct born {
    uint64_t when;
    bool ended; /* a zombie without other threads */
};

static struct llq_process *joined; /* the table, once this process has joined */
static unsigned joined_contexts;

/* The field's text; behind the name, which is in brackets and may hold anything. */
static const char *field(const char *stat, unsigned number)
{
    const char *at = strrchr(stat, ')');

    if (at == NULL)
        return NULL;
    for (at += 1; number > 0 && at != NULL; number--)
        at = strchr(at + 1, ' ');
    return at != NULL && at[0] == ' ' ? at + 1 : NULL;
}

/** @return 0; -ESRCH: no such process; a negative errno */
static int look(uint32_t pid, struct born *born)
{
    char path[32], stat[1024];
    const char *state, *threads, *when;
    ssize_t length;
    int file;

    (void)snprintf(path, sizeof(path), "/proc/%u/stat", (unsigned)pid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT ? -ESRCH : -errno;
    length = read(file, stat, sizeof(stat) - 1);
    if (length <= 0) {
        (void)close(file);
        return -ESRCH; /* it went away between open and read */
    }
    (void)close(file);
    stat[length] = '\0';
    state = field(stat, STAT_STATE);
    threads = field(stat, STAT_THREADS);
    when = field(stat, STAT_BORN);
    if (state == NULL || threads == NULL || when == NULL)
        return -EBADMSG;
    born->when = strtoull(when, NULL, 10);
    born->ended = (state[0] == 'Z' || state[0] == 'X') && strtoul(threads, NULL, 10) <= 1;
    return 0;
}

static bool is_readable(int fd)
{
    struct pollfd look_at = {.fd = fd, .events = POLLIN};

    return poll(&look_at, 1, 0) == 1;
}

/* Without a pidfd: the number may pass to another process between two looks, which the birth tells. */
static bool gone_by_proc(uint32_t pid, uint64_t when)
{
    struct born born = {0};
    int result;

    if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
        return true;
    result = look(pid, &born);
    if (result != 0)
        return result == -ESRCH && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
    return born.when != when || born.ended;
}

/* Is the process of that number and birth gone? */
static bool is_gone(uint32_t pid, uint64_t when)
{
    struct born born = {0};
    int fd = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
    bool gone;

    if (fd < 0)
        return errno == ESRCH || gone_by_proc(pid, when);
    gone = (look(pid, &born) == 0 && born.when != when) || is_readable(fd);
    (void)close(fd);
    return gone;
}

static uint64_t birth_of(const struct llq_process *entry)
{
    uint64_t high = TAKT_LOAD(&entry->born_high, relaxed); /* relaxed, both: pid was acquired */

    return high << 32 | TAKT_LOAD(&entry->born_low, relaxed);
}

/* May this process take the entry over from whoever is named there? */
static bool is_free(const struct llq_process *entry, uint32_t pid)
{
    if (pid == 0)
        return true;
    if ((pid & JOINING) != 0)
        return kill((pid_t)(pid & ~JOINING), 0) != 0 && errno == ESRCH;
    return is_gone(pid, birth_of(entry));
}

int llq_process_join(struct llq_process *table, unsigned contexts, unsigned id, uint32_t *epoch)
{
    uint32_t own = (uint32_t)getpid(), pid;
    struct born born = {0};
    int result;

    if (table == NULL || id >= contexts || epoch == NULL || (joined != NULL && joined != table))
        return -EINVAL;
    result = look(own, &born);
    if (result != 0)
        return result;
    pid = TAKT_LOAD(&table[id].pid, acquire); /* pairs with the release below */
    if (!is_free(&table[id], pid))
        return -EBUSY;
    /* acquire: the epoch below is that of the life before; pairs with its release */
    if (!TAKT_CAS(&table[id].pid, pid, own | JOINING, acquire))
        return -EBUSY;
    *epoch = TAKT_LOAD(&table[id].epoch, relaxed) + 1; /* relaxed, all: the entry is this process's now */
    TAKT_STORE(&table[id].born_low, (uint32_t)born.when, relaxed);
    TAKT_STORE(&table[id].born_high, (uint32_t)(born.when >> 32), relaxed);
    TAKT_STORE(&table[id].epoch, *epoch, relaxed);
    TAKT_STORE(&table[id].pid, own, release); /* pairs with the acquires of pid */
    joined_contexts = contexts;
    joined = table;
    return 0;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool llq_linux_suspect(void)
{
    static _Thread_local int64_t again;
    int64_t time;

    if (joined == NULL)
        return false;
    time = now();
    if (time < again)
        return false;
    again = time + ASK_AGAIN;
    return true;
}

bool llq_linux_gone(uint32_t id, uint32_t epoch)
{
    const struct llq_process *entry;
    uint32_t pid;

    if (joined == NULL || id >= joined_contexts)
        return false;
    entry = &joined[id];
    pid = TAKT_LOAD(&entry->pid, acquire); /* pairs with the release of llq_process_join() */
    if (pid == 0)
        return false; /* that context never joined, so nothing is known of it */
    /* relaxed: as birth_of() */
    if ((pid & JOINING) != 0 || ((TAKT_LOAD(&entry->epoch, relaxed) ^ epoch) & EPOCH_MASK) != 0)
        return true;
    return is_gone(pid, birth_of(entry));
}
