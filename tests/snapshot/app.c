/*
 * A program that is kept and goes on: run again with the flash of the run before, it has to behave as if nothing had
 * happened in between.
 *
 * What it has at the moment it is kept: a thread that waits for a semaphore, one that sleeps until a time, a timer with a
 * period, a line with a handler, pending, registers that a call keeps (those of the floating point unit, too), data and
 * cleared data, memory of a device that is registered, a seed that must not come twice.
 *
 * Arguments: flash=FILE: where the flash goes at the end; save=no: nothing is kept; ready=no: the ready mark is not
 * reached; again: something changes, and it is kept once more; table=BYTES: how much of a table is computed before it is
 * ready, by rounds=N for each word; random: it cannot be packed; away=NS: how long the machine was off; write: the flash that
 * the image relies on is written.
 */
#include <stdlib.h>
#include <string.h>

#include <takt/irq.h>
#include <takt/snapshot.h>
#include <takt/takt.h>

#include "crc.h"
#include "flash.h"

#define SLOT      (1u << 20)
#define OWN       (2 * SLOT) /* where the flash begins that is the program's own */
#define KEEP      (OWN + 65536u)
#define TABLE_MAX (512u << 10)
#define LINE      20u
#define DEVICE    ((uint32_t *)0x21900000u)
#define PERIOD    TAKT_MS(10)

const struct takt_snapshot_store takt_snapshot_store = {.flash = TAKT_MPS2_FLASH, .slot_size = SLOT};

static struct takt_thread saver, waiter, sleeper;
static uint64_t stacks[3][256];
static struct takt_sem sem;
static struct takt_timer timer;
static struct takt_snapshot_guard guard;
static uint32_t table[TABLE_MAX / 4];
static uint32_t given = 7, woken, slept, ticks, pended, seed, table_size, table_sum;
static takt_time_t wake_at, woke_at;
static uint32_t faults;
static bool busy; /* the device */

uint32_t takt_snapshot_stamp(void)
{
    return takt_crc(~0u, takt_mps2_flash.map + OWN, 64);
}

takt_time_t takt_snapshot_away(void)
{
    return (takt_time_t)strtoul(takt_argument("away", "0"), NULL, 10);
}

static void hold(bool right, const char *what)
{
    if (right)
        return;
    faults++;
    takt_printf("wrong: %s\n", what);
}

/* A device whose one register is lost: before, it is copied; after, it is as it was, and the seed is another one. */
static int device_before(void *arg)
{
    (void)arg;
    DEVICE[1] = DEVICE[0] ^ 0x5a5a5a5au;
    return busy ? -EBUSY : 0;
}

static void device_after(void *arg)
{
    (void)arg;
    hold((DEVICE[1] ^ 0x5a5a5a5au) == DEVICE[0], "the device's memory");
    seed = seed * 1664525u + takt_mps2_since_reset();
}

static struct takt_snapshot_region device = {
    .memory = DEVICE, .size = 4096, .before = device_before, .after = device_after};

static void wait(void *arg)
{
    (void)arg;
    for (;;) {
        (void)takt_sem_take(&sem, TAKT_FOREVER);
        woken++;
    }
}

static void sleep(void *arg)
{
    (void)arg;
    (void)takt_sleep(takt_at(wake_at));
    woke_at = takt_now();
    slept++;
}

static void tick(struct takt_timer *which, void *arg)
{
    (void)which;
    (void)arg;
    ticks++;
}

static void line(void *arg)
{
    (void)arg;
    pended++;
}

/* What a start computes before it is ready. */
static void compute(void)
{
    uint32_t rounds = (uint32_t)strtoul(takt_argument("rounds", "8"), NULL, 10), value = 1;
    bool random = takt_argument("random", NULL) != NULL;

    table_size = (uint32_t)strtoul(takt_argument("table", "65536"), NULL, 10) / 4;
    for (uint32_t i = 0; i < table_size; i++) {
        for (uint32_t round = 0; round < rounds; round++)
            value = value * 1664525u + 1013904223u;
        table[i] = random ? value ^ value >> 15 : i / 8 * 3;
    }
    table_sum = takt_crc(0, table, table_size * 4);
    DEVICE[0] = 4711;
}

static void begin(unsigned number, struct takt_thread *thread, void (*entry)(void *), takt_prio_t priority)
{
    struct takt_thread_attr attr = {
        .entry = entry, .stack = stacks[number], .stack_size = sizeof(stacks[0]), .priority = priority};

    (void)takt_thread_create(thread, &attr);
    (void)takt_thread_start(thread);
}

