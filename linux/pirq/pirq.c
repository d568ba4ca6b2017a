// SPDX-License-Identifier: GPL-2.0
/*
 * The real-time clock's periodic interrupt, with a stamp at each part of its way to a reader.
 *
 * Since 2.6.38 /dev/rtc emulates periodic interrupts by a timer and programs no hardware, so the way from a device's
 * interrupt to a thread cannot be seen there. This module takes interrupt 8 of a PC's clock itself: the handler notes
 * the counter, wakes the reader (or its interrupt thread, which does), and read() hands the stamps out.
 *
 * A reader that is late must not look early: the stamp that is kept is that of the first interrupt it has not seen,
 * later ones are counted. Handler, interrupt thread and reader share one record under a raw spinlock, which stays a
 * spinlock with PREEMPT_RT; it is held for a copy of 48 bytes.
 *
 * The clock's registers are an index and a data port. Whoever else uses them (rtc_cmos) has to be unbound first; the
 * request for the interrupt fails otherwise. A timer that replaces the clock (HPET) keeps its interrupt: refused, too.
 */
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/mc146818rtc.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/swait.h>
#include <linux/uaccess.h>
#include <asm/hpet.h>
#include <asm/msr.h>

#include "pirq.h"

#define PIRQ_LINE 8

static int threaded;
module_param(threaded, int, 0444);
MODULE_PARM_DESC(threaded, "1: the reader is woken by an interrupt thread");

static int rate = 2048;
module_param(rate, int, 0444);
MODULE_PARM_DESC(rate, "interrupts a second, a power of two from 2 to 8192");

static DECLARE_SWAIT_QUEUE_HEAD(readers);
static DEFINE_RAW_SPINLOCK(lock);
static struct pirq_record record; /* under lock, as what follows */
static u64 came, seen;            /* interrupts; the last that the reader knows of */
static bool fresh;                /* record waits to be read */

/* Reading register C acknowledges the interrupt; without it none follows. */
static bool acknowledge(void)
{
    return (CMOS_READ(RTC_INTR_FLAGS) & RTC_PF) != 0;
}

/* Whether this interrupt is the first that the reader has not seen. */
static bool note_handler(u64 now)
{
    bool first;

    raw_spin_lock(&lock);
    came++;
    first = record.number <= seen;
    if (first)
        record = (struct pirq_record){.number = came, .handler = now};
    raw_spin_unlock(&lock);
    return first;
}

static void note_wake(u64 thread)
{
    unsigned long flags;

    raw_spin_lock_irqsave(&lock, flags);
    record.thread = thread;
    record.wake = rdtsc_ordered();
    fresh = true;
    raw_spin_unlock_irqrestore(&lock, flags);
    swake_up_one(&readers);
}

static irqreturn_t pirq_handler(int line, void *device)
{
    u64 now = rdtsc_ordered();

    if (!acknowledge())
        return IRQ_NONE;
    if (!note_handler(now))
        return IRQ_HANDLED;
    if (threaded)
        return IRQ_WAKE_THREAD;
    note_wake(0);
    return IRQ_HANDLED;
}

static irqreturn_t pirq_thread(int line, void *device)
{
    note_wake(rdtsc_ordered());
    return IRQ_HANDLED;
}

static ssize_t pirq_read(struct file *file, char __user *to, size_t size, loff_t *offset)
{
    struct pirq_record copy;
    unsigned long flags;
    int error;

    if (size < sizeof(copy))
        return -EINVAL;
    error = swait_event_interruptible_exclusive(readers, READ_ONCE(fresh));
    if (error)
        return error;
    raw_spin_lock_irqsave(&lock, flags);
    record.runs = rdtsc_ordered();
    record.passed = came - record.number;
    copy = record;
    seen = came;
    fresh = false;
    raw_spin_unlock_irqrestore(&lock, flags);
    return copy_to_user(to, &copy, sizeof(copy)) ? -EFAULT : sizeof(copy);
}

static const struct file_operations pirq_operations = {
    .owner = THIS_MODULE,
    .read = pirq_read,
};

static struct miscdevice pirq_device = {
    .minor = MISC_DYNAMIC_MINOR,
    .name = "pirq",
    .fops = &pirq_operations,
    .mode = 0600,
};

/* Register A: 32768 Hz >> (selector - 1). Only the periodic interrupt stays on, or none. */
static void clock_set(bool on)
{
    u8 selector = 16 - ilog2(rate);
    u8 control = CMOS_READ(RTC_CONTROL) & ~(RTC_PIE | RTC_AIE | RTC_UIE);

    CMOS_WRITE((CMOS_READ(RTC_FREQ_SELECT) & 0xf0) | selector, RTC_FREQ_SELECT);
    CMOS_WRITE(on ? control | RTC_PIE : control, RTC_CONTROL);
    acknowledge();
}

static int pirq_refused(void)
{
    if (rate < 2 || rate > 8192 || !is_power_of_2(rate)) {
        pr_err("pirq: rate=%d: a power of two from 2 to 8192\n", rate);
        return -EINVAL;
    }
    if (is_hpet_enabled()) {
        pr_err("pirq: the HPET has the clock's interrupt; start the kernel with hpet=disable\n");
        return -EBUSY;
    }
    return 0;
}

static int __init pirq_begin(void)
{
    unsigned long flags = threaded ? IRQF_ONESHOT : IRQF_NO_THREAD;
    int error = pirq_refused();

    if (error)
        return error;
    error = request_threaded_irq(PIRQ_LINE, pirq_handler, threaded ? pirq_thread : NULL, flags, "pirq",
                                 &pirq_device);
    if (error) {
        pr_err("pirq: interrupt %d is taken (%d); unbind rtc_cmos, see docs/linux.md\n", PIRQ_LINE, error);
        return error;
    }
    error = misc_register(&pirq_device);
    if (error) {
        free_irq(PIRQ_LINE, &pirq_device);
        return error;
    }
    clock_set(true);
    return 0;
}

static void __exit pirq_end(void)
{
    clock_set(false);
    free_irq(PIRQ_LINE, &pirq_device);
    misc_deregister(&pirq_device);
}

module_init(pirq_begin);
module_exit(pirq_end);
MODULE_DESCRIPTION("The real-time clock's periodic interrupt, with stamps on its way to a reader");
MODULE_LICENSE("GPL");
