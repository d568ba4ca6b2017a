/* An image made in memory: files of 64 KiB in nodes of one size, packed by zlib, with summaries or without. */
#ifndef BENCH_FS_IMAGE_H
#define BENCH_FS_IMAGE_H

#include "jffs2/jffs2.h"

#define IMAGE_FILE 65536u /* bytes of each file */

/** An image under construction. */
struct image {
    struct takt_fs order; /* this machine's byte order, for takt_put32() */
    uint8_t *memory;
    uint32_t size, block, at, files, nodes, packed;
    bool summary;
    uint8_t list[16384]; /* of the block's nodes, as its summary tells them */
    uint32_t listed, count;
};

/** What the files hold: half like machine code, half like text. */
extern uint8_t image_source[IMAGE_FILE];

void image_make_source(void);

/** Fill `size` bytes with files named f0, f1 ... until there is no more room, or `most` files stand. */
void image_build(struct image *image, uint32_t node_size, uint32_t most);

#endif
