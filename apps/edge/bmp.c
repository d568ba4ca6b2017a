/*
 * The head of a BMP file: see picture.h. All numbers are little-endian and stand unaligned. Sizes are computed in 64
 * bits, so that no product of what the file says wraps.
 */
#include <stdbool.h>

#include "picture.h"

#define FILE_HEAD  14u /* bytes before the information that says how long it is */
#define INFO_LEAST 40u

static uint32_t word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t half(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

/* Sides: a height below zero means that the first line is the uppermost, which the filter need not know. */
static const char *read_sides(struct edge_picture *picture, const uint8_t *info)
{
    uint32_t height = word(info + 8);

    picture->width = word(info + 4);
    picture->height = height >> 31 != 0 ? 0u - height : height;
    picture->lines = height;
    if (picture->width == 0 || picture->height == 0)
        return "a side of the picture is 0";
    if (picture->width > EDGE_SIDE_MAX || picture->height > EDGE_SIDE_MAX)
        return "the picture is wider or higher than 4096 pixels";
    return NULL;
}

static const char *read_palette(struct edge_picture *picture, const uint8_t *file, uint32_t info_size)
{
    uint32_t colours = word(file + FILE_HEAD + 32);

    if (picture->depth != 8)
        return NULL;
    picture->colours = colours == 0 ? 256 : colours;
    if (picture->colours > 256)
        return "the palette has more than 256 colours";
    if (FILE_HEAD + (uint64_t)info_size + 4u * (uint64_t)picture->colours > picture->offset)
        return "the palette does not end before the picture begins";
    picture->palette = file + FILE_HEAD + info_size;
    return NULL;
}

static const char *read_lines(struct edge_picture *picture, const uint8_t *file, size_t length)
{
    uint64_t end;

    picture->offset = word(file + 10);
    picture->stride = (picture->width * picture->depth / 8u + 3u) & ~3u;
    end = picture->offset + (uint64_t)picture->stride * picture->height;
    if (picture->offset < FILE_HEAD + INFO_LEAST || end > length)
        return "the file is shorter than its head says: it is cut, or no BMP";
    picture->size = (uint32_t)end;
    return NULL;
}

const char *edge_picture_read(struct edge_picture *picture, const uint8_t *file, size_t length)
{
    const uint8_t *info = file + FILE_HEAD;
    const char *why;

    *picture = (struct edge_picture){0};
    if (length < FILE_HEAD + INFO_LEAST || file[0] != 'B' || file[1] != 'M')
        return "it does not begin as a BMP does (BM)";
    if (word(info) < INFO_LEAST || word(info) > length - FILE_HEAD)
        return "its head is of a kind that is not known: save it as a Windows BMP";
    picture->depth = half(info + 14);
    if (picture->depth != 8 && picture->depth != 24)
        return "it has neither 8 nor 24 bits a pixel: save it with 24";
    if (word(info + 16) != 0)
        return "its pixels are packed: save it without compression";
    if ((why = read_sides(picture, info)) != NULL || (why = read_lines(picture, file, length)) != NULL)
        return why;
    return read_palette(picture, file, word(info));
}
