/*
 * The longest masked windows of a core, as events: each window that is longer than all before it since recording began.
 * So there are few of them, and the last one is the longest.
 *
 * Built in by CONFIG_TAKT_TRACE_WINDOWS or CONFIG_TAKT_WINDOWS, and then every mask and unmask of the kernel reads the clock: what is recorded
 * takes longer than without. Not on ports where interrupts come at calls of the port alone (TAKT_PORT_QUIET): there a
 * window takes no time. Included at the end of kernel/port.h: what stands below uses the port's own mask, the kernel gets
 * this one.
 *
 * Guards: the ring's words, which only the core itself changes, and here with interrupts held back: a window begins after
 * they are, and is noted before they come again.
 */
#ifndef TAKT_TRACE_WINDOWS_H
#define TAKT_TRACE_WINDOWS_H

/** Masked: a window begins. */
void takt_trace_window_begin(void);

/** Masked: it ends, where this returns to. */
void takt_trace_window_end(void);

/** Forget how long masked windows have been. */
void takt_trace_windows_clear(void);

#ifndef TAKT_PORT_QUIET

static inline takt_mask_t takt_trace_mask(void)
{
    takt_mask_t old = takt_port_mask();

    if (old == 0)
        takt_trace_window_begin();
    return old;
}

static inline void takt_trace_unmask(takt_mask_t old)
{
    if (old == 0)
        takt_trace_window_end();
    takt_port_unmask(old);
}

/** The port's own, for the recorder: a record is no window that it records. */
static inline takt_mask_t takt_trace_quiet_mask(void)
{
    return takt_port_mask();
}

static inline void takt_trace_quiet_unmask(takt_mask_t old)
{
    takt_port_unmask(old);
}

#define takt_port_quiet_mask()      takt_trace_quiet_mask()
#define takt_port_quiet_unmask(old) takt_trace_quiet_unmask(old)
#define takt_port_mask()            takt_trace_mask()
#define takt_port_unmask(old)       takt_trace_unmask(old)

#endif /* TAKT_PORT_QUIET */

#endif
