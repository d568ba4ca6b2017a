/* Where a program of the development machine that uses apps/common writes its results. */
#ifndef TAKT_TOOLS_TARGET_H
#define TAKT_TOOLS_TARGET_H

/** NULL: the folder in the environment's TAKT_RESULTS, else build/results. */
extern const char *target_folder;

#endif
