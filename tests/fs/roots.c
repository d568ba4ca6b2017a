/*
 * The root split by links, and many threads. A basic root is mounted at start; the extended one at the first access through
 * a symbolic link of it. An extended root that is absent, broken or that leads round in a circle is a plain error. Then
 * readers of several priorities and a writer use one file system at once: each reads what was written, and the most urgent
 * one waits for no more than a step of another.
 */
#include <stdlib.h>
#include <string.h>

#include "fs_test.h"

#define BLOCK   16384u
#define BLOCKS  8u
#define READERS 3
#define ROUNDS  60u
#define STACK   (TAKT_STACK_MIN + 32768)

static struct bed basic, extended;
static struct takt_thread threads[READERS + 2];
static uintptr_t stacks[READERS + 2][STACK / sizeof(uintptr_t)];
static struct takt_sem done;
static uint32_t wrong, rounds[READERS];

static int put(const char *path, const char *text, uint32_t times)
{
    struct takt_file file;
    int status = takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_CREATE | TAKT_O_TRUNC, 0644);

    while (status == 0 && times-- > 0)
        status = takt_fs_write(&file, text, strlen(text)) == (long)strlen(text) ? 0 : -EIO;
    (void)takt_fs_close(&file);
    return status;
}

static int make_roots(void)
{
    bed_make(&basic, NULL, BLOCK * BLOCKS, BLOCK, true);
    bed_make(&extended, NULL, BLOCK * BLOCKS, BLOCK, true);
    FAIL_UNLESS(bed_mount(&extended, 0) == 0);
    FAIL_UNLESS(takt_fs_mkdir("/usr", 0755) == 0 && put("/usr/tool", "a tool\n", 500) == 0);
    FAIL_UNLESS(takt_fs_symlink("/ext/circle", "/circle") == 0);
    FAIL_UNLESS(takt_fs_unmount(&extended.fs) == 0);
    FAIL_UNLESS(bed_mount(&basic, 0) == 0);
    FAIL_UNLESS(takt_fs_mkdir("/bin", 0755) == 0 && put("/bin/sh", "a shell\n", 10) == 0);
    FAIL_UNLESS(takt_fs_symlink("/ext/usr", "/usr") == 0 && takt_fs_symlink("ext/circle", "/circle") == 0);
    FAIL_UNLESS(takt_fs_symlink("/ext/nothing", "/dangling") == 0);
    return 0;
}

static int mounted_by_link(void)
{
    struct takt_fs_stat stat;
    struct takt_fs_space space;

    extended.attr.path = "/ext";
    extended.attr.flags = TAKT_FS_LATER;
    FAIL_UNLESS(takt_fs_stat("/usr/tool", &stat) == -ENOENT); /* nothing is to be mounted there yet */
    FAIL_UNLESS(takt_fs_mount(&extended.fs, &extended.attr) == 0);
    FAIL_UNLESS(takt_fs_stat("/bin/sh", &stat) == 0 && takt_fs_space(&extended.fs, &space) == -ENODEV);
    FAIL_UNLESS(takt_fs_stat("/usr/tool", &stat) == 0 && stat.size == 3500);
    FAIL_UNLESS(takt_fs_space(&extended.fs, &space) == 0);
    FAIL_UNLESS(takt_fs_stat("/usr/../bin/sh", &stat) == -ENOENT); /* ".." of /ext/usr is /ext */
    FAIL_UNLESS(takt_fs_stat("/ext/../bin/sh", &stat) == 0);
    FAIL_UNLESS(takt_fs_stat("/circle", &stat) == -ELOOP);
    FAIL_UNLESS(takt_fs_stat("/dangling", &stat) == -ENOENT);
    FAIL_UNLESS(takt_fs_rename("/bin/sh", "/ext/sh") == -EXDEV && takt_fs_rmdir("/ext") == -EBUSY);
    return 0;
}

static int broken(void)
{
    struct takt_fs_stat stat;

    FAIL_UNLESS(takt_fs_unmount(&extended.fs) == 0);
    memset(extended.memory, 0x33, BLOCK * BLOCKS);
    FAIL_UNLESS(takt_fs_mount(&extended.fs, &extended.attr) == 0);
    FAIL_UNLESS(takt_fs_stat("/usr/tool", &stat) == -EINVAL && strlen(takt_fs_why(&extended.fs)) > 0);
    FAIL_UNLESS(takt_fs_stat("/usr/tool", &stat) == -EINVAL && takt_fs_stat("/bin/sh", &stat) == 0);
    FAIL_UNLESS(takt_fs_unmount(&extended.fs) == 0);
    return 0;
}

/* Reads a file in odd pieces until its thread has done its rounds. */
static void reader(void *arg)
{
    unsigned who = (unsigned)(uintptr_t)arg;
    static char part[READERS][777];
    struct takt_file file;
    char path[8] = "/r0";

    path[2] = (char)('0' + who);
    for (rounds[who] = 0; rounds[who] < ROUNDS; rounds[who]++) {
        long got, total = 0, i;

        wrong += takt_fs_open(&file, path, TAKT_O_READ, 0) != 0;
        while ((got = takt_fs_read(&file, part[who], sizeof(part[who]))) > 0)
            for (i = 0; i < got; i++, total++)
                wrong += part[who][i] != "abcdefgh"[total % 8];
        wrong += got < 0 || total != 8 * 700;
        (void)takt_fs_close(&file);
        (void)takt_sleep(TAKT_US(20 + 10 * who));
    }
    (void)takt_sem_give(&done);
}

/* Writes and removes all the time, so that blocks are collected under the readers. */
static void writer(void *arg)
{
    unsigned i;

    (void)arg;
    for (i = 0; i < ROUNDS; i++) {
        wrong += put("/w", "something that is written over and over again\n", 40) != 0;
        (void)takt_sleep(TAKT_US(30));
    }
    (void)takt_sem_give(&done);
}

static void start(unsigned which, void (*entry)(void *), takt_prio_t priority, void *arg)
{
    const struct takt_thread_attr attr = {.name = "user",
                                          .entry = entry,
                                          .arg = arg,
                                          .stack = stacks[which],
                                          .stack_size = sizeof(stacks[which]),
                                          .priority = priority};

    wrong += takt_thread_create(&threads[which], &attr) != 0 || takt_thread_start(&threads[which]) != 0;
}

static int many_threads(void)
{
    uintptr_t i;
    uint32_t erases = takt_model_sum(&basic.model).erases;

    for (i = 0; i < READERS; i++)
        FAIL_UNLESS(put(i == 0 ? "/r0" : i == 1 ? "/r1" : "/r2", "abcdefgh", 700) == 0);
    (void)takt_sem_init(&done, 0, READERS + 1);
    for (i = 0; i < READERS; i++)
        start((unsigned)i, reader, (takt_prio_t)(8 + 3 * i), (void *)i);
    start(READERS, writer, 10, NULL);
    start(READERS + 1, takt_fs_background_thread, 28, &basic.fs);
    for (i = 0; i < READERS + 1; i++)
        FAIL_UNLESS(takt_sem_take(&done, TAKT_S(60)) == 0);
    FAIL_UNLESS(wrong == 0);
    FAIL_UNLESS(takt_model_sum(&basic.model).erases > erases + 3);
    return 0;
}

int fs_test_main(void)
{
    if (make_roots() != 0 || mounted_by_link() != 0 || broken() != 0 || many_threads() != 0)
        return 1;
    printf("amount: %u reads and writes of %u threads\n", ROUNDS * (READERS + 1), READERS + 2);
    return 0;
}
