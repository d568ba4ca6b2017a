/* takt-trace chains: a line a chain, with the parts of its mean and of its worst; limits for continuous integration. */
#include "commands.h"

#include "chains.h"
#include "export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static double us(int64_t ns)
{
    return (double)ns / 1e3;
}

static const char *object_name(const struct tt_trace *trace, const struct tt_chain *chain)
{
    return chain->object == 0 ? "-" : tt_name(trace, chain->core, chain->object);
}

static void print_parts(const char *what, const int64_t *part, uint64_t times)
{
    printf("      %-6s", what);
    for (unsigned i = 0; i < TT_PARTS; i++)
        printf("  %s %.3f", tt_part_names[i], us(part[i]) / (double)times);
}

static void print_chain(const struct tt_trace *trace, const struct tt_chain *chain)
{
    printf("%-5u %-20s %-24s %-20s %9llu %12.3f %12.3f %12.3f %12.3f\n", chain->core,
           tt_actor_name(trace, chain->core, chain->source), object_name(trace, chain),
           tt_name(trace, chain->core, chain->thread), (unsigned long long)chain->times, us(chain->least),
           us(chain->total) / (double)chain->times, us(chain->most), us(chain->worst));
    print_parts("mean", chain->sum, chain->times);
    printf("\n");
    print_parts("worst", chain->worst_link.part, 1);
    printf("  at %.3f\n", us(chain->worst_link.begin));
}

static int by_worst(const void *a, const void *b)
{
    const struct tt_chain *x = a, *y = b;

    return x->worst < y->worst ? 1 : x->worst > y->worst ? -1 : 0;
}

static int write_links(const struct tt_trace *trace, const struct tt_chains *chains, const char *path)
{
    FILE *out = fopen(path, "w");

    if (out == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
        return -1;
    }
    fputs("time_ns,core,from,through,thread,total_ns", out);
    for (unsigned part = 0; part < TT_PARTS; part++)
        fprintf(out, ",%s_ns", tt_part_names[part]);
    fputc('\n', out);
    for (size_t i = 0; i < chains->links; i++) {
        const struct tt_link *link = &chains->link[i];
        const struct tt_chain *chain = &chains->chain[link->chain];
        int64_t total = 0;

        for (unsigned part = 0; part < TT_PARTS; part++)
            total += link->part[part];
        fprintf(out, "%lld,%u,", (long long)link->begin, chain->core);
        tt_put_csv(out, tt_actor_name(trace, chain->core, chain->source));
        fputc(',', out);
        tt_put_csv(out, object_name(trace, chain));
        fputc(',', out);
        tt_put_csv(out, tt_name(trace, chain->core, chain->thread));
        fprintf(out, ",%lld", (long long)total);
        for (unsigned part = 0; part < TT_PARTS; part++)
            fprintf(out, ",%lld", (long long)link->part[part]);
        fputc('\n', out);
    }
    return fclose(out) == 0 ? 0 : -1;
}

/* @return 1: a chain to the thread is longer than the limit; 2: the limit makes no sense */
static int hold(const struct tt_trace *trace, const struct tt_chains *chains, const char *limit)
{
    const char *equals = strrchr(limit, '=');
    double most = equals != NULL ? strtod(equals + 1, NULL) : 0.0;
    int result = 2;

    for (size_t i = 0; i < chains->chains && equals != NULL; i++) {
        const struct tt_chain *chain = &chains->chain[i];
        const char *name = tt_name(trace, chain->core, chain->thread);

        if (strlen(name) != (size_t)(equals - limit) || strncmp(name, limit, strlen(name)) != 0)
            continue;
        result = result == 2 ? 0 : result;
        if (us(chain->worst) <= most)
            continue;
        printf("TOO LATE: %s ran %.3f us after %s, the limit is %.3f us\n", name, us(chain->worst),
               tt_actor_name(trace, chain->core, chain->source), most);
        result = 1;
    }
    if (result == 2)
        fprintf(stderr,
                "takt-trace: --limit takes THREAD=MICROSECONDS, and no chain ends at such a thread: %s\n",
                limit);
    return result;
}

int tt_chains(const struct tt_trace *trace, const struct tt_arguments *arguments)
{
    struct tt_chains chains;
    const char *out = tt_option(arguments, "--out", 0), *limit;
    int status = tt_banner(trace, stdout) ? 1 : 0;

    tt_chains_take(&chains, trace);
    if (out != NULL && write_links(trace, &chains, out) != 0)
        status = 2;
    for (unsigned i = 0; status != 2 && (limit = tt_option(arguments, "--limit", i)) != NULL; i++) {
        int held = hold(trace, &chains, limit);

        status = held > status ? held : status;
    }
    if (chains.chains > 0)
        qsort(chains.chain, chains.chains, sizeof(*chains.chain), by_worst);
    printf("%-5s %-20s %-24s %-20s %9s %12s %12s %12s %12s\n", "core", "from", "through", "to", "times",
           "least us", "mean us", "99 % us", "worst us");
    for (size_t i = 0; i < chains.chains; i++)
        print_chain(trace, &chains.chain[i]);
    tt_chains_drop(&chains);
    return status;
}
