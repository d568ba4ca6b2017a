/*
 * What the LLQ has to reach, and whether it does. Ratios are medians of rounds; where several shapes count, the
 * worst of them does, and is named.
 */
#include "report.h"

#include "../../apps/common/stats.h"

#include <stdio.h>

#define TEXT_BYTES 96

static char texts[BENCH_VERDICTS][3][TEXT_BYTES];
static struct takt_result_verdict *list;
static unsigned count;

/* name-of-the-lock, without blanks and commas */
static void name_of(char text[TEXT_BYTES], const char *what, const char *lock)
{
    unsigned length = (unsigned)snprintf(text, TEXT_BYTES, "%s-", what);

    for (; *lock != '\0' && length + 1 < TEXT_BYTES; lock++) {
        if (*lock == ' ')
            text[length++] = '-';
        else if (*lock != ',' && *lock != '=')
            text[length++] = *lock;
    }
    text[length] = '\0';
}

static struct takt_result_verdict *add(const char *what, enum bench_kind kind, const char *title,
                                       const char *relation, int64_t value, int64_t wanted)
{
    struct takt_result_verdict *verdict = &list[count];
    const char *lock = bench_locks[kind]->name;

    name_of(texts[count][0], what, lock);
    snprintf(texts[count][1], TEXT_BYTES, "%s: %s", lock, title);
    *verdict = (struct takt_result_verdict){.name = texts[count][0],
                                            .title = texts[count][1],
                                            .unit = "",
                                            .relation = relation,
                                            .value = value,
                                            .wanted = wanted,
                                            .decimals = 3,
                                            .basis = texts[count][2]};
    count++;
    return verdict;
}

static char *basis_of(const struct takt_result_verdict *verdict)
{
    return texts[verdict - list][2];
}

static const struct bench_point *point_at(unsigned threads, uint32_t section)
{
    for (unsigned i = 0; i < bench_point_count; i++) {
        const struct bench_shape *shape = &bench_points[i].shape;

        if (shape->threads == threads && shape->section == section && shape->think == 0)
            return &bench_points[i];
    }
    return NULL;
}

/* Time of a pair, as a multiple of ck's MCS: the ratio of the rates, turned over. */
static int64_t pair_time(const struct bench_point *point, enum bench_kind kind)
{
    int64_t rate = point->of[kind].to_mcs;

    return takt_stats_ratio(1000, rate > 0 ? rate : 1, 1000);
}

static void judge_alone(enum bench_kind kind, int64_t wanted)
{
    const struct bench_point *point = point_at(1, 0);
    const struct takt_result_verdict *verdict;
    int64_t ticket;

    if (point == NULL)
        return;
    ticket = pair_time(point, BENCH_TICKET);
    verdict = add("alone", kind, "acquire and release, nobody else, to ck's MCS",
                  "<=", pair_time(point, kind), wanted);
    snprintf(basis_of(verdict), TEXT_BYTES, "median of %u rounds; ck ticket is at %lld.%03lld", point->rounds,
             (long long)(ticket / 1000), (long long)(ticket % 1000));
}

static void judge_contended(enum bench_kind kind)
{
    static const uint32_t sections[] = {0, 100, 1000, 10000};

    for (unsigned i = 0; i < 4; i++) {
        const struct bench_point *point = point_at(2, sections[i]);
        char what[32], title[TEXT_BYTES];
        const struct takt_result_verdict *verdict;

        if (point == NULL)
            continue;
        snprintf(what, sizeof(what), "two-%u", (unsigned)sections[i]);
        snprintf(title, sizeof(title), "2 threads, sections of %u cycles, throughput to ck's ticket",
                 (unsigned)sections[i]);
        verdict = add(what, kind, title, ">=", point->of[kind].to_ticket, 1000);
        snprintf(basis_of(verdict), TEXT_BYTES, "median of %u rounds; passed by at most %u, bound %u",
                 point->rounds, (unsigned)point->of[kind].passed, (unsigned)bench_locks[kind]->bound(2));
    }
}

