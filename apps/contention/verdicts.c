/*
 * What is demanded of the LLQ, each with the value found. Orders and shares hold on every board; times and
 * ratios of throughput are demanded where time is real. No maximum of a time is among them: the machine has
 * its own.
 */
#include "report.h"

#define VERDICTS_MAX CONTENTION_VERDICTS

static struct takt_result_verdict list[VERDICTS_MAX];
static char basis[VERDICTS_MAX][96];
static unsigned count;

static struct takt_text *demand(struct takt_result_verdict verdict)
{
    static struct takt_text text;

    TAKT_ASSERT(count < VERDICTS_MAX);
    takt_text_begin(&text, basis[count], sizeof(basis[count]));
    verdict.basis = basis[count];
    list[count++] = verdict;
    return &text;
}

static void basis_amount(struct takt_text *text, const char *before, int64_t amount, const char *behind)
{
    takt_text_add(text, before);
    takt_text_int(text, amount);
    takt_text_add(text, behind);
}

static void passes(void)
{
    uint32_t most = 0;
    uint64_t counted = 0;
    unsigned cores = contention_arguments.cores;

    for (unsigned i = 0; i < contention_setup_count; i++) {
        const struct contention_figures *figures = &contention_setups[i].of[CONTENTION_LLQ];

        most = figures->queued > most ? figures->queued : most;
        counted += figures->counted;
    }
    basis_amount(demand((struct takt_result_verdict){.name = "passes",
                                                     .title = "most grants that passed a queued request",
                                                     .unit = "grants",
                                                     .relation = "<=",
                                                     .value = most,
                                                     .wanted = cores - 1}),
                 "", (int64_t)counted, " requests counted, all setups");
}

int64_t contention_bound(unsigned cores, unsigned overtakings)
{
    const struct contention_arguments *a = &contention_arguments;
    int64_t handover = contention_board.longest_handover(cores);
    int64_t section = contention_board.longest_section(a->bytes, a->sizes.hold);

    return (cores - 1 + (int64_t)overtakings) * (section + handover) + handover;
}

static void basis_bound(struct takt_text *text, unsigned cores)
{
    const struct contention_arguments *a = &contention_arguments;

    basis_amount(text, "said before: L = ", contention_board.longest_section(a->bytes, a->sizes.hold), " ns");
    basis_amount(text, ", h = ", contention_board.longest_handover(cores), " ns");
}

/* The same in time. */
static void waits(void)
{
    unsigned cores = contention_arguments.cores;
    int64_t longest = 0;

    if (!contention_machine.exact)
        return;
    for (unsigned i = 0; i < contention_setup_count; i++) {
        const struct contention_setup *setup = &contention_setups[i];

        if (setup->cores == cores && setup->of[CONTENTION_LLQ].waited > longest)
            longest = setup->of[CONTENTION_LLQ].waited;
    }
    basis_bound(demand((struct takt_result_verdict){.name = "wait",
                                                    .title = "longest time from request to grant",
                                                    .unit = "ns",
                                                    .relation = "<=",
                                                    .value = longest,
                                                    .wanted = contention_bound(cores, 0)}),
                cores);
}

static void mixed_passes(const struct contention_mix *mix, const char *name, const char *title)
{
    unsigned cores = contention_arguments.cores;
    uint64_t counted = 0;
    uint32_t most = 0;

    for (unsigned core = 0; core < cores; core++) {
        most = mix->of[core].queued > most ? mix->of[core].queued : most;
        counted += mix->of[core].waits.count;
    }
    basis_amount(demand((struct takt_result_verdict){.name = name,
                                                     .title = title,
                                                     .unit = "grants",
                                                     .relation = "<=",
                                                     .value = most,
                                                     .wanted = cores - 1 + mix->overtakings}),
                 "", (int64_t)counted, " requests counted");
}

static void mixed_waits(const struct contention_mix *mix, const char *name, const char *title)
{
    unsigned cores = contention_arguments.cores;
    int64_t longest = 0;

    for (unsigned core = 0; core < cores; core++)
        longest = mix->of[core].waits.max > longest ? mix->of[core].waits.max : longest;
    basis_bound(demand((struct takt_result_verdict){.name = name,
                                                    .title = title,
                                                    .unit = "ns",
                                                    .relation = "<=",
                                                    .value = longest,
                                                    .wanted = contention_bound(cores, mix->overtakings)}),
                cores);
}

/* Mixed priorities: the orders' bounds, where they were measured. */
static void mixed(void)
{
    static const struct {
        const char *passes, *passes_title, *wait, *wait_title;
    } names[] = {
        {"passes-mixed-0", "mixed, K = 0: most grants that passed", "wait-mixed-0",
         "mixed, K = 0: longest wait"},
        {"passes-mixed-1", "mixed, K = 1: most grants that passed", "wait-mixed-1",
         "mixed, K = 1: longest wait"},
        {"passes-mixed-3", "mixed, K = 3: most grants that passed", "wait-mixed-3",
         "mixed, K = 3: longest wait"},
        {"passes-mixed-15", "mixed, K = 15: most grants that passed", "wait-mixed-15",
         "mixed, K = 15: longest wait"},
    };
    const struct contention_mix *mix;

    for (unsigned i = 0; (mix = contention_mix(i)) != NULL && mix->llq; i++) {
        mixed_passes(mix, names[i].passes, names[i].passes_title);
        if (contention_machine.exact)
            mixed_waits(mix, names[i].wait, names[i].wait_title);
    }
}

/* Where time is real, a core can be taken away for a while between two requests: a ratio over long windows.
 */
