/*
 * cuts [seed=N] [works=N] [depth=1|2] [sample=N] [operations=N]: power cuts.
 *
 * A workload runs once whole; after each of its operations the tree's checksum is kept. Then it runs again for each program
 * and erase that it made, cut there, with each kind of torn last operation. After each cut the flash is mounted, and the tree
 * must be what it was before the operation that was cut, or after: so what was done stays, and a rename leaves one name.
 * Then it goes on being used, is mounted again, and everything is removed: nothing may be left that counts.
 *
 * Depth 2: what follows the first cut (mount, use, remove) is cut, too, at each of its programs and erases. With sample=N,
 * N cuts (or pairs) of each workload are drawn instead of all.
 */
#include <stdlib.h>
#include <string.h>

#include "workload.h"

#define BLOCKS 8u
#define BLOCK  4096u
#define STEPS  2000u

static struct bed bed;
static struct work work;
static uint64_t seen[STEPS + 1]; /* checksum of the tree after so many operations */
static uint32_t flash_at[STEPS + 1];
static uint32_t steps, cuts, pairs;
static uint8_t image[BLOCKS * BLOCK], weak[BLOCKS * BLOCK];
static uint64_t chance;

static uint32_t fixed_clock(void)
{
    return 1000000000u;
}

static void fresh(uint64_t seed, uint32_t flash_operations)
{
    memset(bed.memory, 0xff, BLOCKS * BLOCK);
    memset(bed.model.weak, 0, BLOCKS * BLOCK);
    bed.model.operations = 0;
    bed.model.chance = seed;
    work = (struct work){
        .chance = seed * 77 + 5, .names = 12, .page = BLOCK / 4, .longest = 3000, .steps = true};
    if (flash_operations != 0)
        work.names = 6;
}

/* Run the workload from an erased flash, until an operation finds the power off. @return operations done */
static uint32_t run_work(uint32_t most, bool record)
{
    uint32_t done;

    for (done = 0; done < most && !bed.model.off; done++) {
        if (record) {
            seen[done] = work_look("/");
            flash_at[done] = bed.model.operations;
        }
        (void)work_step(&work, &bed);
    }
    return bed.model.off ? done - 1 : done;
}

static uint32_t step_of(uint32_t at)
{
    uint32_t step = 0;

    while (step < steps && flash_at[step + 1] < at)
        step++;
    return step;
}

static int complain(const char *what, uint32_t at, enum takt_model_torn torn, uint64_t seed)
{
    fprintf(stderr, "FAILED: %s after a cut at %u, torn %d, seed %llu: %s\n", what, (unsigned)at, (int)torn,
            (unsigned long long)seed, takt_fs_why(&bed.fs));
    fprintf(stderr,
            "operation %u of the workload; %llx before, %llx after, %llx here; flash in cut-failed.img\n",
            (unsigned)step_of(at), (unsigned long long)seen[step_of(at)],
            (unsigned long long)seen[step_of(at) + 1], (unsigned long long)work_look("/"));
    (void)list_tree(stderr, "/");
    bed_save(&bed, "cut-failed.img");
    return 1;
}

/* After a cut: mounted, one of two trees, usable, empty when emptied. `which`: 0 says what was wrong. */
static const char *mounted_right(uint64_t before, uint64_t after)
{
    uint64_t now;

    if (bed_mount(&bed, 0) != 0)
        return "not mounted";
    now = work_look("/");
    if (now == 0)
        return "the tree cannot be read";
    return now == before || now == after ? NULL : "the tree is neither as before nor as after";
}

/* Use it; may be cut again. */
static const char *used_right(void)
{
    struct takt_file file;
    uint64_t before = work_look("/");
    int status = takt_fs_mkdir("/used", 0700);

    if (status == 0)
        status = takt_fs_open(&file, "/used/file", TAKT_O_WRITE | TAKT_O_CREATE, 0600);
    if (status == 0) {
        status = takt_fs_write(&file, "0123456789", 10) == 10 ? 0 : -EIO;
        (void)takt_fs_close(&file);
    }
    if (bed.model.off || status == -ENOSPC)
        return NULL;
    if (status != 0)
        return "it cannot be written";
    if (takt_fs_unlink("/used/file") != 0 || takt_fs_rmdir("/used") != 0)
        return bed.model.off ? NULL : "what was written cannot be removed";
    return work_look("/") == before ? NULL : "the tree changed by use";
}

static const char *emptied_right(void)
{
    struct takt_fs_space space;

    if (work_remove("/") != 0)
        return bed.model.off ? NULL : "not all can be removed";
    (void)settle_down(&bed);
    if (bed.model.off)
        return NULL;
    if (takt_fs_space(&bed.fs, &space) != 0 || space.files != 1)
        return "inodes are left";
    return space.used <= BLOCK / 2 ? NULL : "space is leaked";
}

static const char *all_right(uint64_t before, uint64_t after)
{
    const char *wrong = mounted_right(before, after);
    uint64_t now = work_look("/");
    int i;

    if (wrong == NULL)
        wrong = used_right();
    for (i = 0; i < 3 && wrong == NULL; i++) /* what was seen once stays, whatever bits were not sure */
        wrong = mounted_right(now, now);
    if (wrong == NULL && !bed.model.off)
        wrong = emptied_right();
    return wrong;
}

