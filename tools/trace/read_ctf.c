/* A folder in Common Trace Format: its metadata, and every other file in it as a stream. */
#include "ctf.h"
#include "read.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool tt_is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int read_metadata(struct tt_ctf *ctf, const char *folder)
{
    char path[1024];
    struct tt_input in = {.path = path};
    int result;

    snprintf(path, sizeof(path), "%s/metadata", folder);
    result = tt_load(&in); /* a text is ended by the 0 that tt_load() puts behind it */
    if (result == 0 && in.size >= 4 && memcmp(in.byte, "\x75\xd1\x1d\x57", 4) == 0) {
        fprintf(stderr, "takt-trace: %s is in packets; only metadata that is plain text is read.\n", path);
        result = -1;
    } else if (result == 0) {
        result = tt_ctf_parse(ctf, (const char *)in.byte, path);
    } else {
        *ctf = (struct tt_ctf){0};
    }
    free(in.byte);
    return result;
}

static int read_stream(struct tt_trace *trace, const struct tt_ctf *ctf, const char *folder, const char *file,
                       struct tt_ctf_map *map)
{
    const struct tt_ctf_told told = {tt_ctf_map_record, tt_ctf_map_lost, map};
    char path[1024];
    struct tt_input in = {.path = path};
    int result;

    snprintf(path, sizeof(path), "%s/%s", folder, file);
    if (tt_is_folder(path))
        return 0;
    result = tt_load(&in);
    if (result == 0 && !tt_ctf_decode(ctf, in.byte, in.size, &told))
        trace->bad_packets++;
    free(in.byte);
    return result;
}

static int compare(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_stream(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "metadata") != 0;
}

static int read_streams(struct tt_trace *trace, const struct tt_ctf *ctf, const char *folder)
{
    struct tt_ctf_map *map = tt_ctf_map_begin(trace);
    struct dirent **entry;
    int count = scandir(folder, &entry, is_stream, compare), result = count < 0 ? -1 : 0;
    uint64_t unknown;

    for (int i = 0; i < count; i++) {
        if (result == 0)
            result = read_stream(trace, ctf, folder, entry[i]->d_name, map);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    unknown = tt_ctf_map_end(map);
    if (unknown > 0)
        fprintf(stderr,
                "takt-trace: %llu events of %s are of kinds that Takt does not have and are left out.\n",
                (unsigned long long)unknown, folder);
    for (unsigned c = 0; c < trace->cores; c++) {
        trace->core[c].span = (uint64_t)1 << 32;
        strcpy(trace->core[c].board, "CTF");
    }
    return result;
}

int tt_read_ctf(struct tt_trace *trace, const char *folder)
{
    struct tt_ctf ctf;
    int result = read_metadata(&ctf, folder);

    if (result == 0)
        result = read_streams(trace, &ctf, folder);
    tt_ctf_free(&ctf);
    return result;
}
