/*
 * Edges of a picture: plain C, for any system that has the picture's bytes in memory.
 *
 * The bytes come from outside and are believed in nothing: every size and offset is checked against the file's length
 * before a pixel is looked at. What is not a picture of the two kinds (8 bits with a palette, 24 bits, neither packed)
 * is refused with a text that says what was found.
 */
#ifndef EDGE_PICTURE_H
#define EDGE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

/** Longest side, in pixels: three lines of luminance stand on the filter's stack. */
#define EDGE_SIDE_MAX 4096

/** A BMP file that was looked at. */
struct edge_picture {
    uint32_t width, height;
    uint32_t depth;         /* bits a pixel: 8 or 24 */
    uint32_t offset;        /* of the first line */
    uint32_t stride;        /* bytes from a line to the next */
    uint32_t size;          /* bytes of the file that count: up to the end of the last line */
    const uint8_t *palette; /* of 8 bits a pixel: colours of 4 bytes */
    uint32_t colours;
    uint32_t lines; /* the height as it stood: below zero, the uppermost line comes first */
};

/**
 * Look at a BMP file.
 * @return NULL, or why it is refused
 */
const char *edge_picture_read(struct edge_picture *picture, const uint8_t *file, size_t length);

/** Bytes of the file that edge_picture_filter() makes. */
uint32_t edge_picture_result(const struct edge_picture *picture);

/**
 * Find the edges: Sobel's two 3x3 operators on the luminance, |gx| + |gy|, at most 255. Pixels at the border have none.
 * The result is a BMP file with as many bits a pixel; one of 8 bits has a palette of greys.
 *
 * @param from the file; @param to edge_picture_result() bytes elsewhere
 */
void edge_picture_filter(const struct edge_picture *picture, const uint8_t *from, uint8_t *to);

#endif
