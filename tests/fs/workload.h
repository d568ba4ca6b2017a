/*
 * Work on a file system, drawn by chance: files made, written, cut, renamed, linked and removed in a few directories. It is
 * the same for the same seed. Each operation is one that a power cut leaves undone or done: writes stay in a page.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "fs_test.h"

/** What a workload is made of, and its chance. */
struct work {
    uint64_t chance;
    uint32_t names;   /* paths that it uses, of 24 */
    uint32_t page;    /* of the file system under test */
    uint32_t longest; /* bytes of a file */
    bool steps;       /* background steps between */
};

uint32_t work_chance(struct work *work, uint32_t below);

/** One operation. @return what it returned; errors that the drawn state explains (-ENOENT ...) included */
int work_step(struct work *work, struct bed *bed);

/** A checksum of all that can be seen of the tree: names, kinds, permissions, links, sizes, bytes. 0: it cannot be read */
uint64_t work_look(const char *path);

/** Remove all that is there. @return 0, or the first error */
int work_remove(const char *path);

#endif
