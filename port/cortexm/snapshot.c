/*
 * The interrupt controller in a snapshot: which lines are enabled, what is pending, how urgent each is, and where the table
 * of vectors lies. All else of the processor is as the start-up leaves it. Masked, so nothing changes meanwhile; a line
 * that is raised again while it is kept is one event, as it is without a snapshot.
 */
#include "kernel.h"

#include "boot.h"

#define WORDS ((TAKT_PORT_IRQ_LINES + 31) / 32)

static struct {
    uint32_t vectors, enabled[WORDS], pending[WORDS];
    uint8_t priority[TAKT_PORT_IRQ_LINES];
} kept;

void takt_cortexm_lines_keep(void)
{
    kept.vectors = TAKT_CORTEXM_VTOR;
    for (unsigned i = 0; i < WORDS; i++) {
        kept.enabled[i] = TAKT_CORTEXM_ISER(i * 32);
        kept.pending[i] = TAKT_CORTEXM_ISPR(i * 32);
    }
    for (unsigned line = 0; line < TAKT_PORT_IRQ_LINES; line++)
        kept.priority[line] = TAKT_CORTEXM_IPR(line);
}

void takt_cortexm_lines_restore(void)
{
    TAKT_CORTEXM_VTOR = kept.vectors;
    for (unsigned line = 0; line < TAKT_PORT_IRQ_LINES; line++)
        TAKT_CORTEXM_IPR(line) = kept.priority[line];
    for (unsigned i = 0; i < WORDS; i++) {
        TAKT_CORTEXM_ISPR(i * 32) = kept.pending[i];
        TAKT_CORTEXM_ISER(i * 32) = kept.enabled[i];
    }
    takt_cortexm_settle();
}
