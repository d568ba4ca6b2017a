/*
 * When interrupts are taken: at any instruction, or, under ThreadSanitizer, which holds signals back until it
 * can deal with them, at kernel calls. There the doorbell and the timer are looked at instead of waited for.
 *
 *   TAKT_HOST_ANYWHERE   whether a signal handler takes interrupts
 *   takt_host_due()      whether there is something to take, the mask being open
 *   takt_host_call()     in a loop that waits: take what came
 */
#ifndef TAKT_WHEN_TAKEN_H
#define TAKT_WHEN_TAKEN_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TAKT_HOST_ANYWHERE 0
#endif
#elif defined(__SANITIZE_THREAD__)
#define TAKT_HOST_ANYWHERE 0
#endif

#ifndef TAKT_HOST_ANYWHERE
#define TAKT_HOST_ANYWHERE 1
#endif

/** Raise the doorbell's and the timer's line if it is time. */
void takt_host_look(void);

/* A pended switch waits for the last handler: switch_due is at most 1. */
static inline bool takt_host_raised(void)
{
    return (takt_host.pending & takt_host.open) != 0 || takt_host.switch_due > takt_host.depth;
}

#if TAKT_HOST_ANYWHERE

static inline bool takt_host_due(void)
{
    return takt_host_raised();
}

static inline void takt_host_call(void)
{
}

#else

static inline bool takt_host_due(void)
{
    takt_host_look();
    return takt_host_raised();
}

static inline void takt_host_call(void)
{
    if (takt_host.masked == 0 && takt_host_due())
        takt_host_take();
}

#endif

#if defined(__x86_64__)
static inline void takt_host_pause(void)
{
    __builtin_ia32_pause();
}
#else
static inline void takt_host_pause(void)
{
    __asm__ volatile("yield");
}
#endif

#endif
