/*
 * The filter: see picture.h. It walks the lines once, with the luminance of three of them in memory, so a pixel's colour
 * is weighed once. Weights are those of ITU-R BT.601 in 256ths: 77 red, 150 green, 29 blue.
 */
#include <string.h>

#include "picture.h"

#define HEAD  54u   /* of the result: file and information */
#define GREYS 1024u /* a palette of all greys */

/* What the walk holds: luminances of the line above, the line itself, and the one below. */
struct window {
    uint8_t line[3][EDGE_SIDE_MAX];
    uint8_t grey[256]; /* of a palette's colours */
};

static uint8_t luminance(const uint8_t *colour)
{
    return (uint8_t)((29u * colour[0] + 150u * colour[1] + 77u * colour[2]) >> 8);
}

static void weigh(const struct edge_picture *picture, const uint8_t *from, uint32_t y, struct window *window)
{
    const uint8_t *pixel = from + picture->offset + y * picture->stride;
    uint8_t *to = window->line[y % 3];

    if (picture->depth == 8) {
        for (uint32_t x = 0; x < picture->width; x++)
            to[x] = window->grey[pixel[x]];
        return;
    }
    for (uint32_t x = 0; x < picture->width; x++, pixel += 3)
        to[x] = luminance(pixel);
}

static uint8_t edge(const uint8_t *above, const uint8_t *line, const uint8_t *below, uint32_t x)
{
    int gx = above[x + 1] - above[x - 1] + 2 * (line[x + 1] - line[x - 1]) + below[x + 1] - below[x - 1];
    int gy = below[x - 1] - above[x - 1] + 2 * (below[x] - above[x]) + below[x + 1] - above[x + 1];
    int sum = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);

    return (uint8_t)(sum > 255 ? 255 : sum);
}

static void find(const struct edge_picture *picture, const struct window *window, uint32_t y, uint8_t *to)
{
    const uint8_t *above = window->line[(y - 1) % 3], *line = window->line[y % 3],
                  *below = window->line[(y + 1) % 3];

    for (uint32_t x = 1; x + 1 < picture->width; x++) {
        uint8_t value = edge(above, line, below, x);

        if (picture->depth == 8)
            to[x] = value;
        else
            memset(to + 3 * x, value, 3);
    }
}

static void put(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t offset_of(const struct edge_picture *picture)
{
    return picture->depth == 8 ? HEAD + GREYS : HEAD;
}

uint32_t edge_picture_result(const struct edge_picture *picture)
{
    return offset_of(picture) + picture->stride * picture->height;
}

static void make_head(const struct edge_picture *picture, uint8_t *to)
{
    memset(to, 0, edge_picture_result(picture));
    to[0] = 'B';
    to[1] = 'M';
    put(to + 2, edge_picture_result(picture));
    put(to + 10, offset_of(picture));
    put(to + 14, HEAD - 14);
    put(to + 18, picture->width);
    put(to + 22, picture->lines);
    put(to + 26, 1 | picture->depth << 16);
    put(to + 34, picture->stride * picture->height);
    for (uint32_t i = 0; picture->depth == 8 && i < 256; i++)
        put(to + HEAD + 4 * i, i * 0x10101u);
}

/* A colour that the palette lacks is black. */
static void weigh_palette(const struct edge_picture *picture, struct window *window)
{
    for (uint32_t i = 0; i < 256; i++)
        window->grey[i] = i < picture->colours ? luminance(picture->palette + 4 * i) : 0;
}

void edge_picture_filter(const struct edge_picture *picture, const uint8_t *from, uint8_t *to)
{
    static struct window window;

    make_head(picture, to);
    weigh_palette(picture, &window);
    if (picture->height < 3)
        return;
    weigh(picture, from, 0, &window);
    weigh(picture, from, 1, &window);
    for (uint32_t y = 1; y + 1 < picture->height; y++) {
        weigh(picture, from, y + 1, &window);
        find(picture, &window, y, to + offset_of(picture) + y * picture->stride);
    }
}
