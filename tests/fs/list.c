/*
 * list image=FILE [block=N] [size=N] [to=FILE] [scan=1] [copy=1]: mount an image, list its tree. The listing is compared with
 * those that tree.py makes of the folder that the image was made of, and reader.py of the image.
 */
#include <string.h>

#include "fs_test.h"

int fs_test_main(void)
{
    static struct bed bed;
    const char *to = takt_argument("to", NULL);
    uint32_t block = number_argument("block", 65536), size = number_argument("size", 0);
    FILE *out = to != NULL ? fopen(to, "w") : stdout;
    struct takt_fs_space space;
    long files;
    int status;

    bed_make(&bed, takt_argument("image", "image"), size, block, number_argument("copy", 0) == 0);
    status = bed_mount(&bed, number_argument("scan", 0) != 0 ? TAKT_FS_SCAN : 0);
    if (status != 0 || out == NULL) {
        fprintf(stderr, "not mounted: %d: %s\n", status, takt_fs_why(&bed.fs));
        return 1;
    }
    files = list_tree(out, "/");
    if (out != stdout)
        (void)fclose(out);
    if (files < 0)
        fprintf(stderr, "%ld: %s\n", files, takt_fs_why(&bed.fs));
    (void)settle_down(&bed);
    (void)takt_fs_space(&bed.fs, &space);
    printf("files %u nodes %u\n", (unsigned)space.files, (unsigned)space.nodes);
    printf("amount: %ld files\n", files);
    bed_free(&bed);
    return files <= 0;
}
