/*
 * Packing and unpacking a node's data. zlib's own inflate and deflate work in memory of fixed size, made here: an inflater's
 * state, and a deflater's with a window of 4 KiB, which is a node's most. Inflating in one call needs no window; zlib would
 * ask for one only if the data were wrong, and gets none. The checksum at the end of zlib's data is not compared: the
 * node's own was. Output and input are bounded by what the node says, so bad data gives -EIO and no more.
 */
#define Z_SOLO
#define ZLIB_CONST
#include "../third-party/zlib/zlib.h"

#include <takt/preempt.h>

#include "jffs2.h"

#define INFLATE_SPACE 7424 /* struct inflate_state of zlib 1.2.13, 64 bits: 7160 */
#define DEFLATE_BITS  12
#define DEFLATE_LEVEL 3 /* as Linux */
#define DEFLATE_MEM   4
#define DEFLATE_PIECE (CONFIG_TAKT_PREEMPT_POINTS ? 128u : UINT32_MAX) /* bytes between two points */
#define DEFLATE_SPACE ((1 << (DEFLATE_BITS + 2)) + (1 << (DEFLATE_MEM + 9)) + 7168)

/** What zlib is given instead of a heap: one piece of memory, used up once. */
struct space {
    uint8_t *at;
    uint32_t left;
};

static voidpf space_take(voidpf opaque, uInt items, uInt size)
{
    struct space *space = opaque;
    uint32_t bytes = (items * size + 15u) & ~15u;
    void *at = space->at;

    if (bytes > space->left)
        return Z_NULL;
    space->at += bytes;
    space->left -= bytes;
    return at;
}

static void space_give(voidpf opaque, voidpf address)
{
    (void)opaque;
    (void)address;
}

static int inflate_node(const uint8_t *from, uint32_t packed, uint8_t *to, uint32_t size)
{
    static _Alignas(16) uint8_t memory[INFLATE_SPACE];
    static z_stream stream;
    struct space space = {memory, sizeof(memory)};
    int status;

    if (packed < 3 || (from[0] & 15) != Z_DEFLATED || (from[0] * 256u + from[1]) % 31u != 0 ||
        (from[1] & 32) != 0)
        return -EIO;
    stream.zalloc = space_take;
    stream.zfree = space_give;
    stream.opaque = &space;
    status = stream.state == Z_NULL ? inflateInit2(&stream, -15) : inflateReset(&stream);
    if (status != Z_OK)
        return -EIO;
    space.left = 0; /* no window */
    stream.next_in = from + 2;
    stream.avail_in = packed - 2;
    stream.next_out = to;
    stream.avail_out = size;
    status = inflate(&stream, Z_FINISH);
    return status == Z_STREAM_END && stream.avail_out == 0 ? 0 : -EIO;
}

/* Pairs of a byte, and how many bytes are repeated from where the same byte stood last. */
static int unpack_rtime(const uint8_t *from, uint32_t packed, uint8_t *to, uint32_t size)
{
    uint32_t last[256] = {0}, in = 0, out = 0;

    while (out < size) {
        uint32_t back, repeat;
        uint8_t byte;

        if (packed - in < 2)
            return -EIO;
        byte = from[in];
        repeat = from[in + 1];
        in += 2;
        to[out++] = byte;
        back = last[byte];
        last[byte] = out;
        if (repeat > size - out)
            return -EIO;
        while (repeat-- > 0)
            to[out++] = to[back++];
    }
    return 0;
}

int takt_unpack(unsigned how, const uint8_t *from, uint32_t packed, uint8_t *to, uint32_t size)
{
    switch (how) {
    case PACK_NONE:
    case PACK_COPY:
        if (packed < size)
            return -EIO;
        memcpy(to, from, size);
        return 0;
    case PACK_ZERO:
        memset(to, 0, size);
        return 0;
    case PACK_RTIME:
        return unpack_rtime(from, packed, to, size);
    case PACK_ZLIB:
        return inflate_node(from, packed, to, size);
    default:
        return -EOPNOTSUPP;
    }
}

#if CONFIG_TAKT_FS_DEFLATE

/*
 * Packing takes longest of all that is done under the lock: where a switch needs a point, there is one after each piece. The lock
 * is kept, so nobody else comes to what is packed.
 */
static int deflate_pieces(z_stream *stream, uint32_t size)
{
    int status;

    do {
        uint32_t piece = size < DEFLATE_PIECE ? size : DEFLATE_PIECE;

        size -= piece;
        stream->avail_in = piece;
        status = deflate(stream, size == 0 ? Z_FINISH : Z_NO_FLUSH);
        takt_preempt_point();
    } while (status == Z_OK && size != 0 && stream->avail_in == 0);
    return status;
}

uint32_t takt_pack(const uint8_t *from, uint32_t size, uint8_t *to)
{
    static _Alignas(16) uint8_t memory[DEFLATE_SPACE];
    static z_stream stream;
    struct space space = {memory, sizeof(memory)};
    int status;

    if (size < 2)
        return 0;
    stream.zalloc = space_take;
    stream.zfree = space_give;
    stream.opaque = &space;
    status = stream.state != Z_NULL ? deflateReset(&stream)
                                    : deflateInit2(&stream, DEFLATE_LEVEL, Z_DEFLATED, DEFLATE_BITS,
                                                   DEFLATE_MEM, Z_DEFAULT_STRATEGY);
    if (status != Z_OK)
        return 0;
    stream.next_in = from;
    stream.next_out = to;
    stream.avail_out = size - 1;
    return deflate_pieces(&stream, size) == Z_STREAM_END ? size - 1 - stream.avail_out : 0;
}

#else

uint32_t takt_pack(const uint8_t *from, uint32_t size, uint8_t *to)
{
    (void)from;
    (void)size;
    (void)to;
    return 0;
}

#endif