/* All that has to go on, one step each; the same after a save and after a start from the image. */
static void go_on(void)
{
    uint32_t was_woken = woken, was_ticks = ticks, was_pended = pended;

    (void)takt_sem_give(&sem);
    hold(woken == was_woken + 1, "a thread that waits");
    (void)takt_irq_pend(LINE);
    hold(pended == was_pended + 1, "a line");
    (void)takt_sleep(3 * PERIOD);
    hold(ticks - was_ticks >= 2 && ticks - was_ticks <= 4, "a timer's period");
    hold(given == 7, "data");
    hold(takt_crc(0, table, table_size * 4) == table_sum, "the table");
    hold(DEVICE[0] == 4711, "a device");
}

/* With a line pending that is off, and a period that runs; seen from both sides of the call. */
static int save(void)
{
    uint32_t was_pended = pended, was_ticks = ticks;
    double kept = 0.5;
    int status;

    (void)takt_irq_disable(LINE);
    (void)takt_irq_pend(LINE);
    __asm__ volatile("" : "+r"(kept)); /* in registers over the call */
    status = takt_snapshot_save();
    __asm__ volatile("" : "+r"(kept));
    hold(kept == 0.5, "a register");
    hold(status != TAKT_SNAPSHOT_RESTORED || ticks - was_ticks <= 1,
         "periods that passed while the machine was off");
    hold(pended == was_pended, "a line that is off");
    (void)takt_irq_enable(LINE);
    hold(pended == was_pended + 1, "a line that was pending");
    return status;
}

static void tell(const char *what, uint32_t counts)
{
    struct takt_snapshot_info info;

    takt_snapshot_info(&info);
    takt_printf(
        "%s, sequence %lu, %lu instructions to the ready mark, %lu bytes restored, %lu read from flash, "
        "written %lu, erased %lu, changed %lu, seed %lu, looked %lu\n",
        what, (unsigned long)info.sequence, (unsigned long)counts * 40, (unsigned long)info.bytes,
        (unsigned long)info.flash_read, (unsigned long)info.written, (unsigned long)info.erased,
        (unsigned long)info.blocks, (unsigned long)seed, (unsigned long)takt_mps2_looked() * 40);
}

static void end(void)
{
    const char *path = takt_argument("flash", NULL);

    if (takt_argument("write", NULL) != NULL) {
        uint32_t word = 0;

        hold(takt_flash_program(&guard.flash, OWN + 1024, &word, 4) == 0, "a write");
    }
    if (path != NULL && takt_mps2_flash_keep(path, KEEP) != 0)
        hold(false, "the flash's file");
    takt_exit(faults == 0 ? 0 : 1);
}

/* Nothing is kept where that is not safe. */
static void refuse(void)
{
    takt_snapshot_changed();
    takt_preempt_lock();
    hold(takt_snapshot_save() == -EBUSY, "a save with preemption locked");
    takt_preempt_unlock();
    busy = true;
    hold(takt_snapshot_save() == -EBUSY, "a save that a device refuses");
    busy = false;
}

/* Keep the program, tell what came of it, and reach the ready mark. @return as takt_snapshot_save() */
static int keep(const char *what)
{
    uint32_t counts = takt_mps2_since_reset();
    int status = takt_argument("save", NULL) == NULL ? save() : 0;

    if (status == TAKT_SNAPSHOT_RESTORED)
        counts = takt_mps2_since_reset();
    tell(status == TAKT_SNAPSHOT_RESTORED ? "start: snapshot" : what, counts);
    hold(status >= 0, "a save");
    if (strcmp(takt_argument("ready", "yes"), "yes") == 0)
        hold(takt_snapshot_ready() == 0, "the ready mark");
    go_on();
    return status;
}

static void run(void *arg)
{
    (void)arg;
    compute();
    wake_at = takt_now() + TAKT_MS(500);
    begin(1, &waiter, wait, 4);
    begin(2, &sleeper, sleep, 5);
    (void)takt_timer_start(&timer, PERIOD, PERIOD);
    refuse();
    (void)keep("start: cold");
    while (takt_argument("again", NULL) != NULL) {
        takt_snapshot_changed();
        if (keep("save") != TAKT_SNAPSHOT_RESTORED)
            break;
    }
    if (takt_argument("save", NULL) == NULL)
        hold(takt_snapshot_save() == 0, "a save without a change");
    (void)takt_sleep(takt_at(wake_at + TAKT_MS(1)));
    hold(slept == 1 && woke_at >= wake_at, "a thread that sleeps");
    end();
}

void takt_main(unsigned core)
{
    (void)core;
    (void)takt_sem_init(&sem, 0, 1);
    (void)takt_timer_init(&timer, tick, NULL);
    (void)takt_irq_attach(LINE, 6, line, NULL);
    (void)takt_irq_enable(LINE);
    takt_snapshot_register(&device);
    takt_snapshot_guard_init(&guard, TAKT_MPS2_FLASH);
    begin(0, &saver, run, 10);
}
