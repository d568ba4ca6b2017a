/*
 * The ways in which a run can end, one for each value of how=; ends.sh knows what is right for each.
 */
#include <string.h>

#include "host_test.h"

static struct host_test_thread thread[CONFIG_TAKT_CORES];
static struct takt_sem never[CONFIG_TAKT_CORES]; /* one a core: objects are not shared */

static bool is(const char *how)
{
    return strcmp(takt_argument("how", ""), how) == 0;
}

static void exit_in_handler(void *arg)
{
    (void)arg;
    takt_exit(42);
}

static void end(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    if (is("exit") && core == 0)
        takt_exit(41);
    if (is("handler") && core == 0) {
        (void)takt_irq_attach(1, 1, exit_in_handler, NULL);
        (void)takt_irq_enable(1);
        (void)takt_irq_pend(1);
    }
    if (is("masked")) {
        (void)takt_port_mask();
        if (core == 0)
            takt_exit(43);
        for (;;)
            takt_port_relax();
    }
    if (is("both"))
        takt_exit(44);
    if (is("panic") || (is("one") && core == 0))
        takt_panic("asked for", __FILE__, __LINE__);
    if (is("goes-on")) {
        (void)takt_sleep(core == 0 ? TAKT_MS(50) : TAKT_MS(200));
        if (core == 0)
            takt_panic("asked for", __FILE__, __LINE__);
        takt_exit(45);
    }
    if (is("busy"))
        for (;;)
            takt_work(TAKT_MS(1));
    if (!is("return"))
        (void)takt_sem_take(&never[core], TAKT_FOREVER);
}

void takt_main(unsigned core)
{
    (void)takt_sem_init(&never[core], 0, 1);
    if (is("early"))
        takt_exit(46);
    host_test_start(&thread[core], &(struct takt_thread_attr){.name = "end", .entry = end, .priority = 5});
}
