/* Semaphores: <semaphore.h> of the POSIX layer. Errors are -1 and errno. */
#ifndef TAKT_POSIX_SEMAPHORE_H
#define TAKT_POSIX_SEMAPHORE_H

#include <takt/posix/types.h>

#include <fcntl.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    struct takt_posix_queue waiters;
    unsigned value, valid;
} sem_t;

#define SEM_FAILED ((sem_t *)0)
#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif

#define sem_init      takt_posix_sem_init
#define sem_destroy   takt_posix_sem_destroy
#define sem_open      takt_posix_sem_open
#define sem_close     takt_posix_sem_close
#define sem_unlink    takt_posix_sem_unlink
#define sem_wait      takt_posix_sem_wait
#define sem_trywait   takt_posix_sem_trywait
#define sem_timedwait takt_posix_sem_timedwait
#define sem_clockwait takt_posix_sem_clockwait
#define sem_post      takt_posix_sem_post
#define sem_getvalue  takt_posix_sem_getvalue

int sem_init(sem_t *sem, int shared, unsigned value);
int sem_destroy(sem_t *sem);
/** ENOSPC: no place in the table (CONFIG_TAKT_POSIX_NAMED_SEMS). */
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *sem);
int sem_unlink(const char *name);
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *until);
int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until);
int sem_post(sem_t *sem);
int sem_getvalue(sem_t *sem, int *value);

#ifdef __cplusplus
}
#endif

#endif
