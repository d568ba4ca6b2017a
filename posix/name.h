/* Names of semaphores and message queues. */
#ifndef TAKT_POSIX_NAME_H
#define TAKT_POSIX_NAME_H

#include "posix.h"

struct takt_posix_name {
    char text[CONFIG_TAKT_POSIX_NAME_MAX + 1]; /* empty: the object has none (any more) */
};

/** @return 0; EINVAL: it is not a slash and a word; ENAMETOOLONG */
int takt_posix_name_check(const char *text);
bool takt_posix_name_is(const struct takt_posix_name *name, const char *text);
/** The text is a checked one. */
void takt_posix_name_set(struct takt_posix_name *name, const char *text);

#endif
