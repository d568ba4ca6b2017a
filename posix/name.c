/*
 * Names of what several can open: a slash and a word without one. What the standard leaves to the implementation (no slash at
 * the begin, more of them) is refused. Names longer than CONFIG_TAKT_POSIX_NAME_MAX have no place.
 */
#include "name.h"

#include <string.h>

int takt_posix_name_check(const char *text)
{
    if (text[0] != '/' || text[1] == '\0')
        return EINVAL;
    if (strlen(text + 1) > CONFIG_TAKT_POSIX_NAME_MAX)
        return ENAMETOOLONG;
    return strchr(text + 1, '/') == NULL ? 0 : EINVAL;
}

bool takt_posix_name_is(const struct takt_posix_name *name, const char *text)
{
    return name->text[0] != '\0' && strcmp(name->text, text + 1) == 0;
}

void takt_posix_name_set(struct takt_posix_name *name, const char *text)
{
    memcpy(name->text, text + 1, strlen(text));
}
