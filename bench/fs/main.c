/*
 * fs: what each lever of the file system brings, alone: node size, reading in place (no copy), the node cache, the background
 * check, summaries at mount. Times are this board's (instructions on an emulated one that counts them); bytes and operations
 * are counted by the model flash, which is the same everywhere.
 *
 * Reading is compared with inflate alone over the same packed bytes. Each figure is the least of several rounds, in turn.
 */
#include <takt/takt.h>

#include "../../apps/common/result.h"
#include "../../apps/common/table.h"
#include "image.h"

#include "flash/model.h"

#define SIZE   (2u << 20)
#define BLOCK  131072u /* so that a node of 64 KiB fits, whatever it packs to */
#define ROUNDS 5
#define SIZES  4
#define MOUNTS 3

static const uint32_t node_sizes[SIZES] = {4096, 8192, 16384, 65536};

/** What one node size gives: ns, or instructions. */
struct figures {
    takt_time_t bare, unchecked, checked, pieces, uncached, copied;
    uint32_t nodes, packed;
};

static struct image image;
static struct takt_model model;
static struct takt_model_block blocks[SIZE / BLOCK];
static struct takt_fs fs;
static uint8_t flash_memory[SIZE], out[IMAGE_FILE];
static _Alignas(8) uint8_t records[TAKT_FS_MEMORY(SIZE / BLOCK, 200, 2000)];
static struct figures figures[SIZES];
static struct takt_thread thread;
static uintptr_t stack[(TAKT_STACK_MIN + 16384) / sizeof(uintptr_t)];
static bool failed;

static void must(bool right, const char *what)
{
    if (!right) {
        takt_printf("failed: %s: %s\n", what, takt_fs_why(&fs));
        failed = true;
    }
}

static void build(uint32_t node_size, uint32_t files, bool summary)
{
    (void)takt_fs_unmount(&fs);
    image = (struct image){.memory = flash_memory, .size = SIZE, .block = BLOCK, .summary = summary};
    image_build(&image, node_size, files);
}

static void mount(bool mapped, unsigned flags)
{
    const struct takt_fs_attr attr = {.path = "/",
                                      .flash = &model.flash,
                                      .memory = records,
                                      .size = sizeof(records),
                                      .flags = flags | TAKT_FS_READ_ONLY};

    (void)takt_fs_unmount(&fs);
    takt_model_init(&model, flash_memory, blocks, SIZE, BLOCK, 4, mapped);
    must(takt_fs_mount(&fs, &attr) == 0, "mount");
}

static void lesser(takt_time_t *least, takt_time_t took)
{
    if (*least == 0 || took < *least)
        *least = took;
}

static struct {
    const uint8_t *data;
    uint32_t packed;
} places[IMAGE_FILE / 4096];

/* Where the first file's nodes stand. */
static uint32_t find_places(void)
{
    uint32_t at, count = 0;

    for (at = 0; at < SIZE && count < IMAGE_FILE / 4096; at += 4) {
        const uint8_t *node = flash_memory + at;

        if (takt_get16(&image.order, node) == NODE_MAGIC &&
            takt_get16(&image.order, node + AT_KIND) == NODE_INODE &&
            takt_get32(&image.order, node + AT_OWNER) == 2) {
            places[count].data = node + AT_DATA;
            places[count++].packed = takt_get32(&image.order, node + AT_CSIZE);
        }
    }
    return count;
}

/* Inflate alone, over the same packed bytes. */
static takt_time_t bare(uint32_t node_size, uint32_t count)
{
    takt_time_t start = takt_now();
    uint32_t i;

    for (i = 0; i < count; i++)
        must(takt_unpack(PACK_ZLIB, places[i].data, places[i].packed, out + i * node_size, node_size) == 0,
             "inflate");
    return takt_now() - start;
}

/* The first file in pieces of so many bytes; forgetting the cache between them if asked. */
static takt_time_t read_file(uint32_t piece, bool forget)
{
    struct takt_file file;
    takt_time_t start;
    uint32_t done;

    must(takt_fs_open(&file, "/f00", TAKT_O_READ, 0) == 0, "open");
    start = takt_now();
    for (done = 0; done < IMAGE_FILE; done += piece) {
        must(takt_fs_read(&file, out + done, piece) == (long)piece, "read");
        if (forget)
            takt_cache_forget();
    }
    start = takt_now() - start;
    (void)takt_fs_close(&file);
    must(memcmp(out, image_source, IMAGE_FILE) == 0, "the bytes read");
    return start;
}

