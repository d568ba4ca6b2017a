/*
 * The end of a core that met a bug.
 *
 * Guards: that a core which cannot be trusted any more does nothing further to the others, and that they
 * learn of it. It masks first, so that no handler runs on broken state; says what and where (panic_text.c); tells
 * the others as its last store to what they share, which counts as fenced (cross.c); and stops. By
 * CONFIG_TAKT_STOP_ALL they then stop too, or go on and get -EHOSTDOWN from what needs this core.
 */
#include "kernel.h"

TAKT_APART void takt_panic(const char *reason, const char *file, int line)
{
    (void)takt_port_mask();
    takt_panic_tell(reason, file, line);
    takt_cross_stop();
    takt_port_stop();
}