static void judge_share(enum bench_kind kind)
{
    const struct takt_result_verdict *verdict =
        add("share", kind, "most over fewest acquisitions of 2 threads",
            "<=", takt_stats_median(bench_windows.apart[kind], bench_windows.count) / 10, 1020);

    snprintf(basis_of(verdict), TEXT_BYTES, "median of %u windows of %lld ms", bench_windows.count,
             (long long)(bench_windows.ns / 1000000));
}

/* The worst shape of so many threads, by a figure. */
struct worst {
    int64_t value;
    const struct bench_shape *shape; /* NULL: none was measured */
    unsigned shapes;
};

static void look_at(struct worst *worst, const struct bench_point *point, int64_t value, bool is_worse)
{
    worst->shapes++;
    if (worst->shape != NULL && !is_worse)
        return;
    worst->value = value;
    worst->shape = &point->shape;
}

static void tell_worst(const struct takt_result_verdict *verdict, const struct worst *worst)
{
    snprintf(basis_of(verdict), TEXT_BYTES, "the worst of %u shapes: sections of %u cycles, %u between",
             worst->shapes, (unsigned)worst->shape->section, (unsigned)worst->shape->think);
}

/* More threads than processors. */
static void judge_crowded(enum bench_kind kind, unsigned threads)
{
    struct worst throughput = {0}, wait = {0};
    char what[32], title[TEXT_BYTES];

    for (unsigned i = 0; i < bench_point_count; i++) {
        const struct bench_point *point = &bench_points[i];
        const struct bench_figures *figures = &point->of[kind];
        int64_t to_mutex = takt_stats_ratio(figures->wait_999, point->of[BENCH_MUTEX].wait_999, 1000);

        if (point->shape.threads != threads || !bench_lock_takes(bench_locks[kind], threads))
            continue;
        look_at(&throughput, point, figures->to_mcs, figures->to_mcs < throughput.value);
        look_at(&wait, point, to_mutex, to_mutex > wait.value);
    }
    if (wait.shape == NULL)
        return;
    snprintf(what, sizeof(what), "crowded-%u", threads);
    snprintf(title, sizeof(title), "%u threads on %u processors, throughput to ck's MCS", threads,
             BENCH_PROCESSORS);
    tell_worst(add(what, kind, title, ">=", throughput.value, 5000), &throughput);
    snprintf(what, sizeof(what), "crowded-wait-%u", threads);
    snprintf(title, sizeof(title), "%u threads, 99.9 %% of the waits to pthread mutex's", threads);
    tell_worst(add(what, kind, title, "<=", wait.value, 1000), &wait);
}

unsigned bench_verdicts_make(struct takt_result_verdict verdicts[BENCH_VERDICTS])
{
    list = verdicts;
    count = 0;
    judge_alone(BENCH_LINKED_BARE, 1150);
    judge_alone(BENCH_ANNOUNCE_BARE, 1150);
    judge_alone(BENCH_LINKED, 2500);
    judge_alone(BENCH_ANNOUNCE, 2500);
    judge_contended(BENCH_LINKED);
    judge_contended(BENCH_ANNOUNCE);
    judge_share(BENCH_LINKED);
    judge_share(BENCH_ANNOUNCE);
    for (unsigned threads = 4; threads <= BENCH_THREADS; threads *= 2) {
        judge_crowded(BENCH_LINKED_BLOCK, threads);
        judge_crowded(BENCH_ANNOUNCE_BLOCK, threads);
    }
    return count;
}

unsigned bench_bounds_broken(void)
{
    unsigned broken = 0;

    for (unsigned i = 0; i < bench_point_count; i++) {
        const struct bench_point *point = &bench_points[i];

        for (unsigned kind = 0; kind < BENCH_LOCKS; kind++) {
            const struct bench_lock *lock = bench_locks[kind];

            if (lock->bound == NULL || point->of[kind].passed <= lock->bound(point->shape.threads))
                continue;
            printf("FAILED: %s, %u threads: a request was passed by %u grants, the bound is %u\n", lock->name,
                   point->shape.threads, (unsigned)point->of[kind].passed,
                   (unsigned)lock->bound(point->shape.threads));
            broken++;
        }
    }
    return broken;
}
