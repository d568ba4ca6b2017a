/* Where switch.S finds what it needs of the kernel's structs; context.c asserts that they are right. */
#ifndef TAKT_CORTEXM_OFFSETS_H
#define TAKT_CORTEXM_OFFSETS_H

#define TAKT_CORTEXM_CURRENT 0 /* of current in struct takt_core; an immediate of a load: below 4096 */

#endif
