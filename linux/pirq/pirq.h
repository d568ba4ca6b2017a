/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * What read() of /dev/pirq gives: the stamps of the first interrupt that the reader had not seen, and how many came
 * after it. Stamps are the processor's time-stamp counter.
 */
#ifndef PIRQ_H
#define PIRQ_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
typedef uint64_t __u64;
#endif

struct pirq_record {
    __u64 number;  /* of this interrupt, from 1 */
    __u64 handler; /* first instruction of the handler */
    __u64 thread;  /* first instruction of the interrupt's thread; 0 without one */
    __u64 wake;    /* before the reader is woken */
    __u64 runs;    /* the reader runs, in the kernel */
    __u64 passed;  /* interrupts that came after this one before the reader ran */
};

#endif
