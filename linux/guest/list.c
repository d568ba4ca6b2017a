/*
 * list FOLDER: everything below a folder, one line an entry, sorted by the bytes of the path.
 *
 *   mode uid gid links device size mtime ctime atime checksum path [-> target]
 *
 * A guest has no program that says all of this in one call, and thousands of processes are slow in an emulator. Sizes of
 * folders mean nothing that file systems agree on and are shown as -. The checksum is CRC-32 (as in zlib) of a file's
 * data or a symbolic link's target. A byte of a name that is no printing character, or a blank or backslash, is written
 * \xNN, so that a line is always one entry. What cannot be read is an entry, too: it says `unreadable` and why.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static unsigned long entries, unreadable;

static uint32_t crc32(uint32_t crc, const unsigned char *data, size_t length)
{
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1u));
        }
    }
    return ~crc;
}

static void print_name(const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c != 0; c++) {
        if (*c <= ' ' || *c == 0x7f || *c == '\\') {
            printf("\\x%02x", *c);
        } else {
            putchar(*c);
        }
    }
}

/* The data's checksum; false with errno when not all of it could be read. */
static bool file_crc(int folder, const char *name, uint32_t *crc)
{
    unsigned char buffer[65536];
    int file = openat(folder, name, O_RDONLY | O_NOATIME | O_NOFOLLOW);
    if (file < 0) {
        return false;
    }
    ssize_t got;
    *crc = 0;
    while ((got = read(file, buffer, sizeof buffer)) > 0) {
        *crc = crc32(*crc, buffer, (size_t)got);
    }
    int error = errno;
    close(file);
    errno = error;
    return got == 0;
}

static bool link_crc(int folder, const char *name, char *target, uint32_t *crc)
{
    ssize_t length = readlinkat(folder, name, target, PATH_MAX);
    if (length < 0) {
        return false;
    }
    target[length] = 0;
    *crc = crc32(0, (unsigned char *)target, (size_t)length);
    return true;
}

static void print_status(const struct stat *status)
{
    printf("%06o %u %u %lu ", status->st_mode, status->st_uid, status->st_gid,
           (unsigned long)status->st_nlink);
    if (S_ISCHR(status->st_mode) || S_ISBLK(status->st_mode)) {
        printf("%u:%u ", major(status->st_rdev), minor(status->st_rdev));
    } else {
        printf("- ");
    }
    if (S_ISDIR(status->st_mode)) {
        printf("- ");
    } else {
        printf("%jd ", (intmax_t)status->st_size);
    }
    printf("%jd %jd %jd ", (intmax_t)status->st_mtime, (intmax_t)status->st_ctime,
           (intmax_t)status->st_atime);
}

static void print_unreadable(const char *path, int error)
{
    unreadable++;
    printf("unreadable ");
    print_name(path);
    printf(" %s\n", strerror(error));
}

/* One line; the status is the answer, its mode 0 if there is none. */
static struct stat print_entry(int folder, const char *name, const char *path)
{
    struct stat status = {0};
    char target[PATH_MAX + 1] = "";
    uint32_t crc = 0;
    entries++;
    bool good = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (good && S_ISREG(status.st_mode)) {
        good = file_crc(folder, name, &crc);
    } else if (good && S_ISLNK(status.st_mode)) {
        good = link_crc(folder, name, target, &crc);
    }
    if (!good) {
        print_unreadable(path, errno);
        return status;
    }
    print_status(&status);
    bool data = S_ISREG(status.st_mode) || S_ISLNK(status.st_mode);
    printf(data ? "%08" PRIx32 " " : "- ", crc);
    print_name(path);
    if (S_ISLNK(status.st_mode)) {
        printf(" -> ");
        print_name(target);
    }
    putchar('\n');
    return status;
}

static int no_dots(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Takes the folder's descriptor. */
static void list_folder(int folder, const char *path)
{
    struct dirent **names;
    int count = folder < 0 ? -1 : scandirat(folder, ".", &names, no_dots, by_bytes);
    if (count < 0) {
        print_unreadable(path, errno);
    }
    for (int i = 0; i < count; i++) {
        char *below;
        const char *name = names[i]->d_name;
        if (asprintf(&below, "%s%s%s", path, *path ? "/" : "", name) < 0) {
            abort();
        }
        if (S_ISDIR(print_entry(folder, name, below).st_mode)) {
            list_folder(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOATIME), below);
        }
        free(below);
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
    if (folder >= 0) {
        close(folder);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "list FOLDER\n");
        return 2;
    }
    int folder = open(argv[1], O_RDONLY | O_DIRECTORY);
    if (folder < 0) {
        fprintf(stderr, "list: %s: %s\n", argv[1], strerror(errno));
        return 2;
    }
    list_folder(folder, "");
    printf("entries %lu unreadable %lu\n", entries, unreadable);
    return unreadable != 0;
}
