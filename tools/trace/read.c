/* Files into one trace, whoever wrote them: which reader takes a file is seen from its first bytes. */
#include "read.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int tt_load(struct tt_input *in)
{
    FILE *file = fopen(in->path, "rb");
    size_t room = 0, got;

    if (file == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be opened: %s.\n", in->path, strerror(errno));
        return -1;
    }
    do {
        room = room == 0 ? 1 << 16 : room * 2;
        in->byte = tt_must(realloc(in->byte, room + 1));
        got = fread(in->byte + in->size, 1, room - in->size, file);
        in->size += got;
    } while (in->size == room);
    in->byte[in->size] = 0;
    if (ferror(file)) {
        fprintf(stderr, "takt-trace: %s cannot be read: %s.\n", in->path, strerror(errno));
        fclose(file);
        return -1;
    }
    fclose(file);
    return 0;
}

static int read_file(struct tt_trace *trace, const char *path)
{
    struct tt_input in = {.path = path};
    int result = tt_load(&in);

    if (result == 0 && tt_is_trx(&in))
        result = tt_read_trx(trace, &in);
    else if (result == 0)
        tt_read_takt(trace, &in);
    free(in.byte);
    return result;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* A file a core, as export --to trx makes them: in the order of their names. */
static int read_files(struct tt_trace *trace, const char *folder)
{
    struct dirent **entry;
    char path[1024];
    int count = scandir(folder, &entry, is_visible, alphasort), result = 0;

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name);
        if (result == 0 && !tt_is_folder(path))
            result = read_file(trace, path);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return result;
}

static int read_one(struct tt_trace *trace, const char *path)
{
    char metadata[1024];

    if (!tt_is_folder(path))
        return read_file(trace, path);
    snprintf(metadata, sizeof(metadata), "%s/metadata", path);
    return access(metadata, F_OK) == 0 ? tt_read_ctf(trace, path) : read_files(trace, path);
}

int tt_read(struct tt_trace *trace, const char *const *paths, unsigned count)
{
    *trace = (struct tt_trace){0};
    for (unsigned i = 0; i < count; i++) {
        if (read_one(trace, paths[i]) != 0) {
            tt_free(trace);
            return -1;
        }
    }
    if (trace->cores == 0) {
        fprintf(
            stderr,
            "takt-trace: %s holds no recording. takt_trace_save() and takt_trace_drain() make them; an image "
            "of the device's memory will do, too, and so will ThreadX's .trx and a folder in CTF.\n",
            count > 0 ? paths[0] : "the standard input");
        return -1;
    }
    tt_settle(trace);
    return 0;
}

void tt_free(struct tt_trace *trace)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        free(trace->core[c].event);
        free(trace->core[c].object);
    }
    free(trace->event);
}
