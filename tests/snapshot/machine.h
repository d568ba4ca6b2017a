/*
 * A machine whose power can be cut: memory that is lost, and a model flash that is not, with two slots on it. What a kernel
 * does round an image is in app.c; here it is images alone.
 */
#ifndef SNAPSHOT_MACHINE_H
#define SNAPSHOT_MACHINE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flash/model.h"
#include "image.h"

#define BLOCK      8192u
#define SLOT       (5 * BLOCK)
#define FLASH      (2 * SLOT)
#define REGIONS    3
#define MEMORY     (6 * IMAGE_BLOCK + 2000) /* of all regions */
#define NOT_FILLED 0xEE                     /* memory after a reset */

/** What the memory of the regions holds; its bytes are told by its number. */
struct machine {
    struct takt_model model;
    struct takt_snapshot_store store;
    struct image_window windows[2];
    struct image_identity who;
    struct image_work work;
    struct image image; /* the last start's */
    uint64_t chance;
};

extern struct machine machine;

/** An empty flash, mapped or not, and memory that is not filled. */
void machine_make(bool mapped, uint64_t seed);
/** Memory is lost, and the power is back. */
void machine_reset(void);
uint32_t machine_chance(void);
/** Bring memory into state n: those blocks differ from state n - 1 that n says, others do not. */
void machine_fill(uint32_t n);
/** @return the state that memory is in, all of it, and nothing beside it was touched; 0: not filled; -1: neither */
int machine_state(uint32_t most);
/** Nothing outside the windows was touched. */
bool machine_margins(void);
int machine_save(void);
int machine_restore(void);
/** The ready mark. */
int machine_ready(void);

#endif
