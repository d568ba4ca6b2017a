/* How late a thread may run: A.latency<=200us. */
#ifndef TAKT_TOOLS_REPLAY_BUDGET_H
#define TAKT_TOOLS_REPLAY_BUDGET_H

#include "../trace/arguments.h"
#include "replay.h"

struct tt_budget {
    uint32_t thread;
    int64_t latency; /* ns */
};

struct tt_budgets {
    struct tt_budget *budget;
    size_t count, room;
};

/** Take --budget and --budgets FILE (one a line, # begins a remark). @return 0; -1: said on the standard error */
int tt_budgets_take(struct tt_budgets *budgets, const struct tt_replay *replay,
                    const struct tt_arguments *arguments);
void tt_budgets_free(struct tt_budgets *budgets);

/** The budget of a thread, ns. @return -1: it has none */
int64_t tt_budget_of(const struct tt_budgets *budgets, uint32_t thread);

#endif
