/*
 * The maps of priorities that are compared, and the numbers of marks; the programs that record and that read have the
 * same list.
 * Source of the first and the fourth: W. Lamie, IQ Magazine 8-1, 2009; the others are between them.
 */
#ifndef PRIORITIES_CASES_H
#define PRIORITIES_CASES_H

struct priorities_thread {
    const char *name;
    unsigned char priority, threshold;
};

struct priorities_case {
    const char *name, *title;
    unsigned switches;                  /* a cycle, by the article's rule */
    struct priorities_thread thread[4]; /* A, B, C, D */
};

static const struct priorities_case priorities_cases[] = {
    {"equal", "A=B=C=D", 4, {{"A", 4, 4}, {"B", 4, 4}, {"C", 4, 4}, {"D", 4, 4}}},
    {"one-above", "A1, B=C=D", 9, {{"A", 1, 1}, {"B", 4, 4}, {"C", 4, 4}, {"D", 4, 4}}},
    {"two-above", "A1 B2, C=D", 14, {{"A", 1, 1}, {"B", 2, 2}, {"C", 4, 4}, {"D", 4, 4}}},
    {"unique", "A1 B2 C3 D4", 18, {{"A", 1, 1}, {"B", 2, 2}, {"C", 3, 3}, {"D", 4, 4}}},
    {"threshold", "A1 B2 C3 D4, D's threshold 1", 4, {{"A", 1, 1}, {"B", 2, 2}, {"C", 3, 3}, {"D", 4, 1}}},
};

#define PRIORITIES_CASES (sizeof(priorities_cases) / sizeof(priorities_cases[0]))

/* Numbers of marks and counters in the recordings. */
#define PRIORITIES_MARK_CYCLE       1
#define PRIORITIES_MARK_SPREAD      3
#define PRIORITIES_COUNTER_SWITCHES 4
#define PRIORITIES_MARK_WANTS       5
#define PRIORITIES_MARK_GOT         6

/* Random cycles: their ways, and of the maps above those that are compared. */
#define PRIORITIES_SPREAD_WAYS   3u
#define PRIORITIES_SPREAD_MAPS   3u
#define PRIORITIES_SPREAD_CYCLES 1000u
static const unsigned char priorities_spread_maps[PRIORITIES_SPREAD_MAPS] = {0, 2, 3};

/* Parts of 100 of a block. Source: the article's example. */
#define PRIORITIES_SLICES 4u
static const struct {
    const char *name;
    unsigned part;
} priorities_slices_of[PRIORITIES_SLICES] = {{"A", 25}, {"B", 10}, {"C", 10}, {"D", 55}};

#endif