static void check_all(void)
{
    while (takt_fs_background(&fs) == 1)
        ;
}

static void measure_size(unsigned which)
{
    struct figures *to = &figures[which];
    uint32_t size = node_sizes[which], round, count;

    build(size, 1, false);
    count = find_places();
    to->nodes = count;
    to->packed = image.packed;
    for (round = 0; round < ROUNDS; round++) {
        mount(true, 0);
        lesser(&to->bare, bare(size, count));
        lesser(&to->unchecked, read_file(IMAGE_FILE, false));
        check_all();
        lesser(&to->checked, read_file(IMAGE_FILE, false));
        lesser(&to->pieces, read_file(1024, false));
        lesser(&to->uncached, read_file(1024, true));
        mount(false, 0);
        check_all();
        lesser(&to->copied, read_file(IMAGE_FILE, false));
    }
}

static const struct takt_column read_columns[] = {
    {"a node", "bytes", 0},       {"packed to", "%", 1},          {"inflate alone", "/byte", 2},
    {"unchecked", "/byte", 2},    {"checked", "/byte", 2},        {"copied", "/byte", 2},
    {"1 KiB pieces", "/byte", 2}, {"same, no cache", "/byte", 2}, {"unchecked speed", "", 3},
    {"checked speed", "", 3},
};

#define READ_COLUMNS (sizeof(read_columns) / sizeof(*read_columns))

static struct takt_cell read_cells[SIZES * READ_COLUMNS];
static uint8_t read_rows[SIZES];
static struct takt_table read_table = {
    .name = "read",
    .title = "Reading a file of 64 KiB, per byte: nanoseconds, or instructions where the board counts them",
    .note = "Speeds are those of inflate alone over the same bytes / of the file system. Unchecked: each "
            "node's checksum is\n"
            "made at its first read. Copied: flash that is not mapped. No cache: each piece unpacks its node "
            "again.\n",
    .columns = read_columns,
    .column_count = READ_COLUMNS,
    .cells = read_cells,
    .rows = read_rows,
    .row_max = SIZES,
};

static int64_t per_byte(takt_time_t took)
{
    return took * 100 / IMAGE_FILE;
}

static void tell_size(unsigned which)
{
    const struct figures *of = &figures[which];
    const takt_time_t times[] = {of->bare, of->unchecked, of->checked, of->copied, of->pieces, of->uncached};
    unsigned i;

    takt_table_row(&read_table, 0);
    takt_table_number(&read_table, node_sizes[which]);
    takt_table_number(&read_table, (int64_t)of->packed * 1000 / IMAGE_FILE);
    for (i = 0; i < sizeof(times) / sizeof(*times); i++)
        takt_table_number(&read_table, per_byte(times[i]));
    takt_table_number(&read_table, of->bare * 1000 / (of->unchecked + 1));
    takt_table_number(&read_table, of->bare * 1000 / (of->checked + 1));
}

/** A way to mount. */
struct mounting {
    const char *name;
    bool summary;
    unsigned flags;
    takt_time_t took;
    struct takt_model_block counted;
};

static struct mounting mountings[MOUNTS] = {
    {.name = "all data checked (full scan)", .flags = TAKT_FS_SCAN | TAKT_FS_CHECK},
    {.name = "from head to head", .flags = TAKT_FS_SCAN},
    {.name = "by summaries", .summary = true}};

static void measure_mount(struct mounting *way)
{
    unsigned round;

    build(4096, 99, way->summary);
    for (round = 0; round < ROUNDS; round++) {
        takt_time_t start = takt_now();

        mount(true, way->flags);
        lesser(&way->took, takt_now() - start);
    }
    mount(false, way->flags);
    way->counted = takt_model_sum(&model);
}

static const struct takt_column mount_columns[] = {
    {"mount of 2 MiB", NULL, 0}, {"time", "us", 1},      {"bytes read", "", 0},           {"reads", "", 0},
    {"files, nodes", "", 0},     {"memory", "bytes", 0}, {"Linux's records", "bytes", 0},
};

#define MOUNT_COLUMNS (sizeof(mount_columns) / sizeof(*mount_columns))