static void share(unsigned which, const char *name, const char *title)
{
    const struct contention_sizes *sizes = &contention_arguments.sizes;
    struct takt_text *text = demand((struct takt_result_verdict){
        .name = name,
        .title = title,
        .unit = "",
        .relation = "<=",
        .value = takt_stats_median(contention_long_run.share[which], sizes->windows),
        .wanted = 10200,
        .decimals = 4});

    basis_amount(text, "median of ", sizes->windows, " windows of ");
    basis_amount(text, "", sizes->window / TAKT_MS(1),
                 sizes->window < TAKT_S(2) ? " ms; verdict=1: 2 s" : " ms");
}

/* Where it is not, nothing but the lock decides: one turn, and one more that is under way when the window
 * ends. */
static void apart(unsigned which, const char *name, const char *title)
{
    const struct contention_sizes *sizes = &contention_arguments.sizes;
    int64_t most = takt_stats_quantile(contention_long_run.apart[which], sizes->windows, 100);
    struct takt_text *text = demand((struct takt_result_verdict){
        .name = name, .title = title, .unit = "acquisitions", .relation = "<=", .value = most, .wanted = 2});

    basis_amount(text, "most in ", sizes->windows, " windows of ");
    basis_amount(text, "", sizes->window / TAKT_US(1), " us");
}

static void shares(void)
{
    if (contention_board.real) {
        share(0, "share-1", "most / fewest acquisitions of a core, 1 task");
        share(1, "share-4", "most / fewest acquisitions of a core, 4 tasks");
    } else {
        apart(0, "apart-1", "most less fewest acquisitions of a core, 1 task");
        apart(1, "apart-4", "most less fewest acquisitions of a core, 4 tasks");
    }
}

static void delta(unsigned tasks, const char *name, const char *title)
{
    static int64_t shares[CONTENTION_REPEATS];
    const struct contention_figures *figures = &contention_on_all(tasks)->of[CONTENTION_LLQ];
    struct takt_text *text;
    int64_t median;

    for (unsigned i = 0; i < figures->deltas; i++) {
        int64_t d = figures->run_delta[i];

        shares[i] = takt_stats_ratio(d < 0 ? -d : d, figures->run_mean[i], 100000);
    }
    median = takt_stats_median(shares, figures->deltas);
    text = demand((struct takt_result_verdict){.name = name,
                                               .title = title,
                                               .unit = "% of mean",
                                               .relation = "<=",
                                               .value = median,
                                               .wanted = 1000,
                                               .decimals = 3});
    basis_amount(text, "median of ", figures->deltas, " repeats; 90 %: ");
    takt_text_fixed(text, takt_stats_quantile(shares, figures->deltas, 90), 3);
}

static void tail(void)
{
    const struct contention_setup *setup = contention_on_all(CONTENTION_TASKS);
    const struct contention_spread *llq = &setup->of[CONTENTION_LLQ].spread;
    const struct contention_spread *pthread = &setup->of[CONTENTION_PTHREAD].spread;
    struct takt_text *text;

    if (!setup->of[CONTENTION_PTHREAD].measured)
        return;
    text = demand((struct takt_result_verdict){.name = "tail",
                                               .title = "99.9 % of pthread_mutex / LLQ's, 4 tasks a core",
                                               .unit = "times",
                                               .relation = ">=",
                                               .value = takt_stats_ratio(pthread->p999, llq->p999, 10),
                                               .wanted = 100,
                                               .decimals = 1});
    basis_amount(text, "", (int64_t)pthread->count, " and ");
    basis_amount(text, "", (int64_t)llq->count, " requests");
}

static void throughput(int64_t *ratios, const char *name, const char *title)
{
    unsigned n = contention_arguments.sizes.ratios;
    struct takt_text *text;

    if (n == 0 || !contention_on_all(1)->of[CONTENTION_TICKET].measured)
        return;
    text = demand((struct takt_result_verdict){.name = name,
                                               .title = title,
                                               .unit = "",
                                               .relation = ">=",
                                               .value = takt_stats_median(ratios, n),
                                               .wanted = 900,
                                               .decimals = 3});
    basis_amount(text, "median of ", n, " ratios, slices of ");
    basis_amount(text, "", contention_arguments.sizes.slice / TAKT_MS(1), " ms");
}

/* Where cores take turns, a run in which they seldom met shows no lock at all. */
static void contended(void)
{
    int64_t met = (int64_t)contention_meetings.met, requests = (int64_t)contention_meetings.requests;

    basis_amount(demand((struct takt_result_verdict){
                     .name = "contended",
                     .title = "requests that met another core's (else no lock is shown)",
                     .unit = "%",
                     .relation = ">=",
                     .value = takt_stats_ratio(met, requests, 1000),
                     .wanted = 500,
                     .decimals = 1}),
                 "", requests, " requests timed or counted, several cores, all locks");
}

unsigned contention_verdicts(const struct takt_result_verdict **verdicts)
{
    static char bytes[64];
    struct takt_text text;

    *verdicts = list;
    if (contention_arguments.cores == 1 || !contention_arguments.lock[CONTENTION_LLQ])
        return 0;
    passes();
    waits();
    mixed();
    if (contention_board.turns)
        contended();
    shares();
    if (contention_arguments.cores == 2) {
        delta(1, "delta-1", "|delta| between the cores, 1 task");
        delta(CONTENTION_TASKS, "delta-4", "|delta| between the cores, 4 tasks");
    }
    if (!contention_board.real)
        return count;
    tail();
    throughput(contention_long_run.bare, "rate-0", "rate of LLQ / ticket, empty sections");
    takt_text_begin(&text, bytes, sizeof(bytes));
    basis_amount(&text, "rate of LLQ / ticket, ", contention_arguments.bytes, " bytes");
    throughput(contention_long_run.bytes, "rate-bytes", bytes);
    return count;
}
