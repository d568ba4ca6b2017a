/*
 * work [seed=N] [operations=N] [blocks=N] [block=N] [save=FILE] [to=FILE]: a workload without cuts. After every operation in
 * turn the flash is mounted again from what is on it, and the tree must be the same. At the end the image and a listing are
 * saved, for readers that are not Takt's.
 */
#include <string.h>

#include "workload.h"

static uint32_t fixed_clock(void)
{
    return 1000000000u;
}

static int differs(uint32_t step, uint64_t before, uint64_t after)
{
    fprintf(stderr, "FAILED: mounted again after operation %u: %llx was %llx\n", (unsigned)step,
            (unsigned long long)after, (unsigned long long)before);
    (void)list_tree(stderr, "/");
    return 1;
}

static int work_on(struct bed *bed, struct work *work, uint32_t operations)
{
    uint32_t step, done = 0;

    for (step = 0; step < operations; step++) {
        uint64_t before, after;

        if (work_step(work, bed) == 0)
            done++;
        if (work_chance(work, 8) != 0)
            continue;
        before = work_look("/");
        FAIL_UNLESS(before != 0);
        FAIL_UNLESS(bed_mount(bed, work_chance(work, 2) != 0 ? TAKT_FS_CHECK : 0) == 0);
        after = work_look("/");
        if (after != before)
            return differs(step, before, after);
    }
    printf("amount: %u operations that changed something\n", (unsigned)done);
    return 0;
}

static int save(struct bed *bed)
{
    const char *file = takt_argument("save", NULL), *to = takt_argument("to", NULL);
    FILE *out;

    if (file == NULL || to == NULL)
        return 0;
    bed_save(bed, file);
    out = fopen(to, "w");
    FAIL_UNLESS(out != NULL && list_tree(out, "/") > 0);
    return fclose(out);
}

int fs_test_main(void)
{
    static struct bed bed;
    uint32_t block = number_argument("block", 4096), seed = number_argument("seed", 1);
    struct work work = {
        .chance = seed, .names = number_argument("names", 12), .longest = 3000, .steps = true};

    work.page = block / 4 < 4096 ? block / 4 : 4096;
    work.longest = work.page * 3;
    bed_make(&bed, NULL, block * number_argument("blocks", 8), block, true);
    bed.attr.clock = fixed_clock;
    FAIL_UNLESS(bed_mount(&bed, 0) == 0);
    if (work_on(&bed, &work, number_argument("operations", 2000)) != 0)
        return 1;
    FAIL_UNLESS(bed.model.broken_rules == 0);
    printf("seed %u, %u erases\n", (unsigned)seed, (unsigned)takt_model_sum(&bed.model).erases);
    return save(&bed);
}
