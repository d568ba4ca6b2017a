/* What of the Linux port is behind a call, as it ends in the kernel anyway. */
#ifndef LLQ_LINUX_H
#define LLQ_LINUX_H

#include <stdbool.h>
#include <stdint.h>

#include <takt/atomic.h>

/** Sleep while the word has the value, until the deadline (llq_port_now()'s time; INT64_MAX: none). */
void llq_linux_sleep(struct takt_word *word, uint32_t seen, int64_t deadline);

/** End the sleep of whoever sleeps on the word. */
void llq_linux_wake(struct takt_word *word);

/** Is it time to ask again whether a context's process is gone? */
bool llq_linux_suspect(void);

/** Is this life of the context over? Asks the kernel. */
bool llq_linux_gone(uint32_t id, uint32_t epoch);

#endif
