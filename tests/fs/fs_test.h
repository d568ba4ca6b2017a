/*
 * What the programs of this folder share: a model flash filled from a file, and a listing of a mounted tree, a line a file,
 * that other programs make of the same tree: path, kind, permissions, owner, links, time, size, checksum or target.
 */
#ifndef FS_TEST_H
#define FS_TEST_H

#include <stdio.h>

#include <takt/fs.h>
#include <takt/takt.h>

#include "flash/model.h"

/** A flash of the development machine's memory, and the mount on it. */
struct bed {
    struct takt_model model;
    struct takt_fs fs;
    struct takt_fs_attr attr;
    uint8_t *memory;
    void *records;
};

/** Given by the program: what its thread runs. @return the status of the run */
int fs_test_main(void);

/** An erased flash, or one filled from a file that may be shorter; ends the run if the file cannot be read. */
void bed_make(struct bed *bed, const char *file, uint32_t size, uint32_t block_size, bool mapped);
/** As if the power had been off: mount again, from what is on flash. */
int bed_mount(struct bed *bed, unsigned flags);
/** Write the flash to a file. */
void bed_save(const struct bed *bed, const char *file);
void bed_free(struct bed *bed);

/** A number argument. */
uint32_t number_argument(const char *key, uint32_t otherwise);

/** List the mounted tree. @return files listed; negative: an error, told on stderr */
long list_tree(FILE *to, const char *path);

/** Checksum of a file as listings have it (zlib's crc32). @return 0, or a negative errno */
int file_checksum(const char *path, uint32_t *checksum);

/** Run background steps until there is nothing to do. @return steps */
long settle_down(struct bed *bed);

#define FAIL_UNLESS(condition)                                                                               \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                          \
            return 1;                                                                                        \
        }                                                                                                    \
    } while (0)

#endif
