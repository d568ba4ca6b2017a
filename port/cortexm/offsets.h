/* Where switch.S finds what it needs of the kernel's structs; context.c asserts that they are right. */
#ifndef TAKT_CORTEXM_OFFSETS_H
#define TAKT_CORTEXM_OFFSETS_H

/* of current in struct takt_core: below 4096 */
#if CONFIG_TAKT_LOCK_MASK
#define TAKT_CORTEXM_CURRENT 4
#else
#define TAKT_CORTEXM_CURRENT ((CONFIG_TAKT_LEVELS + 1) * 4)
#endif

#endif
