/*
 * Console and results through system calls alone: no lock and no buffer of the C library is involved, so that
 * a core which is stopped anywhere leaves nothing behind that another could wait for. Interrupts are
 * deferred, as for all that is the C library's, so that errno stays the caller's.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/stat.h>

#include <takt/console.h>

#include "port.h"

#define RESULTS "build/results"

static int write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        text += written;
        length -= (size_t)written;
    }
    return 0;
}

void takt_console_write(const char *text, size_t length)
{
    takt_mask_t old = takt_port_mask();

    (void)write_all(STDOUT_FILENO, text, length);
    takt_port_unmask(old);
}

/* Make every folder above a file. */
static int make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        int failed;

        *slash = '\0';
        failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return -errno;
    }
    return 0;
}

static int path_of(char *path, size_t size, const char *name)
{
    const char *folder = getenv("TAKT_RESULTS");

    if (folder == NULL || *folder == '\0')
        folder = RESULTS;
    if (strlen(folder) + strlen(name) + 2 > size)
        return -ENAMETOOLONG;
    (void)strcpy(path, folder);
    (void)strcat(path, "/");
    (void)strcat(path, name);
    return 0;
}

static int write_file(const char *path, const char *text, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int result;

    if (file < 0)
        return -errno;
    result = write_all(file, text, length);
    if (close(file) != 0 && result == 0)
        result = -errno;
    return result;
}

int takt_result_write(const char *name, const char *text, size_t length)
{
    char path[1024];
    takt_mask_t old = takt_port_mask();
    int error = errno, result = path_of(path, sizeof(path), name);

    if (result == 0)
        result = make_folders(path);
    if (result == 0)
        result = write_file(path, text, length);
    errno = error;
    takt_port_unmask(old);
    return result;
}
