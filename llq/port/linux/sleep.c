/*
 * Sleeping on a word. The futex is not marked private, so that it works between processes too; the kernel then finds
 * the page by the memory behind it, not by the address, which may differ.
 *
 * No wake is lost: the kernel compares the word once more under its own lock before it puts the thread to sleep,
 * and who wakes has changed the word before.
 */
#define _GNU_SOURCE
#include "llq_linux.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void llq_linux_sleep(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    const struct timespec until = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};

    /* an interrupted or refused sleep is one that ended early: the caller looks again */
    (void)syscall(SYS_futex, &word->value, FUTEX_WAIT_BITSET, seen, deadline != INT64_MAX ? &until : NULL,
                  NULL, FUTEX_BITSET_MATCH_ANY);
}

void llq_linux_wake(struct takt_word *word)
{
    (void)syscall(SYS_futex, &word->value, FUTEX_WAKE, 1, NULL, NULL, 0);
}
