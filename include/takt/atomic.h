/*
 * Every access to a word that cores share goes through here: operation, address, order, site.
 *
 * On targets an access is the C11 operation itself. On sim it is a function of the simulator: a choice point,
 * a crash point, the place where remote accesses are counted and, for exploration, where a load may be given
 * an older value that coherence allows. So the protocols above are tested as they stand.
 *
 * A shared word is a struct, opaque to C++ and to plain assignment: nobody reads one by accident. Orders are
 * written as C11 names without the prefix: TAKT_LOAD(&w, acquire). CAS is strong, takes the order of success,
 * and is relaxed on failure; it returns whether it stored.
 */
#ifndef TAKT_ATOMIC_H
#define TAKT_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

/** A 32-bit word that several cores use. */
struct takt_word {
    uint32_t value;
};

#ifndef __cplusplus

#include <stdatomic.h>

#define TAKT_SITE_STRING(x) #x
#define TAKT_SITE_LINE(x)   TAKT_SITE_STRING(x)
#define TAKT_SITE           __FILE__ ":" TAKT_SITE_LINE(__LINE__)

#if defined(TAKT_ATOMIC_SIM)

uint32_t takt_sim_load(const struct takt_word *word, memory_order order, const char *site);
void takt_sim_store(struct takt_word *word, uint32_t value, memory_order order, const char *site);
uint32_t takt_sim_exchange(struct takt_word *word, uint32_t value, memory_order order, const char *site);
uint32_t takt_sim_add(struct takt_word *word, uint32_t value, memory_order order, const char *site);
bool takt_sim_cas(struct takt_word *word, uint32_t expected, uint32_t value, memory_order order,
                  const char *site);
void takt_sim_fence(memory_order order, const char *site);

#define TAKT_LOAD(word, order)            takt_sim_load((word), memory_order_##order, TAKT_SITE)
#define TAKT_STORE(word, value, order)    takt_sim_store((word), (value), memory_order_##order, TAKT_SITE)
#define TAKT_EXCHANGE(word, value, order) takt_sim_exchange((word), (value), memory_order_##order, TAKT_SITE)
#define TAKT_ADD(word, value, order)      takt_sim_add((word), (value), memory_order_##order, TAKT_SITE)
#define TAKT_CAS(word, expected, value, order)                                                               \
    takt_sim_cas((word), (expected), (value), memory_order_##order, TAKT_SITE)
#define TAKT_FENCE(order) takt_sim_fence(memory_order_##order, TAKT_SITE)

#else

static inline bool takt_cas_word(struct takt_word *word, uint32_t expected, uint32_t value, int order)
{
    return __atomic_compare_exchange_n(&word->value, &expected, value, false, order, __ATOMIC_RELAXED);
}

/*
 * On a Cortex-M a relaxed access is a plain load or store of a word, as a volatile one is, and the compiler moves neither
 * across the other orders. But GCC computes the address of an atomic access apart for Armv8-M, one instruction each time.
 */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define TAKT_LOAD_relaxed(word)             (*(const volatile uint32_t *)&(word)->value)
#define TAKT_STORE_relaxed(word, new_value) ((void)(*(volatile uint32_t *)&(word)->value = (new_value)))
#else
#define TAKT_LOAD_relaxed(word)             __atomic_load_n(&(word)->value, __ATOMIC_RELAXED)
#define TAKT_STORE_relaxed(word, new_value) __atomic_store_n(&(word)->value, (new_value), __ATOMIC_RELAXED)
#endif
#define TAKT_LOAD_acquire(word)             __atomic_load_n(&(word)->value, __ATOMIC_ACQUIRE)
#define TAKT_LOAD_seq_cst(word)             __atomic_load_n(&(word)->value, __ATOMIC_SEQ_CST)
#define TAKT_STORE_release(word, new_value) __atomic_store_n(&(word)->value, (new_value), __ATOMIC_RELEASE)
#define TAKT_STORE_seq_cst(word, new_value) __atomic_store_n(&(word)->value, (new_value), __ATOMIC_SEQ_CST)

#define TAKT_LOAD(word, order)             TAKT_LOAD_##order(word)
#define TAKT_STORE(word, new_value, order) TAKT_STORE_##order(word, new_value)
#define TAKT_EXCHANGE(word, new_value, order)                                                                \
    __atomic_exchange_n(&(word)->value, (new_value), memory_order_##order)
#define TAKT_ADD(word, amount, order) __atomic_fetch_add(&(word)->value, (amount), memory_order_##order)
#define TAKT_CAS(word, expected, new_value, order)                                                           \
    takt_cas_word((word), (expected), (new_value), memory_order_##order)
#define TAKT_FENCE(order) atomic_thread_fence(memory_order_##order)

#endif
#endif
#endif
