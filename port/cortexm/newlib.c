/*
 * What newlib asks of a kernel. Its functions that keep nothing (memcpy, strlen and their like) need nothing. errno is
 * the thread's own. stdio and malloc keep state in newlib's struct _reent and in a heap; both end in a system call
 * that is not there, so a program that uses them is refused at link (sections.ld says so in words).
 */
#include <takt/thread.h>

int *__errno(void);

int *__errno(void)
{
    return takt_errno();
}