static struct takt_cell mount_cells[MOUNTS * MOUNT_COLUMNS];
static uint8_t mount_rows[MOUNTS];
static struct takt_table mount_table = {
    .name = "mount",
    .title = "Mounting an image of 2 MiB in nodes of 4 KiB",
    .note = "Time: of the mapped flash; us, or thousands of instructions. Bytes and reads: counted by the "
            "model on one that is\n"
            "not mapped. Linux's records: 8 bytes a node, 24 an inode, 52 a block (32 bits, Linux 6.1).\n",
    .columns = mount_columns,
    .column_count = MOUNT_COLUMNS,
    .cells = mount_cells,
    .rows = mount_rows,
    .row_max = MOUNTS,
};

static void tell_mount(const struct mounting *way)
{
    struct takt_fs_space space;

    (void)takt_fs_space(&fs, &space);
    takt_table_row(&mount_table, 0);
    takt_table_text(&mount_table, way->name);
    takt_table_number(&mount_table, way->took / 100);
    takt_table_number(&mount_table, way->counted.read_bytes);
    takt_table_number(&mount_table, way->counted.reads);
    takt_table_number(&mount_table, space.files + space.nodes);
    takt_table_number(&mount_table, space.memory_used);
    takt_table_number(&mount_table, space.nodes * 8 + space.files * 24 + SIZE / BLOCK * 52);
}

static const struct takt_result_head head = {
    .experiment = "fs",
    .title = "The file system's levers, one at a time",
    .board = TAKT_BOARD,
    .time_kind = BENCH_FS_KIND,
    .time_note = BENCH_FS_NOTE,
    .version = TAKT_VERSION,
    .command = BENCH_FS_COMMAND,
};

static void verdict(struct takt_result *result, const char *name, const char *title, int64_t value,
                    int64_t wanted)
{
    const struct takt_result_verdict one = {.name = name,
                                            .title = title,
                                            .unit = "",
                                            .relation = ">=",
                                            .value = value,
                                            .wanted = wanted,
                                            .decimals = 2,
                                            .basis = "the least of 5 rounds"};

    takt_printf("%s: %d.%02d, wanted %d.%02d: %s\n", title, (int)(value / 100), (int)(value % 100),
                (int)(wanted / 100), (int)(wanted % 100), value >= wanted ? "holds" : "MISSED");
    takt_result_verdict(result, &one);
    failed = failed || (BENCH_FS_EXACT && value < wanted);
}

static int64_t least_speed(bool checked)
{
    int64_t least = INT64_MAX;
    unsigned i;

    for (i = 0; i < SIZES; i++) {
        int64_t speed = figures[i].bare * 100 / (1 + (checked ? figures[i].checked : figures[i].unchecked));

        least = speed < least ? speed : least;
    }
    return least;
}

static void write_result(void)
{
    static char memory[1u << 14];
    static struct takt_result result;

    takt_result_begin(&result, memory, sizeof(memory), &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_FS_CACHE", CONFIG_TAKT_FS_CACHE, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_close(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &read_table);
    takt_result_table(&result, &mount_table);
    takt_result_close(&result);
    takt_result_empty(&result, "series");
    takt_result_empty(&result, "histograms");
    takt_result_open(&result, "verdicts", '[');
    verdict(&result, "unchecked", "Reading before the check, against inflate alone", least_speed(false), 80);
    verdict(&result, "checked", "Reading after the check, against inflate alone", least_speed(true), 90);
    verdict(&result, "mount", "A full scan against a mount by summaries",
            mountings[0].took * 100 / (mountings[2].took + 1), 1000);
    takt_result_close(&result);
    must(takt_result_end(&result, &head) == 0, "the result file");
}

static void run(void *arg)
{
    unsigned i;

    (void)arg;
    image_make_source();
    for (i = 0; i < SIZES; i++) {
        measure_size(i);
        tell_size(i);
    }
    for (i = 0; i < MOUNTS; i++) {
        measure_mount(&mountings[i]);
        tell_mount(&mountings[i]);
    }
    takt_table_print(&read_table);
    takt_table_print(&mount_table);
    write_result();
    takt_printf("amount: %u files read\n", SIZES * ROUNDS * 5);
    takt_exit(failed);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "fs", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 8};

    if (core == 0 && (takt_thread_create(&thread, &attr) != 0 || takt_thread_start(&thread) != 0))
        takt_exit(1);
}
