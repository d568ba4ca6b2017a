/*
 * What the processor says about a fault, as the reason of takt_panic().
 */
#include "fault.h"

#define CFSR_MMARVALID    (1u << 7)
#define CFSR_BFARVALID    (1u << 15)
#define NOT_STACKED       (1u << 4 | 1u << 12 | 1u << 20) /* there is no frame */
#define EXC_RETURN_THREAD (1u << 3)

/** A text under construction. */
struct text {
    char bytes[128], *end;
};

static void add(struct text *text, const char *part)
{
    while (*part != '\0')
        *text->end++ = *part++;
    *text->end = '\0';
}

static void add_hex(struct text *text, const char *name, uint32_t value)
{
    char digits[9];

    for (int i = 7; i >= 0; i--, value >>= 4)
        digits[i] = "0123456789abcdef"[value & 15];
    digits[8] = '\0';
    add(text, name);
    add(text, digits);
}

/* The first that applies: one fault sets one bit, and those of its stacking come with it. */
static const char *kind(uint32_t cfsr)
{
    static const struct {
        uint32_t bits;
        const char *name;
    } kinds[] = {
        {1u << 4 | 1u << 12 | 1u << 5 | 1u << 13, "fault while a stack was written (overflow?)"},
        {1u << 20, "stack overflow"}, /* Armv8-M: below the limit */
        {0xFFu, "memory protection fault"},
        {1u << 8, "bus fault at an instruction"},
        {1u << 9 | 1u << 10 | 1u << 15, "bus fault at an address"},
        {1u << 16, "undefined instruction"},
        {1u << 17, "wrong state (a jump to an even address?)"},
        {1u << 24, "unaligned access"},
        {1u << 25, "division by 0"},
    };

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (cfsr & kinds[i].bits)
            return kinds[i].name;
    }
    return "hard fault";
}

static uint32_t exception(void)
{
    uint32_t number;

    __asm__ volatile("mrs %0, ipsr" : "=r"(number));
    return number;
}

void takt_cortexm_fault_panic(const struct takt_cortexm_frame *frame, uint32_t exc_return)
{
    uint32_t cfsr = TAKT_CORTEXM_CFSR;
    struct text text = {.end = text.bytes};

    add(&text, exception() > TAKT_CORTEXM_PENDSV ? "an interrupt without a handler" : kind(cfsr));
    if (!(exc_return & EXC_RETURN_THREAD))
        add(&text, " in a handler");
    if (!(cfsr & NOT_STACKED)) {
        add_hex(&text, ", pc 0x", frame->pc);
        add_hex(&text, ", lr 0x", frame->lr);
    }
    if (cfsr & CFSR_BFARVALID)
        add_hex(&text, ", address 0x", TAKT_CORTEXM_BFAR);
    else if (cfsr & CFSR_MMARVALID)
        add_hex(&text, ", address 0x", TAKT_CORTEXM_MMFAR);
    takt_panic(text.bytes, "fault", (int)exception());
}
