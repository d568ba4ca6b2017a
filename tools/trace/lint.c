/*
 * Does a recording contradict itself? The rules: a core's time does not go back or stand still; handlers and switches
 * come in pairs; threads run only when they are ready and wait only when they run; what another core asked for comes
 * after its asking; and the run times of a core's threads add up to its span. Where events are missing, what was known
 * is forgotten, so that a loss is told once and not as a string of faults.
 */
#include "lint.h"

#include "causality.h"
#include "commands.h"
#include "kept.h"

#define SHOWN 5

static const char *const rule_names[TT_RULES] = {"time", "pairs", "states", "causality", "sums"};

struct lint {
    struct tt_findings *findings;
    FILE *out;
};

/* Whether it is among the few that are shown. */
static bool count(struct lint *lint, enum tt_rule rule)
{
    return lint->findings->faults[rule]++ < SHOWN && lint->out != NULL;
}

static void on_fault(struct tt_model *model, const struct tt_event *event, enum tt_rule rule,
                     const char *what)
{
    struct lint *lint = model->context;

    if (count(lint, rule))
        fprintf(lint->out, "FAULT (%s) at %lld ns, core %u, %s %s: %s\n", rule_names[rule],
                (long long)event->time, event->core, tt_event_name(event->event),
                tt_is_object(event->event, 0) ? tt_name(model->trace, event->core, event->a) : "", what);
}

/* Merging keeps a core's own order, so what goes back is still to be seen. */
static void check_order(const struct tt_trace *trace, struct lint *lint)
{
    int64_t last[TT_CORES] = {0};

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->time < last[event->core] && count(lint, TT_TIME))
            fprintf(lint->out, "FAULT (time): core %u goes back from %lld to %lld ns\n", event->core,
                    (long long)last[event->core], (long long)event->time);
        last[event->core] = event->time;
    }
}

static void check_stamps(const struct tt_trace *trace, struct lint *lint)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        if (core->count > 100 && core->first == core->last && count(lint, TT_TIME))
            fprintf(lint->out, "FAULT (time): all events of core %u have the same time\n", c);
    }
}

static void check_sums(struct tt_model *model, struct lint *lint)
{
    int64_t ran[TT_CORES] = {0};

    for (size_t i = 0; i < model->threads; i++)
        ran[model->thread[i].core] += model->thread[i].ran;
    for (unsigned c = 0; c < model->trace->cores; c++) {
        const struct tt_core_state *core = &model->core[c];

        if (ran[c] != tt_model_span(core) && count(lint, TT_SUMS))
            fprintf(lint->out, "FAULT (sums): threads of core %u ran %lld ns in a span of %lld ns\n", c,
                    (long long)ran[c], (long long)tt_model_span(core));
    }
}

void tt_lint_findings(const struct tt_trace *trace, struct tt_findings *findings, FILE *out)
{
    struct lint lint = {findings, out};
    struct tt_causality *causality = tt_causality_begin(trace->cores);
    struct tt_model model;

    *findings = (struct tt_findings){0};
    check_order(trace, &lint);
    check_stamps(trace, &lint);
    tt_model_begin(&model, trace);
    model.fault = on_fault;
    model.context = &lint;
    for (size_t i = 0; i < trace->count; i++) {
        tt_causality_step(causality, &model, &trace->event[i]);
        tt_model_step(&model, &trace->event[i]);
    }
    tt_model_end(&model);
    tt_causality_end(causality, &model);
    check_sums(&model, &lint);
    tt_model_free(&model);
}

int tt_lint(const struct tt_trace *trace)
{
    struct tt_findings findings = {0};
    uint64_t faults = 0;
    bool told = tt_banner(trace, stdout);

    tt_lint_findings(trace, &findings, stdout);
    for (unsigned rule = 0; rule < TT_RULES; rule++)
        faults += findings.faults[rule];
    printf("%zu events of %u cores, %llu faults", trace->count, trace->cores, (unsigned long long)faults);
    for (unsigned rule = 0; rule < TT_RULES; rule++)
        printf("%s%s %llu", rule == 0 ? ": " : ", ", rule_names[rule],
               (unsigned long long)findings.faults[rule]);
    putchar('\n');
    (void)tt_kept_print(trace, stdout); /* the application's, not the recording's fault */
    return faults != 0 || told ? 1 : 0;
}
