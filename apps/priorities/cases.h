/*
 * The maps of priorities that are compared; the program that reads the recordings has the same list.
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

#endif
