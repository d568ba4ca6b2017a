/*
 * Semaphores with names: a table of them. One that was unlinked lives until the last one closes it; one that was closed by
 * all lives until it is unlinked.
 */
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>

#include "name.h"

static struct named {
    struct takt_posix_name name;
    sem_t sem;
    unsigned opens;
    bool used;
} table[CONFIG_TAKT_POSIX_NAMED_SEMS];

/* Inside the section, like all below. */
static struct named *find(const char *name)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_NAMED_SEMS; i++) {
        if (table[i].used && takt_posix_name_is(&table[i].name, name))
            return &table[i];
    }
    return NULL;
}

static struct named *free_place(void)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_NAMED_SEMS; i++) {
        if (!table[i].used)
            return &table[i];
    }
    return NULL;
}

static void free_if_unused(struct named *named)
{
    if (named->opens != 0 || named->name.text[0] != '\0')
        return;
    named->used = false;
    named->sem.valid = 0;
}

static int create(const char *name, unsigned value, struct named **found)
{
    struct named *named = free_place();

    if (value > SEM_VALUE_MAX)
        return EINVAL;
    if (named == NULL)
        return ENOSPC;
    *named = (struct named){.sem = {.value = value, .valid = TAKT_POSIX_VALID}, .used = true};
    takt_posix_name_set(&named->name, name);
    *found = named;
    return 0;
}

static int open_or_create(const char *name, int flags, unsigned value, struct named **found)
{
    int result = 0;

    *found = find(name);
    if (*found != NULL && (flags & O_CREAT) && (flags & O_EXCL))
        return EEXIST;
    if (*found == NULL)
        result = flags & O_CREAT ? create(name, value, found) : ENOENT;
    if (result == 0)
        (*found)->opens++;
    return result;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    struct named *named = NULL;
    unsigned value = 0;
    int result = takt_posix_name_check(name);
    va_list args;

    if (flags & O_CREAT) {
        va_start(args, flags);
        (void)va_arg(args, unsigned); /* the mode: there is one user */
        value = va_arg(args, unsigned);
        va_end(args);
    }
    if (result == 0) {
        takt_posix_enter();
        result = open_or_create(name, flags, value, &named);
        takt_posix_leave();
    }
    if (result != 0)
        errno = result;
    return result == 0 ? &named->sem : SEM_FAILED;
}

int sem_close(sem_t *sem)
{
    struct named *named = table;
    int result = EINVAL;

    takt_posix_enter();
    while (named < &table[CONFIG_TAKT_POSIX_NAMED_SEMS] && &named->sem != sem)
        named++;
    if (named < &table[CONFIG_TAKT_POSIX_NAMED_SEMS] && named->opens != 0) {
        named->opens--;
        free_if_unused(named);
        result = 0;
    }
    takt_posix_leave();
    return takt_posix_result(result);
}

int sem_unlink(const char *name)
{
    struct named *named;
    int result = takt_posix_name_check(name);

    if (result != 0)
        return takt_posix_result(result == EINVAL ? ENOENT : result);
    takt_posix_enter();
    named = find(name);
    if (named != NULL) {
        named->name.text[0] = '\0';
        free_if_unused(named);
    }
    takt_posix_leave();
    return takt_posix_result(named == NULL ? ENOENT : 0);
}
