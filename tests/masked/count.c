/* See count.h. This file is not instrumented itself. */
#include "count.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <takt/core.h>
#include <takt_sim.h>

#include <takt_port.h>

#define SITES_MAX  256
#define COPY_BYTES 8 /* so many bytes of a copy count as a block */

static uint64_t blocks[CONFIG_TAKT_CORES], begun[CONFIG_TAKT_CORES];
static const char *place[CONFIG_TAKT_CORES]; /* of the open window; NULL: interrupts are open */
static struct count_site sites[SITES_MAX];
static size_t met;
static unsigned setting_now;
static bool noting;

void __sanitizer_cov_trace_pc(void);
void *masked_memcpy(void *to, const void *from, size_t length);
void *masked_memset(void *to, int value, size_t length);
struct takt_context *masked_sched_switch(void);
struct takt_context *takt_sched_switch(void);

void __sanitizer_cov_trace_pc(void)
{
    blocks[takt_sim_current->id]++;
}

void *masked_memcpy(void *to, const void *from, size_t length)
{
    blocks[takt_sim_current->id] += 1 + length / COPY_BYTES;
    return memcpy(to, from, length);
}

void *masked_memset(void *to, int value, size_t length)
{
    blocks[takt_sim_current->id] += 1 + length / COPY_BYTES;
    return memset(to, value, length);
}

static struct count_site *find(const char *where)
{
    for (size_t i = 0; i < met; i++) {
        if (sites[i].place == where || strcmp(sites[i].place, where) == 0)
            return &sites[i];
    }
    TAKT_ASSERT(met < SITES_MAX);
    sites[met].place = where;
    return &sites[met++];
}

static void window_begin(const char *where)
{
    unsigned core = takt_sim_current->id;

    place[core] = where;
    begun[core] = blocks[core];
}

static void window_end(void)
{
    unsigned core = takt_sim_current->id;
    uint64_t length = blocks[core] - begun[core];
    const char *where = place[core];
    struct count_site *site;

    place[core] = NULL;
    if (!noting || where == NULL)
        return;
    site = find(where);
    site->windows[setting_now]++;
    if (length > site->longest[setting_now])
        site->longest[setting_now] = length;
}

static void opened(const char *where)
{
    (void)where;
    window_end();
}

/* What the port calls; the kernel's own is compiled under another name. */
struct takt_context *takt_sched_switch(void)
{
    struct takt_context *next;

    window_begin("switch of threads");
    next = masked_sched_switch();
    window_end();
    return next;
}

void count_begin(unsigned setting)
{
    setting_now = setting;
    noting = true;
    takt_sim_on_mask = window_begin;
    takt_sim_on_unmask = opened;
}

void count_end(void)
{
    noting = false;
}

uint64_t count_blocks(void)
{
    return blocks[takt_sim_current->id];
}

static int by_place(const void *a, const void *b)
{
    return strcmp(((const struct count_site *)a)->place, ((const struct count_site *)b)->place);
}

size_t count_sites(const struct count_site **list)
{
    qsort(sites, met, sizeof *sites, by_place);
    *list = sites;
    return met;
}