/* The flash as a cut leaves it, in `image`. */
static uint32_t cut_once(uint64_t seed, uint32_t at, enum takt_model_torn torn)
{
    fresh(seed, 0);
    (void)bed_mount(&bed, 0);
    bed.model.cut_at = at;
    bed.model.torn = torn;
    (void)run_work(steps, false);
    bed.model.chance ^= (uint64_t)at << 20; /* another tear for each place */
    memcpy(image, bed.memory, sizeof(image));
    memcpy(weak, bed.model.weak, sizeof(weak));
    return step_of(at);
}

static void as_cut(void)
{
    (void)takt_fs_unmount(&bed.fs);
    memcpy(bed.memory, image, sizeof(image));
    memcpy(bed.model.weak, weak, sizeof(weak));
}

/* The second cut may come while files are removed: then any tree will do that can be read. */
static const char *second_cut(uint64_t before, uint64_t after, uint32_t at, enum takt_model_torn torn)
{
    const char *wrong;

    as_cut();
    takt_model_power(&bed.model);
    (void)takt_fs_mount(&bed.fs, &bed.attr);
    bed.model.operations = 0;
    bed.model.torn = torn;
    bed.model.cut_at = at;
    wrong = used_right();
    if (wrong == NULL && bed.model.off)
        wrong = bed_mount(&bed, 0) != 0 ? "not mounted"
                : work_look("/") == 0   ? "the tree cannot be read"
                                        : NULL;
    (void)before;
    (void)after;
    if (wrong == NULL)
        wrong = emptied_right();
    pairs++;
    return wrong;
}

static int try_pairs(uint64_t seed, uint32_t at, enum takt_model_torn torn, uint32_t sample)
{
    uint32_t step = step_of(at), last, i;

    as_cut();
    if (mounted_right(seen[step], seen[step + 1]) != NULL)
        return complain("at depth 2", at, torn, seed);
    bed.model.operations = 0;
    (void)used_right();
    (void)emptied_right();
    last = bed.model.operations;
    for (i = 0; i < (sample != 0 ? sample : last * TAKT_TORN_KINDS); i++) {
        uint32_t which = sample != 0 ? (uint32_t)((chance = chance * 6364136223846793005u + 1) >> 33) : i;
        const char *wrong = last == 0
                                ? NULL
                                : second_cut(seen[step], seen[step + 1], 1 + which / TAKT_TORN_KINDS % last,
                                             (enum takt_model_torn)(which % TAKT_TORN_KINDS));

        if (wrong != NULL) {
            fprintf(stderr, "second cut %u: ", (unsigned)which);
            return complain(wrong, at, torn, seed);
        }
    }
    return 0;
}

static int try_cut(uint64_t seed, uint32_t at, enum takt_model_torn torn, uint32_t depth, uint32_t sample)
{
    uint32_t step = cut_once(seed, at, torn);
    const char *wrong;

    as_cut();
    wrong = all_right(seen[step], seen[step + 1]);
    cuts++;
    if (wrong != NULL)
        return complain(wrong, at, torn, seed);
    return depth > 1 ? try_pairs(seed, at, torn, sample) : 0;
}

/* One workload: whole, then cut. */
static int try_work(uint64_t seed, uint32_t depth, uint32_t sample, uint32_t operations)
{
    uint32_t last, erases, i;

    fresh(seed, 0);
    takt_model_count(&bed.model);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0);
    steps = run_work(operations, true);
    seen[steps] = work_look("/");
    flash_at[steps] = last = bed.model.operations;
    erases = takt_model_sum(&bed.model).erases;
    FAIL_UNLESS(bed.model.broken_rules == 0);
    FAIL_UNLESS(last > 10);
    for (i = 0; i < (sample != 0 ? sample : last * TAKT_TORN_KINDS); i++) {
        uint32_t which = sample != 0 ? (uint32_t)((chance = chance * 6364136223846793005u + 1) >> 33) : i;

        if (try_cut(seed, 1 + which / TAKT_TORN_KINDS % last, (enum takt_model_torn)(which % TAKT_TORN_KINDS),
                    depth, depth > 1 && sample != 0 ? 4 : 0) != 0)
            return 1;
    }
    printf("seed %llu: %u operations, %u programs and erases, %u of them erases\n", (unsigned long long)seed,
           (unsigned)steps, (unsigned)last, (unsigned)erases);
    return 0;
}

int fs_test_main(void)
{
    uint32_t seed = number_argument("seed", 1), works = number_argument("works", 1), i;
    uint32_t operations = number_argument("operations", 120);

    bed_make(&bed, NULL, BLOCKS * BLOCK, BLOCK, true);
    bed.model.weak = calloc(1, BLOCKS * BLOCK);
    bed.attr.clock = fixed_clock;
    chance = seed;
    for (i = 0; i < works; i++)
        if (try_work(seed + i, number_argument("depth", 1), number_argument("sample", 0),
                     operations < STEPS ? operations : STEPS) != 0)
            return 1;
    printf("seed %u\namount: %u cuts, %u pairs\n", (unsigned)seed, (unsigned)cuts, (unsigned)pairs);
    return 0;
}
