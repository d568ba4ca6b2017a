/*
 * Above the format: mounts, paths, and the lock. One lock for the core's whole file system, so that one inflater, one
 * cache and one buffer serve all mounts. It inherits priority and is held for one step: a node read or written, an entry
 * looked up, one node collected.
 */
#ifndef TAKT_FILES_H
#define TAKT_FILES_H

#include "jffs2/jffs2.h"

/* States of a mount; negative: mounting it failed with that. */
enum { MOUNT_NONE, MOUNT_LATER, MOUNT_DONE };

/** Where a path leads. */
struct takt_walk {
    struct takt_place dir;   /* the directory of the last name */
    const char *name;        /* valid until the next walk */
    uint32_t length;         /* 0: the path is a directory itself (a root, or ends in ..) */
    struct takt_place found; /* inode NULL: there is none of that name */
    struct takt_ref *entry;  /* its entry, if a directory has one */
    bool slash;              /* the path ends in one: a directory is meant */
};

/* mounts.c */
int takt_files_enter(void);
int takt_files_leave(int status); /* hands status on */
struct takt_fs *takt_mount_root(void);
struct takt_fs *takt_mount_named(const char *name, uint32_t length);
int takt_mount_ready(struct takt_fs *fs); /* mounts it, if that is to be done at first use */

/* path.c */
int takt_path(const char *path, bool follow, struct takt_walk *walk);
bool takt_path_through(const struct takt_inode *inode); /* whether the last walk went through it */
unsigned takt_place_kind(const struct takt_place *place);

/* change.c */
int takt_change(struct takt_fs *fs); /* before a write: may it be, and is all ready for it */
uint32_t takt_fs_time(const struct takt_fs *fs);
int takt_make(struct takt_walk *walk, uint32_t mode, const char *target);
int takt_resize(struct takt_fs *fs, struct takt_inode *inode, uint32_t size);
void takt_let_go(struct takt_fs *fs, struct takt_inode *inode);

/* stat.c */
int takt_tell(struct takt_fs *fs, struct takt_inode *inode, struct takt_fs_stat *stat);

#endif
