/* The interrupt in the middle of an operation: at each of its choice points. */
#include "masked.h"

#include <takt_sim.h>

#define LINE 1u

const unsigned masked_moments = 23;

static void (*disturbs)(void);

static void arrived(void *arg)
{
    (void)arg;
    disturbs();
}

void masked_disturb_at(unsigned moment, void (*handler)(void))
{
    disturbs = handler;
    MASKED_CHECK(takt_irq_attach(LINE, 2, NULL, NULL) == 0);
    if (moment == 0)
        return;
    MASKED_CHECK(takt_irq_attach(LINE, 2, arrived, NULL) == 0 && takt_irq_enable(LINE) == 0);
    takt_sim_pend_at_choice(takt_core_id(), LINE, takt_sim_choices(takt_core_id()) + moment);
}
